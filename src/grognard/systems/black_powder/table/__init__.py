"""The state of a battle and what can be read off it without any decision."""
