"""Men in houses: they stand at the edge of what they hold, see out of it and are seen there."""

from __future__ import annotations

from collections.abc import Collection

from grognard.ground.field import Field
from grognard.ground.shapes import places_along, point_along
from grognard.ground.units import SUB, Point


def edge_toward(ground: Field, spot: Point, toward: Point, kinds: Collection[str]) -> Point:
    """Whence those who hold what a spot lies in look toward a place: from its edge on that side, if it has one."""
    ways_out = [
        at
        for area in ground.areas_at(spot)
        if area.kind in kinds
        for at in places_along(spot, toward, zip(*[iter(area.edges)] * 4, strict=True))
    ]
    return point_along(spot, toward, max(ways_out) + SUB) if ways_out else spot
