"""Water that carries boats: rivers, whose points run downstream, and open water, which stands still."""

from __future__ import annotations

from itertools import pairwise
from math import ceil
from typing import NamedTuple

from grognard.ground.features import LineFeature
from grognard.ground.field import Field
from grognard.ground.relations import bearing
from grognard.ground.shapes import (
    distance,
    distance_to_line,
    distance_to_segment,
    nearest_on,
    placed,
    point_along,
    side_of,
)
from grognard.ground.units import Point, to_sub

PACE = to_sub(1)


class BoatCourse(NamedTuple):
    """A boat's way over the water."""

    end: Point
    paces: int
    landed: bool
    """The bank has stopped it."""


def afloat(ground: Field, point: Point) -> bool:
    """Whether a place is on water that carries boats."""
    if not ground.on_table(point):
        return False
    return river_at(ground, point) is not None or any(area.kind == "water" for area in ground.areas_at(point))


def river_at(ground: Field, point: Point) -> LineFeature | None:
    """The river that a place lies on."""
    rivers = (line for line in ground.lines if line.kind == "river")
    return next((line for line in rivers if 2 * distance_to_line(point, line.points) <= line.width), None)


def downstream(river: LineFeature, point: Point) -> float:
    """The heading in which the water flows there."""
    return bearing(*_stretch(river, point))


def _stretch(river: LineFeature, point: Point) -> tuple[Point, Point]:
    """The stretch of its line nearest to a place."""
    return min(pairwise(river.points), key=lambda leg: distance_to_segment(point, *leg))


def off_stream(river: LineFeature | None, point: Point, course: int) -> tuple[str, int]:
    """Whether a course is rather up or down the stream, and by how many degrees it is off that; a fraction counts as
    the next. Still water has neither: every course is across."""
    if river is None:
        return "downstream", 90
    turn = (course - downstream(river, point)) % 360
    turn = min(turn, 360 - turn)
    return ("downstream", ceil(turn - HAIR)) if turn <= 90 else ("upstream", ceil(180 - turn - HAIR))


HAIR = 1e-6
"""What headings may be off by rounding."""


def rowed(ground: Field, start: Point, course: int, paces: int) -> BoatCourse:
    """How far a boat gets on a course, no more than so many paces: the bank stops it, and the edge of the table."""
    at = start
    # pace by pace, because a bank may bend back: the far end may be afloat beyond dry land
    for done in range(paces):
        ahead = placed(start, course, 0, to_sub(done + 1))
        if not afloat(ground, ahead):
            # off the table there is no bank to land on
            return BoatCourse(at, done, ground.on_table(ahead))
        at = ahead
    # its last pace may have brought it to the bank
    return BoatCourse(at, paces, not afloat(ground, placed(at, course, 0, PACE)))


def crossed(river: LineFeature, start: Point, end: Point) -> bool:
    """Whether a boat has come to the other side of the middle of the river."""
    return side_of(*_stretch(river, start), start) * side_of(*_stretch(river, end), end) < 0


def drifted(ground: Field, river: LineFeature, point: Point, paces: int) -> Point:
    """The place so many paces downstream, as far from the middle of the river; no farther than it runs on the table."""
    one, other = _stretch(river, point)
    # a boat at the very bank would be aground at the first bend
    aside = min(distance_to_segment(point, one, other), river.width // 2 - 1)
    aside = aside if side_of(one, other, point) < 0 else -aside
    # points run downstream, so what is left of the river follows the end of this stretch
    rest = river.points[river.points.index(other) :]
    left, found = to_sub(paces), point
    for start, end in pairwise((nearest_on(one, other, point), *rest)):
        step = min(left, distance(start, end))
        for done in (*range(PACE, step, PACE), *((step,) if step else ())):
            spot = placed(point_along(start, end, done), bearing(start, end), aside, 0)
            if not afloat(ground, spot):
                return found
            found = spot
        left -= step
    return found
