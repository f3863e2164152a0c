"""The units of the ground: paces in files, whole sixteenths of a pace inside, so that every verdict is exact."""

from __future__ import annotations

import math
from functools import lru_cache

SUB = 16
"""Sixteenths in a pace."""

LEVEL = 240
"""Steps in one contour level: eye heights of a half, a third, a fifth or a sixteenth of it stay whole numbers."""

ONE = 1 << 16
"""Length of the whole-number vectors that stand for directions."""

Point = tuple[int, int]


def to_sub(paces: float) -> int:
    """Paces as whole sixteenths, halves rounded up (Python's own rounding would go to the even neighbour)."""
    return math.floor(paces * SUB + 0.5)


def to_paces(sub: int) -> float:
    """Sixteenths as paces."""
    return sub / SUB


def point(x: float, y: float) -> Point:
    """A place given in paces."""
    return to_sub(x), to_sub(y)


def spot(place: Point) -> tuple[float, float]:
    """A place in paces: the way back from `point`."""
    return place[0] / SUB, place[1] / SUB


def gap(a: tuple[float, float], b: tuple[float, float]) -> float:
    """How far two places are apart, in whatever they are measured."""
    return math.hypot(a[0] - b[0], a[1] - b[1])


@lru_cache(4096)
def direction(heading: float) -> tuple[int, int]:
    """East and north parts of a heading in degrees clockwise from north, as whole numbers of `ONE`."""
    turn = math.radians(heading)
    return round(math.sin(turn) * ONE), round(math.cos(turn) * ONE)
