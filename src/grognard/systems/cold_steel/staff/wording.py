"""Tasks in the words of Cold Steel: the mission that a body's task calls for, and whether it has that already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct

from grognard.commanders.appreciation import Situation, TableSpot, TroopBody, gap
from grognard.commanders.lanes import TRIFLE
from grognard.commanders.tasks import FORESEEN, Task
from grognard.ground.units import spot

from ..seat.view import View
from ..table.state import Mission, UnitState

THERE = 180.0
"""Paces from its place at which a body counts as being there."""
FREE = 650.0
"""Paces without an enemy about a place to which a body may march as if on parade."""
LONG_WAY, NEAR = 900.0, 600.0
"""An attack steps out while it is so far from its place, and no enemy who matters is so near."""
SHIFT: dict[str, float] = {"attack": 200.0, "maneuver": 350.0, "defense": 200.0, "rearguard": 350.0, "skirmish": 300.0}
"""Paces by which an objective may be out before a new mission is worth its price."""
FEW = 40.0
"""The same for one that has to be just there."""
URGENT = {"retire": 0, "attack": 1, "hold": 2, "screen": 2, "bombard": 3, "support": 4, "reserve": 5, "leave": 1}
"""Which tasks are told first."""


class Wish(Struct, frozen=True):
    """A mission that a body should have."""

    body: str
    units: tuple[str, ...]
    values: dict[str, Any]
    """As the fields of an answer."""
    urgency: int
    slack: float = 0.0
    """Paces by which an objective far off may be out."""
    exact: bool = False
    """It is about a few paces: out of a fire, to a boat."""
    off_way: float = SHIFT["attack"]
    """Paces by which the way may be out."""


def wish(s: Situation, body: TroopBody, task: Task, units: tuple[str, ...], ward: str) -> Wish:
    """The mission for a task; `ward` is the unit that it supports, if there is one to support."""
    kind = _kind(s, body, task, ward)
    values: dict[str, Any] = {"kind": kind, "objective": whole(s, task.place), "gait": _gait(s, kind, body, task)}
    if kind in ("attack", "maneuver") and task.via:
        values["route"] = [whole(s, each) for each in task.via[:3]]
    if kind == "defense":
        # half its front and a little: enemies beside it are its business too
        values["radius"] = round(min(600.0, max(150.0, body.front / 2 + 80)))
    if kind == "protect":
        values["ward"] = ward
    slack = 0.0 if task.precise else FORESEEN * gap(body.place, task.place)
    return Wish(body.id, units, values, URGENT[task.kind], slack, exact=task.precise)


def _kind(s: Situation, body: TroopBody, task: Task, ward: str) -> str:
    away = gap(body.place, task.place)
    match task.kind:
        case "attack":
            return "skirmish" if body.loose and body.arm == "foot" else "attack"
        case "screen":
            return "skirmish"
        case "leave":
            # a march would stop for enemies near by
            return "maneuver" if _undisturbed(s, body.place) and _undisturbed(s, task.place) else "attack"
        case "retire":
            # who is still to come has nothing to fall back from
            return "rearguard" if body.here else "defense"
        # near enough to keep a place by it, else it has to march there first
        case "support" if away <= THERE * 1.7 and ward:
            return "protect"
    if task.single:
        # into the place itself, whoever is about
        return "defense" if away <= FEW else "maneuver" if _undisturbed(s, task.place) else "attack"
    if task.precise:
        if away <= FEW:
            return "defense"
        # on the move guns must not stop for what they cannot see; where a march would keep away they go as to attack
        return "attack" if s.patience and not _undisturbed(s, task.place) else "maneuver"
    if away <= THERE:
        return "defense"
    # enemies about the goal: a march would stop for them, an attack does not
    return "maneuver" if _undisturbed(s, task.place) else "attack"


def _undisturbed(s: Situation, place: TableSpot) -> bool:
    return all(gap(foe.place, place) > FREE for foe in s.foes_about(place, FREE))


def _gait(s: Situation, kind: str, body: TroopBody, task: Task) -> str:
    """Troops on the march step out; an attack keeps its order once the enemy is near."""
    if kind in ("maneuver", "rearguard") or body.arm == "horse" or task.single:
        return "quick"
    far = gap(body.place, task.place) > LONG_WAY and not any(
        gap(foe.place, body.place) < NEAR and foe.weight > TRIFLE * body.strength
        for foe in s.foes_about(body.place, NEAR)
    )
    return "quick" if far and kind == "attack" else "march"


def ward_of(view: View, task: Task) -> str:
    """The unit that a task supports, if it is on the table and does not flee; else nothing."""
    ward = view.units.get(task.ward)
    if ward is None or ward.where != "table" or ward.status in ("broken", "routed"):
        return ""
    return ward.id


def whole(s: Situation, place: TableSpot) -> tuple[int, int]:
    """In whole paces on the table."""
    width, height = s.size
    return round(min(max(place[0], 0.0), width)), round(min(max(place[1], 0.0), height))


# -- what they have already


def on_the_way(view: View) -> dict[str, list[Mission]]:
    """Missions that aides carry, by the units for which they are."""
    found: dict[str, list[Mission]] = {}
    for rider in view.riders.values():
        written = rider.carries
        if written is not None and written.kind == "mission" and written.mission in view.missions:
            for unit in written.units:
                found.setdefault(unit, []).append(view.missions[written.mission])
    return found


def told(view: View, wanted: Wish, awaited: Mapping[str, Sequence[Mission]]) -> bool:
    """Whether a body's units have about this mission, or an aide is on his way with it."""
    able = (view.units[unit] for unit in wanted.units if able_to_hear(view.units[unit]))
    return all(_has(view, unit, wanted, awaited.get(unit.id, ())) for unit in able)


def able_to_hear(unit: UnitState) -> bool:
    """Whether a unit would take up a mission."""
    return unit.where in ("table", "waiting") and unit.status not in ("broken", "routed", "dispersed")


def _has(view: View, unit: UnitState, wanted: Wish, awaited: Sequence[Mission]) -> bool:
    now = view.missions.get(unit.mission)
    # on the way with an aide counts as told, or every turn would send another
    return (now is not None and same(now, wanted)) or any(same(mission, wanted) for mission in awaited)


def same(mission: Mission, wanted: Wish) -> bool:
    """Whether a mission says about what is wanted."""
    values = wanted.values
    if mission.kind != values["kind"] or _new_gait(mission, wanted):
        return False
    if mission.kind == "protect":
        ward: str = values["ward"]
        return mission.ward == ward
    # far objectives may be out by more: the ground will have changed before he is there
    out = FEW if wanted.exact else max(wanted.slack, SHIFT.get(mission.kind, 200.0))
    if gap(mission.objective, values["objective"]) > out:
        return False
    return not values.get("route") or not _new_way(mission, values["route"][0], wanted.off_way)


def _new_gait(mission: Mission, wanted: Wish) -> bool:
    """Whether the troops should slow down before the enemy, or have a long way to go at too slow a step."""
    slower = (mission.gait, wanted.values["gait"]) == ("quick", "march")
    # slowing down is always worth telling, stepping out only for a long way
    return slower or (mission.gait != wanted.values["gait"] and wanted.slack > FORESEEN * 2 * LONG_WAY)


def _new_way(mission: Mission, stop: tuple[int, int], most: float) -> bool:
    """Whether the way leads by an enemy of whom the mission does not know."""
    line = [mission.start, *mission.route, mission.objective]
    return min(_to_leg(stop, a, z) for a, z in pairwise(line)) > most


def _to_leg(at: TableSpot, a: TableSpot, z: TableSpot) -> float:
    dx, dy = z[0] - a[0], z[1] - a[1]
    long = dx * dx + dy * dy
    along = min(1.0, max(0.0, ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / long)) if long else 0.0
    return gap(at, (a[0] + along * dx, a[1] + along * dy))


__all__ = ["Wish", "able_to_hear", "on_the_way", "same", "spot", "told", "ward_of", "whole", "wish"]
