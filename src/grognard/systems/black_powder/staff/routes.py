"""What ways over the ground cost: for `commanders.routes`."""

from __future__ import annotations

from collections.abc import Collection

from grognard.commanders.appreciation import TableSpot
from grognard.commanders.routes import NEVER, Country
from grognard.ground.field import Field as Ground
from grognard.ground.units import SUB, point
from grognard.kernel.tables import Tables

from ..table.ground import OBSTACLES, area_terrain
from ..terms import Branch

WOODS = {"infantry": 1.0, "cavalry": 3.0, "artillery": 5.0}
"""How much dearer than open ground woods are: whoever is in them gets one move and may be lost."""

FIRE = 50.0
"""How much dearer a place is that burns in this battle: closed, but somebody may stand in it and wants to get out."""


class Going(Country):
    """The table as one arm sees it."""

    def __init__(self, ground: Ground, tables: Tables, arm: Branch, fires: Collection[str] = ()) -> None:
        super().__init__(ground, self._price)
        rows = tables["BP-MOVE-3"]
        self._closed, self._dear = rows["closed"][arm], rows["rough_ground"]["formed"] - 1.0
        self._woods, self._fires = WOODS[arm], fires
        paces = tables.number("BP-BASE-1", "paces_per_inch")
        self._obstacle, self._building = rows["obstacle"] * paces, rows["building"] * paces

    def _price(self, start: TableSpot, end: TableSpot) -> float:
        path = (point(*start), point(*end))
        met = self.ground.crossings(path)
        if not self.ground.passable(path, met):
            return NEVER
        cost = met.distance / SUB
        for stretch in met.areas:
            terrain, far = area_terrain(stretch.area), stretch.distance / SUB
            # light woods are rough ground, so they are closed to whom that is closed
            if terrain in self._closed or (terrain == "light_woods" and "rough_ground" in self._closed):
                return NEVER
            if stretch.area.name in self._fires:
                cost += FIRE * far
            elif terrain == "building":
                cost += self._building
            elif terrain == "woods":
                cost += self._woods * far
            elif terrain in ("rough_ground", "light_woods"):
                cost += self._dear * far
        for crossed in met.lines:
            bridged = crossed.by is not None and crossed.by.kind == "bridge"
            cost += 0.0 if bridged or crossed.line.kind not in OBSTACLES else self._obstacle
        return cost
