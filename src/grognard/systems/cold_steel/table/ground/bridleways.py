"""The way a rider takes: straight over any ground, round what nobody can cross and round the enemy (CS-3.2b)."""

from __future__ import annotations

from itertools import pairwise, permutations

from grognard.ground.shapes import Quad, centre, crosses, distance, point_along
from grognard.ground.units import SUB, Point, to_sub
from grognard.kernel.checks import implements

from ..battlefield import Battlefield
from . import ways

BERTH = to_sub(40)
"""A rider keeps clear of an enemy's muskets by about this much; the rules say only that he goes round."""


@implements("CS-3.2b")
def course(b: Battlefield, seat: str, side: str, start: Point, goal: Point) -> list[Point]:
    """The places a rider passes on his way, the goal last. He goes round the enemies that his seat sees: a way round
    others would tell where they are."""
    legs = over_the_ground(b, start, goal)
    # only what his own seat sees: his way must not give away an ambush
    seen = b.knowledge.seen_by(seat)
    frames = [b.survey.body(foe.id).frame for foe in b.enemies(side) if foe.id in seen]
    places: list[Point] = []
    here = start
    for place in legs:
        places += [*_round(frames, here, place), place]
        here = place
    return places


def over_the_ground(b: Battlefield, start: Point, goal: Point) -> list[Point]:
    """The places on the way round what nobody can cross, the goal last."""
    if b.ground.passable((start, goal), b.ground.crossings((start, goal))):
        return [goal]
    spots = ways.way(b, (start[0] / SUB, start[1] / SUB), (goal[0] / SUB, goal[1] / SUB))
    points = [(to_sub(x), to_sub(y)) for x, y in spots]
    # its ends are given by the caller: the net may have them too
    return [*(point for point in points if point not in (start, goal)), goal]


def _round(frames: list[Quad], start: Point, goal: Point) -> list[Point]:
    """One or two corners of the first enemy in the way, by the shorter side; nothing if the way is free, or if he
    stands so close that there is no going round."""
    blocking = [frame for frame in frames if crosses(frame, start, goal)]
    if not blocking:
        return []
    # the first he comes to; others on the way round him are not looked at
    first = min(blocking, key=lambda frame: distance(start, centre(frame)))
    corners = [_outward(first, corner) for corner in first]
    # one corner if that is enough, else two: a rectangle never needs more
    for number in (1, 2):
        free = [
            [start, *turns, goal] for turns in permutations(corners, number) if not _bumps(first, [start, *turns, goal])
        ]
        if free:
            # both ends are known to the caller
            return min(free, key=length)[1:-1]
    return []


def _outward(frame: Quad, corner: Point) -> Point:
    middle = centre(frame)
    return point_along(middle, corner, distance(middle, corner) + BERTH)


def _bumps(frame: Quad, path: list[Point]) -> bool:
    return any(crosses(frame, a, b) for a, b in pairwise(path))


def length(path: list[Point]) -> int:
    """Sixteenths along a path."""
    return sum(distance(a, b) for a, b in pairwise(path))


def ridden(start: Point, places: list[Point], far: int) -> Point:
    """Where a rider is after so many sixteenths of his way."""
    here = start
    for place in places:
        leg = distance(here, place)
        if leg > far:
            return point_along(here, place, far)
        here, far = place, far - leg
    return here
