"""Questions about the ground from outside: places that make no sense are refused before the rules are asked."""

from __future__ import annotations

import math
from typing import Any

from grognard.ground.units import Point, point
from grognard.kernel.errors import BadInput
from grognard.scenarios.model import Scenario

from ..games import Game
from ..pictures import TableSpot
from .fans import fanned
from .records import GroundCard, Reach, SightLine


def size_of(scenario: Scenario) -> tuple[float, float]:
    """Width and depth of the table in paces."""
    wide, deep = scenario.header.table_paces
    return float(wide), float(deep)


def place(scenario: Scenario, spot: TableSpot) -> Point:
    """A place of the table in sixteenths; refused with what the table measures where it is none."""
    (x, y), (wide, deep) = spot, size_of(scenario)
    if not (math.isfinite(x) and math.isfinite(y) and 0 <= x <= wide and 0 <= y <= deep):
        raise BadInput(f"no such place: the table is {wide:g} paces wide and {deep:g} deep, from its south-west corner")
    return point(x, y)


def sightline(game: Game[Any], fight: Any, seat: str, one: TableSpot, other: TableSpot) -> SightLine:
    """Whether one place sees another."""
    ends = place(fight.scenario, one), place(fight.scenario, other)
    if ends[0] == ends[1]:
        raise BadInput("two places are wanted: these are the same")
    return game.sightline(fight, seat, *ends)


def ground_card(game: Game[Any], fight: Any, seat: str, spot: TableSpot) -> GroundCard:
    """What lies at a place."""
    return game.ground_card(fight, seat, place(fight.scenario, spot))


def reaches(game: Game[Any], fight: Any, seat: str) -> tuple[Reach, ...]:
    """How far the enemies whom a seat sees reach, made from its view; the ground says what they cannot see. From west
    to east: the order of battle would tell of those whom the seat cannot name."""
    found = game.reaches(game.view(fight, seat), game.briefing(fight, seat))
    known = sorted(found, key=lambda each: (each.x, each.y, each.kind, each.heading))
    size = size_of(fight.scenario)
    return tuple(
        fanned(each, size, (lambda post, spots: game.looks_over(fight, post, spots)) if each.kind == "guns" else None)
        for each in known
    )
