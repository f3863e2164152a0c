"""Ways back: away from enemies, aside where the ground or other enemies bar the way, round friends, off the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from grognard.ground.placing import Shape
from grognard.ground.units import Point

from .moving import GroundCost, Moved, Stops, Straight, advance
from .nearness import between
from .placements import Placement, bearing_to, off, turned_about

ROUND = (0, 30, -30, 60, -60, 90, -90)
"""Degrees by which those who cannot go straight back turn aside, the least first."""


class WayBack(NamedTuple):
    """A way back that was found: a bearing, how far it can be gone, and whether nobody is nearer at its end."""

    bearing: int
    distance: int
    clean: bool


def away_from(mine: Point, theirs: Point, heading: int) -> int:
    """The bearing straight away from an enemy; straight back for one who stands on the same spot."""
    return (heading + 180) % 360 if mine == theirs else bearing_to(theirs, mine)


def halfway_home(straight: int, home: int) -> int:
    """Half-way between straight away from the enemy and straight to its own edge, unless that is at the enemy."""
    # nearly opposite: half-way between the two would lead along the enemy's front or into it
    turn = off(straight, home)
    return straight if abs(turn) > 135 else (straight + turn // 2) % 360


def way_back(
    bearing: int,
    reach: Callable[[int], int],
    enough: Callable[[int], bool],
    clean: Callable[[int, int], bool],
    turns: Sequence[int] = ROUND,
) -> WayBack:
    """Straight back, or turning aside as little as may be: the first way that is long enough and clean, else the first
    that is long enough, else the longest. `reach` says how far a bearing can be gone, `clean` whether a bearing gone so
    far leads to nobody whom it should not."""
    first: WayBack | None = None
    longest = WayBack(bearing, -1, clean=False)
    for turn in turns:
        tried = (bearing + turn) % 360
        far = reach(tried)
        # kept even where it is far too short: who is hemmed in all round still goes what he can
        if far > longest.distance:
            longest = WayBack(tried, far, clean=False)
        if enough(far):
            if clean(tried, far):
                return WayBack(tried, far, clean=True)
            first = first or WayBack(tried, far, clean=False)
    return first or longest


def retreat(
    shape: Shape,
    start: Placement,
    bearing: int,
    distance: int,
    going: GroundCost,
    stops: Stops,
    *,
    about: bool,
    enough: int | None = None,
    turns: Sequence[int] = ROUND,
) -> Moved:
    """Move a body back by so many sixteenths along a bearing, or aside where that does not do.

    The first way counts that it can go as far as is `enough` (half of the distance, if nothing is said) without coming
    nearer to any enemy and without friends in its way; if there is none, the first that is far enough; else the
    longest. `about`: it turns its back to the enemy and shows it at the end, otherwise it keeps its front. It goes off
    the table where `stops` lets it: then `Moved.edge` is set. Enemies and what cannot be passed stop it; `going` says
    what ground costs it, and for those whom ground does not hold up is the length of the way.
    """
    # half, rounded up: of an odd distance the greater part has to be gone
    least = -(-distance // 2) if enough is None else enough
    tried: dict[int, Moved] = {}

    def reach(along: int) -> int:
        # the about-turn comes before the first pace, and moves the front to where the rear was
        place = turned_about(start, shape.depth, along) if about else start
        leg = Straight(distance, off(place.heading, along))
        tried[along] = advance(shape, place, [leg], distance, going, stops)
        return tried[along].straight

    def clean(along: int, _far: int) -> bool:
        moved = tried[along]
        among_friends = moved.through or moved.stopped == "friend"
        return not among_friends and _keeps_off(shape, start, moved.place, stops)

    found = way_back(bearing % 360, reach, lambda far: far >= least, clean, turns)
    return tried[found.bearing]


def _keeps_off(shape: Shape, start: Placement, end: Placement, stops: Stops) -> bool:
    """Whether it is nearer to no enemy at the end than it was."""
    # body to body, not from middle to middle: a wing may come nearer while the middle goes away
    before, after = shape.at(*start), shape.at(*end)
    foes = [each.body for each in stops.neighbours if each.foe]
    return all(between(after, foe) >= between(before, foe) for foe in foes)
