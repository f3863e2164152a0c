"""A small field with a farm and a road, and battles on it between Blue and White."""

from __future__ import annotations

from grognard.battle.ending.tally import Army, Tally, UnitStanding
from grognard.battle.ending.victory import score
from grognard.ground.field import Field
from grognard.scenarios.model import Condition

RING = [[400, 400], [600, 400], [600, 600], [400, 600], [400, 400]]
FIELD = Field.from_geojson(
    {
        "type": "FeatureCollection",
        "paces": [1000, 1000],
        "character": "open",
        "features": [
            {
                "type": "Feature",
                "properties": {"kind": "village", "name": "Farm"},
                "geometry": {"type": "Polygon", "coordinates": [RING]},
            },
            {
                "type": "Feature",
                "properties": {"kind": "road", "name": "Road"},
                "geometry": {"type": "LineString", "coordinates": [[0, 100], [1000, 100]]},
            },
        ],
    },
    "field.geojson",
)
FARM, OUTSIDE = (500.0, 500.0), (601.0, 500.0)


def unit(name="a", place=(0.0, 0.0), **fields):
    given = {"id": name, "arm": "infantry", "men_at_start": 600, "men": 600, "place": place} | fields
    return UnitStanding(**given)


def tally(blue=(), white=(), **fields):
    return Tally((Army("Blue", tuple(blue), **fields), Army("White", tuple(white))))


def points(tally_, *, measure, **fields):
    """What Blue earns by a condition worth one point."""
    condition = Condition(side="Blue", kind="other", points=1, text="so", measure=measure, **fields)
    return score((condition,), tally_, FIELD)[0].points
