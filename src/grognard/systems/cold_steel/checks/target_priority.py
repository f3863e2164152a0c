"""7.5: whom a unit fires at, with or without its general's say."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from grognard.kernel.checks import implements, reckoning
from grognard.kernel.facts import Facts, Paces
from grognard.kernel.tables import Tables

from ..targets import Formation
from ..terms import Arm, Character, zones


class Candidate(Facts):
    """One enemy unit that might be fired at."""

    range: Annotated[Paces, "paces to it"]
    arm: Annotated[Arm, "its arm"] = "infantry"
    formation: Annotated[Formation, "its formation"] = "line"
    irregular: Annotated[bool, "an irregular unit"] = False
    designated: Annotated[bool, "named by a player commander attached to the firing unit"] = False
    threatening: Annotated[bool, "it threatens the firing unit"] = False
    firing_on_us: Annotated[bool, "artillery that fires at the firing unit"] = False
    terrain: Annotated[Character, "character of the table"] = "open"


class Priority(NamedTuple):
    """Its place on the list: the lowest number is fired at; among equals the closest."""

    priority: int
    target: str


@reckoning("target-priority", "CS-7.5a", asks=Candidate)
def target_priority(t: Tables, s: Candidate) -> Priority:
    """An enemy's place on the list of targets."""
    tests = _tests(t, s)
    place = tests.index(True)
    return Priority(place + 1, t.value("CS-7.5a", "targets")[place])


@implements("CS-7.5b")
def _tests(t: Tables, s: Candidate) -> list[bool]:
    """The eight steps of the list; the last always holds."""
    zone, reach = zones(t)[s.range], t.value("CS-7.5a", "effective")
    effective = zone in reach.get(s.terrain, reach["open"])
    guns, loose = s.arm == "artillery", s.irregular or s.formation in ("open_order", "extended_order", "skirmish_squares")
    return [
        s.designated,
        zone in t.value("CS-7.5a", "musketry"),
        s.threatening,
        guns and s.firing_on_us and effective,
        s.arm == "cavalry",
        s.arm == "infantry" and not loose,
        guns and effective,
        True,
    ]
