"""Cold Steel's view of the ground: what a path costs, what slope and cover a place has, which zone a distance lies in.

`ground` knows no rules; here its answers become the facts that the checks ask for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from grognard.ground.features import HILLS, AreaFeature
from grognard.ground.field import MOST_PASSAGES, Contours, Field, Gradient, LineCrossed
from grognard.ground.units import SUB, Point, to_paces
from grognard.kernel.checks import implements
from grognard.kernel.ruleset import Ruleset
from grognard.kernel.sources import NO_DICE

from ...checks.movement.frontage import Terrain
from ...checks.setting_up.measures import SlopeFacts
from ...terms import Cover, zones

_GOING: dict[str, Terrain] = {
    "ploughed_field": "ploughed_field",
    "mud": "mud",
    "marsh": "marsh",
    "light_woods": "light_woods",
    "heavy_woods": "heavy_woods",
    "town": "dense_buildings",
}
_COVER: dict[str, Cover] = {
    "light_woods": "light_cover",
    "heavy_woods": "heavy_woods",
    "village": "light_works",
    "town": "light_works",
    "light_works": "light_works",
    "medium_works": "medium_works",
    "heavy_works": "heavy_works",
}
_SLOPES: dict[str, Terrain | None] = {
    "flat": None,
    "gentle": "gentle_slope",
    "moderate": "moderate_slope",
    "steep": "steep_slope",
}
_BARE = ("clearing", "field", "ploughed_field", "village", "town", "building", "water", "marsh")
_OBSTACLES = ("wall", "fence", "hedge", "stream", "river")


class Going(NamedTuple):
    """What a path meets, as the movement check asks for it."""

    terrain: frozenset[Terrain]
    obstacles: int
    """Linear obstacles crossed; water crossed by a bridge or ford is a defile instead."""
    defiles: int
    structures: bool
    """It goes into a building, or out of one."""
    passable: bool
    paces: int
    """Length of the path, fractions rounded up."""


@implements("CS-6.2b", "CS-6.2d", "CS-6.2e", "CS-6.2h", "CS-1.2c")
def going(rules: Ruleset, field: Field, path: Sequence[Point]) -> Going:
    """The ground along a path: areas, slopes, obstacles and defiles. What an officer plans he mostly does, so it is
    remembered."""
    kept: dict[tuple[Point, ...], Going] = field.kept.setdefault((Going, rules), {})
    key = tuple(path)
    found = kept.get(key)
    if found is None:
        # cleared whole: who asks for so many paths has moved on from the old ones
        if len(kept) >= MOST_PASSAGES:
            kept.clear()
        found = kept[key] = _going(rules, field, key)
    return found


def _going(rules: Ruleset, field: Field, path: Sequence[Point]) -> Going:
    met = field.trodden(path)
    terrain = {kind for stretch in met.areas if (kind := _kind(stretch.area)) is not None}
    for contours in met.contours:
        slope = _SLOPES[slope_class(rules, contours)]
        if slope is not None:
            terrain.add(slope)
    # outside of clearings all ground is wooded there (CS-1.2c)
    if field.character == "hilly_wooded" and _leaves_clearings(field, path):
        terrain.add("light_woods")
    before, after = met.covers
    return Going(
        frozenset(terrain),
        sum([_is_obstacle(line) for line in met.lines]),
        sum([line.by is not None for line in met.lines]),
        # from in to out, or from out to in: passing by a house is neither
        ("building" in before) != ("building" in after),
        met.passable,
        _whole_paces(met.distance),
    )


def open_ground(field: Field, points: Iterable[Point]) -> bool:
    """Whether `going` would find nothing on any path between these points: no kind of ground, no slope, no line but
    roads. It may say no where there is nothing."""
    if field.character == "hilly_wooded":
        return False
    alike = field.alike_within(points)
    return alike is not None and all(area.kind in HILLS for area in alike)


def march(rules: Ruleset, field: Field, path: Sequence[Point], **unit: Any) -> Any:
    """The movement check for a unit on a path: paces it has, and the disorder the ground costs it."""
    ground = going(rules, field, path)
    check = rules["movement"]
    facts = {"terrain": ground.terrain, "obstacles": ground.obstacles, "structures": ground.structures, **unit}
    if ground.defiles:
        facts["defile"] = "cleared"
    return check.roll(check.read(facts), NO_DICE)


def slope_kind(rules: Ruleset, field: Field, a: Point, b: Point) -> Terrain | None:
    """The row of the terrain table for the slope between two points, if there is one."""
    return _SLOPES[slope_class(rules, field.slope_between(a, b))]


@implements("CS-1.2.1", "CS-1.7c")
def slope_class(rules: Ruleset, gradient: Gradient | Contours, scale: int = 20) -> str:
    """Flat, gentle, moderate or steep: as the field says of the hill, else by contours and paces."""
    # level ground has no slope, whatever the hill beside it is called
    if not gradient.crossed:
        return "flat"
    # what the scenario says of a hill goes before contours counted
    if gradient.slope is not None:
        return gradient.slope
    return _slope_by_contours(rules, gradient.crossed, max(1, round(to_paces(gradient.distance))), str(scale))


@lru_cache(maxsize=4096)
def _slope_by_contours(rules: Ruleset, contours: int, paces: int, scale: Any) -> str:
    hillside = SlopeFacts(contours=contours, paces=paces, scale=scale)
    grade: str = rules["slope"].roll(hillside, NO_DICE).settled.slope
    return grade


def cover_of(area: AreaFeature) -> Cover | None:
    """The cover row of a kind of ground, as the field has it."""
    if area.kind == "building" or (area.kind in ("village", "town") and area.stone):
        return "medium_works" if area.stone else "light_works"
    return _COVER.get(area.kind)


def cover_at(
    field: Field, point: Point, cover_of: Callable[[AreaFeature], Cover | None] = cover_of
) -> frozenset[Cover]:
    """The cover rows that a unit standing there may look at, by the field alone; in play ask cover.cover_at."""
    found = {cover_of(area) for area in field.areas_at(point)}
    if field.character == "hilly_wooded" and _in_woods_by_default(field, point):
        found.add("light_cover")
    return frozenset(cover for cover in found if cover is not None)


def zone_of(rules: Ruleset, sixteenths: int) -> str:
    """The zone of a distance; a fraction of a pace rounds up, so that the bands have no gaps."""
    return zones(rules.tables)[_whole_paces(sixteenths)]


def _whole_paces(sixteenths: int) -> int:
    """Paces, a fraction rounded up."""
    return -(-sixteenths // SUB)


def _kind(area: AreaFeature) -> Terrain | None:
    if area.kind == "village":
        return "dense_buildings" if area.density == "dense" else "sparse_buildings"
    return _GOING.get(area.kind)


def _is_obstacle(crossed: LineCrossed) -> bool:
    return crossed.line.kind in _OBSTACLES and crossed.by is None


def _in_woods_by_default(field: Field, point: Point) -> bool:
    """On a hilly-wooded table all ground is wooded but clearings and what is built or under water."""
    return not any(area.kind in _BARE for area in field.areas_at(point))


def _leaves_clearings(field: Field, path: Sequence[Point]) -> bool:
    return any(_in_woods_by_default(field, point) for point in path)
