"""Special chits for what troops do with themselves and with guns."""
