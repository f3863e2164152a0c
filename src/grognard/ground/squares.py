"""The squares of the map: letters from west to east, figures from north to south, as on its margins."""

from __future__ import annotations

from math import inf

from .features import AreaFeature
from .field import Field
from .units import point, to_sub

SQUARE = 200
"""Paces from one line of the grid to the next."""


def letter(index: int) -> str:
    """A to Z, then AA, AB and so on."""
    return (letter(index // 26 - 1) if index >= 26 else "") + chr(ord("A") + index % 26)


def square_of(x: float, y: float, height: float, width: float = inf) -> str:
    """The square of a place in paces, on a table so high and so wide: O11. The table's far edges belong to its last
    squares."""
    column = min(x // SQUARE, (width - 1) // SQUARE)
    row = min((height - y) // SQUARE, (height - 1) // SQUARE)
    return f"{letter(max(0, int(column)))}{max(0, int(row)) + 1}"


def place_words(field: Field, x: float, y: float) -> str:
    """What a place is called: the smallest thing with a name that it lies in, else its square."""
    named = [area for area in field.areas_at(point(x, y)) if area.name]
    return min(named, key=_size).name if named else f"square {square_of(x, y, field.size[1] / to_sub(1))}"


def _size(area: AreaFeature) -> int:
    west, south, east, north = area.box
    return (east - west) * (north - south)
