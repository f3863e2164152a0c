"""The ground in words, which everybody knows from the map: what has a name, what it is, and where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.scenarios.model import Scenario

from .situation import TableSize, WordLine, WordSection, place, readable

EDGES = 2
"""Places by which a road or stream is told: where it begins and ends."""


def ground(scenario: Scenario) -> WordSection:
    """The field: its size, and its features with a name."""
    wide, high = scenario.header.table_paces
    size = WordLine(f"{wide} paces from west to east, {high} from south to north; 0,0 is the south-west corner")
    return WordSection("The ground", (size, *(_line(feature, (wide, high)) for feature in _named(scenario))))


def grounds(scenario: Scenario) -> dict[str, tuple[float, float]]:
    """The middle of each feature with a name: what a name means as a place."""
    return {feature["properties"]["name"]: _middle(_points(feature)) for feature in _named(scenario)}


def goals(scenario: Scenario) -> WordSection:
    """What the battle is for."""
    told = [
        WordLine(f"{each.side}: {each.text}, {each.points} point{'s' * (each.points != 1)}")
        for each in scenario.header.victory.condition
    ]
    scoring = scenario.header.victory.scoring
    return WordSection("What the battle is for", (*told, *([WordLine(scoring)] if scoring else [])))


def _named(scenario: Scenario) -> Iterator[dict[str, Any]]:
    yield from (each for each in scenario.field.get("features", []) if each["properties"].get("name"))


def _line(feature: dict[str, Any], table: TableSize) -> WordLine:
    said, points = feature["properties"], _points(feature)
    long = feature["geometry"]["type"] in ("LineString", "MultiLineString") and len(points) >= EDGES
    where = (
        f"from {place(*points[0], table)} to {place(*points[-1], table)}" if long else place(*_middle(points), table)
    )
    note = f". {said['note']}" if said.get("note") else ""
    return WordLine(f"{said['name']}, {readable(said['kind'])}, {where}{note}")


def _points(feature: dict[str, Any]) -> list[tuple[float, float]]:
    """All corners of a feature, however deep its geometry holds them."""
    return list(_flat(feature["geometry"]["coordinates"]))


def _flat(found: Any) -> Iterator[tuple[float, float]]:
    if found and isinstance(found[0], (int, float)):
        yield float(found[0]), float(found[1])
        return
    for each in found:
        yield from _flat(each)


def _middle(points: list[tuple[float, float]]) -> tuple[float, float]:
    west, east = min(x for x, _ in points), max(x for x, _ in points)
    south, north = min(y for _, y in points), max(y for _, y in points)
    return (west + east) / 2, (south + north) / 2
