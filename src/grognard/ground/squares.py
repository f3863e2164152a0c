"""The squares of the map: letters from west to east, figures from north to south, as on its margins."""

from __future__ import annotations

SQUARE = 200
"""Paces from one line of the grid to the next."""


def letter(index: int) -> str:
    """A to Z, then AA, AB and so on."""
    return (letter(index // 26 - 1) if index >= 26 else "") + chr(ord("A") + index % 26)


def square_of(x: float, y: float, height: float) -> str:
    """The square of a place in paces, on a table so high: O11."""
    return f"{letter(max(0, int(x // SQUARE)))}{max(1, int((height - y) // SQUARE) + 1)}"
