"""What was rolled, arranged and joined so that the ground makes sense: relief, water, what grows, what is built."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Literal, NamedTuple, cast

from shapely.geometry import Polygon  # type: ignore[import-untyped]
from shapely.geometry.base import BaseGeometry  # type: ignore[import-untyped]
from shapely.ops import unary_union  # type: ignore[import-untyped]

from grognard.kernel.checks import implements
from grognard.kernel.tables import Tables

from ...checks.ground.terrain import TerrainFeatureResult
from ...terms import Character
from . import cover, settlement, waters
from .drawing import DrawnTable, GridSquare, Pencil, feature, pieces
from .lattice import Lattice
from .relief import Relief, Slope, raise_hills

Demanded = Literal["town", "village", "light_works", "medium_works", "heavy_works", "crossroads", "clear"]
_WORKS = ("light_works", "medium_works", "heavy_works")
_BUILDINGS = ("building", "building_wall_or_fence")
_STREAMS = ("stream", "stream_or_dry_river_bed")
_DRY_SHARE = 0.7
"""How many of a desert's river beds are dry; the rules leave it open."""
_STREAM = 6
"""Paces of width."""
_YARD = 12
"""Paces round houses without trees or crops."""


class Mandatory(NamedTuple):
    """Terrain that the scenario demands in a square, counted from the south-west corner, from 1."""

    square: GridSquare
    feature: Demanded


@implements("CS-B.1e")
class Countryside:
    """Each part is made once, when it is first asked for, from those below it."""

    def __init__(
        self,
        rolled: Mapping[GridSquare, TerrainFeatureResult],
        demands: Sequence[Mandatory],
        character: Character,
        table: DrawnTable,
        pencil: Pencil,
        t: Tables,
    ) -> None:
        self.rolled, self.demands, self.character = rolled, demands, character
        self.table, self.pencil, self.t = table, pencil, t
        self.lattice = Lattice(table)

    def features(self) -> list[dict[str, Any]]:
        """Everything as GeoJSON, from the ground up."""
        return [
            *self.relief.features(),
            *self._growing(),
            *(feature("marsh", marsh) for marsh in self.marshes),
            *self._streams(),
            *self.roads.features(),
            *self.buildings,
            *self._works(),
        ]

    def squares(self, *kinds: str) -> list[GridSquare]:
        """The squares for which such a feature was rolled."""
        return [square for square, found in self.rolled.items() if found.feature in kinds]

    def demanded(self, *kinds: str) -> list[GridSquare]:
        """The squares in which the scenario demands such a feature."""
        return [demand.square for demand in self.demands if demand.feature in kinds]

    @cached_property
    def relief(self) -> Relief:
        """Hills and ridges."""
        hills = {square: cast(Slope, self.rolled[square].slope) for square in self.squares("hill")}
        return raise_hills(hills, self.table, self.pencil, self.t)

    @cached_property
    def marshes(self) -> list[Polygon]:
        """Marshes."""
        return waters.marshes(self.squares("marsh"), self.relief, self.table, self.pencil)

    @cached_property
    def waters(self) -> waters.Waters:
        """Streams: those that were rolled, then what drains the marshes, the innermost last."""
        found = waters.Waters(self.relief, self.lattice, self.pencil)
        # before the first stream: it has to run round what people built
        for square in [*self.squares(*_BUILDINGS), *(demand.square for demand in self.demands)]:
            found.keep_off(self.table.middle(square), 0.3 * self.table.square)
        for square in self.squares(*_STREAMS):
            found.run_through(self.table.middle(square))
        # from the edge inward, so that the inner ones can drain into the outer
        outermost = sorted(self.marshes, key=lambda marsh: marsh.distance(self.table.outline.exterior))
        for marsh in outermost:
            found.drain(marsh)
        return found

    @cached_property
    def wet(self) -> BaseGeometry:
        """All water."""
        return unary_union([self.waters.bed, *self.marshes])

    def _streams(self) -> Iterator[dict[str, Any]]:
        for line in self.waters.streams:
            dry = self.character == "desert" and self.pencil.between(0, 1) < _DRY_SHARE
            yield feature("stream", line, width_paces=_STREAM, **({"note": "dry river bed"} if dry else {}))

    @cached_property
    def woods(self) -> dict[str, BaseGeometry]:
        """Light and heavy woods as they would grow if nobody had cleared anything."""
        wooded = {square: found.woods for square, found in self.rolled.items() if found.woods != "none"}
        return cover.Woods(self.table, self.pencil, self.wet).grow(wooded, self.squares("hill"))

    @cached_property
    def fields(self) -> list[Polygon]:
        """Fields."""
        return cover.fields(self.squares("field"), self.table, self.pencil, self.wet.buffer(8))

    @cached_property
    def settlements(self) -> list[settlement.Settlement]:
        """Farms, villages and towns."""
        villages = [*self.squares(*_BUILDINGS)]
        demanded = settlement.settle(self.demanded("village"), self.table, "village")
        towns = settlement.settle(self.demanded("town"), self.table, "town")
        return [*towns, *demanded, *settlement.settle(villages, self.table)]

    @cached_property
    def roads(self) -> settlement.Roads:
        """Roads to all settlements, and across the crossroads that the scenario demands."""
        wood = unary_union(list(self.woods.values()))
        roads = settlement.Roads(
            self.lattice, self.relief, self.pencil, self.waters.bed, unary_union(self.marshes), wood
        )
        # before the settlements: their roads join what is there
        for square in self.demanded("crossroads"):
            roads.run_across(self.table.middle(square))
        # kept for the houses, which stand along their own road
        self._leads = settlement.connect(self.settlements, roads)
        return roads

    @cached_property
    def buildings(self) -> list[dict[str, Any]]:
        """Houses, and the walls or fences near them."""
        off = unary_union([self.wet, *(line for line, _ in self.roads.lines)]).buffer(4)
        bog = self.wet.buffer(4)
        return [
            made
            for number, place in enumerate(self.settlements)
            for made in place.build(self._leads[number], self.pencil, off if place.is_farm else bog)
        ]

    @cached_property
    def houses(self) -> BaseGeometry:
        """All built-up ground."""
        areas = (made["geometry"] for made in self.buildings if made["geometry"]["type"] == "Polygon")
        return unary_union([Polygon(area["coordinates"][0]) for area in areas])

    def _growing(self) -> Iterator[dict[str, Any]]:
        """Woods, fields and clearings, all kept off the houses."""
        yards, table = self.houses.buffer(_YARD), self.table
        if self.character == "hilly_wooded":
            cleared = [square for square, found in self.rolled.items() if found.clearing]
            cleared += [demand.square for demand in self.demands]
            yield from cover.wooded_country(self.woods, cover.clearings(cleared, table, self.pencil), table)
        else:
            yield from cover.wood_features(self.woods, unary_union([yards, *self.fields]), table)
        for parcel in self.fields:
            yield from (feature("field", piece) for piece in pieces(parcel.difference(yards), table, 50))

    def _works(self) -> Iterator[dict[str, Any]]:
        """Earthworks that the scenario demands."""
        for square, kind in self.demands:
            if kind in _WORKS:
                redoubt = self.pencil.blob(self.table.middle(square), 0.16 * self.table.square, 0.05)
                yield from (feature(kind, piece) for piece in pieces(redoubt, self.table, 1))
