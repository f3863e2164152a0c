"""Where a body stands and faces, and the ways from one such place to the next: straight, on a flank, on the spot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from grognard.ground.relations import bearing as bearing_of
from grognard.ground.shapes import distance, placed
from grognard.ground.units import ONE, Point, direction

EDGES = {"north": 0, "east": 90, "south": 180, "west": 270}
"""The edges of a table, and the bearing straight at each of them."""


class Placement(NamedTuple):
    """Where a body stands: the middle of its front edge in sixteenths of a pace, and where it faces."""

    position: Point
    heading: int
    """Whole degrees clockwise from north."""


class Stride(NamedTuple):
    """A place on the way of a body, so many sixteenths of ground from where it set out."""

    place: Placement
    gone: int


def shifted(place: Placement, bearing: int, distance: int) -> Placement:
    """So many sixteenths along a bearing, the front kept: ahead, obliquely, backward or to a side."""
    return Placement(placed(place.position, bearing, 0, distance), place.heading)


def wheeled(place: Placement, width: int, degrees: int) -> Placement:
    """Turned on a flank: the right one to the right, the left one to the left."""
    return wheeling(place, width, degrees)(degrees)


def wheeling(place: Placement, width: int, side: int) -> Callable[[int], Placement]:
    """Where a body stands after so many degrees on its right flank, if the side is positive, or on its left: for who
    asks about many of them."""
    half = width / 2 if side > 0 else -width / 2
    pivot = placed(place.position, place.heading, half, 0)

    def turned(degrees: int) -> Placement:
        heading = (place.heading + degrees) % 360
        return Placement(placed(pivot, heading, -half, 0), heading)

    return turned


def converted(place: Placement, degrees: int) -> Placement:
    """Turned on the middle of the front."""
    return Placement(place.position, (place.heading + degrees) % 360)


def turned_about(place: Placement, depth: int, heading: int) -> Placement:
    """Turned on the spot: the middle of the ground it covers stays."""
    middle = placed(place.position, place.heading, 0, -depth / 2)
    return Placement(placed(middle, heading, 0, depth / 2), heading % 360)


def middle(place: Placement, depth: int) -> Point:
    """The middle of the ground that a body of that depth covers."""
    return placed(place.position, place.heading, 0, -depth // 2)


def off(one: int, other: int) -> int:
    """Degrees between two headings, from -179 to 180; to the right is positive."""
    return -((one - other + 180) % 360 - 180) if (one - other) % 360 != 180 else 180


def bearing_to(one: Point, other: Point) -> int:
    """The bearing from one point to another in whole degrees."""
    return round(bearing_of(one, other)) % 360


def wheels_toward(place: Placement, width: int, spot: Point) -> tuple[int, int]:
    """Wheels that bring a spot before the front: by its bearing now, and by the bearing it has after such a wheel,
    which moves the middle of the front. The second is the better aim where the spot is not far off."""
    degrees = off(place.heading, round(bearing_of(place.position, spot)))
    turned = wheeled(place, width, degrees)
    return degrees, off(place.heading, round(bearing_of(turned.position, spot)))


def on_table(size: Point, point: Point) -> bool:
    """Whether a point lies on a table of that size; its edges count in."""
    return 0 <= point[0] <= size[0] and 0 <= point[1] <= size[1]


def to_the_edge(size: Point, place: Placement, depth: int, bearing: int) -> int:
    """Sixteenths along a bearing until a body's front or its middle reaches the edge of a table of that size."""
    east, north = direction(bearing)
    width, height = size
    ways = []
    for x, y in (place.position, middle(place, depth)):
        for at, part, end in ((x, east, width), (y, north, height)):
            if part > 0:
                ways.append((end - at) * ONE // part)
            elif part < 0:
                ways.append(at * ONE // -part)
    # whoever stands beyond an edge already has no way left to it
    return max(0, min(ways))


def gone_by(size: Point, before: Point, after: Point) -> str:
    """The edge by which a body's middle has gone off a table; nothing if it is on it, or only just coming on."""
    was, now = _beyond(size, before), _beyond(size, after)
    # beyond two at a corner: the one passed farther, and by name where both are alike
    edge = max(now, key=lambda name: (now[name], name))
    return edge if now[edge] > max(0, was[edge]) else ""


def _beyond(size: Point, point: Point) -> dict[str, int]:
    (x, y), (width, height) = point, size
    return {"west": -x, "east": x - width, "south": -y, "north": y - height}


def strides(path: Sequence[Placement], step: int) -> list[Stride]:
    """Places on a way no farther apart than a step, its end among them and its beginning not. Where it turns, its path
    names the places."""
    found: list[Stride] = []
    gone = 0
    for one, other in pairwise(path):
        length = distance(one.position, other.position)
        # a turn is not divided here, because its path names the places between
        many = max(1, -(-length // step)) if one.heading == other.heading else 1
        (x, y), (to_x, to_y) = one.position, other.position
        for i in range(1, many + 1):
            spot = x + (to_x - x) * i // many, y + (to_y - y) * i // many
            found.append(Stride(Placement(spot, other.heading), gone + length * i // many))
        gone += length
    return found
