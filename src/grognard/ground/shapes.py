"""Shapes on the table in sixteenths of a pace: rings, segments, rectangles that face somewhere."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import chain, pairwise
from typing import TypeVar

from grognard.ground import exact
from grognard.ground.units import ONE, Point, direction, to_sub
from grognard.kernel.errors import BadInput

N = TypeVar("N", int, float)

Ring = tuple[Point, ...]
Segment = tuple[int, int, int, int]
"""x and y of both ends."""
Quad = tuple[Point, Point, Point, Point]
"""A convex quadrilateral, clockwise. That of a unit or stand goes front left, front right, rear right, rear left."""


def rectangle(position: Point, heading: float, width: int, depth: int) -> Quad:
    """The rectangle of a body whose front edge has its middle at `position` and that faces along `heading`."""
    if width < 1 or depth < 1:
        raise BadInput(f"a body {width} sixteenths wide and {depth} deep; both are at least 1")
    half = width / 2
    return (
        placed(position, heading, -half, 0),
        placed(position, heading, half, 0),
        placed(position, heading, half, -depth),
        placed(position, heading, -half, -depth),
    )


def placed(position: Point, heading: float, right: float, ahead: float) -> Point:
    """The point so many sixteenths to the right and ahead of a body's position, rounded to whole sixteenths."""
    east, north = direction(heading)
    # floor(x + 0.5), not round: halves go the same way on both sides of nought, so figures keep their shape
    x = math.floor((right * north + ahead * east) / ONE + 0.5)
    y = math.floor((ahead * north - right * east) / ONE + 0.5)
    return position[0] + x, position[1] + y


def quad_in_paces(corners: Sequence[tuple[float, float]]) -> Quad:
    """A quadrilateral given in paces, put into clockwise order; its first corner stays the first."""
    if len(corners) != 4:
        raise BadInput(f"a quadrilateral has 4 corners, not {len(corners)}")
    a, b, c, d = ((to_sub(x), to_sub(y)) for x, y in corners)
    # exact geometry takes clockwise corners for granted
    quad = (a, b, c, d) if area_twice((a, b, c, d)) < 0 else (a, d, c, b)
    if not _is_convex(quad):
        raise BadInput(f"corners {list(corners)} make no convex quadrilateral")
    return quad


def _is_convex(quad: Quad) -> bool:
    turns = [side_of(quad[i - 2], quad[i - 1], quad[i]) for i in range(4)]
    # three corners in line are allowed; all four in line would have no inside
    return all(turn <= 0 for turn in turns) and any(turn < 0 for turn in turns)


def area_twice(ring: Sequence[Point]) -> int:
    """Twice the area of a ring: positive if it runs anticlockwise."""
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in pairs(ring))


def pairs(ring: Sequence[Point]) -> Iterable[tuple[Point, Point]]:
    """The edges of a ring, the closing one included."""
    return zip(ring, (*ring[1:], ring[0]), strict=True)


def edges_of(rings: Iterable[Ring]) -> list[int]:
    """The edges of rings as a flat list, four numbers each, as `exact` takes them."""
    return [number for ring in rings for a, b in pairs(ring) for number in (*a, *b)]


def flat(quads: Iterable[Quad]) -> list[int]:
    """Quadrilaterals as a flat list, eight numbers each, as `exact` takes them."""
    return list(chain.from_iterable(chain.from_iterable(quads)))


def in_polygon(point: Point, rings: Sequence[Ring]) -> bool:
    """Whether a point lies in a polygon (outer ring, then holes); edges count in."""
    edges = edges_of(rings)
    return exact.in_rings(*point, edges, 0, len(edges) // 4)


def side_of(a: Point, b: Point, point: Point) -> int:
    """Positive if the point lies left of the line from a to b, negative on the right, nought on it."""
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])


def segments_meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the segments ab and cd have a point in common, ends included."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = a, b, c, d
    # written out, as `side_of` has it: this is asked by the ten thousand
    east, north = bx - ax, by - ay
    of_c, of_d = east * (cy - ay) - north * (cx - ax), east * (dy - ay) - north * (dx - ax)
    if (of_c > 0 and of_d > 0) or (of_c < 0 and of_d < 0):  # both ends of one lie on the same side of the other
        return False
    east, north = dx - cx, dy - cy
    of_a, of_b = east * (ay - cy) - north * (ax - cx), east * (by - cy) - north * (bx - cx)
    if (of_a > 0 and of_b > 0) or (of_a < 0 and of_b < 0):
        return False
    if of_c and of_d and of_a and of_b:
        return True
    sides, ends = (of_c, of_d, of_a, of_b), ((a, b, c), (a, b, d), (c, d, a), (c, d, b))
    return any(side == 0 and _within_box(*end) for side, end in zip(sides, ends, strict=True))


def crosses(frame: Sequence[Point], a: Point, b: Point) -> bool:
    """Whether the segment ab meets the edge of a ring. One that lies wholly within does not."""
    (ax, ay), (bx, by) = a, b
    east, north = bx - ax, by - ay
    sides = [east * (y - ay) - north * (x - ax) for x, y in frame]
    # most rings lie wholly on one side of the line, and then none of their edges need be looked at
    if min(sides) > 0 or max(sides) < 0:
        return False
    return any(segments_meet(a, b, c, d) for c, d in pairs(frame))


def _within_box(a: Point, b: Point, point: Point) -> bool:
    return all(min(a[i], b[i]) <= point[i] <= max(a[i], b[i]) for i in (0, 1))


def crossing_along(a: Point, b: Point, c: Point, d: Point) -> int | None:
    """How many sixteenths from a the segment ab first meets cd; None where it does not."""
    if not segments_meet(a, b, c, d):
        return None
    length = distance(a, b)
    whole = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
    # parallel, and they meet: on one line. Then the nearest common point is an end
    if whole == 0:
        on_path = [p for p in (c, d) if side_of(a, b, p) == 0 and _within_box(a, b, p)]
        return 0 if _within_box(c, d, a) else min(distance(a, p) for p in on_path)
    along = (c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])
    return along * length // whole


def places_along(a: Point, b: Point, segments: Iterable[Segment]) -> set[int]:
    """How many sixteenths from a the segment ab first meets each of others; those it misses cost next to nothing."""
    (ax, ay), (bx, by) = a, b
    west, east = (ax, bx) if ax < bx else (bx, ax)
    south, north = (ay, by) if ay < by else (by, ay)
    found = set()
    for cx, cy, dx, dy in segments:
        if (cx < west and dx < west) or (cx > east and dx > east):
            continue
        if (cy < south and dy < south) or (cy > north and dy > north):
            continue
        at = crossing_along(a, b, (cx, cy), (dx, dy))
        if at is not None:
            found.add(at)
    return found


def point_along(a: Point, b: Point, at: int) -> Point:
    """The point so many sixteenths from a towards b, rounded down."""
    # a leg of no length has but one point, and must not divide by nought
    length = max(1, distance(a, b))
    return a[0] + (b[0] - a[0]) * at // length, a[1] + (b[1] - a[1]) * at // length


def spot_along(path: Sequence[Point], at: int) -> Point:
    """The point so many sixteenths along a path; its end, if that is farther."""
    for start, end in pairwise(path):
        leg = distance(start, end)
        if at <= leg:
            return point_along(start, end, at)
        at -= leg
    return path[-1]


def distance(a: Point, b: Point) -> int:
    """Sixteenths between two points, rounded up."""
    square = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    # the root rounded up, without the floating point that `exact` needs for Numba
    return math.isqrt(square - 1) + 1 if square else 0


def distance_to_segment(point: Point, a: Point, b: Point) -> int:
    """Sixteenths from a point to a segment, rounded up."""
    return exact.point_to_segment(*point, *a, *b)


def distance_to_line(point: Point, line: Sequence[Point]) -> int:
    """Sixteenths from a point to a broken line, rounded up."""
    if len(line) == 1:
        return distance(point, line[0])
    return min(distance_to_segment(point, a, b) for a, b in pairwise(line))


_ROUGHLY = 1 + 1e-9
"""Farther than floating point is ever off."""


def distance_of_quads(first: Quad, second: Quad) -> int:
    """Sixteenths between two convex quadrilaterals, rounded up; nought where they touch or overlap."""
    apart, least = False, math.inf
    near: list[tuple[float, Segment, Point]] = []
    # corners against the edges that face them, as `exact.quad_to_quad` has it; but a rough square of each distance
    # comes first, and only where that is least is it measured, which plain Python does in a fraction of the time
    for corners, frame in ((first, second), (second, first)):
        for i in range(4):
            (bx, by), (ax, ay) = frame[i], frame[i - 1]
            dx, dy, outside = bx - ax, by - ay, 0
            square = dx * dx + dy * dy
            for px, py in corners:
                x, y = px - ax, py - ay
                cross = dx * y - dy * x
                if cross < 0:
                    continue
                outside += cross > 0
                along = x * dx + y * dy
                if along <= 0:
                    far: float = x * x + y * y
                elif along >= square:
                    far = (px - bx) * (px - bx) + (py - by) * (py - by)
                else:
                    far = cross * cross / square
                if far <= least * _ROUGHLY:
                    near.append((far, (ax, ay, bx, by), (px, py)))
                    if far < least:
                        least = far
            apart = apart or outside == 4
    if not apart:
        return 0
    # several may tie as far as floating point can tell: each of them is measured exactly
    return min(exact.point_to_segment(*corner, *edge) for far, edge, corner in near if far <= least * _ROUGHLY)


def distance_to_quad(point: Point, quad: Quad) -> int:
    """Sixteenths from a point to a convex quadrilateral (clockwise), rounded up; nought inside and on its edge."""
    # only edges that the point lies outside of can be nearest; none where it is inside
    facing = [(a, b) for a, b in pairs(quad) if side_of(a, b, point) > 0]
    return min((exact.point_to_segment(*point, *a, *b) for a, b in facing), default=0)


def bounds(points: Iterable[Point]) -> tuple[int, int, int, int]:
    """West, south, east and north ends."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def ends(a: N, b: N, c: N, d: N) -> tuple[N, N]:
    """The least and the greatest of four numbers: asked of corners so often that `min` and `max` would cost twice as
    much."""
    low, high = (a, b) if a < b else (b, a)
    least, most = (c, d) if c < d else (d, c)
    return low if low < least else least, high if high > most else most


def centre(quad: Quad) -> Point:
    """The middle of a quadrilateral's corners, rounded down."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad
    return (ax + bx + cx + dx) // 4, (ay + by + cy + dy) // 4


def nearest_on(one: Point, other: Point, spot: Point) -> Point:
    """The point of a segment nearest to a place."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    square = dx * dx + dy * dy
    if not square:
        return one
    along = max(0, min(square, (spot[0] - one[0]) * dx + (spot[1] - one[1]) * dy))
    return one[0] + dx * along // square, one[1] + dy * along // square
