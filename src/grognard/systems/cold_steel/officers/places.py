"""Places on a mission: the units of a group keep their places in it, on the way and at its end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, degrees
from typing import NamedTuple

from grognard.ground.units import SUB, gap

from ..orders.groups import middle_of
from ..table.battlefield import Battlefield
from ..table.ground.ways import Spot, ahead_of, spot_of
from ..table.state import Mission

PASSED = 100
"""Paces from a place on the route at which one makes for the next."""


class RouteGoal(NamedTuple):
    """Where a unit on a route makes for now, and whether that is its last place."""

    spot: Spot
    last: bool


def route(b: Battlefield, mission: Mission) -> list[Spot]:
    """The line of a mission: where it began, the places on the way, the objective."""
    return [start_of(b, mission), *mission.route, mission.objective]


def start_of(b: Battlefield, mission: Mission) -> Spot:
    """Where it began; for one that was not prepared, where the group stands."""
    # a mission from before places were kept: as it stands now must do
    return mission.start if mission.places else middle_of([spot_of(b.unit(unit)) for unit in mission.units])


def own_place(mission: Mission, unit: str) -> Spot:
    """A unit's place in its group, to the right and ahead."""
    known = len(mission.places) == len(mission.units) and unit in mission.units
    return mission.places[mission.units.index(unit)] if known else (0.0, 0.0)


def next_place(b: Battlefield, mission: Mission, unit: str) -> RouteGoal:
    """The place on its own lane that a unit makes for: the next on the route that it has not passed, else its end."""
    line = route(b, mission)
    right, ahead = own_place(mission, unit)
    here = spot_of(b.unit(unit))
    leg = _leg_at(line, here)
    # near the end of a leg one makes for the next, or a group would bunch up at every corner
    while leg < len(line) - 2 and gap(here, _lane(line, leg, right, 0.0)) < PASSED:
        leg += 1
    last = leg == len(line) - 2
    return RouteGoal(on_table(b, _lane(line, leg, right, ahead if last else 0.0)), last)


def _lane(line: Sequence[Spot], leg: int, right: float, ahead: float) -> Spot:
    """The end of a leg, shifted to the side as one goes along it; squeezed together on the way."""
    (ax, ay), (bx, by) = line[leg], line[leg + 1]
    heading = degrees(atan2(bx - ax, by - ay)) if (ax, ay) != (bx, by) else 0.0
    return ahead_of(line[leg + 1], heading, right, ahead)


def _leg_at(line: Sequence[Spot], here: Spot) -> int:
    """The leg of a route on which somebody is: the nearest to him, the later one of two as near."""
    gaps = [to_leg(here, a, b) for a, b in pairwise(line)]
    nearest = min(gaps)
    # a pace of grace, or rounding would send somebody at a corner back along the leg he came by
    return max(i for i, far in enumerate(gaps) if far <= nearest + 1)


def to_leg(spot: Spot, a: Spot, b: Spot) -> float:
    """Paces from a place to a straight stretch."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = dx * dx + dy * dy
    along = max(0.0, min(1.0, ((spot[0] - a[0]) * dx + (spot[1] - a[1]) * dy) / long)) if long else 0.0
    return gap(spot, (a[0] + along * dx, a[1] + along * dy))


def to_route(b: Battlefield, mission: Mission, spot: Spot) -> float:
    """Paces from a place to the route line."""
    return min(to_leg(spot, start, end) for start, end in pairwise(route(b, mission)))


def end_place(b: Battlefield, mission: Mission, unit: str) -> Spot:
    """A unit's place at the objective, in a group that faces there as it does now."""
    right, ahead = own_place(mission, unit)
    # who is to defend the ground he stands on stays there to the pace
    stays = mission.places and gap(mission.start, mission.objective) <= mission.radius
    return on_table(b, ahead_of(mission.start if stays else mission.objective, mission.facing, right, ahead))


def on_table(b: Battlefield, spot: Spot) -> Spot:
    """The place, or the nearest to it that lies well on the table."""
    width, height = b.ground.size[0] / SUB, b.ground.size[1] / SUB
    return min(max(spot[0], 10.0), width - 10), min(max(spot[1], 10.0), height - 10)
