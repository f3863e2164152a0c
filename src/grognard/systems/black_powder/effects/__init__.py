"""What the rules do to a unit whenever it happens: by events, without a decision."""
