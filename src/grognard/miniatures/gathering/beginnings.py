"""The ground of a battle, and where leaders are when it begins, from what a scenario says of them and their troops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from grognard.army.oob import Level
from grognard.ground.field import Field
from grognard.ground.shapes import placed
from grognard.ground.units import Point, point, to_sub
from grognard.scenarios.model import Scenario

from ..records import TableUnit

BACK = 60
"""Paces behind the front of his troops that a leader stands, where the scenario does not say: our judgement."""


_GROUNDS: dict[int, tuple[Any, Field]] = {}


def ground_of(scenario: Scenario) -> Field:
    """The field of a scenario, kept for the next battle on it."""
    kept = _GROUNDS.get(id(scenario.field))
    if kept is None:
        if len(_GROUNDS) > 8:
            _GROUNDS.clear()
        # with what it was read from: while that is kept, no other field can have its id
        kept = _GROUNDS[id(scenario.field)] = scenario.field, Field.from_geojson(scenario.field, "field.geojson")
    return kept[1]


def leader_at_first(
    given: tuple[float, float] | None, level: Level, under: Sequence[TableUnit]
) -> tuple[Point, Literal["table", "waiting"]]:
    """Where a leader is at first and whether he is on the table: in the place that he is given, else behind the middle
    of his troops there. He arrives with the first of them, but an army's commander is there from the start."""
    here = [unit for unit in under if unit.where == "table"]
    at = point(*given) if given else behind(here or under)
    return at, "table" if here or level == "army" else "waiting"


def behind(units: Sequence[TableUnit]) -> Point:
    """Behind the one of some units that stands nearest to the middle of them all."""
    if not units:
        return (0, 0)
    x = sum(unit.position[0] for unit in units) // len(units)
    y = sum(unit.position[1] for unit in units) // len(units)
    nearest = min(units, key=lambda unit: (unit.position[0] - x) ** 2 + (unit.position[1] - y) ** 2)
    return placed(nearest.position, nearest.heading, 0, -to_sub(BACK))
