"""Water: streams run downhill to the table's edge, and drain and link the marshes (CS-B.1e)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import dist

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import LineString, Point, Polygon  # type: ignore[import-untyped]
from shapely.geometry.base import BaseGeometry  # type: ignore[import-untyped]
from shapely.ops import unary_union  # type: ignore[import-untyped]

from .drawing import DrawnSpot, DrawnTable, GridSquare, Pencil, groups, in_paces, joined, pieces, smooth
from .lattice import Cell, Lattice
from .relief import Relief

_MARSH = 0.34
"""Radius of a marsh, in squares."""
_DRY = 0.01
"""The least area of a marsh, in squares, that hills leave of it."""
_FLOODED = 12.0
"""What it costs a stream to run through a farm: it goes round if it can."""
_SAMPLE = 4
"""Paces between the spots at which a stream's fall is looked at."""


def marshes(squares: Collection[GridSquare], relief: Relief, table: DrawnTable, pencil: Pencil) -> list[Polygon]:
    """Marshes, neighbours joined, lying beside the hills and not up their sides."""
    blobs = {square: pencil.blob(table.middle(square), _MARSH * table.square, 0.3) for square in sorted(squares)}
    found = []
    for group in groups(squares):
        shape = joined(blobs, group, 0.15 * table.square)
        beside = shape.difference(relief.high_ground.buffer(0.03 * table.square))
        parts = pieces(beside, table, _DRY * table.square**2) or pieces(shape, table, 0)
        found.append(max(parts, key=lambda part: part.area))
    return found


class Waters:
    """The streams of a table, drawn one after the other."""

    def __init__(self, relief: Relief, lattice: Lattice, pencil: Pencil) -> None:
        self.relief, self.lattice, self.table, self._pencil = relief, lattice, lattice.table, pencil
        self.streams: list[LineString] = []
        # Hills count a little larger than they are, so that a stream keeps off a slope it should not climb.
        self._heights = relief.heights(lattice.xs, lattice.ys, margin=0.8 * lattice.pitch)
        self._ease = _ease(lattice, pencil) + 2.0 * self._heights
        self._hills = relief.heights(lattice.xs, lattice.ys)
        self._wet: set[Cell] = set()

    def keep_off(self, spot: DrawnSpot, radius: float) -> None:
        """People build where the water is not."""
        self._ease = self._ease + _FLOODED * self.lattice.within(Point(spot).buffer(radius))

    def drain(self, marsh: Polygon) -> None:
        """Lead the water of a marsh to a stream or marsh that is drained already, else off the table."""
        lattice = self.lattice
        middle = lattice.cell(_spot(marsh.representative_point()))
        # if no water can be reached downhill, then off the table
        path = self._down(middle, self._wet or lattice.edge()) or self._down(middle, lattice.edge())
        if path:
            self._draw(path)
            self._wet |= lattice.cells_in(marsh)

    def run_through(self, spot: DrawnSpot) -> None:
        """A stream that comes from a height or from beyond the table, passes a spot and runs on."""
        cell = self.lattice.cell(spot)
        if cell in self._wet:
            return
        # into other water or off the table, whichever is easier
        below = self._down(cell, self._wet | self.lattice.edge())
        if below:
            above = self._up(cell, below)
            self._draw([*above[::-1], *below[1:]] if above else below)

    def _down(self, start: Cell, goals: Collection[Cell]) -> list[Cell]:
        heights = self._heights
        return self.lattice.route(start, goals, self._ease, lambda a, b: bool(heights[b] <= heights[a]))

    def _up(self, start: Cell, below: list[Cell]) -> list[Cell]:
        """Back to where the water comes from: high ground, or an edge well away from where it leaves."""
        heights, behind = self._heights, _behind(start, below[-1])
        # it keeps clear of other streams on the way up, or they would run side by side
        taken = set(below) | {(x + dx, y + dy) for x, y in self._wet for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        far = 0.6 * min(self.lattice.wide, self.lattice.deep)
        springs = {cell for cell in self.lattice.edge() if behind(cell) and dist(cell, below[-1]) > far}
        springs |= {(int(x), int(y)) for x, y in np.argwhere(self._hills > self._hills[start])}
        return self.lattice.route(
            start, springs, self._ease, lambda a, b: bool(heights[b] >= heights[a]) and behind(b) and b not in taken
        )

    def _draw(self, path: list[Cell]) -> None:
        sway = 0.3 * self.lattice.pitch
        spots = [
            (x + self._pencil.between(-sway, sway), y + self._pencil.between(-sway, sway))
            for x, y in map(self.lattice.spot, path)
        ]
        edge = self.lattice.edge()
        if path[-1] in edge and path[-1] not in self._wet:
            spots.append(self.table.nearest_edge(spots[-1]))
        elif self.streams and path[-1] in self._wet:
            spots[-1] = self._junction(spots[-1])
        if path[0] in edge and len(path) > 1:
            spots.insert(0, self.table.nearest_edge(spots[0]))
        line = self._falling(spots)
        if line is not None:
            self.streams.append(line)
            self._wet |= set(path)

    def _junction(self, spot: DrawnSpot) -> DrawnSpot:
        """Where a tributary meets the drawn stream, if that is near; in a marsh the water needs no bed."""
        nearest = min(self.streams, key=lambda stream: stream.distance(Point(spot)))
        if nearest.distance(Point(spot)) > 2 * self.lattice.pitch:
            return spot
        return _spot(nearest.interpolate(nearest.project(Point(spot))))

    def _falling(self, spots: Sequence[DrawnSpot]) -> LineString | None:
        """The path as a line that never rises: smooth if it falls so, cut at its upper end if need be."""
        if len(spots) < 2:
            return None
        curve = [*spots[:-1:2], spots[-1]]
        # the smoothest that still falls
        for path in (smooth(curve, 3), smooth(spots), spots):
            line = in_paces(LineString(path))
            if self.never_rises(line):
                return line
        # a stream that would climb at its source begins lower down
        for first in range(1, len(spots) - 1):
            line = in_paces(LineString(spots[first:]))
            if self.never_rises(line):
                return line
        return None

    def never_rises(self, line: LineString) -> bool:
        """Whether water can run along a line from its first point to its last."""
        steps = np.arange(0, line.length, _SAMPLE)
        spots = [line.interpolate(step) for step in [*steps, line.length]]
        xs, ys = np.array([spot.x for spot in spots]), np.array([spot.y for spot in spots])
        return bool(np.all(np.diff(self.relief.heights(xs, ys)) <= 0))

    @property
    def bed(self) -> BaseGeometry:
        """All streams together."""
        return unary_union(self.streams) if self.streams else LineString()


def _behind(start: Cell, leaves: Cell) -> Callable[[Cell], bool]:
    """Whether a cell lies on the other side from where the water leaves: a stream does not turn on its heel."""
    dx, dy = leaves[0] - start[0], leaves[1] - start[1]
    return lambda cell: (cell[0] - start[0]) * dx + (cell[1] - start[1]) * dy <= 0


def _ease(lattice: Lattice, pencil: Pencil) -> NDArray[np.float64]:
    """How hard each cell is to cut through: uneven, which makes water wind."""
    coarse = [[pencil.between(1, 4) for _ in range(lattice.deep // 3 + 1)] for _ in range(lattice.wide // 3 + 1)]
    fine = [[pencil.between(0, 2) for _ in range(lattice.deep)] for _ in range(lattice.wide)]
    blocks = np.kron(np.array(coarse), np.ones((3, 3)))
    ease: NDArray[np.float64] = blocks[: lattice.wide, : lattice.deep] + np.array(fine)
    return ease


def _spot(point: Point) -> DrawnSpot:
    return point.x, point.y
