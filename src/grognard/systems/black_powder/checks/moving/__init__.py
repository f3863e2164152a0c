"""Moves, changes of formation, woods, passing through friends, and guns on the move."""
