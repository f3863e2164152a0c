"""Those about a body that moves: enemies it comes up to, friends whose ground it keeps off or passes over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from grognard.ground.arcs import halfway
from grognard.ground.index import Box
from grognard.ground.placing import Shape
from grognard.ground.relations import Body, Zone, on_right, zone
from grognard.ground.shapes import Quad, bounds, centre, placed
from grognard.ground.units import SUB, Point

from .nearness import between, carried, trimmed
from .placements import Placement, bearing_to
from .sweeps import together

MARGIN = 6
"""Sixteenths by which a body stops short of a friend; who is not that deep in another's ground only touches it."""
HAIR = 2
"""Sixteenths: enemies no farther off than this more than the one who stops a body are met along with him."""

StruckSide = Literal["front", "left", "right", "rear"]
_EDGES: dict[StruckSide, tuple[int, int]] = {"front": (0, 1), "right": (1, 2), "rear": (2, 3), "left": (3, 0)}
"""The corners of a frame at the ends of each side, clockwise."""


@dataclass(frozen=True)
class Neighbour:
    """Another body on the table, and what it is to the one that moves."""

    id: str
    shape: Shape
    place: Placement
    foe: bool
    keep: int = 0
    """A foe: sixteenths that the mover keeps off; with nought it comes into touch."""
    through: bool = False
    """A friend: the mover may pass through, if it ends clear of its ground."""

    @cached_property
    def body(self) -> Body:
        """The ground it covers."""
        return self.shape.at(*self.place)

    @cached_property
    def trimmed(self) -> Quad:
        """Its frame less the room that dressing takes."""
        return trimmed(self.shape, self.place)

    @cached_property
    def box(self) -> Box:
        """West, south, east and north ends of the ground that matters to a mover: what it covers, and what of it is to
        be kept off."""
        west, south, east, north = bounds(self.shape.frame_at(*self.place))
        return west - self.keep, south - self.keep, east + self.keep, north + self.keep


class Encounter(NamedTuple):
    """Somebody whom a body has come upon."""

    id: str
    foe: bool
    side: StruckSide
    """Of the one met: where the mover came from."""
    apart: int
    """Sixteenths between the two at the end."""


class BlockedSpan(NamedTuple):
    """The part of a straight way, in sixteenths from its beginning, on which a body is on another's ground."""

    first: int
    last: int
    who: Neighbour


def struck_side(frame: Quad, spot: Point, half_angle: float = 45) -> StruckSide:
    """On which side of a body a spot lies: the front spreads by so many degrees from its front corners, the rear
    likewise, the flanks are between them."""
    where = zone(frame, spot, half_angle)
    if where == Zone.FRONT:
        return "front"
    if where == Zone.REAR:
        return "rear"
    return "right" if on_right(frame, spot) else "left"


def against(shape: Shape, target: Body, side: StruckSide) -> Placement:
    """Where a body stands that has closed up square to one side of another, its middle at the middle of that side."""
    one, other = (target.frame[corner] for corner in _EDGES[side])
    spot = halfway(one, other)
    heading = (bearing_to(one, other) + 90) % 360  # corners go clockwise, so the inside is to the right
    return Placement(spot, heading)


def first_touch(body: Body, carry: Callable[[int], Body], top: int, foe: Neighbour) -> int | None:
    """After how many sixteenths of a straight way a body has come as near to an enemy as it may; None if it does not
    within `top`. Whoever is nearer already is stopped at once by going nearer still, and not by going off."""
    end = carry(top)
    dx, dy = end.eye[0] - body.eye[0], end.eye[1] - body.eye[1]
    span = together(body.frame, foe.body.frame, dx, dy, foe.keep)
    if span is None:
        return None
    # a sixteenth early, since shares are floating point; what follows is measured exactly
    at = max(0, int(span[0] * top) - 1)
    while at <= top:
        apart = between(carry(at), foe.body)
        if apart <= foe.keep:
            return at if at or _closes(body, carry(SUB), foe, apart) else None
        at += max(1, apart - foe.keep)  # it cannot be any sooner: no stand goes faster than the body
    return None


def _closes(body: Body, next_pace: Body, foe: Neighbour, apart: int) -> bool:
    """Whether its next pace brings a body nearer. Of those who stand on the same ground the middles are asked."""
    if apart:
        return between(next_pace, foe.body) < apart
    (x, y), (ax, ay), (bx, by) = centre(foe.body.frame), centre(body.frame), centre(next_pace.frame)
    return (bx - ax) * (x - ax) + (by - ay) * (y - ay) > 0


def shared_ground(mine: Quad, dx: int, dy: int, top: int, friend: Neighbour) -> BlockedSpan | None:
    """Where a straight way is over a friend's ground, with a little room, from the frame of the mover, less the room
    that dressing takes, and where it leads; None where it is not, or where the two were on the same ground before, and
    may only part."""
    theirs = friend.trimmed
    span = together(mine, theirs, dx, dy)
    # deeper in each other's ground than by a touch: they were together before
    if span is None or together(mine, theirs, room=-MARGIN) is not None:
        return None
    return BlockedSpan(max(0, int(span[0] * top) - MARGIN), int(span[1] * top) + MARGIN, friend)


def carrier(shape: Shape, place: Placement, bearing: int) -> Callable[[int], Body]:
    """The ground that a body covers after so many sixteenths along a bearing."""
    body = shape.at(*place)

    def carry(distance: int) -> Body:
        return carried(body, *placed((0, 0), bearing, 0, distance))

    return carry


def about(neighbours: Iterable[Neighbour], frames: Sequence[Quad]) -> list[Neighbour]:
    """Those who may matter to a body that goes over these frames: most do not, and cost no more than this look."""
    west, south, east, north = bounds([corner for frame in frames for corner in frame])
    found = []
    for each in neighbours:
        left, low, right, high = each.box
        if left <= east and right >= west and low <= north and high >= south:
            found.append(each)
    return found
