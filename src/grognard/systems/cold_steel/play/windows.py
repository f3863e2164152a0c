"""Men in buildings: a garrison stands at the windows and hedges of what it holds, sees out of it and is seen there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.ground.shapes import places_along, point_along
from grognard.ground.units import SUB, Point

if TYPE_CHECKING:
    from .surveyed import Surveyed

HELD = ("building", "village", "town")
"""What a garrison can hold."""


def at_the_windows(b: Surveyed, one: str, other: str) -> bool:
    """Whether two units see each other because one of them looks out of what it holds."""
    units = b.world.units
    if units[one].formation != "garrison" and units[other].formation != "garrison":
        return False
    return b.glance(window(b, one, b.middle(other)), window(b, other, b.middle(one)))


def window(b: Surveyed, unit: str, toward: Point) -> Point:
    """Whence a unit looks toward a place: its front, or for a garrison the edge of what it holds on that side."""
    if b.world.units[unit].formation != "garrison":
        return b.body(unit).eye
    middle = b.middle(unit)
    ways_out = [
        at
        for area in b.ground.areas_at(middle)
        if area.kind in HELD
        for at in places_along(middle, toward, zip(*[iter(area.edges)] * 4, strict=True))
    ]
    return point_along(middle, toward, max(ways_out) + SUB) if ways_out else middle
