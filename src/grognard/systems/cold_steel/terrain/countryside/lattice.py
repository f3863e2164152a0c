"""The table as a fine lattice, for finding the way of a stream or a road."""

from __future__ import annotations

from collections.abc import Callable, Collection
from heapq import heappop, heappush
from math import hypot, sqrt

import numpy as np
from numpy.typing import NDArray
from shapely import contains_xy  # type: ignore[import-untyped]
from shapely.geometry.base import BaseGeometry  # type: ignore[import-untyped]

from .drawing import DrawnSpot, DrawnTable

Cell = tuple[int, int]
_FINEST, _COARSEST, _CELLS = 8, 3, 24_000
"""Cells to a square, and to a table: finer ones would make a great table slow."""
_STEPS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


class Lattice:
    """Cells with their middles in paces."""

    def __init__(self, table: DrawnTable) -> None:
        to_a_square = int(sqrt(_CELLS / (table.columns * table.rows)))
        self.table = table
        self.to_a_square = min(max(to_a_square, _COARSEST), _FINEST)
        self.pitch = table.square / self.to_a_square
        self.wide, self.deep = table.columns * self.to_a_square, table.rows * self.to_a_square
        across, up = np.arange(self.wide), np.arange(self.deep)
        self.xs, self.ys = np.meshgrid((across + 0.5) * self.pitch, (up + 0.5) * self.pitch, indexing="ij")

    def cell(self, spot: DrawnSpot) -> Cell:
        """The cell a spot lies in."""
        across, up = int(spot[0] // self.pitch), int(spot[1] // self.pitch)
        return min(max(across, 0), self.wide - 1), min(max(up, 0), self.deep - 1)

    def spot(self, cell: Cell) -> DrawnSpot:
        """The middle of a cell."""
        return (cell[0] + 0.5) * self.pitch, (cell[1] + 0.5) * self.pitch

    def within(self, shape: BaseGeometry) -> NDArray[np.bool_]:
        """Which cells have their middle in a shape."""
        inside: NDArray[np.bool_] = contains_xy(shape, self.xs, self.ys)
        return inside

    def cells_in(self, shape: BaseGeometry) -> set[Cell]:
        """The cells with their middle in a shape."""
        return {(int(across), int(up)) for across, up in np.argwhere(self.within(shape))}

    def edge(self) -> set[Cell]:
        """The cells along the table's edge."""
        sides = {(across, up) for across in (0, self.wide - 1) for up in range(self.deep)}
        return sides | {(across, up) for across in range(self.wide) for up in (0, self.deep - 1)}

    def route(
        self, start: Cell, goals: Collection[Cell], cost: NDArray[np.float64], may: Callable[[Cell, Cell], bool]
    ) -> list[Cell]:
        """The cheapest way to any goal over steps that may be taken; empty if there is none."""
        best, came, queue = {start: 0.0}, {start: start}, [(0.0, start)]
        while queue:
            spent, cell = heappop(queue)
            if cell in goals:
                return _back(came, cell)
            # an older entry for a cell that was reached more cheaply since
            if spent > best[cell]:
                continue
            for dx, dy in _STEPS:
                after = cell[0] + dx, cell[1] + dy
                if not (0 <= after[0] < self.wide and 0 <= after[1] < self.deep and may(cell, after)):
                    continue
                total = spent + hypot(dx, dy) * float(cost[after])
                if total < best.get(after, total + 1):
                    best[after], came[after] = total, cell
                    heappush(queue, (total, after))
        return []


def _back(came: dict[Cell, Cell], cell: Cell) -> list[Cell]:
    path = [cell]
    while came[cell] != cell:
        cell = came[cell]
        path.append(cell)
    return path[::-1]
