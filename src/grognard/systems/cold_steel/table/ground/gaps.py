"""Obstacles in a unit's way that engineers can clear."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from grognard.ground import outlines
from grognard.ground.shapes import distance, nearest_on
from grognard.ground.units import SUB, Point

from ..battlefield import Battlefield
from ..bodies import frontage
from ..state import Work
from . import lines, structures
from .obstacles import CLEARED


def goal(b: Battlefield, unit: str) -> Work | Point | None:
    """What it would clear: a made obstacle, a gap to widen, or the place on a wall, fence or hedge where one begins.
    A gap as wide as its front is enough."""
    # what engineers have put there themselves goes before hedges of the field
    made = lines.before(b, unit, "obstacle")
    if made is not None:
        return made
    spot = _nearest(b, unit)
    if spot is None:
        return None
    gap = _gap_at(b, spot)
    # nothing begun here yet: a gap starts at this place
    if gap is None:
        return spot
    # wide enough for its own front: more would help nobody
    return gap if gap.paces < frontage(b, b.unit(unit)) else None


def _nearest(b: Battlefield, unit: str) -> Point | None:
    """The place nearest to its front on any such line of the field that it touches."""
    front, frame, near = b.unit(unit).position, b.survey.body(unit).frame, structures.touch(b.rules.tables)
    spots = [
        nearest_on(one, other, front) for one, other in _stretches(b) if outlines.within(frame, (one, other), near)
    ]
    return min(spots, key=lambda spot: (distance(spot, front), spot), default=None)


def _stretches(b: Battlefield) -> Iterator[tuple[Point, Point]]:
    for line in b.ground.lines:
        if line.kind in CLEARED:
            yield from pairwise(line.points)


def _gap_at(b: Battlefield, spot: Point) -> Work | None:
    """A gap that has been begun there."""
    near = structures.touch(b.rules.tables) * SUB
    found = [work for work in b.world.works.values() if work.kind == "gap" and distance(work.line[0], spot) <= near]
    return found[0] if found else None
