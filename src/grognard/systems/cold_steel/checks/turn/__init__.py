"""Chapters 2 and 10: the sequence of a turn, and what stands at its end."""
