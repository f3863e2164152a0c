"""The table in the browser: battles on disk, seats by secret links, live updates. Knows no rule system by name."""
