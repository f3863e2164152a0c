"""Places on a mission: the units of a group keep their places in it, on the way and at its end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, cos, degrees, hypot, radians, sin
from typing import NamedTuple

from msgspec.structs import replace

from grognard.kernel.checks import implements

from ..table.battlefield import Battlefield
from ..table.ground.ways import Spot
from ..table.state import Mission, UnitState
from . import habits
from .steering import ahead_of, spot_of

DEEP = 400
"""Paces: a group strung out farther than this is drawn up afresh where it is going."""
BESIDE = 20
"""Paces between the flanks of neighbours."""
BEHIND = 200
"""Paces between one line of a group and the next."""
ABREAST = 4
"""Battalions in the first line of a group at most; the others follow in the second."""
PASSED = 100
"""Paces from a place on the route at which one makes for the next."""


@implements("CS-3.3.1a")
def prepared(b: Battlefield, mission: Mission) -> Mission:
    """A mission with the start of its route and everybody's place in the group, as they stand when it is given."""
    units = [b.unit(unit) for unit in mission.units]
    ward = ward_spot(b, mission)
    start = ward or _middle([spot_of(unit) for unit in units])
    heading = _common_heading(units) if ward is None else _ward_heading(b, mission)
    places = [in_frame(start, heading, spot_of(unit)) for unit in units]
    if ward is None and _strung_out(units, places, mission):
        places = _drawn_up(b, units)
    whole = (round(start[0]), round(start[1]))
    rounded = tuple((round(right), round(ahead)) for right, ahead in places)
    return replace(mission, start=whole, places=rounded, facing=round(heading) % 360)


def ward_spot(b: Battlefield, mission: Mission) -> Spot | None:
    """Where the unit or leader stands by whom a mission keeps its place."""
    if mission.ward in b.world.leaders:
        x, y = b.world.leaders[mission.ward].position
        return x / 16, y / 16
    return spot_of(b.unit(mission.ward)) if mission.ward in b.world.units else None


def _ward_heading(b: Battlefield, mission: Mission) -> float:
    """Places by a leader keep their bearings; those by a unit turn with it."""
    return b.unit(mission.ward).heading if mission.ward in b.world.units else 0.0


def _middle(spots: Sequence[Spot]) -> Spot:
    """The middle of a group, each way by itself, so that a straggler does not draw it after him."""
    xs, ys = sorted(x for x, _ in spots), sorted(y for _, y in spots)
    n = len(spots)
    return (xs[(n - 1) // 2] + xs[n // 2]) / 2, (ys[(n - 1) // 2] + ys[n // 2]) / 2


def _common_heading(units: Sequence[UnitState]) -> float:
    x = sum(sin(radians(unit.heading)) for unit in units)
    y = sum(cos(radians(unit.heading)) for unit in units)
    return degrees(atan2(x, y)) % 360 if x or y else float(units[0].heading)


def in_frame(origin: Spot, heading: float, spot: Spot) -> Spot:
    """A place as so far to the right and ahead of another, facing that way."""
    at = radians(heading)
    dx, dy = spot[0] - origin[0], spot[1] - origin[1]
    return dx * cos(at) - dy * sin(at), dx * sin(at) + dy * cos(at)


def _strung_out(units: Sequence[UnitState], places: Sequence[Spot], mission: Mission) -> bool:
    """Whether a group cannot fight as it stands: in a long column, or partly not yet here."""
    if mission.kind not in ("attack", "maneuver", "defense") or len(units) < 2:
        return False
    if any(unit.where == "waiting" for unit in units):
        return True
    aheads = [ahead for _, ahead in places]
    return mission.kind != "defense" and max(aheads) - min(aheads) > DEEP


def _drawn_up(b: Battlefield, units: Sequence[UnitState]) -> list[Spot]:
    """Two lines of foot, guns on the wings of the first, horse in a third; each by the order of the roster."""
    by_arm: dict[str, list[UnitState]] = {"infantry": [], "cavalry": [], "artillery": []}
    for unit in units:
        by_arm[b.entry(unit.id).rated.arm].append(unit)
    foot = by_arm["infantry"]
    first, second = foot[:ABREAST], foot[ABREAST:]
    places: dict[str, Spot] = {}
    _line_up(b, [*by_arm["artillery"][:1], *first, *by_arm["artillery"][1:]], 0.0, places)
    _line_up(b, second, -BEHIND, places)
    _line_up(b, by_arm["cavalry"], -BEHIND * (1 + bool(second)) if foot else 0.0, places)
    return [places[unit.id] for unit in units]


def _line_up(b: Battlefield, units: Sequence[UnitState], ahead: float, places: dict[str, Spot]) -> None:
    fronts = [habits.front(b, unit, habits.fighting(b, unit.id)) + BESIDE for unit in units]
    at = -sum(fronts) / 2
    for unit, wide in zip(units, fronts, strict=True):
        places[unit.id] = (at + wide / 2, ahead)
        at += wide


# -- on the way


class Going(NamedTuple):
    """Where a unit on a route makes for now, and whether that is its last place."""

    spot: Spot
    last: bool


def route(b: Battlefield, mission: Mission) -> list[Spot]:
    """The line of a mission: where it began, the places on the way, the objective."""
    return [start_of(b, mission), *mission.route, mission.objective]


def start_of(b: Battlefield, mission: Mission) -> Spot:
    """Where it began; for one that was not prepared, where the group stands."""
    return mission.start if mission.places else _middle([spot_of(b.unit(unit)) for unit in mission.units])


def own_place(mission: Mission, unit: str) -> Spot:
    """A unit's place in its group, to the right and ahead."""
    known = len(mission.places) == len(mission.units) and unit in mission.units
    return mission.places[mission.units.index(unit)] if known else (0.0, 0.0)


def next_place(b: Battlefield, mission: Mission, unit: str) -> Going:
    """The place on its own lane that a unit makes for: the next on the route that it has not passed, else its end."""
    line = route(b, mission)
    right, ahead = own_place(mission, unit)
    here = spot_of(b.unit(unit))
    leg = _leg_at(line, here)
    while leg < len(line) - 2 and _gap(here, _lane(line, leg, right, 0.0)) < PASSED:
        leg += 1
    last = leg == len(line) - 2
    return Going(on_table(b, _lane(line, leg, right, ahead if last else 0.0)), last)


def _lane(line: Sequence[Spot], leg: int, right: float, ahead: float) -> Spot:
    """The end of a leg, shifted to the side as one goes along it; squeezed together on the way."""
    (ax, ay), (bx, by) = line[leg], line[leg + 1]
    heading = degrees(atan2(bx - ax, by - ay)) if (ax, ay) != (bx, by) else 0.0
    return ahead_of(line[leg + 1], heading, right, ahead)


def _leg_at(line: Sequence[Spot], here: Spot) -> int:
    """The leg of a route on which somebody is: the nearest to him, the later one of two as near."""
    gaps = [to_leg(here, a, b) for a, b in pairwise(line)]
    nearest = min(gaps)
    return max(i for i, gap in enumerate(gaps) if gap <= nearest + 1)


def to_leg(spot: Spot, a: Spot, b: Spot) -> float:
    """Paces from a place to a straight stretch."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = dx * dx + dy * dy
    along = max(0.0, min(1.0, ((spot[0] - a[0]) * dx + (spot[1] - a[1]) * dy) / long)) if long else 0.0
    return _gap(spot, (a[0] + along * dx, a[1] + along * dy))


def to_route(b: Battlefield, mission: Mission, spot: Spot) -> float:
    """Paces from a place to the route line."""
    return min(to_leg(spot, start, end) for start, end in pairwise(route(b, mission)))


def end_place(b: Battlefield, mission: Mission, unit: str) -> Spot:
    """A unit's place at the objective, in a group that faces there as it does now."""
    right, ahead = own_place(mission, unit)
    # who is to defend the ground he stands on stays there to the pace
    stays = mission.places and _gap(mission.start, mission.objective) <= mission.radius
    return on_table(b, ahead_of(mission.start if stays else mission.objective, mission.facing, right, ahead))


def on_table(b: Battlefield, spot: Spot) -> Spot:
    """The place, or the nearest to it that lies well on the table."""
    width, height = b.ground.size[0] / 16, b.ground.size[1] / 16
    return min(max(spot[0], 10.0), width - 10), min(max(spot[1], 10.0), height - 10)


def _gap(a: Spot, b: Spot) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])
