"""What lies at a place of open ground, in words: its name, its kind, how high it is and how it slopes."""

from __future__ import annotations

import math
from collections.abc import Iterable

from grognard.battle.pictures import Row
from grognard.battle.sighting.records import FEET, GroundCard
from grognard.ground.features import BUILT, HILLS, WOODS, WORKS, AreaFeature
from grognard.ground.field import Field
from grognard.ground.units import Point, spot, to_sub

AROUND = to_sub(100)
"""How far about a place its slope is looked at."""
WORDS = {
    "light_woods": "light wood",
    "heavy_woods": "heavy wood",
    "ploughed_field": "ploughed field",
    "field": "field",
    "light_works": "light works",
    "medium_works": "medium works",
    "heavy_works": "heavy works",
}
_FIRST = ("building", *WORKS, *BUILT, "water", "marsh", "mud", *WOODS, "ploughed_field", "field", "clearing", *HILLS)
"""What a place is called by, where several things lie there."""


def name_of(area: AreaFeature) -> str:
    """An area by its own name, without what only tells two pieces of it apart; by its kind where it has none."""
    short = area.name.split(",")[0].split("(")[0].strip()
    return short[:1].upper() + short[1:] if short else f"a {kind_of(area.kind)}"


def kind_of(kind: str) -> str:
    """A kind of ground in words."""
    return WORDS.get(kind, kind.replace("_", " "))


def card(ground: Field, at: Point, *, cover: str = "", rows: Iterable[Row] = ()) -> GroundCard:
    """The card of a place, with what a system says of it."""
    areas = sorted(ground.areas_at(at), key=lambda area: _FIRST.index(area.kind))
    roads = ground.roads_at(at)
    flat = [area for area in areas if area.kind not in HILLS]
    hills = sorted((area for area in areas if area.kind in HILLS), key=lambda area: -area.height)
    kinds = list(dict.fromkeys(kind_of(area.kind) for area in flat))
    if roads:
        kinds.insert(0, "paved road" if any(road.paved for road in roads) else "road")
    named = [name_of(area) for area in flat if area.name] + [road.name for road in roads if road.name]
    named += [name_of(hill) for hill in hills if hill.name]
    kind = ", ".join(kinds) or ("high ground" if hills else "open ground")
    title = named[0] if named else kind
    x, y = spot(at)
    return GroundCard(
        title=title[:1].upper() + title[1:],
        kind=kind,
        x=x,
        y=y,
        feet=ground.height_at(at) * FEET,
        slope=slope_at(ground, at),
        cover=cover,
        rows=tuple(rows),
    )


def slope_at(ground: Field, at: Point) -> str:
    """How the ground slopes about a place, by the steepest contour near; nothing where it is level."""
    found = [ground.slope_between(at, _toward(at, turn)) for turn in range(0, 360, 45)]
    steep = [each for each in found if each.crossed]
    if not steep:
        return ""
    worst = max(steep, key=lambda each: (("gentle", "moderate", "steep").index(each.slope or "gentle"), each.crossed))
    return f"{worst.slope or 'gentle'} slope"


def _toward(at: Point, degrees: int) -> Point:
    turn = math.radians(degrees)
    return at[0] + round(AROUND * math.sin(turn)), at[1] + round(AROUND * math.cos(turn))
