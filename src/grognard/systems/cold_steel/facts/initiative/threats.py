"""Who threatens whom, and whom an advance is aimed at."""

from __future__ import annotations

from math import cos, radians, sin
from typing import NamedTuple, cast

from grognard.ground.relations import bearing
from grognard.kernel.checks import implements

from ...checks.command.marching_orders import WheelFacts
from ...checks.fire.target_priority import TargetPriorityFacts
from ...checks.setting_up.measures import reach
from ...table import forms
from ...table.battlefield import FAR, Battlefield
from ...table.bodies import frontage, shape
from ...table.state import UnitState
from ...terms import Arm, Character, Side
from .. import situations


class Picture(NamedTuple):
    """Who threatens whom as the phase begins."""

    threats: dict[str, dict[Arm, dict[Side, list[str]]]]
    menaced: dict[str, list[str]]
    """The enemies that each unit threatens."""


def picture(b: Battlefield) -> Picture:
    """Who threatens whom."""
    threats = situations.all_threats(b)
    menaced: dict[str, list[str]] = {}
    for foe, arms in threats.items():
        if b.unit(foe).card:
            continue  # nobody is aimed at whom one cannot make out
        for unit in (unit for sides in arms.values() for several in sides.values() for unit in several):
            menaced.setdefault(unit, []).append(foe)
    return Picture(threats, menaced)


def nearest_known(b: Battlefield, unit: str) -> tuple[str, int]:
    """The nearest enemy that its side sees, and how far it is; "" and FAR if there is none. Officers act on what can be
    known: who lies hidden must not betray himself by what others do about him."""
    foe, paces = b.nearest_seen(b.seat_of(unit), rounded=True).get(unit, ("", FAR))
    return foe, min(paces, FAR)


@implements("CS-4.1b")
def ward_menace(b: Battlefield, unit: UnitState, seen: Picture) -> list[str]:
    """Enemies in its line of sight who threaten the unit it protects, nearest to it first."""
    mission = b.world.missions.get(unit.mission)
    ward = mission.ward if mission is not None and mission.kind == "protect" else ""
    sides = [several for by in seen.threats.get(ward, {}).values() for several in by.values()]
    foes = dict.fromkeys(foe for several in sides for foe in several if b.survey.sees(unit.id, foe))
    return sorted(foes, key=lambda foe: (b.survey.distance(unit.id, foe), foe))


@implements("CS-4.1a", "CS-7.5a")
def chosen_target(b: Battlefield, unit: str, foes: list[str], seen: Picture) -> str:
    """The enemy that an advance is aimed at: by the priorities of fire, among equals the nearest."""
    if len(foes) < 2:
        return foes[0] if foes else ""
    sides = [several for by in seen.threats[unit].values() for several in by.values()]
    threatening = {foe for several in sides for foe in several}

    def place(foe: str) -> tuple[int, int, str]:
        return _priority(b, unit, foe, foe in threatening), b.survey.distance(unit, foe), foe

    return min(foes, key=place)


def _priority(b: Battlefield, unit: str, foe: str, threatening: bool) -> int:
    now, rated = b.unit(foe), b.entry(foe).rated
    candidate = TargetPriorityFacts(
        range=b.survey.distance(unit, foe),
        arm=rated.arm,
        formation=forms.as_target(b, now),
        irregular=rated.irregular,
        threatening=threatening,
        # this turn's targets are not named yet: last turn's fire is what it knows
        firing_on_us=unit in now.before.fired_at,
        terrain=cast(Character, b.ground.character),
    )
    place: int = b.settle("target-priority", candidate).priority
    return place


@implements("CS-4.1a")
def canter_reaches(b: Battlefield, unit: UnitState, target: str) -> bool:
    """Whether a canter brings cavalry into P3 of an enemy this turn, after the wheel that it takes to face him unless
    he is before its front."""
    t = b.rules.tables
    to_go = b.survey.distance(unit.id, target) - reach(t, "P3")
    front, degrees = max(1, frontage(b, unit)), abs(turn_toward(b, unit, target))
    # whom it has straight ahead it reaches without turning, though his middle is off to a side
    wheels = degrees and to_go > 0 and not before_front(b, unit, target)
    wheel = b.settle("wheel", WheelFacts(front=front, degrees=degrees)).paces if wheels else 0
    pace: int = t.row("CS-6.1a", "mounted").columns["double"]
    return to_go + wheel <= pace


def turn_toward(b: Battlefield, unit: UnitState, target: str) -> int:
    """Degrees by which it must turn to face the middle of an enemy; to the left is negative."""
    to = round(bearing(b.survey.middle(unit.id), b.survey.middle(target)))
    # between -180 and 179: the shorter way round
    return (to - unit.heading + 180) % 360 - 180


def before_front(b: Battlefield, now: UnitState, target: str) -> bool:
    """Whether the middle of an enemy lies straight before a unit's front, so that going ahead brings it upon him."""
    (x, y), at = b.survey.middle(target), radians(now.heading)
    dx, dy = x - now.position[0], y - now.position[1]
    right, ahead = dx * cos(at) - dy * sin(at), dx * sin(at) + dy * cos(at)
    return ahead > 0 and 2 * abs(right) <= shape(b, now).width
