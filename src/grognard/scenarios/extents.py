"""The ground that is meant by the name of a feature, by corners, and so many paces around: of victory conditions and of
troops that may not leave a place."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.ground.features import AreaFeature
from grognard.ground.field import Field
from grognard.ground.shapes import distance_to_line, distance_to_segment, pairs
from grognard.ground.units import Point, point, to_sub
from grognard.kernel.errors import BadInput

from .model import Where


class Extent:
    """Ground of which one asks whether a spot lies on it."""

    def __init__(self, where: Where, field: Field) -> None:
        self._shapes = tuple(shapes_of(where, field))
        self._within = to_sub(where.within)

    def holds(self, spot: Point) -> bool:
        """Whether a spot lies on it; its edge counts in."""
        return any(near(shape, spot, self._within) for shape in self._shapes)


def shapes_of(where: Where, field: Field) -> Iterator[AreaFeature | tuple[Point, ...]]:
    """The ground that is meant: areas, and lines or spots to be near to."""
    if where.place:
        feature = field.named(where.place)
        if feature is None:
            raise BadInput(f"place = {where.place!r}; the field has no feature of that name")
        yield feature if isinstance(feature, AreaFeature) else feature.points
    if where.area:
        corners = tuple(point(*corner) for corner in where.area)
        yield AreaFeature("field", "", (corners,)) if len(corners) > 2 else corners


def near(shape: AreaFeature | tuple[Point, ...], spot: Point, within: int) -> bool:
    """Whether a spot lies in an area, or so near to it or to a line."""
    if not isinstance(shape, AreaFeature):
        return distance_to_line(spot, shape) <= within
    if shape.holds(spot):
        return True
    return within > 0 and any(distance_to_segment(spot, a, b) <= within for ring in shape.rings for a, b in pairs(ring))
