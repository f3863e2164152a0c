"""Farms and villages, the walls or fences near them, and the roads that lead there (CS-B.1e)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import atan2, degrees, dist
from typing import Any

import numpy as np
from numpy.typing import NDArray
from shapely.affinity import rotate  # type: ignore[import-untyped]
from shapely.geometry import LineString, Point, Polygon, box  # type: ignore[import-untyped]
from shapely.geometry.base import BaseGeometry  # type: ignore[import-untyped]
from shapely.ops import substring, unary_union  # type: ignore[import-untyped]

from .cover import beside
from .drawing import DrawnSpot, DrawnTable, GridSquare, Pencil, feature, groups, in_paces, joined, pieces, smooth
from .lattice import Cell, Lattice
from .relief import Relief

_HAMLET = 0.26
"""Radius of the built ground of a village in each of its squares."""
_TOWN = 0.4
_CLOSE = 0.4
"""How far a village draws together, as a share of the way to its middle."""
_BARN = (26, 16)
"""Paces of a farm's main building; a square of a scale with small squares has smaller ones."""
_BARN_SHARE = 0.12
_WHOLE = 0.8
_ROAD, _TRACK = 8, 5
"""Paces of width: to a village, to a farm."""
_WIDE = 15
"""Radius of a bridge or ford, in paces."""


class Roads:
    """The roads of a table, drawn one after the other."""

    def __init__(
        self,
        lattice: Lattice,
        relief: Relief,
        pencil: Pencil,
        water: BaseGeometry,
        marsh: BaseGeometry,
        woods: BaseGeometry,
    ) -> None:
        self.lattice, self.table, self.water = lattice, lattice.table, water
        self.lines: list[tuple[LineString, int]] = []
        self._heights = relief.heights(lattice.xs, lattice.ys)
        self._cost = self._toil(pencil, marsh, woods)
        self._cells: set[Cell] = set()

    def _toil(self, pencil: Pencil, marsh: BaseGeometry, woods: BaseGeometry) -> NDArray[np.float64]:
        """What a waggon minds: hills, trees, bog, and water to be bridged."""
        lattice = self.lattice
        uneven = np.array([[pencil.between(1, 1.6) for _ in range(lattice.deep)] for _ in range(lattice.wide)])
        stream = lattice.within(self.water.buffer(0.7 * lattice.pitch)) if not self.water.is_empty else 0
        slopes = np.abs(np.gradient(self._heights.astype(float))).sum(axis=0) * 4
        toil: NDArray[np.float64] = (
            uneven + slopes + 0.6 * lattice.within(woods) + 20.0 * lattice.within(marsh) + 4.0 * np.asarray(stream)
        )
        return toil

    def lead_out(self, spot: DrawnSpot, width: int) -> LineString | None:
        """A road from a place to whichever is nearer: another road, or the table's edge."""
        here, edge = Point(spot), self.table.nearest_edge(spot)
        to_edge = here.distance(Point(edge))
        road = min((line for line, _ in self.lines), key=here.distance, default=None)
        # the nearer of the two, as the rule has it (CS-B.1e)
        if road is not None and here.distance(road) < to_edge:
            return self._draw(spot, self._cells, width, road)
        return self._draw(spot, self._side(edge), width, None)

    def run_across(self, spot: DrawnSpot) -> None:
        """A crossroads: roads from a place to all four edges."""
        x, y = spot
        for edge in ((0.0, y), (float(self.table.width), y), (x, 0.0), (x, float(self.table.depth))):
            self._draw(spot, self._side(edge), _ROAD, None)

    def _side(self, edge: DrawnSpot) -> set[Cell]:
        """The cells of the table's edge that this spot lies on."""
        across, up = self.lattice.cell(edge)
        if edge[0] in (0, self.table.width):
            return {(across, row) for row in range(self.lattice.deep)}
        return {(column, up) for column in range(self.lattice.wide)}

    def _draw(
        self, spot: DrawnSpot, goals: Collection[Cell], width: int, joins: LineString | None
    ) -> LineString | None:
        path = self.lattice.route(self.lattice.cell(spot), goals, self._cost, lambda a, b: True)
        if not path:
            return None
        # The first cell may lie behind the spot; every other one is enough for a curve.
        spots = [spot, *(self.lattice.spot(cell) for cell in path[2::2])]
        last = self.lattice.spot(path[-1])
        end = joins.interpolate(joins.project(Point(last))) if joins else Point(self.table.nearest_edge(last))
        line = in_paces(LineString(smooth([*spots, (end.x, end.y)], 3)))
        self.lines.append((line, width))
        self._cells |= set(path)
        return line

    def features(self) -> Iterator[dict[str, Any]]:
        """Roads, and a bridge or a ford wherever one crosses water."""
        made: list[Point] = []
        for line, width in self.lines:
            yield feature("road", line, width_paces=width)
            for point in _points(line.intersection(self.water)):
                # two roads over one bridge are one bridge
                if all(point.distance(other) > 3 * _WIDE for other in made):
                    made.append(point)
                    yield feature("bridge" if width == _ROAD else "ford", point, radius=_WIDE)


def _points(shape: BaseGeometry) -> list[Point]:
    """Where lines meet: the points themselves, or the middle of what they share."""
    return [
        part.interpolate(0.5, normalized=True) if isinstance(part, LineString) else part
        for part in getattr(shape, "geoms", [shape])
        if not part.is_empty
    ]


class Settlement:
    """Buildings that lie together, and the road that leads there."""

    def __init__(self, squares: list[GridSquare], table: DrawnTable, kind: str) -> None:
        self.squares, self.table, self.kind = squares, table, kind
        spots = [table.middle(square) for square in squares]
        self.middle = sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)
        self.gate = min(map(self._drawn_in, squares), key=lambda spot: dist(spot, self.middle))
        """Where its road begins."""

    @property
    def is_farm(self) -> bool:
        """Whether it is a few houses only."""
        return self.kind == "building" and len(self.squares) == 1

    @property
    def road_width(self) -> int:
        """A farm has a track."""
        return _TRACK if self.is_farm else _ROAD

    def build(self, road: LineString | None, pencil: Pencil, keep_off: BaseGeometry) -> list[dict[str, Any]]:
        """Its houses, beside its road, and a wall or fence."""
        made = self._farm(road, pencil) if self.is_farm else self._village(pencil)
        built = [piece for shape in made for piece in self._left_of(shape, keep_off)]
        return [*self._houses(built, pencil), *self._enclosure(unary_union(built), road, pencil)]

    def _left_of(self, shape: BaseGeometry, keep_off: BaseGeometry) -> list[Polygon]:
        """What water and roads leave of a shape: a house that would lose a part is not built."""
        least = _WHOLE * shape.area if self.is_farm else 20
        return pieces(shape.difference(keep_off), self.table, least)

    def _houses(self, built: list[Polygon], pencil: Pencil) -> Iterator[dict[str, Any]]:
        for shape in built:
            if self.is_farm:
                yield feature("building", shape, stone=pencil.between(0, 1) < 0.3)
            elif self.kind == "town":
                yield feature("town", shape)
            else:
                yield feature("village", shape, density="sparse")

    def _farm(self, road: LineString | None, pencil: Pencil) -> list[BaseGeometry]:
        """A house and two barns around a yard that the track runs into."""
        away = _heading(road) if road is not None else pencil.between(0, 360)
        long, wide = (min(side, _BARN_SHARE * self.table.square * side / _BARN[0]) for side in _BARN)
        yard = 1.1 * long
        # two or three buildings, the last across the end of the yard
        plan = [(0.0, -yard, 0.0), (0.0, yard, 0.0), (-yard, 0.0, 90.0)][: int(pencil.between(2, 4))]
        houses = []
        for ahead, right, turn in plan:
            x, y = beside(self.gate, away, ahead, right)
            house = box(x - wide / 2, y - long / 2, x + wide / 2, y + long / 2)
            houses.append(rotate(house, -(away + turn)))
        return houses

    def _village(self, pencil: Pencil) -> list[BaseGeometry]:
        radius = (_TOWN if self.kind == "town" else _HAMLET) * self.table.square
        blobs = {square: pencil.blob(self._drawn_in(square), radius, 0.2) for square in self.squares}
        return [joined(blobs, self.squares, 0.7 * radius)]

    def _drawn_in(self, square: GridSquare) -> DrawnSpot:
        """Houses stand together: the middle of a square, nearer to the middle of the village."""
        x, y = self.table.middle(square)
        return x + _CLOSE * (self.middle[0] - x), y + _CLOSE * (self.middle[1] - y)

    def _enclosure(self, built: BaseGeometry, road: LineString | None, pencil: Pencil) -> Iterator[dict[str, Any]]:
        """A wall or a fence round part of the gardens, open where the road goes through."""
        if built.is_empty:
            return
        ring = built.convex_hull.buffer(18 if self.is_farm else 10, quad_segs=2).exterior
        start, share = pencil.between(0, 0.6), pencil.between(0.3, 0.4)
        line = substring(ring, start, start + share, normalized=True).intersection(self.table.outline)
        if road is not None:
            line = line.difference(road.buffer(8))
        kind = pencil.pick(("wall", "fence"))
        for part in getattr(line, "geoms", [line]):
            if isinstance(part, LineString) and part.length > 20:
                yield feature(kind, in_paces(part))


def settle(squares: Collection[GridSquare], table: DrawnTable, kind: str = "building") -> list[Settlement]:
    """Squares with buildings, neighbours as one village."""
    return [Settlement(group, table, kind) for group in groups(squares)]


def connect(settlements: list[Settlement], roads: Roads) -> dict[int, LineString | None]:
    """A road for each, those nearest the table's edge first so that the others may join theirs."""
    order = sorted(range(len(settlements)), key=lambda n: _from_edge(settlements[n], roads.table))
    return {n: roads.lead_out(settlements[n].gate, settlements[n].road_width) for n in order}


def _from_edge(settlement: Settlement, table: DrawnTable) -> float:
    return dist(settlement.gate, table.nearest_edge(settlement.gate))


def _heading(road: LineString) -> float:
    """Where a road leads at its beginning, clockwise from north."""
    (x0, y0), ahead = road.coords[0], road.interpolate(30)
    return degrees(atan2(ahead.x - x0, ahead.y - y0)) % 360
