"""Whether victory conditions can be counted: each measure takes some fields, and what they name must be there."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from .. import lines
from ..model import Condition, MeasureName, Scenario
from .problems import Report, ScenarioProblem
from .walking import walk_leaders
from .wheres import where_problems

_WHERE = ("place", "area", "within")
_TIMES = ("each", "most", "needed")
_WHOM = ("arm", "units")
_BODIES = ("bodies", "percent")
TAKES: dict[MeasureName, tuple[str, ...]] = {
    "held": (*_WHERE, *_WHOM, "ends_after"),
    "clear": (*_WHERE, *_WHOM, "ends_after"),
    "men_lost": _TIMES,
    "men_formed": (*_TIMES, *_WHOM, "edge"),
    "guns_taken": _TIMES,
    "leaders_lost": (*_TIMES, "leaders"),
    "units_beaten": (*_TIMES, *_WHOM),
    "units_destroyed": (*_TIMES, *_WHOM),
    "units_out": (*_TIMES, *_WHOM, "edge"),
    "units_in": (*_TIMES, *_WHOM, *_WHERE, "edge"),
    "units_formed": (*_TIMES, *_WHOM),
    "bodies_beaten": (*_TIMES, *_BODIES),
    "bodies_reduced": (*_TIMES, *_BODIES),
}
"""The fields that say more about a measure; any other beside it would be overlooked, and is refused."""
_NEEDS: dict[MeasureName, tuple[str, ...]] = {
    "held": ("place", "area"),
    "clear": ("place", "area"),
    "units_in": ("place", "area"),
    "units_out": ("edge",),
    "leaders_lost": ("leaders",),
    "bodies_beaten": ("bodies",),
    "bodies_reduced": ("bodies",),
}
_SAID = {"place": "a place", "area": "an area", "edge": "an edge"}
_OWN = ("held", "men_formed", "units_out", "units_in", "units_formed")
"""Measures whose units are the side's own; the others count the enemy's."""
_COUNTING = frozenset(field for fields in TAKES.values() for field in fields)
_USUAL = {field.name: field.default for field in msgspec.structs.fields(Condition)}


def victory_problems(scenario: Scenario, report: Report) -> Iterator[ScenarioProblem]:
    """What is to be counted must say where, by which edge, or whom; levels of victory must be readable."""
    victory = scenario.header.victory
    if victory.scoring and "a lead of " not in victory.scoring:
        told = f"scoring = {victory.scoring!r} names no levels; as in: points; a lead of 3 is marginal, 6 clear"
        yield report.warning(("victory", "scoring"), "", told)
    if not any(condition.measure and condition.points for condition in victory.condition):
        told = "nothing that is counted earns points: nobody wins but by driving the enemy from the field"
        yield report.warning(("victory", "condition"), "", f"{told}; give a condition a measure")
    for at, condition in enumerate(victory.condition):
        if condition.measure is None:
            told = f"{condition.text!r} is not counted, and earns no points; give it a measure, as in measure = 'held'"
            yield report.warning(("victory", "condition", at), condition.side, told)
        for field, told in _problems(condition, scenario):
            path: lines.Path = ("victory", "condition", at, field)
            yield report.error(path, "", told)


def _problems(condition: Condition, scenario: Scenario) -> Iterator[tuple[str, str]]:
    """Each problem with the field it stands at."""
    yield from _field_problems(condition)
    yield from _count_problems(condition)
    # a place without a measure is told to the players, and needs no measuring
    yield from where_problems(condition, scenario, near=bool(condition.measure))
    yield from _unit_problems(condition, scenario)
    yield from _leader_problems(condition, scenario)


def _given(condition: Condition) -> list[str]:
    """The fields about counting that are not as they would be unsaid."""
    # only what differs from its default was said: an empty field is no field
    return [name for name in _USUAL if name in _COUNTING and getattr(condition, name) != _USUAL[name]]


def _field_problems(condition: Condition) -> Iterator[tuple[str, str]]:
    """Fields that the measure lacks, and fields that it has no use for."""
    measure, given = condition.measure, _given(condition)
    if measure is None:
        for field in given:
            # a place without a measure is told to the players, and needs none
            if field != "place":
                yield field, f"{field} needs a measure; without one nothing is counted"
        return
    needs = _NEEDS.get(measure, ())
    if needs and not any(field in given for field in needs):
        said = " or ".join(_SAID.get(field, field) for field in needs)
        yield "measure", f"measure = {measure!r} needs {said}"
    for field in given:
        if field not in TAKES[measure]:
            yield field, f"{field} means nothing to measure = {measure!r}; it takes {', '.join(TAKES[measure])}"


def _count_problems(condition: Condition) -> Iterator[tuple[str, str]]:
    if condition.most and not condition.each:
        yield "most", f"most = {condition.most} needs each; without it the points are earned once"
    if condition.each and condition.needed > 1:
        yield "needed", f"each = {condition.each} and needed = {condition.needed}; one of them is enough"
    there = len(condition.units or condition.leaders or condition.bodies)
    if there and condition.needed > there:
        yield "needed", f"needed = {condition.needed}, but only {there} are named"


def _unit_problems(condition: Condition, scenario: Scenario) -> Iterator[tuple[str, str]]:
    """Units that are named exist, on the side that the measure counts, and in one body each."""
    sides = {unit.id: side.name for side in scenario.sides for unit in side.all_units()}
    members = [unit_id for body in condition.bodies for unit_id in body]
    for field, ids in (("units", condition.units), ("bodies", members)):
        # the same order of complaints on every run
        for unit_id in sorted(set(ids)):
            if unit_id not in sides:
                yield field, f"{field} has {unit_id!r}; no unit has this id"
            # own units for measures of one's own, enemies for the others
            elif condition.measure and (sides[unit_id] == condition.side) != (condition.measure in _OWN):
                yield field, f"{field} has {unit_id!r} of {sides[unit_id]}; {_whose(condition.measure)}"
            if ids.count(unit_id) > 1:
                yield field, f"{field} has {unit_id!r} more than once"
    if not all(condition.bodies):
        yield "bodies", "a body without a unit"


def _leader_problems(condition: Condition, scenario: Scenario) -> Iterator[tuple[str, str]]:
    """Leaders that are named exist and are the enemy's."""
    sides = {leader.name: scenario.sides[int(path[1])].name for path, leader in walk_leaders(scenario.sides)}
    for name in condition.leaders:
        if name not in sides:
            yield "leaders", f"leaders has {name!r}; no leader has this name"
        elif sides[name] == condition.side:
            yield "leaders", f"leaders has {name!r} of {sides[name]}; {_whose('leaders_lost')}"


def _whose(measure: MeasureName) -> str:
    return f"{measure!r} counts the {'own' if measure in _OWN else 'enemy'} side's"
