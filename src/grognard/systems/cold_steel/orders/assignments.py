"""Orders and missions given to units: who may be given a mission together, what it must say, what it replaces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from msgspec import UNSET
from msgspec.structs import replace

from grognard.battle.events import Set
from grognard.ground.units import SUB, direction
from grognard.kernel.checks import Refusal, implements

from ..checks.command.missions import MissionFacts, MissionName, mission_called
from ..events.command import MissionGiven, OrderGiven
from ..table.battlefield import Battlefield
from ..table.state import LeaderState, Mission, Order
from . import order_text
from .groups import prepared

KINDS: tuple[MissionName, ...] = (
    "attack", "protect", "support", "defense", "rearguard", "maneuver", "skirmish", "follow_me",
)  # fmt: skip
FIELDS = ("kind", "objective", "route", "radius", "ward", "gait", "wait_until")
UNSAID: dict[str, Any] = {
    "objective": None, "route": (), "radius": Mission.__struct_defaults__[2], "ward": "", "gait": "march",
    "wait_until": 0,
}  # fmt: skip
CommandPlace = Literal["among", "adjacent", "outside"]
TOGETHER = ("brigade", "regiment")
"""Levels of command whose units act together."""


@implements("CS-3.3.1a", "CS-3.3.1d")
def judge_mission(
    b: Battlefield,
    values: Mapping[str, Any],
    units: Sequence[str],
    leader: LeaderState | None,
    *,
    by: Literal["aide", "in_person"],
) -> Refusal | None:
    """Why a mission is none, if it is not."""
    if not units:
        return Refusal("CS-3.3.1a", "a mission is for one unit or for a brigade or regiment")
    if len(units) > 1 and not act_together(b, units):
        return Refusal("CS-3.3.1a", "a mission is for one unit, or for units of one brigade or regiment")
    # some missions have two names in the rules; both are taken, one is kept (CS-3.3.1d)
    kind = mission_called(b.rules.tables, values["kind"])
    if kind in ("attack", "maneuver") and values["objective"] is None:
        return Refusal("CS-3.3.1a", f"a mission to {kind} needs an objective")
    if kind == "protect" and not _may_ward(b, values["ward"], units):
        return Refusal("CS-3.3.1f", "whom to protect? Another unit or a leader of the own side")
    place: CommandPlace = "among" if leader is None else place_by(b, leader, units)
    facts = MissionFacts(mission=values["kind"], by=by, units=min(60, len(units)), player=place)
    return b.rules["mission"].refusal(facts)


def _may_ward(b: Battlefield, ward: str, units: Sequence[str]) -> bool:
    side = b.unit(units[0]).side
    if ward in b.world.leaders:
        return b.world.leaders[ward].side == side
    # a unit that protects itself would follow its own steps
    return ward in b.world.units and b.unit(ward).side == side and ward not in units


@implements("CS-3.3.1a")
def act_together(b: Battlefield, units: Sequence[str]) -> bool:
    """Whether units belong to one brigade or regiment: the same formation, or the same brigadier."""
    entries = [b.entry(unit) for unit in units]
    # by the order of battle first; a brigadier may have units of several formations under him
    if len({entry.brigade for entry in entries}) == 1:
        return True
    if entries[0].regiment and len({entry.regiment for entry in entries}) == 1:
        return True
    nearest = {entry.leaders[0] for entry in entries}
    return len(nearest) == 1 and b.roster.leaders[nearest.pop()].level in TOGETHER


@implements("CS-3.3.1k")
def place_by(b: Battlefield, leader: LeaderState, units: Sequence[str]) -> CommandPlace:
    """Where a leader's figure stands by a group: among it, adjacent to its only unit, or outside.

    Adjacent is as near as a unit hears its general (CS-3.2o): a figure's base takes that much room."""
    here = [unit for unit in units if b.unit(unit).where == "table"]
    if not here:
        return "outside"
    if len(here) == 1:
        near = (
            b.survey.distance_to(here[0], leader.position) <= b.rules.tables.row("CS-3.2o", "too_far").columns["within"]
        )
        return "adjacent" if near else "outside"
    return "among" if _inside(b, leader, here) else "outside"


def _inside(b: Battlefield, leader: LeaderState, units: Sequence[str]) -> bool:
    """Not beyond the front, the flanks or the rear of the box around them all, seen along the first unit's front."""
    east, north = direction(b.unit(units[0]).heading)

    def own(x: int, y: int) -> tuple[int, int]:
        return x * north - y * east, x * east + y * north

    corners = [own(*corner) for unit in units for quad in b.survey.body(unit).parts for corner in quad]
    right, ahead = own(*leader.position)
    rights, aheads = [each[0] for each in corners], [each[1] for each in corners]
    return min(rights) <= right <= max(rights) and min(aheads) <= ahead <= max(aheads)


# -- giving them


@implements("CS-3.3.2a", "CS-3.3.1a")
def ordered(
    b: Battlefield,
    unit: str,
    order: Order,
    leader: str,
    how: str,
    *,
    rules: tuple[str, ...],
    also: Iterable[Set] = (),
) -> None:
    """Chits are placed with a unit; an order takes the place of what it had, its mission too."""
    # read before the change: the report says which mission it leaves
    seat, mission = b.seat_of(unit), b.world.missions.get(b.unit(unit).mission)
    chits = order_text.said(order, lambda foe: b.name_to(seat, foe))
    left = mission.kind if mission is not None else UNSET
    b.privately(
        OrderGiven(unit=unit, leader=leader, chits=chits, how=how, left=left),
        seat,
        rules=rules,
        sets=[b.change(unit, order=order, mission=""), *given_up(b, (unit,)), *also],
    )


def assigned(b: Battlefield, mission: Mission, how: str, *, rules: tuple[str, ...], also: Iterable[Set] = ()) -> None:
    """Units take up a mission; only their own side's seat knows of it."""
    first = mission.units[0]
    b.privately(
        MissionGiven(
            unit=first,
            leader=mission.leader,
            others=mission.units[1:],
            mission=mission.kind,
            number=len(mission.units),
            objective=list(mission.objective),
            how=how,
        ),
        b.seat_of(first),
        rules=rules,
        sets=[*taken_up(b, mission), *also],
    )


def written(b: Battlefield, id: str, leader: str, units: Sequence[str], values: Mapping[str, Any]) -> Mission:
    """A mission as it is written down."""
    kind = mission_called(b.rules.tables, values["kind"])
    objective = values["objective"]
    return Mission(
        id=id,
        side=b.roster.leaders[leader].side,
        kind=kind,
        units=tuple(units),
        # a mission that names no place is for where they stand now
        objective=tuple(objective) if objective is not None else where_they_stand(b, units),
        route=tuple((x, y) for x, y in values["route"]),
        radius=values["radius"],
        # on a follow me mission the leader himself is what the group keeps its place by (CS-3.3.1k)
        ward=leader if kind == "follow_me" else values["ward"],
        gait=values["gait"],
        wait_until=values["wait_until"],
        leader=leader,
    )


def where_they_stand(b: Battlefield, units: Sequence[str]) -> tuple[int, int]:
    """The middle of a group in whole paces: the place of a mission that names none."""
    places = [b.unit(unit).position for unit in units]
    width, height = b.scenario.header.table_paces
    x, y = (sum(place[i] for place in places) // len(places) // SUB for i in (0, 1))
    return min(max(0, x), width), min(max(0, y), height)


@implements("CS-3.3.1a")
def taken_up(b: Battlefield, mission: Mission) -> list[Set]:
    """The changes when units take up a mission: it replaces the one they had."""
    # who was lost since it was written takes up nothing
    units = tuple(unit for unit in mission.units if b.unit(unit).where in ("table", "waiting"))
    ready = prepared(b, replace(mission, units=units, given=b.world.turn))
    fields = {name: getattr(ready, name) for name in ready.__struct_fields__}
    # written under the same id, the new mission must not be wiped out as the old one
    left = [each for each in given_up(b, units) if each.key != mission.id]
    return [Set("missions", mission.id, fields), *left, *(b.change(unit, mission=mission.id) for unit in units)]


def given_up(b: Battlefield, units: Iterable[str]) -> list[Set]:
    """The changes of the missions that units leave; one that nobody follows any more is gone."""
    leaving = set(units)
    sets = []
    # sorted, for a set has no order of its own and the record must be the same every time
    for id in dict.fromkeys(b.unit(unit).mission for unit in sorted(leaving)):
        mission = b.world.missions.get(id)
        if mission is not None:
            stay = tuple(unit for unit in mission.units if unit not in leaving)
            sets.append(Set("missions", id, {"units": stay, **_places(mission, stay)} if stay else None))
    return sets


def _places(mission: Mission, stay: tuple[str, ...]) -> dict[str, Any]:
    """The places of those who stay in the group."""
    if len(mission.places) != len(mission.units):
        return {}
    # places belong to units by position: whoever leaves takes his own along
    by_unit = dict(zip(mission.units, mission.places, strict=True))
    return {"places": tuple(by_unit[unit] for unit in stay)}
