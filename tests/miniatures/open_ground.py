"""A made-up table and bodies on it, in paces: no rule system is needed to move them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from grognard.ground.field import Field
from grognard.ground.placing import Shape
from grognard.ground.units import point, to_sub
from grognard.miniatures.motion.moving import Stops
from grognard.miniatures.motion.neighbours import Neighbour
from grognard.miniatures.motion.placements import Placement
from grognard.miniatures.motion.tolls import Tolls

SIZE = 2000
BATTALION = Shape.of([(-60, -10, 60, 0)])
"""120 paces wide, 10 deep."""
ROAD_COLUMN = Shape.of([(-5, -120, 5, 0)])
PRICES = {"light_woods": Fraction(4, 3), "heavy_woods": Fraction(4), "marsh": None, "hill": 1}
WALL = 30


def box(kind: str, x0: int, y0: int, x1: int, y1: int, **properties: Any) -> dict[str, Any]:
    ring = [[x0, y0], [x1, y0], [x1, y1], [x0, y1], [x0, y0]]
    return feature(kind, {"type": "Polygon", "coordinates": [ring]}, **properties)


def line(kind: str, *points: tuple[int, int], **properties: Any) -> dict[str, Any]:
    return feature(kind, {"type": "LineString", "coordinates": [list(p) for p in points]}, **properties)


def feature(kind: str, geometry: dict[str, Any], **properties: Any) -> dict[str, Any]:
    return {"type": "Feature", "geometry": geometry, "properties": {"kind": kind, "name": kind, **properties}}


def ground(*features: dict[str, Any]) -> Field:
    data = {"type": "FeatureCollection", "paces": [SIZE, SIZE], "character": "open", "features": list(features)}
    return Field.from_geojson(data, "field.geojson")


def tolls(*features: dict[str, Any], **more: Any) -> Tolls:
    """The ground with such prices: woods at three quarters and a quarter, no way into a marsh, 30 paces for a wall."""

    def price(areas):
        worth = Fraction(1)
        for area in areas:
            each = PRICES.get(area.kind, 1)
            if each is None:
                return None
            worth *= each
        return worth

    def wall(crossed):
        return to_sub(WALL) if crossed.line.kind in ("wall", "stream") else 0

    return Tolls(ground(*features), price, wall, **more)


def at(x: float, y: float, heading: int = 0) -> Placement:
    return Placement(point(x, y), heading)


def foe(name: str, x: float, y: float, heading: int = 180, shape: Shape = BATTALION, keep: int = 0) -> Neighbour:
    return Neighbour(name, shape, at(x, y, heading), foe=True, keep=to_sub(keep))


def friend(name: str, x: float, y: float, *, through: bool = False, shape: Shape = BATTALION) -> Neighbour:
    return Neighbour(name, shape, at(x, y), foe=False, through=through)


def stops(*neighbours: Neighbour, leaves: bool = False) -> Stops:
    return Stops(point(SIZE, SIZE), neighbours, leaves)
