"""Where bodies of troops marched: how far, which way, and what place they came to."""

from __future__ import annotations

from math import dist
from typing import Any, NamedTuple

from grognard.battle.pictures import TableSpot

from ..record import Record
from ..wording import compass

LEAST = 150
"""Paces below which a body has not gone anywhere."""
NEAR = 300
"""Paces from a place within which troops are near it."""
PLACES = ("village", "town", "building", "hill", "ridge", "light_woods", "heavy_woods")


class March(NamedTuple):
    """The way of a body between two turns."""

    body: str
    side: str
    paces: int
    toward: str
    near: str
    """The name of the place it came to, if it came to one."""


def marches(record: Record, first: int, last: int) -> list[March]:
    """What moved between the end of one turn and the end of another, the longest marches first."""
    places = _places(record)
    found = []
    for (side, name), units in bodies(record).items():
        before, after = (record.states[turn].units for turn in (first, last))
        there = [unit for unit in units if before[unit].place and after[unit].place and not after[unit].destroyed]
        if 2 * len(there) < len(units):  # the rest is not there to be followed
            continue
        begin, end = _middle(before, there), _middle(after, there)
        paces = round(dist(begin, end), -1)
        if paces >= LEAST:
            way = compass(end[0] - begin[0], end[1] - begin[1])
            found.append(March(name, side, int(paces), way, _near(places, end)))
    return sorted(found, key=lambda march: -march.paces)


def bodies(record: Record) -> dict[tuple[str, str], list[str]]:
    """Units by the body they stand under directly, with its side."""
    found: dict[tuple[str, str], list[str]] = {}
    for unit, post in record.chain.units.items():
        if unit in record.states[0].units:
            found.setdefault((post.side, post.brigade), []).append(unit)
    return found


def _middle(units: Any, there: list[str]) -> TableSpot:
    spots = [units[unit].place for unit in there]
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)


def _places(record: Record) -> list[tuple[str, TableSpot]]:
    """Named places with their middles."""
    found = []
    for feature in record.scenario.field["features"]:
        properties, geometry = feature["properties"], feature["geometry"]
        if properties.get("name") and properties["kind"] in PLACES:
            points = _points(geometry)
            middle = sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)
            found.append((str(properties["name"]).split(",")[0].split(" (")[0], middle))
    return found


def _points(geometry: Any) -> list[Any]:
    kind, places = geometry["type"], geometry["coordinates"]
    return [places] if kind == "Point" else places[0] if kind == "Polygon" else list(places)


def _near(places: list[tuple[str, TableSpot]], spot: TableSpot) -> str:
    name, middle = min(places, key=lambda place: dist(place[1], spot), default=("", spot))
    return name if name and dist(middle, spot) <= NEAR else ""
