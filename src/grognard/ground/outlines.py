"""Distances between outlines that may be polygons, lines or points."""

from __future__ import annotations

from math import ceil

from grognard.ground.shapes import bounds, distance_to_segment, in_polygon, pairs, segments_meet
from grognard.ground.units import SUB, Point

Outline = tuple[Point, ...]


def within(one: Outline, other: Outline, paces: int) -> bool:
    """Whether the nearest points are no farther apart; boxes around both are asked first, since most are far off."""
    return boxes_apart(one, other) <= paces and apart(one, other) <= paces


def boxes_apart(one: Outline, other: Outline) -> int:
    """Paces, never more than there are between the shapes themselves."""
    (west, south, east, north), (left, low, right, high) = bounds(one), bounds(other)
    # rounded down, and without the diagonal: a box must never seem farther off than what is in it
    return max(left - east, west - right, low - north, south - high, 0) // SUB


def apart(one: Outline, other: Outline) -> int:
    """Paces between the nearest points, a fraction counting as the next."""
    if _meet(one, other):
        return 0
    there = (distance_to_segment(corner, *edge) for corner in one for edge in pairs(other))
    back = (distance_to_segment(corner, *edge) for corner in other for edge in pairs(one))
    return ceil(min(*there, *back) / SUB)


def _meet(one: Outline, other: Outline) -> bool:
    crossing = any(segments_meet(*edge, *cut) for edge in pairs(one) for cut in pairs(other))
    return crossing or in_polygon(one[0], (other,)) or in_polygon(other[0], (one,))
