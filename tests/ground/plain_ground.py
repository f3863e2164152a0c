"""The questions to a field answered plainly, by looking at every feature: what the index has to agree with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from grognard.ground import exact
from grognard.ground.features import (
    COVER,
    HILLS,
    SLOPES,
    WATERCOURSES,
    WOODS,
    AreaFeature,
    Crossing,
    LineFeature,
    Slope,
)
from grognard.ground.field import Field, Gradient, LineCrossed, Passage, Stretch
from grognard.ground.shapes import Quad, side_of
from grognard.ground.units import Point


class PlainField(Field):
    """A field that searches all of itself for each answer."""

    def _hills(self) -> list[AreaFeature]:
        return [area for area in self.areas if area.kind in HILLS]

    def height_at(self, point: Point) -> int:
        """The contour level of a place: that of the highest contour around it."""
        return max((hill.height for hill in self._hills() if hill.holds(point)), default=0)

    def areas_at(self, point: Point) -> tuple[AreaFeature, ...]:
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
        met = [hill for hill in self._hills() for _ in _meetings(hill, a, b)]
        return Gradient(self.height_at(b) - self.height_at(a), len(met), distance(a, b), _steepest(met))

    def slope_under(self, quad: Quad) -> Gradient:
        """How the ground goes under a body: from its rear to its front, with every contour that passes beneath it."""
        left, right, rear_right, rear_left = quad
        front, rear = _middle(left, right), _middle(rear_right, rear_left)
        met = [hill for hill in self._hills() if _edge_beneath(hill, quad)]
        return Gradient(self.height_at(front) - self.height_at(rear), len(met), distance(rear, front), _steepest(met))

    def roads_at(self, point: Point) -> tuple[LineFeature, ...]:
        """The roads a place lies on."""
        roads = (line for line in self.lines if line.kind == "road")
        return tuple(road for road in roads if 2 * distance_to_line(point, road.points) <= road.width)

    def crossings(self, path: Sequence[Point]) -> Passage:
        """What a path meets: areas for how far, lines where, and by which bridge or ford."""
        length = sum(distance(a, b) for a, b in pairwise(path))
        stretches = (Stretch(area, self._stretch(area, path)) for area in self.areas if area.kind != "clearing")
        lines = sorted(self._lines_on(path), key=lambda crossed: crossed.at)
        return Passage(length, tuple(stretch for stretch in stretches if stretch.distance > 0), tuple(lines))

    def passable(self, path: Sequence[Point], met: Passage | None = None) -> bool:
        """Whether troops can go along a path at all: no open water and no unfordable river but by bridge or ford."""
        met = self.crossings(path)  # what is handed in, if anything, is not believed
        water = [stretch.area for stretch in met.areas if stretch.area.kind == "water"]
        barred = any(not crossed.line.fordable and crossed.by is None for crossed in met.lines)
        return not barred and all(self._bridged(path, area) for area in water)

    def _bridged(self, path: Sequence[Point], water: AreaFeature) -> bool:
        """Whether each leg of a path that touches water comes near one bridge or ford."""
        legs = [leg for leg in pairwise(path) if _inside(water, *leg)]
        return all(any(_leg_near(leg, crossing) for crossing in self.bridges) for leg in legs)

    def _stretch(self, area: AreaFeature, path: Sequence[Point]) -> int:
        legs = list(pairwise(path))
        whole = sum(_inside(area, *leg) for leg in legs)
        if area.kind not in WOODS or not whole:
            return whole
        return whole - sum(_inside(clearing, *leg) for clearing in self.clearings_in(area) for leg in legs)

    def clearings_in(self, wood: AreaFeature) -> list[AreaFeature]:
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

    def _way_over(self, line: LineFeature, place: Point) -> Crossing | None:
        if line.kind not in WATERCOURSES:
            return None
        near = (crossing for crossing in self.bridges if distance_to_line(place, crossing.points) <= crossing.radius)
        return next(near, None)


def _lies_in(inner: AreaFeature, outer: AreaFeature) -> bool:
    """Of two areas that do not overlap in part, as reading has made sure."""
    return all(outer.holds(corner) for corner in inner.rings[0])


def _inside(area: AreaFeature, a: Point, b: Point) -> int:
    first, last = sorted((a, b))
    return exact.stretch_inside(*first, *last, distance(a, b), area.edges, 0, len(area.edges) // 4)


def _meetings(area: AreaFeature, a: Point, b: Point) -> Iterator[int]:
    """Where a segment goes over the edge of an area; a corner counts once."""
    edges = area.edges
    corners = [(edges[i : i + 2], edges[i + 2 : i + 4]) for i in range(0, len(edges), 4)]
    places = {crossing_along(a, b, (c[0], c[1]), (d[0], d[1])) for c, d in corners}
    yield from sorted(place for place in places if place is not None)


def _edge_beneath(area: AreaFeature, quad: Quad) -> bool:
    edges = area.edges
    ring = list(zip(quad, (*quad[1:], quad[0]), strict=True))
    for i in range(0, len(edges), 4):
        c, d = (edges[i], edges[i + 1]), (edges[i + 2], edges[i + 3])
        if any(segments_meet(a, b, c, d) for a, b in ring) or all(side_of(a, b, c) <= 0 for a, b in ring):
            return True
    return False


def _steepest(hills: Sequence[AreaFeature]) -> Slope | None:
    return max((hill.slope for hill in hills), key=SLOPES.index, default=None)


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2


def _leg_near(leg: tuple[Point, Point], crossing: Crossing) -> bool:
    return any(distance_to_segment(point, *leg) <= crossing.radius for point in crossing.points)


def segments_meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the segments ab and cd have a point in common, ends included."""
    sides = side_of(a, b, c), side_of(a, b, d), side_of(c, d, a), side_of(c, d, b)
    if sides[0] * sides[1] < 0 and sides[2] * sides[3] < 0:
        return True
    ends = ((a, b, c), (a, b, d), (c, d, a), (c, d, b))
    return any(side == 0 and _within_box(*end) for side, end in zip(sides, ends, strict=True))


def _within_box(a: Point, b: Point, point: Point) -> bool:
    return all(min(a[i], b[i]) <= point[i] <= max(a[i], b[i]) for i in (0, 1))


def crossing_along(a: Point, b: Point, c: Point, d: Point) -> int | None:
    """How many sixteenths from a the segment ab first meets cd; None where it does not."""
    if not segments_meet(a, b, c, d):
        return None
    length = distance(a, b)
    whole = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
    if whole == 0:
        on_path = [p for p in (c, d) if side_of(a, b, p) == 0 and _within_box(a, b, p)]
        return 0 if _within_box(c, d, a) else min(distance(a, p) for p in on_path)
    along = (c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])
    return along * length // whole


def point_along(a: Point, b: Point, at: int) -> Point:
    """The point so many sixteenths from a towards b, rounded down."""
    length = max(1, distance(a, b))
    return a[0] + (b[0] - a[0]) * at // length, a[1] + (b[1] - a[1]) * at // length


def distance(a: Point, b: Point) -> int:
    """Sixteenths between two points, rounded up."""
    return exact.point_to_point(*a, *b)


def distance_to_segment(point: Point, a: Point, b: Point) -> int:
    """Sixteenths from a point to a segment, rounded up."""
    return exact.point_to_segment(*point, *a, *b)


def distance_to_line(point: Point, line: Sequence[Point]) -> int:
    """Sixteenths from a point to a broken line, rounded up."""
    if len(line) == 1:
        return distance(point, line[0])
    return min(distance_to_segment(point, a, b) for a, b in pairwise(line))
