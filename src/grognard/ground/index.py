"""What of a field can matter at a place or along a path, so that a question looks at little more than it meets.

Windows of ground in steps of 16, 32, 64 … paces, each twice as wide as its step, so that whatever is no longer than a
step lies wholly in one window. A window is made when it is first asked for, from the next larger one around it.
It only leaves out what certainly cannot matter: the exact answer is always worked out from what remains.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from operator import is_
from typing import NamedTuple

from grognard.ground.features import COVER, HILLS, WOODS, AreaFeature, LineFeature
from grognard.ground.shapes import Segment
from grognard.ground.units import Point

Box = tuple[int, int, int, int]
CellKey = tuple[int, int, int]
"""Bits of the step in sixteenths, and how many steps east and north."""

FINEST = 8
"""Bits of the smallest step: 16 paces."""
MOST_WINDOWS = 1 << 16
"""Windows kept at once; a battle needs some thousands."""


class Ground(NamedTuple):
    """An area about a window, its place in the field's list, and its edges there; with none, it covers the window."""

    order: int
    area: AreaFeature
    edges: tuple[Segment, ...]


class CourseInWindow(NamedTuple):
    """A line about a window, and its segments that come into it."""

    line: LineFeature
    segments: tuple[Segment, ...]


class Window:
    """All that can matter in a rectangle of ground, in the order of the field."""

    __slots__ = ("areas", "clear", "contours", "courses", "cover", "flat", "height", "hills", "only_roads", "roads")

    def __init__(
        self, areas: tuple[Ground, ...], courses: tuple[CourseInWindow, ...], roads: tuple[CourseInWindow, ...]
    ) -> None:
        self.areas, self.courses, self.roads = areas, courses, roads
        hills = [ground for ground in areas if ground.area.kind in HILLS]
        # all but hills: most of a field is one or the other
        self.flat = tuple([ground for ground in areas if ground.area.kind not in HILLS]) if hills else areas
        self.contours = tuple([ground for ground in hills if ground.edges])
        # the level of the highest contour around all of it, and the contours that may lift a place above that
        self.height = max([ground.area.height for ground in hills if not ground.edges], default=0)
        self.hills = tuple([ground.area for ground in self.contours if ground.area.height > self.height])
        # the areas of every place in it, if they are the same throughout, and the cover they give
        edged = any(ground.edges for ground in areas)
        self.clear = None if edged else out_of_woods([ground.area for ground in areas])
        self.cover = cover_of(self.clear or ())
        # no line in it costs anything to cross
        self.only_roads = all(course.line.kind == "road" for course in courses)

    def areas_at(self, point: Point) -> tuple[AreaFeature, ...]:
        """The areas of a place in the window."""
        if self.clear is not None:
            return self.clear
        return out_of_woods([area for _, area, edges in self.areas if not edges or area.holds(point)])

    def cover_at(self, point: Point) -> frozenset[str]:
        """The kinds of area that give cover at a place in the window."""
        return self.cover if self.clear is not None else cover_of(self.areas_at(point))


def out_of_woods(areas: Sequence[AreaFeature]) -> tuple[AreaFeature, ...]:
    """The areas of a place without the woods, if it lies in a clearing."""
    for area in areas:
        if area.kind == "clearing":
            return tuple(area for area in areas if area.kind not in WOODS)
    return tuple(areas)


def cover_of(areas: Iterable[AreaFeature]) -> frozenset[str]:
    """The kinds of area that give cover."""
    return frozenset([area.kind for area in areas if area.kind in COVER])


class Index:
    """The windows of one field."""

    def __init__(self, areas: Sequence[AreaFeature], lines: Sequence[LineFeature]) -> None:
        everywhere = tuple(Ground(order, area, _fours(area.edges)) for order, area in enumerate(areas))
        courses = tuple(CourseInWindow(line, _legs(line.points)) for line in lines)
        # a road of one point is a place on a road: a leg from it to itself
        dots = (
            CourseInWindow(line, _legs(line.points) or _legs(line.points * 2)) for line in lines if line.kind == "road"
        )
        self._all = Window(everywhere, courses, tuple(dots))
        ends = [abs(number) for area in areas for number in area.box]
        ends += [abs(number) for line in lines for point in line.points for number in point]
        self._coarsest = max(FINEST, max(ends, default=0).bit_length())
        self._windows: dict[CellKey, Window] = {}

    def at(self, point: Point) -> Window:
        """The window about a place."""
        key = (FINEST, point[0] >> FINEST, point[1] >> FINEST)
        return self._windows.get(key) or self._open(key)

    def along(self, a: Point, b: Point) -> Window:
        """The smallest window about a segment."""
        (west, south), (east, north) = a, b
        if west > east:
            west, east = east, west
        if south > north:
            south, north = north, south
        return self.about(west, south, east, north)

    def about(self, west: int, south: int, east: int, north: int) -> Window:
        """The smallest window about a box."""
        # the step must be no shorter than either side of the box: the longer one has the higher bit
        bits = (east - west | north - south).bit_length()
        if bits < FINEST:
            bits = FINEST
        key = (bits, west >> bits, south >> bits)
        return self._windows.get(key) or self._open(key)

    def _open(self, key: CellKey) -> Window:
        bits, east, north = key
        larger = (bits + 1, east >> 1, north >> 1)
        # each window is cut from the next larger one, so a fine window costs only what its parent holds
        around = self._all if bits >= self._coarsest else self._windows.get(larger) or self._open(larger)
        # all at once: which are in use changes with the phase, and making them again is cheap
        if len(self._windows) >= MOST_WINDOWS:
            self._windows.clear()
        step = 1 << bits
        # two steps wide, so that a segment of one step that begins in it also ends in it
        box = (east * step, north * step, (east + 2) * step, (north + 2) * step)
        self._windows[key] = made = _narrowed(around, box)
        return made


def _narrowed(around: Window, box: Box) -> Window:
    """The part of a window that matters in a box within it."""
    if around.clear is not None and not around.courses and not around.roads:
        return around  # nothing in it has an edge that could fall away
    areas = tuple([ground for each in around.areas if (ground := _within(each, box)) is not None])
    courses = tuple([cut for course in around.courses if (cut := _cut(course, box)) is not None])
    # one is on a road within half its width of the line, so the line may lie outside the box
    roads = tuple([cut for road in around.roads if (cut := _cut(road, _wider(box, road.line.width))) is not None])
    # the larger window itself where nothing fell away: most of a table is empty, and need not be kept twice
    if _same(areas, around.areas) and _same(courses, around.courses) and _same(roads, around.roads):
        return around
    return Window(areas, courses, roads)


def _same(some: tuple[object, ...], others: tuple[object, ...]) -> bool:
    return len(some) == len(others) and all(map(is_, some, others))


def _within(ground: Ground, box: Box) -> Ground | None:
    """An area as a box sees it: with the edges there, or whole, or not at all; itself where nothing falls away."""
    order, area, edges = ground
    if not edges:
        return ground
    # without an edge in the box it is all in or all out, which one corner tells
    near = _touching(edges, box)
    if len(near) == len(edges):
        return ground
    if near or area.holds((box[0], box[1])):
        return Ground(order, area, near)
    return None


def _cut(course: CourseInWindow, box: Box) -> CourseInWindow | None:
    """The part of a line in a box; itself where nothing falls away, None where nothing is left."""
    near = _touching(course.segments, box)
    if len(near) == len(course.segments):
        return course if near else None
    return CourseInWindow(course.line, near) if near else None


def _touching(segments: tuple[Segment, ...], box: Box) -> tuple[Segment, ...]:
    """Those segments that `exact.beside_box` does not tell to miss a box: the same test, for many at once."""
    west, south, east, north = box
    across, up, wide, high = west + east, south + north, east - west, north - south
    found = []
    for segment in segments:
        ax, ay, bx, by = segment
        if ax < bx:
            if bx < west or ax > east:
                continue
        elif ax < west or bx > east:
            continue
        if ay < by:
            if by < south or ay > north:
                continue
        elif ay < south or by > north:
            continue
        dx, dy = bx - ax, by - ay
        if abs(dx * (up - 2 * ay) - dy * (across - 2 * ax)) <= abs(dx) * high + abs(dy) * wide:
            found.append(segment)
    return tuple(found)


def _wider(box: Box, width: int) -> Box:
    """Larger on each side by half a width."""
    more = width // 2
    return box[0] - more, box[1] - more, box[2] + more, box[3] + more


def _fours(edges: Sequence[int]) -> tuple[Segment, ...]:
    return tuple((edges[i], edges[i + 1], edges[i + 2], edges[i + 3]) for i in range(0, len(edges), 4))


def _legs(points: Sequence[Point]) -> tuple[Segment, ...]:
    return tuple((*a, *b) for a, b in pairwise(points))
