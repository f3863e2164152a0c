"""The state of a battle and what can be read off it: board, units in spaces, sight, distances."""
