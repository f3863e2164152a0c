"""Men in buildings: a garrison stands at the windows and hedges of what it holds, sees out of it and is seen there."""

from __future__ import annotations

from typing import Protocol

from grognard.ground.field import Field
from grognard.ground.relations import Body
from grognard.ground.shapes import places_along, point_along
from grognard.ground.units import SUB, Point

from .state import World

HELD = ("building", "village", "town")
"""What a garrison can hold."""


class Lookouts(Protocol):
    """What there is to look at: the part of a survey that windows need."""

    world: World
    ground: Field
    stand_to_stand: int

    def body(self, unit: str) -> Body: ...

    def middle(self, unit: str) -> Point: ...

    def paces(self, one: str, other: str) -> int: ...

    def glance(self, one: Point, other: Point) -> bool: ...


def at_the_windows(b: Lookouts, one: str, other: str) -> bool:
    """Whether two units see each other because one of them looks out of what it holds; enemies near by, if any stand
    of the one does."""
    units = b.world.units
    if units[one].formation != "garrison" and units[other].formation != "garrison":
        return False
    if b.glance(window(b, one, b.middle(other)), window(b, other, b.middle(one))):
        return True
    if units[one].side == units[other].side or b.paces(one, other) * SUB > b.stand_to_stand:
        return False
    return any(b.glance(*line) for line in sorted(_lines(b, one, other)))


def _lines(b: Lookouts, one: str, other: str) -> set[tuple[Point, Point]]:
    """Lines of sight from the windows and stands of one unit to those of another, the same from either."""
    lines = set()
    for here in b.body(one).lookouts:
        for there in b.body(other).lookouts:
            ends = window(b, one, there, here), window(b, other, here, there)
            lines.add((min(ends), max(ends)))
    return lines


def window(b: Lookouts, unit: str, toward: Point, stand: Point | None = None) -> Point:
    """Whence a unit looks toward a place: its front, or a stand of it, or for a garrison the edge of what it holds on
    that side."""
    if b.world.units[unit].formation != "garrison":
        return stand or b.body(unit).eye
    middle = b.middle(unit)
    ways_out = [
        at
        for area in b.ground.areas_at(middle)
        if area.kind in HELD
        for at in places_along(middle, toward, zip(*[iter(area.edges)] * 4, strict=True))
    ]
    return point_along(middle, toward, max(ways_out) + SUB) if ways_out else middle
