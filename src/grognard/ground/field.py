"""The field of battle: what lies where, how high it is, and what a path meets. Knows no rules."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from itertools import pairwise
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

from grognard.ground import exact
from grognard.ground.features import HILLS, SLOPES, WATERCOURSES, WOODS, AreaFeature, Crossing, LineFeature, Slope
from grognard.ground.index import Index, Window
from grognard.ground.shapes import (
    Quad,
    Segment,
    bounds,
    distance,
    distance_to_line,
    distance_to_segment,
    pairs,
    places_along,
    point_along,
    segments_meet,
    side_of,
)
from grognard.ground.units import Point
from grognard.kernel.errors import BadData

_at = attrgetter("at")
MOST_PASSAGES = 20_000
"""Paths remembered at once."""


class Gradient(NamedTuple):
    """How the ground goes from one place to another. A rule system makes its slope classes from it."""

    climb: int
    """Contour levels gained, or lost if negative."""
    crossed: int
    """Contour lines met on the way, up and down alike."""
    distance: int
    """In sixteenths."""
    slope: Slope | None
    """The steepest slope that the field gives to a contour met on the way."""


class Stretch(NamedTuple):
    """How far a path goes through an area, in sixteenths."""

    area: AreaFeature
    distance: int


class PathPiece(NamedTuple):
    """A part of a path that lies in the same areas from end to end, and how long it is in sixteenths."""

    distance: int
    areas: tuple[AreaFeature, ...]


class LineCrossed(NamedTuple):
    """Where a path meets a line: sixteenths from its beginning, and the bridge or ford used, if any."""

    line: LineFeature
    at: int
    by: Crossing | None


class Passage(NamedTuple):
    """All that a path meets, for movement costs."""

    distance: int
    areas: tuple[Stretch, ...]
    lines: tuple[LineCrossed, ...]


class StraightWay(NamedTuple):
    """A straight way from place to place: whether troops can go it at all, the lines that it meets, the pieces into
    which areas cut it, and the contours that it crosses."""

    passable: bool
    lines: tuple[LineCrossed, ...]
    pieces: tuple[PathPiece, ...]
    contours: tuple[AreaFeature, ...]


class Contours(NamedTuple):
    """The contours that a straight way crosses: how many, the steepest slope that the field gives to one of them, and
    how long the way is in sixteenths."""

    crossed: int
    slope: Slope | None
    distance: int


class Trodden(NamedTuple):
    """All that lies under a path, for whoever asks what it costs troops to go there."""

    distance: int
    areas: tuple[Stretch, ...]
    """Without hills."""
    lines: tuple[LineCrossed, ...]
    contours: tuple[Contours, ...]
    """Of those legs that cross any."""
    passable: bool
    covers: tuple[frozenset[str], frozenset[str]]
    """The kinds of area that give cover where it begins and where it ends."""


@dataclass(frozen=True)
class Field:
    """A table of ground. Positions are in sixteenths of a pace."""

    size: Point
    character: str
    areas: tuple[AreaFeature, ...]
    lines: tuple[LineFeature, ...]
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

    @cached_property
    def hills(self) -> tuple[AreaFeature, ...]:
        """The contours of the field."""
        return tuple(area for area in self.areas if area.kind in HILLS)

    @cached_property
    def _index(self) -> Index:
        return Index(self.areas, self.lines)

    @cached_property
    def _passages(self) -> dict[tuple[bool | Point, ...], Passage]:
        return {}

    @cached_property
    def _lines_met(self) -> dict[tuple[Point, ...], tuple[LineCrossed, ...]]:
        return {}

    @cached_property
    def _straight_ways(self) -> dict[tuple[Point, Point], StraightWay]:
        return {}

    @cached_property
    def kept(self) -> dict[Hashable, Any]:
        """What others have worked out about this ground and will want again, under names of their own."""
        return {}

    @cached_property
    def _clearings(self) -> dict[int, list[int]]:
        """The clearings of each wood, both by their places in the list of areas."""
        woods = ((order, area) for order, area in enumerate(self.areas) if area.kind in WOODS)
        found = {order: [i for i, area in enumerate(self.areas) if _clears(area, wood)] for order, wood in woods}
        return {order: clearings for order, clearings in found.items() if clearings}

    def __getstate__(self) -> dict[str, Any]:
        """A copy, or a field sent to another process, goes without what was found out about it on the way."""
        return {part.name: getattr(self, part.name) for part in fields(self)}

    def named(self, name: str) -> AreaFeature | LineFeature | Crossing | None:
        """The feature of that name."""
        every: tuple[AreaFeature | LineFeature | Crossing, ...] = (*self.areas, *self.lines, *self.bridges)
        return next((feature for feature in every if feature.name == name), None)

    def on_table(self, point: Point) -> bool:
        """Whether a point lies on the table; its edges count in."""
        return 0 <= point[0] <= self.size[0] and 0 <= point[1] <= self.size[1]

    def height_at(self, point: Point) -> int:
        """The contour level of a place: that of the highest contour around it."""
        # a contour around the whole window lifts every place in it; only those with an edge here are asked
        window = self._index.at(point)
        height = window.height
        for hill in window.hills:
            if hill.height > height and hill.holds(point):
                height = hill.height
        return height

    def areas_at(self, point: Point) -> tuple[AreaFeature, ...]:
        """Every area a place lies in. In a clearing one is not in the wood around it."""
        return self._index.at(point).areas_at(point)

    def cover_at(self, point: Point) -> frozenset[str]:
        """The kinds of area at a place that give cover."""
        return self._index.at(point).cover_at(point)

    def slope_between(self, a: Point, b: Point) -> Gradient:
        """How the ground goes from a to b."""
        contours = self._index.along(a, b).contours
        if not contours:
            return Gradient(0, 0, distance(a, b), None)
        met = [(hill, len(places_along(a, b, edges))) for _, hill, edges in contours]
        climb = self.height_at(b) - self.height_at(a)
        return Gradient(climb, sum(n for _, n in met), distance(a, b), _steepest([hill for hill, n in met if n]))

    def slope_under(self, quad: Quad) -> Gradient:
        """How the ground goes under a body: from its rear to its front, with every contour that passes beneath it."""
        left, right, rear_right, rear_left = quad
        front, rear = _middle(left, right), _middle(rear_right, rear_left)
        contours = self._index.about(*bounds(quad)).contours
        if not contours:
            return Gradient(0, 0, distance(rear, front), None)
        met = [hill for _, hill, edges in contours if _edge_beneath(edges, quad)]
        return Gradient(self.height_at(front) - self.height_at(rear), len(met), distance(rear, front), _steepest(met))

    def roads_at(self, point: Point) -> tuple[LineFeature, ...]:
        """The roads a place lies on."""
        roads = self._index.at(point).roads
        return tuple([road for road, segments in roads if _on_road(point, road, segments)]) if roads else ()

    def crossings(self, path: Sequence[Point], *, hills: bool = True) -> Passage:
        """What a path meets: areas for how far, lines where, and by which bridge or ford; hills may be left out. Both
        sides look at the same ground and units stand where they stood, so it is remembered."""
        key: tuple[bool | Point, ...] = (hills, *path)
        found = self._passages.get(key)
        if found is None:
            # cleared whole: who asks for so many paths has moved on from the old ones
            if len(self._passages) >= MOST_PASSAGES:
                self._passages.clear()
            found = self._passages[key] = self._passage(path, hills)
        return found

    def _passage(self, path: Sequence[Point], hills: bool) -> Passage:
        behind = 0
        spans: dict[int, int] = {}
        lines: list[LineCrossed] = []
        for a, b in pairwise(path):
            length, window = distance(a, b), self._index.along(a, b)
            for order, area, edges in window.areas if hills else window.flat:
                # an area without an edge in the window covers all of it
                inside = _inside(area, a, b) if edges else length
                if inside:
                    spans[order] = spans.get(order, 0) + inside
            lines += self._lines_on(window, a, b, behind)
            behind += length
        lines.sort(key=_at)
        return Passage(behind, tuple(self._stretches(spans)) if spans else (), tuple(lines))

    def lines_met(self, path: Sequence[Point]) -> tuple[LineCrossed, ...]:
        """The lines of `crossings` alone, for those who do not ask about areas: most ways meet none, which is soon
        told. Remembered as well."""
        key = tuple(path)
        found = self._lines_met.get(key)
        if found is None:
            if len(self._lines_met) >= MOST_PASSAGES:
                self._lines_met.clear()
            behind, lines = 0, list[LineCrossed]()
            for a, b in pairwise(path):
                lines += self._lines_on(self._index.along(a, b), a, b, behind)
                behind += distance(a, b)
            lines.sort(key=_at)
            found = self._lines_met[key] = tuple(lines)
        return found

    def _lines_on(self, window: Window, a: Point, b: Point, behind: int) -> list[LineCrossed]:
        """Lines that a straight way in a window crosses, so far behind where its path began; each line's places in
        their order, since a river may be met twice on one leg, and by different bridges."""
        return [
            LineCrossed(line, behind + at, self._way_over(line, a, b, at))
            for line, segments in window.courses
            for at in sorted(places_along(a, b, segments))
        ]

    def trodden(self, path: Sequence[Point]) -> Trodden:
        """What `crossings`, `passable`, `slope_between` for each leg and `cover_at` for both ends say of a path, with
        one look at each leg. It is not remembered."""
        behind, window = 0, self._index.along(path[0], path[1] if len(path) > 1 else path[0])
        before = window.cover_at(path[0])
        spans: dict[int, int] = {}
        lines: list[LineCrossed] = []
        contours: list[Contours] = []
        for a, b in pairwise(path):
            window, length = self._index.along(a, b), distance(a, b)
            for order, area, edges in window.flat:
                # an area without an edge in the window covers all of it
                inside = _inside(area, a, b) if edges else length
                if inside:
                    spans[order] = spans.get(order, 0) + inside
            for line, segments in window.courses:
                places = places_along(a, b, segments)
                if places:
                    lines += [LineCrossed(line, behind + at, self._way_over(line, a, b, at)) for at in sorted(places)]
            if window.contours:
                met = [(hill, n) for _, hill, edges in window.contours if (n := len(places_along(a, b, edges)))]
                if met:
                    contours.append(Contours(sum(n for _, n in met), _steepest([hill for hill, _ in met]), length))
            behind += length
        lines.sort(key=_at)
        areas = tuple(self._stretches(spans)) if spans else ()
        passable = self._goes_on(path, lines, areas)
        return Trodden(behind, areas, tuple(lines), tuple(contours), passable, (before, window.cover_at(path[-1])))

    def alike_within(self, points: Iterable[Point]) -> tuple[AreaFeature, ...] | None:
        """The areas that all ground about some places lies in, where it is all of a kind: no edge, contour or line
        anywhere but roads. None where it may not be."""
        window = self._index.about(*bounds(points))
        return window.clear if window.only_roads else None

    def alike_along(self, a: Point, b: Point) -> tuple[AreaFeature, ...] | None:
        """The same for a straight way."""
        window = self._index.along(a, b)
        return window.clear if window.only_roads else None

    def pieces(self, path: Sequence[Point]) -> list[PathPiece]:
        """A path cut wherever it enters or leaves an area, for rules that ask in what all of a pace is made at once."""
        found: list[PathPiece] = []
        for a, b in pairwise(path):
            length, cuts = distance(a, b), {0}
            for _, _, edges in self._index.along(a, b).areas:
                cuts |= places_along(a, b, edges)
            # a cut at the very end would make a piece of no length
            ends = [*sorted(cut for cut in cuts if cut < length), length]
            for here, there in pairwise(ends):
                # no edge lies between two cuts, so the middle of a piece tells for all of it
                found.append(PathPiece(there - here, self.areas_at(point_along(a, b, (here + there) // 2))))
        return found

    def straight_on(self, a: Point, b: Point) -> StraightWay:
        """All about one straight way that a price by the pace asks for; with one look instead of one for each of
        `passable`, `crossings` and `pieces`, which say the same. A contour is named as often as it is crossed. What a
        way costs and what it leads through are asked one after the other, so it is remembered."""
        key = a, b
        found = self._straight_ways.get(key)
        if found is None:
            if len(self._straight_ways) >= MOST_PASSAGES:
                self._straight_ways.clear()
            found = self._straight_ways[key] = self._straight_way(a, b)
        return found

    def _straight_way(self, a: Point, b: Point) -> StraightWay:
        length, window = distance(a, b), self._index.along(a, b)
        lines: list[LineCrossed] = []
        for line, segments in window.courses:
            lines += [LineCrossed(line, at, self._way_over(line, a, b, at)) for at in places_along(a, b, segments)]
        lines.sort(key=_at)
        barred = any(crossed.by is None and not crossed.line.fordable for crossed in lines)
        cuts, contours = {0}, []
        for _, area, edges in window.areas:
            if area.kind == "water" and not barred:
                touched = _inside(area, a, b) if edges else length
                barred = bool(touched) and not self._bridged((a, b), area)
            if edges:
                met = places_along(a, b, edges)
                cuts |= met
                if area.kind in HILLS:
                    contours += [area] * len(met)
        ends = [*sorted(cut for cut in cuts if cut < length), length]
        # by the window of the whole way: it knows all that matters on it, and no smaller ones need be made
        pieces = tuple(
            [
                PathPiece(there - here, window.areas_at(point_along(a, b, (here + there) // 2)))
                for here, there in pairwise(ends)
            ]
        )
        return StraightWay(not barred, tuple(lines), pieces, tuple(contours))

    def _stretches(self, spans: Mapping[int, int]) -> Iterator[Stretch]:
        """How far a path goes through each area, from the sums over its legs; clearings are taken off their wood."""
        for order, whole in sorted(spans.items()):
            area = self.areas[order]
            # clearings were measured as areas of their own, over the same legs, so the difference is exact
            left = whole - sum(spans.get(clearing, 0) for clearing in self._clearings.get(order, ()))
            if left > 0 and area.kind != "clearing":
                yield Stretch(area, left)

    def passable(self, path: Sequence[Point], met: Passage | None = None) -> bool:
        """Whether troops can go along a path at all: no open water and no unfordable river but by bridge or ford.

        Who has asked for its crossings already may hand them in.
        """
        met = met or self.crossings(path)
        return self._goes_on(path, met.lines, met.areas)

    def _goes_on(self, path: Sequence[Point], lines: Sequence[LineCrossed], areas: Sequence[Stretch]) -> bool:
        for crossed in lines:
            if crossed.by is None and not crossed.line.fordable:
                return False
        return all(self._bridged(path, stretch.area) for stretch in areas if stretch.area.kind == "water")

    def _bridged(self, path: Sequence[Point], water: AreaFeature) -> bool:
        """Whether each leg of a path that touches water comes near one bridge or ford."""
        legs = [leg for leg in pairwise(path) if _inside(water, *leg)]
        return all(any(_leg_near(leg, crossing) for crossing in self.bridges) for leg in legs)

    def clearings_in(self, wood: AreaFeature) -> list[AreaFeature]:
        """The clearings that lie in a wood."""
        return [area for area in self.areas if _clears(area, wood)]

    def _way_over(self, line: LineFeature, a: Point, b: Point, at: int) -> Crossing | None:
        if line.kind not in WATERCOURSES:
            return None
        place = point_along(a, b, at)
        near = (crossing for crossing in self.bridges if distance_to_line(place, crossing.points) <= crossing.radius)
        return next(near, None)


def _clears(clearing: AreaFeature, wood: AreaFeature) -> bool:
    """Whether one is a clearing in the other. They do not overlap in part, as reading has made sure."""
    return clearing.kind == "clearing" and all(wood.holds(corner) for corner in clearing.rings[0])


def _inside(area: AreaFeature, a: Point, b: Point) -> int:
    """How much of a segment lies in an area; measured from its western end, so that both ways are equally long."""
    west, south, east, north = area.box
    (ax, ay), (bx, by) = first, last = (a, b) if a <= b else (b, a)
    if bx < west or ax > east or (ay < south and by < south) or (ay > north and by > north):
        return 0
    return exact.stretch_inside(*first, *last, distance(a, b), area.edges, 0, len(area.edges) // 4)


def _on_road(point: Point, road: LineFeature, segments: Sequence[Segment]) -> bool:
    # within half the width; doubled instead, so that an odd width is not rounded
    return any(2 * exact.point_to_segment(*point, *segment) <= road.width for segment in segments)


def _edge_beneath(edges: Sequence[Segment], quad: Quad) -> bool:
    ring = tuple(pairs(quad))
    for cx, cy, dx, dy in edges:
        c, d = (cx, cy), (dx, dy)
        # an edge that meets no side may still lie wholly beneath the body: then one end tells
        if any(segments_meet(a, b, c, d) for a, b in ring) or all(side_of(a, b, c) <= 0 for a, b in ring):
            return True
    return False


def _steepest(hills: Sequence[AreaFeature]) -> Slope | None:
    return max((hill.slope for hill in hills), key=SLOPES.index, default=None)


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2


def _leg_near(leg: tuple[Point, Point], crossing: Crossing) -> bool:
    return any(distance_to_segment(point, *leg) <= crossing.radius for point in crossing.points)
