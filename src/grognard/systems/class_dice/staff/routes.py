"""What ways over the ground cost, by the charts: for `commanders.routes`."""

from __future__ import annotations

from grognard.commanders.appreciation import TableSpot
from grognard.commanders.routes import NEVER, Country
from grognard.ground.field import Field as Ground
from grognard.ground.shapes import distance
from grognard.ground.units import SUB, point
from grognard.kernel.tables import Tables

from ..checks.charts import paces
from ..table.ground import area_terrain, line_terrain
from ..terms import Branch

DISRUPTS = {"D1": 40.0, "D2": 150.0, "D3": 450.0}
"""Paces that a piece of disruptive ground is worth going round, by its grade."""
ROUGH = ("D2", "D3")
"""Grades of ground that are crossed in general order, which nothing disrupts."""


class Going(Country):
    """The table as one arm sees it."""

    def __init__(self, ground: Ground, tables: Tables, arm: Branch) -> None:
        self.tables, self.column = tables, "guns" if arm == "artillery" else "foot"
        # the charts have one column for foot and horse, and both sides go over the same ground: one lattice serves all
        alike = ground.kept.get(key := (Going, tables, self.column))
        super().__init__(ground, self._price, alike)
        ground.kept.setdefault(key, self)
        self._rough: dict[tuple[int, ...], bool] = {}

    def _price(self, start: TableSpot, end: TableSpot) -> float:
        path = (point(*start), point(*end))
        if self.ground.alike_within(path) == ():
            return distance(*path) / SUB
        met = self.ground.crossings(path, hills=False)
        if not self.ground.passable(path, met):
            return NEVER
        grades, effects = self.tables["CD-disruptive-grades"], self.tables["CD-terrain-effects"]
        cost = met.distance / SUB
        for stretch in met.areas:
            terrain = area_terrain(stretch.area)
            if terrain is None:
                continue
            # ground that the chart does not name costs no more than open ground
            share = effects.get(terrain, {}).get(self.column) if terrain in effects else [1, 1]
            if share is None:
                return NEVER
            cost += stretch.distance / SUB * (share[1] / share[0] - 1) + DISRUPTS.get(grades.get(terrain, ""), 0.0)
        for crossed in met.lines:
            terrain = line_terrain(crossed)
            cost += DISRUPTS.get(grades.get(terrain, ""), 0.0)
            if terrain == "linear_obstacle":
                cost += paces(self.tables, effects[terrain][self.column])
        return cost

    def rough(self, start: TableSpot, end: TableSpot) -> bool:
        """Whether the straight way leads over ground that would throw close order into disorder."""
        # by the squares of the grid: a pace more or less makes no other answer
        key = (*self.near(start), *self.near(end))
        if key not in self._rough:
            grades = self.tables["CD-disruptive-grades"]
            met = self.ground.crossings((point(*start), point(*end)), hills=False)
            found = [area_terrain(stretch.area) for stretch in met.areas] + [line_terrain(each) for each in met.lines]
            self._rough[key] = any(terrain is not None and grades.get(terrain, "") in ROUGH for terrain in found)
        return self._rough[key]
