"""The phases of a turn, one module for a few of them."""
