"""Lines across the ground: what engineers have made, gaps they have cleared, and what a path meets of both."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from grognard.ground.field import LineCrossed
from grognard.ground.shapes import crossing_along, distance, point_along, spot_along
from grognard.ground.units import Point, to_sub
from grognard.kernel.checks import implements

from ..battlefield import Battlefield
from ..state import Work

CLEARED = ("wall", "fence", "hedge")
"""Obstacles of the field that engineers can clear away; water stays."""


class Across(NamedTuple):
    """Where a path meets what engineers have made."""

    work: Work
    at: int
    """Sixteenths from the beginning of the path."""
    along: int
    """Sixteenths from the left end of the line."""


def met(b: Battlefield, path: Sequence[Point]) -> list[Across]:
    """Works and obstacles, finished or not, whose line a path crosses."""
    # nearly always: engineers have made nothing
    if not b.world.works:
        return []
    found, behind = [], 0
    for start, end in pairwise(path):
        for work in b.world.works.values():
            # a gap takes away; it is no line of its own to cross
            at = crossing_along(start, end, *work.line) if work.kind != "gap" else None
            if at is not None:
                along = distance(work.line[0], point_along(start, end, at))
                found.append(Across(work, behind + at, along))
        behind += distance(start, end)
    return sorted(found, key=lambda each: each.at)


@implements("CS-3.3.2.3f")
def made(b: Battlefield, path: Sequence[Point]) -> list[int]:
    """Where a path crosses obstacles that engineers have made: sixteenths from its beginning."""
    return [
        each.at
        for each in met(b, path)
        # made from the left end on: beyond what is done there is nothing to cross
        if each.work.kind == "obstacle" and each.along <= to_sub(each.work.paces)
    ]  # fmt: skip


@implements("CS-3.3.2.3f")
def open_at(b: Battlefield, path: Sequence[Point], crossed: LineCrossed) -> bool:
    """Whether a path meets a line of the field where engineers have cleared it."""
    if crossed.line.kind not in CLEARED or not b.world.works:
        return False
    spot = spot_along(path, crossed.at)
    gaps = (work for work in b.world.works.values() if work.kind == "gap")
    # twice, because a gap is measured across and kept by its middle
    return any(2 * distance(spot, gap.line[0]) <= to_sub(gap.paces) for gap in gaps)


def level_there(each: Across) -> int:
    """The level of works where a path crosses them."""
    # the part that is done stands a level higher
    return each.work.level + (each.along < to_sub(each.work.paces))
