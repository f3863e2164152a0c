"""Arcs of fire: what lies before a stand, and how far off. Asked thousands of times a turn, and written for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import ceil, hypot, inf, radians, sqrt, tan

from grognard.ground.relations import muzzle
from grognard.ground.shapes import Quad
from grognard.ground.units import SUB, Point, direction
from grognard.kernel.checks import implements

HAIR = 1e-6
"""So much of a pace, or a degree, is nothing but rounding."""


def may_bear(front: Quad, target: Quad, arc: int) -> bool:
    """A quick look whether any of a target may lie in the arc of any stand along this front: no, if all of it is
    behind, or beyond the outer side of the first or the last arc."""
    (lx, ly), (rx, ry) = front[0], front[1]
    ex, ey = rx - lx, ry - ly
    side, forward = direction(arc)
    spots = [(ex * (y - ly) - ey * (x - lx), ex * (x - lx) + ey * (y - ly)) for x, y in target]
    if all(ahead < 0 for ahead, _ in spots):
        return False
    width = ex * ex + ey * ey
    if all(-across * forward > ahead * side for ahead, across in spots):
        return False
    return not all((across - width) * forward > ahead * side for ahead, across in spots)


@implements("CS-7.1b", "CS-7.1c", "CS-8.1d")
def reach(stand: Quad, target: Iterable[Quad], arc: int) -> int | None:
    """Paces from the middle of a stand's front edge to the nearest point of the target in its arc, if any is. The same
    as `ground.relations.range_in_arc`, which cuts the target to shape; this is asked thousands of times a turn."""
    (lx, ly), (rx, ry) = stand[0], stand[1]
    x0, y0, front = (lx + rx) / 2, (ly + ry) / 2, hypot(rx - lx, ry - ly)
    ex, ey = (rx - lx) / front, (ry - ly) / front
    spread = _spread(arc)
    best = inf
    for quad in target:
        corners = [((x - x0) * ex + (y - y0) * ey, (y - y0) * ex - (x - x0) * ey) for x, y in quad]
        best = min(best, _nearest_in_cone(corners, spread))
    return None if best == inf else ceil(best / SUB - HAIR)


@lru_cache(8)
def _spread(arc: int) -> float:
    """How far an arc opens to each side for every pace ahead."""
    return tan(radians(arc))


def _nearest_in_cone(corners: list[tuple[float, float]], spread: float) -> float:
    """From the tip of a cone to the nearest point in it of a convex body, both as the tip sees them: to the right and
    ahead. That is the body's nearest point, or if this is outside, where one of the cone's sides first meets it."""
    best, at_x, at_y = inf, 0.0, 0.0
    on_sides, inside = inf, True
    px, py = corners[-1]
    for qx, qy in corners:
        dx, dy = qx - px, qy - py
        inside = inside and px * dy <= py * dx  # corners go clockwise
        square = dx * dx + dy * dy
        share = min(1.0, max(0.0, -(px * dx + py * dy) / square)) if square else 0.0
        x, y = px + share * dx, py + share * dy
        if x * x + y * y < best:
            best, at_x, at_y = x * x + y * y, x, y
        for side in (spread, -spread):
            one, other = px - side * py, qx - side * qy
            if one * other <= 0 and one != other and (ahead := py + dy * one / (one - other)) >= 0:
                on_sides = min(on_sides, ahead)
        px, py = qx, qy
    if inside:
        return 0.0
    if abs(at_x) <= spread * at_y + HAIR:
        return sqrt(best)
    return on_sides * sqrt(1 + spread * spread)


def halfway(one: Point, other: Point) -> Point:
    """The point between two."""
    return (one[0] + other[0]) // 2, (one[1] + other[1]) // 2


def middle_of(stands: Sequence[Quad]) -> Point:
    """The middle of the muzzles of some stands."""
    places = [muzzle(stand) for stand in stands]
    return sum(x for x, _ in places) // len(places), sum(y for _, y in places) // len(places)
