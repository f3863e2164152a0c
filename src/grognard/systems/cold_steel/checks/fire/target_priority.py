"""7.5: whom a unit fires at, with or without its general's say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, NamedTuple

from grognard.kernel.checks import implements, reckoning, refuse
from grognard.kernel.facts import Facts, Paces
from grognard.kernel.tables import Tables

from ...terms import Arm, Character, zones
from .targets import TargetFormation

LOOSE = ("open_order", "extended_order", "skirmish_squares")


class TargetPriorityFacts(Facts):
    """One enemy unit that might be fired at."""

    range: Annotated[Paces, "paces to it"]
    arm: Annotated[Arm, "its arm"] = "infantry"
    formation: Annotated[TargetFormation, "its formation"] = "line"
    irregular: Annotated[bool, "an irregular unit"] = False
    designated: Annotated[bool, "named by a player commander attached to the firing unit"] = False
    threatening: Annotated[bool, "it threatens the firing unit"] = False
    firing_on_us: Annotated[bool, "artillery that fires at the firing unit"] = False
    terrain: Annotated[Character, "character of the table"] = "open"
    may_fire: Annotated[bool, "the rules let the firing unit fire at it"] = True
    to_supported: Annotated[Paces, "cavalry: paces from it to a unit that the firing unit supports"] = 20_000


class TargetPriorityResult(NamedTuple):
    """Its place on the list: the lowest number is fired at; among equals the closest."""

    priority: int
    target: str


@reckoning("target-priority", "CS-7.5a", asks=TargetPriorityFacts)
def target_priority(t: Tables, s: TargetPriorityFacts) -> TargetPriorityResult:
    """An enemy's place on the list of targets."""
    if not s.may_fire:
        raise refuse("CS-7.5a", "whom a unit may not fire at is no target")
    # the first that holds: the list is an order of precedence
    place = _tests(t, s).index(True)
    return TargetPriorityResult(place + 1, t.value("CS-7.5a", "targets")[place])


def _tests(t: Tables, s: TargetPriorityFacts) -> list[bool]:
    """The eight steps of the list; the last always holds."""
    zone, reach = zones(t)[s.range], t.value("CS-7.5a", "effective")
    effective = zone in reach.get(s.terrain, reach["open"])
    # irregulars are never close-order infantry, however they stand
    guns, loose = s.arm == "artillery", s.irregular or s.formation in LOOSE
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


@implements("CS-7.5b")
def automatic_target(t: Tables, candidates: Iterable[TargetPriorityFacts]) -> TargetPriorityFacts | None:
    """The enemy that any unit fires at without its player's say: the highest on the list, among equals the closest."""
    allowed = [candidate for candidate in candidates if candidate.may_fire]
    steps = {candidate: _tests(t, candidate).index(True) for candidate in allowed}
    return min(steps, key=lambda candidate: (steps[candidate], _nearness(candidate)), default=None)


def _nearness(s: TargetPriorityFacts) -> int:
    """Cavalry is as close as it comes to the firing unit or to one that it supports."""
    return min(s.range, s.to_supported) if s.arm == "cavalry" else s.range
