"""Small situations for the planner: a bare field, some bodies, some enemies."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from grognard.commanders.appreciation import Foe, PointsGoal, Situation, TableSpot, TroopBody
from grognard.commanders.doctrine import USUAL
from grognard.ground.features import AreaFeature
from grognard.ground.field import Field
from grognard.ground.units import point

SIZE = (3000, 3000)
RULES_OF_THUMB = replace(USUAL, candidates=0, together=False)
"""The usual staff without its imagination: what it would do if it tried no plans in its mind."""


def field(*features: dict[str, Any]) -> Field:
    """A table of 3,000 paces with these features."""
    data = {"type": "FeatureCollection", "paces": list(SIZE), "character": "open", "features": list(features)}
    return Field.from_geojson(data, "field.geojson")


def body(name: str, at: TableSpot, arm: Any = "foot", **more: Any) -> TroopBody:
    """Two fresh battalions facing north, unless told otherwise."""
    usual: dict[str, Any] = {
        "strength": 1000.0, "at_start": 1000.0, "facing": 0.0, "steadiness": 1.0, "front": 300.0, "pace": 120.0,
        "spots": (at,),
    }  # fmt: skip
    return TroopBody(id=name, name=name, arm=arm, place=at, **{**usual, **more})


def foe(name: str, at: TableSpot, arm: Any = "foot", **more: Any) -> Foe:
    """A fresh enemy facing south."""
    usual: dict[str, Any] = {"strength": 500.0, "facing": 180.0, "steadiness": 1.0}
    return Foe(id=name, arm=arm, place=at, **{**usual, **more})


def village(at: TableSpot, *, points: float = 5.0, kind: Any = "hold", half: float = 100.0) -> PointsGoal:
    """A place to be held, a square of houses."""
    x, y = at
    corners = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    return PointsGoal(
        "village", kind, points, at, (AreaFeature("village", "", (tuple(point(*each) for each in corners),)),)
    )


def situation(
    bodies: list[TroopBody], foes: list[Foe], goals: list[PointsGoal], *, turn: int = 1, last: int = 20, **more: Any
) -> Situation:
    """We come from the south."""
    started = sum(each.at_start for each in bodies)
    usual: dict[str, Any] = {"home": (0.0, -1.0), "field": field(), "size": SIZE, "started_with": started}
    return Situation(turn, last, tuple(bodies), tuple(foes), tuple(goals), **{**usual, **more})
