"""How bodies of troops lie to each other: distance, bearing, zones, behind, adjacent, support on a flank.

A body is one or more convex quadrilaterals; its frame is the rectangle around it, front left corner first. Angles are
in degrees and become whole-number directions, so that 45 degrees is exactly 45.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import NamedTuple

from grognard.ground import exact
from grognard.ground.arcs import seen_from
from grognard.ground.shapes import (
    Quad,
    centre,
    crossing_along,
    distance_of_quads,
    flat,
    in_polygon,
    pairs,
    point_along,
    rectangle,
    side_of,
)
from grognard.ground.units import Point, direction
from grognard.kernel.errors import BadInput


class Zone(IntEnum):
    """On which side of a body something lies."""

    FRONT = 0
    FLANK = 1
    REAR = 2


class Body(NamedTuple):
    """A unit on the table as the ground sees it."""

    parts: tuple[Quad, ...]
    frame: Quad
    eye: Point
    """From where it looks and is seen: the middle of its front edge."""

    @property
    def lookouts(self) -> tuple[Point, ...]:
        """Whence its stands look and are seen near by: along its front, and from its rear corners."""
        (lx, ly), (rx, ry), *rear = self.frame
        # quarters and ends; the middle of the front is the eye itself
        front = [(lx + (rx - lx) * part // 4, ly + (ry - ly) * part // 4) for part in (0, 1, 3, 4)]
        return (*front, self.eye, *rear)

    @classmethod
    def block(cls, position: Point, heading: float, width: int, depth: int) -> Body:
        """A body that is one rectangle."""
        frame = rectangle(position, heading, width, depth)
        return cls((frame,), frame, position)

    @classmethod
    def of(cls, parts: Sequence[Quad], position: Point, heading: float, width: int, depth: int) -> Body:
        """A body of several parts within a rectangle."""
        if not parts:
            raise BadInput("a body of troops has at least one part")
        return cls(tuple(parts), rectangle(position, heading, width, depth), position)


def gap(first: Iterable[Quad], second: Iterable[Quad]) -> int:
    """Sixteenths between the nearest parts of two footprints, rounded up; nought where they touch."""
    theirs = tuple(second)
    return min(distance_of_quads(mine, other) for mine in first for other in theirs)


def nearest_points(first: Iterable[Quad], second: Iterable[Quad]) -> tuple[Point, Point]:
    """The points, rounded to sixteenths, where two footprints come nearest to each other."""
    theirs = tuple(second)
    return min((_nearest(mine, other) for mine in first for other in theirs), key=_square)


def _nearest(mine: Quad, other: Quad) -> tuple[Point, Point]:
    if distance_of_quads(mine, other) == 0:
        shared = _common_point(mine, other)
        return shared, shared
    # apart, so the nearest two points are a corner of the one and a place on an edge of the other
    there = [(corner, foot(corner, *edge)) for corner in mine for edge in pairs(other)]
    back = [(foot(corner, *edge), corner) for corner in other for edge in pairs(mine)]
    return min(there + back, key=_square)


def _common_point(mine: Quad, other: Quad) -> Point:
    """A point of two quadrilaterals that touch or overlap: a corner within the other, or where two edges cross."""
    corners = [corner for corner in mine if in_polygon(corner, (other,))]
    corners += [corner for corner in other if in_polygon(corner, (mine,))]
    if corners:
        # any of them would do; the least, so that it does not depend on who is asked about first
        return min(corners)
    return min(
        point_along(*edge, at)
        for edge in pairs(mine)
        for cut in pairs(other)
        if (at := crossing_along(*edge, *cut)) is not None
    )


def _square(ends: tuple[Point, Point]) -> int:
    (ax, ay), (bx, by) = ends
    return (bx - ax) ** 2 + (by - ay) ** 2


def foot(point: Point, a: Point, b: Point) -> Point:
    """The point of a segment nearest to a point, rounded to sixteenths."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    along = min(square, max(0, (point[0] - a[0]) * dx + (point[1] - a[1]) * dy))
    if square == 0:
        return a
    # rounded half up in whole numbers: the same on every machine
    return a[0] + (2 * dx * along + square) // (2 * square), a[1] + (2 * dy * along + square) // (2 * square)


def bearing(a: Point, b: Point) -> float:
    """The heading from a to b in degrees clockwise from north."""
    return math.degrees(math.atan2(b[0] - a[0], b[1] - a[1])) % 360


def zone(frame: Quad, point: Point, half_angle: float) -> Zone:
    """Where a point lies: the front spreads between lines from the front corners, the rear mirrors it."""
    outward, forward = direction(half_angle)
    return Zone(exact.zone_of(*point, flat((frame,)), 0, forward, outward))


def behind(frame: Quad, point: Point) -> bool:
    """Whether a point lies straight behind a body: back of its rear edge and between its flanks."""
    _, _, rear_right, rear_left = frame
    # its edges count in: a body that touches the rear edge is behind
    back = side_of(rear_left, rear_right, point) <= 0
    between = side_of(rear_left, frame[0], point) <= 0 <= side_of(rear_right, frame[1], point)
    return back and between


def on_right(frame: Quad, point: Point) -> bool:
    """Whether a point lies to the right of a line straight ahead through the middle of a body's front."""
    return seen_from(frame, point)[0] > 0


def adjacent(first: Iterable[Quad], second: Iterable[Quad], within: int) -> bool:
    """Whether two footprints are no farther apart than that."""
    return gap(first, second) <= within


def supported_flanks(body: Body, friends: Iterable[Body], within: int, half_angle: float) -> frozenset[str]:
    """On which flanks ("left", "right") a friend stands no farther off than `within`, its middle in the flank zone."""
    found = set()
    for friend in friends:
        middle = centre(friend.frame)
        if zone(body.frame, middle, half_angle) == Zone.FLANK and adjacent(body.parts, friend.parts, within):
            found.add("right" if on_right(body.frame, middle) else "left")
    return frozenset(found)
