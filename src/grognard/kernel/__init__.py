"""Dice, tables, modifiers, checks and exact odds. Knows no game."""
