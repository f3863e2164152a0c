"""Troops on the move: courses, contact, friends in the way, new formations, retreats."""
