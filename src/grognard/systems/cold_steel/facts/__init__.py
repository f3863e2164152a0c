"""The facts of checks, read off the table: what a rule asks about a moment. Nothing here changes anything."""
