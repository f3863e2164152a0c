"""A draughtsman's hand: rough outlines, smooth lines, whole paces."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import Any, NamedTuple, TypeVar

from shapely import make_valid  # type: ignore[import-untyped]
from shapely.geometry import LineString, Point, Polygon, box  # type: ignore[import-untyped]
from shapely.geometry.base import BaseGeometry  # type: ignore[import-untyped]
from shapely.ops import unary_union  # type: ignore[import-untyped]

from grognard.kernel.sources import SeededDice

T = TypeVar("T")
GridSquare = tuple[int, int]
DrawnSpot = tuple[float, float]
_CORNERS = 20
"""Corners of a rough outline: enough to look drawn, few enough to edit by hand."""
_OTHER_STREAM = 0x67726F67
"""Shapes have dice of their own, so that they never disturb the rolls a player would make."""


class Pencil:
    """Chance for shapes, from the same seed as the rolls but another stream."""

    def __init__(self, seed: int) -> None:
        self._dice = SeededDice(seed * 2**32 + _OTHER_STREAM)

    def between(self, low: float, high: float) -> float:
        """A number in this range."""
        return low + (high - low) * (self._dice.word() >> 11) / 2**53

    def pick(self, things: Sequence[T]) -> T:
        """One of them."""
        return things[int(self.between(0, len(things)))]

    def blob(self, centre: DrawnSpot, radius: float, rough: float = 0.22, lie: float | None = None) -> Polygon:
        """A rough round outline, longer one way than the other; `lie` is that way, in radians."""
        turn = self.between(0, pi) if lie is None else lie + self.between(-0.4, 0.4)
        stretch = self.between(1, 1.25) if lie is None else self.between(1.1, 1.35)
        # a few slow waves round the outline: rough, but never crossing itself
        waves = [(n, self.between(0, 2 * pi), self.between(0.3, 1) * rough / n) for n in (2, 3, 5)]
        spots = []
        for corner in range(_CORNERS):
            angle = 2 * pi * corner / _CORNERS
            reach = radius * (1 + sum(size * sin(n * angle + phase) for n, phase, size in waves))
            along, across = reach * cos(angle) * stretch, reach * sin(angle) / stretch
            spots.append(
                (
                    centre[0] + along * cos(turn) - across * sin(turn),
                    centre[1] + along * sin(turn) + across * cos(turn),
                )
            )
        return Polygon(spots)


class DrawnTable(NamedTuple):
    """The table in paces, and its squares."""

    columns: int
    rows: int
    square: int
    """Paces to a square."""

    @property
    def width(self) -> int:
        """Paces from west to east."""
        return self.columns * self.square

    @property
    def depth(self) -> int:
        """Paces from south to north."""
        return self.rows * self.square

    @property
    def outline(self) -> Polygon:
        """The table itself."""
        return box(0, 0, self.width, self.depth)

    def middle(self, square: GridSquare) -> DrawnSpot:
        """The middle of a square."""
        return (square[0] - 0.5) * self.square, (square[1] - 0.5) * self.square

    def is_outside(self, square: GridSquare) -> bool:
        """Whether there is no such square."""
        return not (1 <= square[0] <= self.columns and 1 <= square[1] <= self.rows)

    def nearest_edge(self, spot: DrawnSpot) -> DrawnSpot:
        """The nearest point on the table's edge."""
        x, y = spot
        edges = ((0.0, y), (float(self.width), y), (x, 0.0), (x, float(self.depth)))
        return min(edges, key=lambda edge: hypot(edge[0] - x, edge[1] - y))


def neighbours(square: GridSquare, corners: bool = False) -> Iterator[GridSquare]:
    """The squares that share a side with this one, or also a corner."""
    column, row = square
    for across in (-1, 0, 1):
        for up in (-1, 0, 1):
            if (across or up) and (corners or not (across and up)):
                yield column + across, row + up


def groups(squares: Iterable[GridSquare], corners: bool = False) -> list[list[GridSquare]]:
    """Neighbouring squares together."""
    left, found = sorted(squares), []
    while left:
        group, fresh = [], [left.pop(0)]
        while fresh:
            square = fresh.pop()
            group.append(square)
            fresh += [other for other in neighbours(square, corners) if other in left]
            left = [other for other in left if other not in fresh]
        found.append(sorted(group))
    return found


def joined(blobs: Mapping[GridSquare, Polygon], squares: Collection[GridSquare], width: float) -> BaseGeometry:
    """The outlines of squares with their neighbours joined to them, corners rounded."""
    links = [
        LineString([blobs[square].centroid, blobs[other].centroid]).buffer(width)
        for square in squares
        for other in neighbours(square)
        if other in squares and other > square
    ]
    merged = unary_union([*(blobs[square] for square in squares), *links])
    # out, in twice and out again: corners are rounded both ways
    return merged.buffer(width / 2).buffer(-width).buffer(width / 2)


def pieces(shape: BaseGeometry, table: DrawnTable, least: float) -> list[Polygon]:
    """The polygons of a shape on the table that are worth drawing, in whole paces, from west to east.

    Simplified before they are cut at the table's edge: what lies within another shape stays within it there too.
    """
    return sorted(_whole(shape.simplify(3).intersection(table.outline), least), key=lambda part: part.bounds)


def _whole(shape: BaseGeometry, least: float) -> list[Polygon]:
    kept = []
    for part in getattr(shape, "geoms", [shape]):
        if isinstance(part, Polygon) and part.area >= least:
            holes = [_rounded(ring) for ring in part.interiors if Polygon(ring).area >= least]
            whole = Polygon(_rounded(part.exterior), holes)
            # rounding to whole paces may make a line cross itself
            kept += [whole] if whole.is_valid else _whole(make_valid(whole), least)
    return [part for part in kept if part.area >= max(least, 1)]


def _rounded(ring: BaseGeometry) -> list[DrawnSpot]:
    return [(round(x), round(y)) for x, y in ring.coords]


def smooth(spots: Sequence[DrawnSpot], times: int = 2) -> list[DrawnSpot]:
    """A path with its corners cut, both ends kept."""
    path = list(spots)
    for _ in range(times):
        cut = [path[0]]
        for (x0, y0), (x1, y1) in pairwise(path):
            cut += [(0.75 * x0 + 0.25 * x1, 0.75 * y0 + 0.25 * y1), (0.25 * x0 + 0.75 * x1, 0.25 * y0 + 0.75 * y1)]
        path = [*cut, path[-1]]
    return path


def in_paces(line: LineString) -> LineString:
    """The same line through whole paces."""
    spots = list(dict.fromkeys((round(x), round(y)) for x, y in line.simplify(2).coords))
    return LineString(spots if len(spots) > 1 else line.coords)


def feature(kind: str, shape: BaseGeometry, **properties: Any) -> dict[str, Any]:
    """A GeoJSON feature."""
    if isinstance(shape, Polygon):
        rings = [[_pair(*spot) for spot in ring.coords] for ring in (shape.exterior, *shape.interiors)]
        geometry: dict[str, Any] = {"type": "Polygon", "coordinates": rings}
    elif isinstance(shape, Point):
        geometry = {"type": "Point", "coordinates": _pair(shape.x, shape.y)}
    else:
        geometry = {"type": "LineString", "coordinates": [_pair(*spot) for spot in shape.coords]}
    return {"type": "Feature", "properties": {"kind": kind, **properties}, "geometry": geometry}


def _pair(x: float, y: float) -> list[int]:
    return [round(x), round(y)]
