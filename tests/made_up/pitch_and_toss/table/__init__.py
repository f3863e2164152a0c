"""The state of a fair, and what can be read off it."""
