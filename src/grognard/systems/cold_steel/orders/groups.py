"""Groups on a mission: where it begins, and the place of each unit in its group."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, degrees, radians, sin

from msgspec.structs import replace

from grognard.army.oob import FormationName
from grognard.ground.units import SUB
from grognard.kernel.checks import implements

from ..table import bodies
from ..table.battlefield import Battlefield
from ..table.ground.ways import Spot, spot_of
from ..table.state import Mission, UnitState

DEEP = 400
"""Paces: a group strung out farther than this is drawn up afresh where it is going."""
BESIDE = 20
"""Paces between the flanks of neighbours."""
BEHIND = 200
"""Paces between one line of a group and the next."""
ABREAST = 4
"""Battalions in the first line of a group at most; the others follow in the second."""


@implements("CS-3.3.1a")
def prepared(b: Battlefield, mission: Mission) -> Mission:
    """A mission with the start of its route and everybody's place in the group, as they stand when it is given."""
    units = [b.unit(unit) for unit in mission.units]
    ward = ward_spot(b, mission)
    # by a ward the group is measured from him, else from its own middle
    start = ward or middle_of([spot_of(unit) for unit in units])
    heading = _common_heading(units) if ward is None else _ward_heading(b, mission)
    places = [in_frame(start, heading, spot_of(unit)) for unit in units]
    # a column on the road cannot attack as it stands: its places are those of a battle line instead
    if ward is None and _strung_out(units, places, mission):
        places = _drawn_up(b, units)
    # whole paces: the record must not hang on the last digit of a sine
    whole = (round(start[0]), round(start[1]))
    rounded = tuple((round(right), round(ahead)) for right, ahead in places)
    return replace(mission, start=whole, places=rounded, facing=round(heading) % 360)


def ward_spot(b: Battlefield, mission: Mission) -> Spot | None:
    """Where the unit or leader stands by whom a mission keeps its place."""
    if mission.ward in b.world.leaders:
        x, y = b.world.leaders[mission.ward].position
        return x / SUB, y / SUB
    return spot_of(b.unit(mission.ward)) if mission.ward in b.world.units else None


def _ward_heading(b: Battlefield, mission: Mission) -> float:
    """Places by a leader keep their bearings; those by a unit turn with it."""
    return b.unit(mission.ward).heading if mission.ward in b.world.units else 0.0


def middle_of(spots: Sequence[Spot]) -> Spot:
    """The middle of a group, each way by itself, so that a straggler does not draw it after him."""
    xs, ys = sorted(x for x, _ in spots), sorted(y for _, y in spots)
    n = len(spots)
    # the median, not the mean
    return (xs[(n - 1) // 2] + xs[n // 2]) / 2, (ys[(n - 1) // 2] + ys[n // 2]) / 2


def _common_heading(units: Sequence[UnitState]) -> float:
    x = sum(sin(radians(unit.heading)) for unit in units)
    y = sum(cos(radians(unit.heading)) for unit in units)
    # headings that cancel out have no common one: the first unit's will do
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
    # who is still to come has no place on the table to keep
    if any(unit.where == "waiting" for unit in units):
        return True
    aheads = [ahead for _, ahead in places]
    # a defence stays as it was set up, however deep
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
    # behind the second line of foot, or in its place where there is none
    _line_up(b, by_arm["cavalry"], -BEHIND * (1 + bool(second)) if foot else 0.0, places)
    return [places[unit.id] for unit in units]


def battle_formation(b: Battlefield, unit: str) -> FormationName:
    """What a unit stands in to fight: guns off their limbers, irregulars as they are, all others in line."""
    rated = b.entry(unit).rated
    if rated.arm == "artillery":
        return "unlimbered"
    return "irregular" if rated.irregular else "line"


def _line_up(b: Battlefield, units: Sequence[UnitState], ahead: float, places: dict[str, Spot]) -> None:
    fronts = [bodies.front(b, unit, battle_formation(b, unit.id)) + BESIDE for unit in units]
    at = -sum(fronts) / 2
    for unit, wide in zip(units, fronts, strict=True):
        places[unit.id] = (at + wide / 2, ahead)
        at += wide
