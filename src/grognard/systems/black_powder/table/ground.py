"""The ground by the words of the rules: what a move pays for it, what cover it gives."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from grognard.ground.features import BUILT, AreaFeature, LineFeature
from grognard.ground.field import Field as Ground
from grognard.ground.field import LineCrossed
from grognard.ground.shapes import bounds, distance_to_line
from grognard.ground.units import Point
from grognard.kernel.checks import implements
from grognard.miniatures.motion.swaths import Swath, Track
from grognard.miniatures.motion.tolls import Tolls

from ..checks.moving.rates import crossing
from ..terms import Building, Cover, Terrain, branch, dispersed
from .field import DEEP_WOODS, PowderField
from .state import UnitState

_AREAS: dict[str, Terrain] = {
    DEEP_WOODS: "woods",
    "light_woods": "light_woods",
    "marsh": "rough_ground",
    "mud": "rough_ground",
    "village": "building",
    "town": "building",
    "building": "building",
}
ROUGH = ("rough_ground", "light_woods")
OBSTACLES = ("wall", "fence", "hedge", "stream", "river")
"""Lines that take a part of a move."""
_SHELTERING = ("wall", "hedge", "fence")
_COVER: dict[str, Cover] = {
    "light_works": "cover",
    "medium_works": "building",
    "heavy_works": "building",
    "light_woods": "cover",
    DEEP_WOODS: "cover",
    "village": "building",
    "town": "building",
    "building": "building",
}
_SIZES: dict[str, Building] = {"building": "small", "village": "medium", "town": "large"}
_ORDER: tuple[Cover, ...] = ("none", "cover", "building")


def area_terrain(area: AreaFeature) -> Terrain:
    """What an area is to the rules."""
    return _AREAS.get(area.kind, "open")


def terrains_at(ground: Ground, spot: Point) -> frozenset[Terrain]:
    """All that a place lies in, open ground left out."""
    return frozenset(area_terrain(area) for area in ground.areas_at(spot)) - {"open"}


# -- movement


@dataclass(frozen=True, slots=True)
class PowderGoing:
    """What a way costs a unit, in sixteenths of its move; hand it to `advance`."""

    tolls: Tolls
    entering: int
    """For the first built-up area that it goes into."""
    burning: frozenset[AreaFeature] = frozenset()
    """Built-up areas on fire: closed, also where a road leads through them."""

    def __call__(self, swath: Swath) -> int | None:
        """The cost; None where it cannot go."""
        if self.burning and not self.burning.isdisjoint(self._met(swath)):
            return None
        cost = self.tolls(swath)
        # a road leads through the village without entering houses
        if cost is None or (self.tolls.by_road and self.tolls.on_road(swath.tracks(narrow=True)[0])):
            return cost
        return cost + self.entering * self._entered(swath)

    def _entered(self, swath: Swath) -> int:
        """How many built-up areas a way leads into that it did not begin in."""
        tracks = self._tracks(swath)
        if not tracks:
            return 0
        # who begins inside has paid already
        begun = {area for track in tracks for area in self.tolls.field.areas_at(track[0])}
        return len(self._built_on(tracks) - begun)

    def _met(self, swath: Swath) -> set[AreaFeature]:
        """The built-up areas that a way leads through."""
        return self._built_on(self._tracks(swath))

    def _built_on(self, tracks: Iterable[Track]) -> set[AreaFeature]:
        return {area for track in tracks for area in built_on(self.tolls.field, track)}

    def _tracks(self, swath: Swath) -> list[Track]:
        """Where its stands go that come near a built-up area: most do not, and need not be looked at closely."""
        boxes = _built_boxes(self.tolls.field)
        return [track for track in swath.tracks(narrow=self.tolls.narrow) if _near(track, boxes)] if boxes else []


def _built_boxes(ground: Ground) -> list[tuple[int, int, int, int]]:
    """The boxes of the built-up areas, which stay where they are."""
    found: list[tuple[int, int, int, int]] | None = ground.kept.get("built-up boxes")
    if found is None:
        found = ground.kept["built-up boxes"] = [area.box for area in ground.areas if area.kind in BUILT]
    return found


def _near(track: Track, boxes: Iterable[tuple[int, int, int, int]]) -> bool:
    west, south, east, north = bounds(track)
    return any(box[0] <= east and box[2] >= west and box[1] <= north and box[3] >= south for box in boxes)


def built_on(ground: Ground, track: Track) -> list[AreaFeature]:
    """The built-up areas that a track leads through."""
    return [area for piece in ground.pieces(track) for area in piece.areas if area.kind in BUILT]


@implements("BP-MOVE-3", "BP-WOODS-1", "BP-WOODS-11")
def going(b: PowderField, unit: UnitState, *, by_road: bool = False) -> PowderGoing:
    """What a unit's way costs it: rough ground is twice as far for formed troops and closed to guns, an obstacle and
    the edge of a village take a part of the move. Any unit goes into woods: they cap its rate (`rate_on`). Who stands
    where he cannot go gets out as through rough ground. What burns lets nobody in."""
    of, loose = branch(unit.arm), dispersed(unit.formation)
    rough_ground = b.t.value("BP-MOVE-3", "rough_ground")
    dear, dear_here = rough_ground["formed"], rough_ground["skirmishers" if loose else "formed"]
    penalty, entering = b.sub(crossing(b.t, "obstacle")), b.sub(crossing(b.t, "building"))
    closed = b.t.value("BP-MOVE-3", "closed")[of]
    # looked at once, as it sets out: on its way it may not enter what is closed to it
    stuck = terrains_at(b.ground, unit.position) | terrains_at(b.ground, b.survey.middle(unit.id))

    def price(areas: tuple[AreaFeature, ...]) -> int | None:
        found = {area_terrain(area) for area in areas}
        rough = any(each in found for each in ROUGH)
        if rough and "rough_ground" in closed and not stuck & set(ROUGH):
            return None
        if "building" in found and "building" in closed:
            # let out, or a unit put there by a retreat could never move again
            return dear if "building" in stuck else None
        return dear_here if rough else 1

    def line(crossed: LineCrossed) -> int:
        bridged = crossed.by is not None and crossed.by.kind == "bridge"
        return 0 if bridged or crossed.line.kind not in OBSTACLES else penalty

    # these pass where their middle passes
    narrow = unit.formation in ("march_column", "limbered", "skirmish")
    burning = burning_areas(b)
    # let out, as above
    shut = burning.difference(_under(b, unit.id)) if burning else burning
    return PowderGoing(Tolls(b.ground, price, line, narrow=narrow, by_road=by_road), entering, shut)


def burning_areas(b: PowderField) -> frozenset[AreaFeature]:
    """What burns by a special rule of the battle."""
    names = b.special.burning(b.moment()[0])
    return frozenset(area for area in b.ground.areas if area.name in names) if names else frozenset()


def in_flames(b: PowderField, unit: str) -> bool:
    """Whether a unit stands in something that burns."""
    burning = burning_areas(b)
    return bool(burning) and not burning.isdisjoint(_under(b, unit))


def _under(b: PowderField, unit: str) -> list[AreaFeature]:
    """The areas in which the front or the middle of a unit is."""
    return [area for spot in (b.unit(unit).position, b.survey.middle(unit)) for area in b.ground.areas_at(spot)]


def through_woods(b: PowderField, swath: Swath) -> bool:
    """Whether a way begins in woods or leads into them."""
    return any(
        area.kind == DEEP_WOODS for track in swath.tracks() for piece in b.ground.pieces(track) for area in piece.areas
    ) or any(b.woods_at(track[0]) for track in swath.tracks())


def on_road(b: PowderField, unit: str) -> bool:
    """Whether the front of a unit stands on a road."""
    return bool(b.ground.roads_at(b.unit(unit).position))


# -- cover


@implements("BP-SAVE-2", "BP-WOODS-7")
def cover_of(b: PowderField, unit: str, against: Point | None = None) -> Cover:
    """The cover in which a unit stands: the ground it is on, and walls, hedges and fences close before it on the line
    to somebody."""
    # front and middle: either of them in cover is enough
    burning = burning_areas(b)
    found = [_COVER[area.kind] for area in _under(b, unit) if area.kind in _COVER and area not in burning]
    if against is not None and _behind(b, unit, against):
        found.append("cover")
    return best(found)


def cover_at(b: PowderField, spot: Point) -> Cover:
    """The best cover that a place lies in."""
    burning = burning_areas(b)
    return best([_COVER[area.kind] for area in b.ground.areas_at(spot) if area.kind in _COVER and area not in burning])


def _behind(b: PowderField, unit: str, against: Point) -> bool:
    spot, near = b.unit(unit).position, b.sub(b.t.number("BP-WOODS-7", "edge"))  # as near as to the edge of a wood
    met = b.ground.lines_met((against, spot))
    return any(each.line.kind in _SHELTERING and _close(each.line, spot, near) for each in met)


def _close(line: LineFeature, spot: Point, near: int) -> bool:
    return distance_to_line(spot, line.points) <= near


def best(covers: Iterable[Cover]) -> Cover:
    """The best of several."""
    return max(covers, key=_ORDER.index, default="none")


@implements("BP-HTH-3")
def building_of(b: PowderField, unit: str) -> Building:
    """The building that a unit holds, by its size: a farm, a village, a town. One that burns is held by nobody."""
    # horse and guns do not hold houses
    if b.branch(unit) != "infantry":
        return "none"
    burning = burning_areas(b)
    kinds = [area.kind for area in b.ground.areas_at(b.survey.middle(unit)) if area not in burning]
    return next((_SIZES[kind] for kind in ("town", "village", "building") if kind in kinds), "none")


def in_the_open(b: PowderField, unit: str) -> bool:
    """Whether a unit stands neither in woods, rough ground or buildings nor behind an obstacle (BP-SQUARE-1)."""
    return not terrains_at(b.ground, b.survey.middle(unit)) and cover_of(b, unit) == "none"


def higher(b: PowderField, one: str, other: str) -> bool:
    """Whether a unit stands higher than another: guns on a hill fire over friends."""
    return b.ground.height_at(b.unit(one).position) > b.ground.height_at(b.unit(other).position)
