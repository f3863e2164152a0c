"""When two frames on the move come together, by their shadows on the directions of their edges.

Frames are convex, so they are apart exactly as long as they are apart in one of these directions.
"""

from __future__ import annotations

from math import hypot, inf

from grognard.ground.shapes import Quad, ends

WaySpan = tuple[float, float]
"""Shares of a motion, from 0 to 1: the first and the last."""


def together(one: Quad, other: Quad, dx: float = 0.0, dy: float = 0.0, room: int = 0) -> WaySpan | None:
    """The first and last share, from 0 to 1, of a motion of the one by (dx, dy) at which the two are in contact, or no
    farther apart than some room in the directions of their edges; None if they never are."""
    first, last = 0.0, 1.0
    (ax, ay), (bx, by), (cx, cy), (ex, ey) = one
    (fx, fy), (gx, gy), (hx, hy), (ix, iy) = other
    # across the edges; opposite ones are parallel, so two of each frame are enough
    for x, y in ((by - ay, ax - bx), (cy - by, bx - cx), (gy - fy, fx - gx), (hy - gy, gx - hx)):
        a, b, c, e = x * ax + y * ay, x * bx + y * by, x * cx + y * cy, x * ex + y * ey
        f, g, h, i = x * fx + y * fy, x * gx + y * gy, x * hx + y * hy, x * ix + y * iy
        # shadows are as long as the edge makes them, so room has to be stretched alike
        grown = room * hypot(x, y) if room else 0.0
        (low, high), (least, most) = ends(a, b, c, e), ends(f, g, h, i)
        before = least - grown - high
        beyond = most + grown - low
        speed = x * dx + y * dy
        # it does not move this way: apart for good, or not told apart by this direction
        if not speed:
            if before > 0 or beyond < 0:
                return None
            continue
        begin, end = (before / speed, beyond / speed) if speed > 0 else (beyond / speed, before / speed)
        first, last = max(first, begin), min(last, end)
        if first > last:
            return None
    return first, last


def apart_by(one: Quad, other: Quad) -> float:
    """A distance that two frames certainly have; nought where they only touch, and below that by how much the one would
    have to be carried off at the least to get clear of the other."""
    nearest = -inf
    (ax, ay), (bx, by), (cx, cy), (ex, ey) = one
    (fx, fy), (gx, gy), (hx, hy), (ix, iy) = other
    for x, y in ((by - ay, ax - bx), (cy - by, bx - cx), (gy - fy, fx - gx), (hy - gy, gx - hx)):
        a, b, c, e = x * ax + y * ay, x * bx + y * by, x * cx + y * cy, x * ex + y * ey
        f, g, h, i = x * fx + y * fy, x * gx + y * gy, x * hx + y * hy, x * ix + y * iy
        (low, high), (least, most) = ends(a, b, c, e), ends(f, g, h, i)
        gap = max(least - high, low - most) / hypot(x, y)
        if gap > 0:
            # told apart; another direction may say a little more, but this is enough to go on with
            return gap
        nearest = max(nearest, gap)
    return nearest


def carried_quad(quad: Quad, dx: int, dy: int) -> Quad:
    """A frame carried along without turning."""
    if not dx and not dy:
        return quad
    a, c, d, e = quad
    return (a[0] + dx, a[1] + dy), (c[0] + dx, c[1] + dy), (d[0] + dx, d[1] + dy), (e[0] + dx, e[1] + dy)
