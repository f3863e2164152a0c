"""Arcs of fire: what lies within so many degrees before a stand, and how far off; exact, in whole numbers.

A stand sees a point so far to the right and so far ahead of the middle of its front edge. Both are kept times twice
the length of that edge, so that they are whole numbers, and so are all products by which points are compared.
Asked thousands of times a turn: what cannot matter is left out as early as it can be told.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import isqrt

from grognard.ground.shapes import Quad
from grognard.ground.units import Point, direction

Sighted = tuple[int, int, int, int]
"""A corner as a stand sees it: to the right, ahead, and how far outside the right and the left side of the arc it
lies; inside both, these are nought or less."""


def muzzle(stand: Quad) -> Point:
    """The middle of a stand's front edge, whence it fires."""
    return halfway(stand[0], stand[1])


def halfway(one: Point, other: Point) -> Point:
    """The point between two, rounded down."""
    return (one[0] + other[0]) // 2, (one[1] + other[1]) // 2


def middle_of(stands: Sequence[Quad]) -> Point:
    """The middle of the muzzles of some stands."""
    places = [muzzle(stand) for stand in stands]
    return sum(x for x, _ in places) // len(places), sum(y for _, y in places) // len(places)


def seen_from(stand: Quad, point: Point) -> tuple[int, int]:
    """A point as seen from the middle of the front: to the right and ahead, times twice the front's length."""
    left, right = stand[0], stand[1]
    ex, ey = right[0] - left[0], right[1] - left[1]
    x, y = 2 * point[0] - left[0] - right[0], 2 * point[1] - left[1] - right[1]
    return ex * x + ey * y, ex * y - ey * x


def in_arc(stand: Quad, target: Point, half_angle: float) -> bool:
    """Whether a point lies within so many degrees of straight ahead, from the middle of a stand's front edge."""
    across, ahead = seen_from(stand, target)
    side, forward = _opening(half_angle)
    # a tangent compared without dividing; behind the front `ahead` is negative, so never true
    return abs(across) * forward <= ahead * side


def may_bear(front: Quad, target: Quad, half_angle: float) -> bool:
    """A quick look whether any of a target may lie in the arc of any stand along this front: no, if all of it is
    behind, or beyond the outer side of the first or the last arc."""
    (lx, ly), (rx, ry) = front[0], front[1]
    ex, ey = rx - lx, ry - ly
    side, forward = _opening(half_angle)
    # ahead of the front and along it, both times its length: whole numbers, and only their ratios matter
    spots = [(ex * (y - ly) - ey * (x - lx), ex * (x - lx) + ey * (y - ly)) for x, y in target]
    if all(ahead < 0 for ahead, _ in spots):
        return False
    width = ex * ex + ey * ey
    # the left arm of the arc leaves the left end of the front, the right arm a whole width farther along
    if all(-across * forward > ahead * side for ahead, across in spots):
        return False
    return not all((across - width) * forward > ahead * side for ahead, across in spots)


def range_in_arc(stand: Quad, target: Iterable[Quad], half_angle: float) -> int | None:
    """Sixteenths, rounded up, from the middle of a stand's front edge to the nearest point of a target inside its arc;
    None if none is. Only for arcs under 90 degrees a side."""
    (lx, ly), (rx, ry) = stand[0], stand[1]
    ex, ey, ox, oy = rx - lx, ry - ly, lx + rx, ly + ry
    side, forward = _opening(half_angle)
    # what a point is to the right, ahead, and outside the right and the left side, by its two coordinates
    right_x, right_y = 2 * (ex * forward + ey * side), 2 * (ey * forward - ex * side)
    left_x, left_y = 2 * (ey * side - ex * forward), -2 * (ex * side + ey * forward)
    # exact: both factors are twice something
    right_o, left_o = (right_x * ox + right_y * oy) // 2, (left_x * ox + left_y * oy) // 2
    across_o, ahead_o = ex * ox + ey * oy, ex * oy - ey * ox
    # doubled once here, instead of the coordinates of every corner
    ex, ey = 2 * ex, 2 * ey
    best: tuple[int, int] | None = None
    for (x1, y1), (x2, y2), (x3, y3), (x4, y4) in target:
        r1, r2 = right_x * x1 + right_y * y1 - right_o, right_x * x2 + right_y * y2 - right_o
        r3, r4 = right_x * x3 + right_y * y3 - right_o, right_x * x4 + right_y * y4 - right_o
        # all four outside one arm: a convex body cannot reach back in between
        if r1 > 0 and r2 > 0 and r3 > 0 and r4 > 0:
            continue
        l1, l2 = left_x * x1 + left_y * y1 - left_o, left_x * x2 + left_y * y2 - left_o
        l3, l4 = left_x * x3 + left_y * y3 - left_o, left_x * x4 + left_y * y4 - left_o
        if l1 > 0 and l2 > 0 and l3 > 0 and l4 > 0:
            continue
        v1, v2 = ex * y1 - ey * x1 - ahead_o, ex * y2 - ey * x2 - ahead_o
        v3, v4 = ex * y3 - ey * x3 - ahead_o, ex * y4 - ey * x4 - ahead_o
        nearest = min(v1, v2, v3, v4)
        if nearest < 0:
            if v1 < 0 and v2 < 0 and v3 < 0 and v4 < 0:
                continue
        elif best is not None and nearest * nearest * best[1] >= best[0]:
            continue  # none of it is nearer than what was found before
        p = (ex * x1 + ey * y1 - across_o, v1, r1, l1)
        q = (ex * x2 + ey * y2 - across_o, v2, r2, l2)
        r = (ex * x3 + ey * y3 - across_o, v3, r3, l3)
        s = (ex * x4 + ey * y4 - across_o, v4, r4, l4)
        square = _square_to((p, q, r, s), side, forward)
        if square is not None and (best is None or square[0] * best[1] < best[0] * square[1]):
            best = square
    if best is None:
        return None
    # every length so far is times twice the front's length, which is taken out only here
    return _root_up(best[0], best[1] * (ex * ex + ey * ey))


@lru_cache(64)
def _opening(half_angle: float) -> tuple[int, int]:
    """How far an arc opens to each side, and how far that is ahead."""
    return direction(half_angle)


def _root_up(square: int, whole: int) -> int:
    """The square root of a fraction, rounded up."""
    parts = -(-square // whole)  # no root between two whole numbers ends where its square has not been reached
    return isqrt(parts - 1) + 1 if parts else 0


def _square_to(corners: Sequence[Sighted], side: int, forward: int) -> tuple[int, int] | None:
    """The square of the way from the tip of an arc to the nearest point in it of a convex body, as a fraction; None if
    none of the body is in it.

    Whoever looks from outside sees the nearest point on an edge that faces him. On each of these it is the foot of the
    perpendicular or a corner, or, where these are outside the arc, the point at which a side of it meets the edge.
    """
    best: tuple[int, int] | None = None
    faced = False
    px, py, p_right, p_left = corners[-1]
    for qx, qy, q_right, q_left in corners:
        cross = px * qy - py * qx
        if cross > 0:  # corners go clockwise: the tip is on the outer side of this edge
            faced = True
            for square in _squares_on((px, py, p_right, p_left), (qx, qy, q_right, q_left), cross, side, forward):
                if best is None or square[0] * best[1] < best[0] * square[1]:
                    best = square
        px, py, p_right, p_left = qx, qy, q_right, q_left
    # no edge faces the tip: it lies within the body
    return best if faced else (0, 1)


def _squares_on(one: Sighted, other: Sighted, cross: int, side: int, forward: int) -> list[tuple[int, int]]:
    """Squares of the ways to those points of an edge that may be its nearest within the arc."""
    px, py, p_right, p_left = one
    qx, qy, q_right, q_left = other
    if (p_right > 0 and q_right > 0) or (p_left > 0 and q_left > 0):
        return []
    dx, dy = qx - px, qy - py
    along, length = -(px * dx + py * dy), dx * dx + dy * dy
    if 0 < along < length:  # the foot of the perpendicular is on the edge; is it inside both sides?
        rest = length - along
        if p_right * rest + q_right * along <= 0 and p_left * rest + q_left * along <= 0:
            return [(cross * cross, length)]
    found = []
    if p_right <= 0 and p_left <= 0:
        found.append((px * px + py * py, 1))
    if q_right <= 0 and q_left <= 0:
        found.append((qx * qx + qy * qy, 1))
    # both ends are in, and the foot is not on the edge: no arm can cut off a nearer point
    if len(found) == 2:
        return found
    for p_out, q_out in ((p_right, q_right), (p_left, q_left)):
        if (p_out < 0) != (q_out < 0):
            whole = p_out - q_out
            ahead = p_out * qy - q_out * py  # of the crossing, times `whole`
            # the line of an arm runs on behind the tip, where it is no side of the arc
            if ahead * whole >= 0:
                found.append((ahead * ahead * (side * side + forward * forward), whole * whole * forward * forward))
    return found
