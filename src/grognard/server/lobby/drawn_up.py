"""Where the armies stand as a battle begins: a block for each body of troops, for the maps of the opening page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import atan2, cos, degrees, dist, radians, sin

from grognard.army.nations import nation
from grognard.army.oob import Formation, Unit
from grognard.commanders.clusters import clusters
from grognard.scenarios.model import Scenario

from ..shapes import BodyCard

APART = 500
"""Paces: units of a formation that are farther from all others of it are a body of their own."""


def bodies(found: Scenario) -> tuple[BodyCard, ...]:
    """Who stands on the field from the start. Nobody in an imagined battle that is more than a lesson: of what is in
    every book nothing is given away, but here one would have to find out."""
    if found.header.fictitious and not found.header.teaching:
        return ()
    groups = [group for side in found.sides for formation in side.formations for group in _groups(formation)]
    return tuple(_body(body) for group in groups for body in clusters(group, _together))


def _groups(formation: Formation) -> Iterator[list[Unit]]:
    """The units of each formation by arm and nation, in the order of battle."""
    by_kind: dict[tuple[str, str], list[Unit]] = {}
    for unit in formation.units:
        if unit.present:
            by_kind.setdefault((unit.kind, unit.nation), []).append(unit)
    yield from by_kind.values()
    for below in formation.formations:
        yield from _groups(below)


def _together(one: Unit, other: Unit) -> bool:
    return dist(one.position, other.position) <= APART


def _body(units: Sequence[Unit]) -> BodyCard:
    x = sum(unit.position[0] for unit in units) / len(units)
    y = sum(unit.position[1] for unit in units) / len(units)
    # headings are averaged as arrows: between 350 and 10 degrees lies north, not south
    east = sum(sin(radians(unit.facing)) for unit in units)
    north = sum(cos(radians(unit.facing)) for unit in units)
    heading = round(degrees(atan2(east, north))) % 360
    return BodyCard(nation(units[0].nation).id, units[0].kind, round(x), round(y), heading, sum(u.men for u in units))
