"""The field of battle: what lies where, how high it is, and what a path meets. Knows no rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from grognard.ground import exact
from grognard.ground.features import COVER, HILLS, SLOPES, WATERCOURSES, WOODS, Area, Crossing, Line, Slope
from grognard.ground.shapes import (
    Quad,
    crossing_along,
    distance,
    distance_to_line,
    distance_to_segment,
    point_along,
    segments_meet,
    side_of,
)
from grognard.ground.units import Point
from grognard.kernel.errors import BadData


@dataclass(frozen=True, slots=True)
class Gradient:
    """How the ground goes from one place to another. A rule system makes its slope classes from it."""

    climb: int
    """Contour levels gained, or lost if negative."""
    crossed: int
    """Contour lines met on the way, up and down alike."""
    distance: int
    """In sixteenths."""
    slope: Slope | None
    """The steepest slope that the field gives to a contour met on the way."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """How far a path goes through an area, in sixteenths."""

    area: Area
    distance: int


@dataclass(frozen=True, slots=True)
class LineCrossed:
    """Where a path meets a line: sixteenths from its beginning, and the bridge or ford used, if any."""

    line: Line
    at: int
    by: Crossing | None


@dataclass(frozen=True, slots=True)
class Passage:
    """All that a path meets, for movement costs."""

    distance: int
    areas: tuple[Stretch, ...]
    lines: tuple[LineCrossed, ...]


@dataclass(frozen=True)
class Field:
    """A table of ground. Positions are in sixteenths of a pace."""

    size: Point
    character: str
    areas: tuple[Area, ...]
    lines: tuple[Line, ...]
    bridges: tuple[Crossing, ...]
    """Bridges and fords."""

    @classmethod
    def from_geojson(cls, data: Mapping[str, Any], source: str) -> Field:
        """The field that field.geojson describes; raises BadData that names file, feature and what is wrong."""
        from grognard.ground.reading import read

        made = read(data, source)
        return cls(made.size, made.character, made.areas, made.lines, made.crossings)

    @classmethod
    def from_bytes(cls, text: bytes, source: str) -> Field:
        """The field in a file's bytes; what is far too large is refused before it is read."""
        from grognard.ground.reading import parse

        return cls.from_geojson(parse(text, source), source)

    @classmethod
    def from_file(cls, path: Path) -> Field:
        """The field in a file."""
        try:
            return cls.from_bytes(path.read_bytes(), path.name)
        except OSError as error:
            raise BadData(f"{path}: {error.strerror or error}") from None

    @property
    def hills(self) -> tuple[Area, ...]:
        """Its contours."""
        return tuple(area for area in self.areas if area.kind in HILLS)

    def named(self, name: str) -> Area | Line | Crossing | None:
        """The feature of that name."""
        every: tuple[Area | Line | Crossing, ...] = (*self.areas, *self.lines, *self.bridges)
        return next((feature for feature in every if feature.name == name), None)

    def on_table(self, point: Point) -> bool:
        """Whether a point lies on the table; its edges count in."""
        return 0 <= point[0] <= self.size[0] and 0 <= point[1] <= self.size[1]

    def height_at(self, point: Point) -> int:
        """The contour level of a place: that of the highest contour around it."""
        return max((hill.height for hill in self.hills if hill.holds(point)), default=0)

    def areas_at(self, point: Point) -> tuple[Area, ...]:
        """Every area a place lies in. In a clearing one is not in the wood around it."""
        found = tuple(area for area in self.areas if area.holds(point))
        if any(area.kind == "clearing" for area in found):
            return tuple(area for area in found if area.kind not in WOODS)
        return found

    def cover_at(self, point: Point) -> frozenset[str]:
        """The kinds of area at a place that give cover."""
        return frozenset(area.kind for area in self.areas_at(point) if area.kind in COVER)

    def slope_between(self, a: Point, b: Point) -> Gradient:
        """How the ground goes from a to b."""
        met = [hill for hill in self.hills for _ in _meetings(hill, a, b)]
        return Gradient(self.height_at(b) - self.height_at(a), len(met), distance(a, b), _steepest(met))

    def slope_under(self, quad: Quad) -> Gradient:
        """How the ground goes under a body: from its rear to its front, with every contour that passes beneath it."""
        left, right, rear_right, rear_left = quad
        front, rear = _middle(left, right), _middle(rear_right, rear_left)
        met = [hill for hill in self.hills if _edge_beneath(hill, quad)]
        return Gradient(self.height_at(front) - self.height_at(rear), len(met), distance(rear, front), _steepest(met))

    def roads_at(self, point: Point) -> tuple[Line, ...]:
        """The roads a place lies on."""
        roads = (line for line in self.lines if line.kind == "road")
        return tuple(road for road in roads if 2 * distance_to_line(point, road.points) <= road.width)

    def crossings(self, path: Sequence[Point]) -> Passage:
        """What a path meets: areas for how far, lines where, and by which bridge or ford."""
        length = sum(distance(a, b) for a, b in pairwise(path))
        stretches = (Stretch(area, self._stretch(area, path)) for area in self.areas if area.kind != "clearing")
        lines = sorted(self._lines_on(path), key=lambda crossed: crossed.at)
        return Passage(length, tuple(stretch for stretch in stretches if stretch.distance > 0), tuple(lines))

    def passable(self, path: Sequence[Point]) -> bool:
        """Whether troops can go along a path at all: no open water and no unfordable river but by bridge or ford."""
        met = self.crossings(path)
        water = [stretch.area for stretch in met.areas if stretch.area.kind == "water"]
        barred = any(not crossed.line.fordable and crossed.by is None for crossed in met.lines)
        return not barred and all(self._bridged(path, area) for area in water)

    def _bridged(self, path: Sequence[Point], water: Area) -> bool:
        """Whether each leg of a path that touches water comes near one bridge or ford."""
        legs = [leg for leg in pairwise(path) if _inside(water, *leg)]
        return all(any(_leg_near(leg, crossing) for crossing in self.bridges) for leg in legs)

    def _stretch(self, area: Area, path: Sequence[Point]) -> int:
        legs = list(pairwise(path))
        whole = sum(_inside(area, *leg) for leg in legs)
        if area.kind not in WOODS or not whole:
            return whole
        return whole - sum(_inside(clearing, *leg) for clearing in self.clearings_in(area) for leg in legs)

    def clearings_in(self, wood: Area) -> list[Area]:
        """The clearings that lie in a wood."""
        return [area for area in self.areas if area.kind == "clearing" and _lies_in(area, wood)]

    def _lines_on(self, path: Sequence[Point]) -> Iterator[LineCrossed]:
        behind = 0
        for a, b in pairwise(path):
            for line in self.lines:
                places = {crossing_along(a, b, c, d) for c, d in pairwise(line.points)} - {None}
                for at in sorted(place for place in places if place is not None):
                    yield LineCrossed(line, behind + at, self._way_over(line, point_along(a, b, at)))
            behind += distance(a, b)

    def _way_over(self, line: Line, place: Point) -> Crossing | None:
        if line.kind not in WATERCOURSES:
            return None
        near = (crossing for crossing in self.bridges if distance_to_line(place, crossing.points) <= crossing.radius)
        return next(near, None)


def _lies_in(inner: Area, outer: Area) -> bool:
    """Of two areas that do not overlap in part, as reading has made sure."""
    return all(outer.holds(corner) for corner in inner.rings[0])


def _inside(area: Area, a: Point, b: Point) -> int:
    first, last = sorted((a, b))
    return exact.stretch_inside(*first, *last, distance(a, b), area.edges, 0, len(area.edges) // 4)


def _meetings(area: Area, a: Point, b: Point) -> Iterator[int]:
    """Where a segment goes over the edge of an area; a corner counts once."""
    edges = area.edges
    corners = [(edges[i : i + 2], edges[i + 2 : i + 4]) for i in range(0, len(edges), 4)]
    places = {crossing_along(a, b, (c[0], c[1]), (d[0], d[1])) for c, d in corners}
    yield from sorted(place for place in places if place is not None)


def _edge_beneath(area: Area, quad: Quad) -> bool:
    edges = area.edges
    ring = list(zip(quad, (*quad[1:], quad[0]), strict=True))
    for i in range(0, len(edges), 4):
        c, d = (edges[i], edges[i + 1]), (edges[i + 2], edges[i + 3])
        if any(segments_meet(a, b, c, d) for a, b in ring) or all(side_of(a, b, c) <= 0 for a, b in ring):
            return True
    return False


def _steepest(hills: Sequence[Area]) -> Slope | None:
    return max((hill.slope for hill in hills), key=SLOPES.index, default=None)


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2


def _leg_near(leg: tuple[Point, Point], crossing: Crossing) -> bool:
    return any(distance_to_segment(point, *leg) <= crossing.radius for point in crossing.points)
