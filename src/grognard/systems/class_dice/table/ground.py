"""The ground by the words of the charts: what a move pays for it, where it disrupts, what cover it gives."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import chain, pairwise
from typing import NamedTuple

from grognard.ground.features import BUILT, AreaFeature, LineFeature
from grognard.ground.field import Field as Ground
from grognard.ground.field import LineCrossed
from grognard.ground.shapes import distance_to_line
from grognard.ground.units import Point, to_sub
from grognard.kernel.checks import Refused, implements
from grognard.miniatures.motion.swaths import Swath
from grognard.miniatures.motion.tolls import Price, Tolls

from ..checks.charts import paces
from ..checks.terrain import DisruptiveGroundFacts, TerrainFacts, pace_cost
from ..terms import Branch, Cover, Formation, Terrain, branch
from .field import ClassField
from .state import UnitState

_AREAS: dict[str, Terrain] = {
    "light_woods": "light_woods",
    "heavy_woods": "heavy_woods",
    "marsh": "marsh",
    "mud": "marsh",
    "village": "village",
    "town": "village",
    "building": "village",
}
_OBSTACLES = ("wall", "fence", "hedge")
_SLOPES: dict[str, Terrain] = {"gentle": "gradual_slope", "moderate": "slope", "steep": "steep_slope"}
_COVER: dict[str, Cover] = {
    "field": "sparse",
    "light_woods": "light",
    "heavy_woods": "medium",
    "light_works": "entrenched",
    "medium_works": "entrenched",
    "heavy_works": "entrenched",
    "fence": "sparse",
    "hedge": "light",
    "wall": "medium",
}
_ORDER: tuple[Cover, ...] = ("none", "sparse", "light", "medium", "heavy", "entrenched")


class RoughPiece(NamedTuple):
    """A piece of disruptive ground, by what it is and where on the table it is listed."""

    key: str
    terrain: Terrain


def terrain_of(area: AreaFeature) -> Terrain | None:
    """What an area is to the charts; nothing where it is open ground to them."""
    return _AREAS.get(area.kind)


def terrain_of_slope(slope: str) -> Terrain | None:
    """What a slope is to the charts, by the word for how steep it is."""
    return _SLOPES.get(slope.removesuffix(" slope"))


def price_of(b: ClassField, of: Branch, areas: Iterable[AreaFeature]) -> Fraction | None:
    """Paces of allowance for one pace in all these areas; None where guns cannot go."""
    found = {_AREAS[area.kind] for area in areas if area.kind in _AREAS}
    if not found:
        return Fraction(1)
    try:
        # a set has no order of its own, and messages must not depend on it
        return pace_cost(b.t, sorted(found), "guns" if of == "artillery" else "foot")
    except Refused:
        return None


@implements("CD-terrain-effects", "CD-terrain-apply")
def tolls(b: ClassField, unit: UnitState, formation: Formation, *, by_road: bool) -> Tolls:
    """What a unit's way costs it. A contour that is crossed is an inch of its slope, a ford and a stream an inch of
    ford; walls, fences and hedges are linear obstacles."""
    of, narrow = branch(unit.arm), formation in ("road", "limbered")
    # kept with the ground: all units of a branch pay the same
    return b.memo.keep(("tolls", of, narrow, by_road), b.ground, lambda: _tolls(b, of, narrow=narrow, by_road=by_road))


def _tolls(b: ClassField, of: Branch, *, narrow: bool, by_road: bool) -> Tolls:
    inch = to_sub(paces(b.t, 1))

    def more(terrain: Terrain) -> int:
        settled = b.settle("terrain", TerrainFacts(branch=of, ground=frozenset((terrain,))))
        return int(inch * (settled.over - settled.under) // settled.under)

    slopes = {slope: more(terrain) for slope, terrain in _SLOPES.items()}
    obstacle = to_sub(b.settle("terrain", TerrainFacts(branch=of, obstacles=1)).crossing)
    ford = more("ford")
    prices: dict[tuple[str, ...], Price | None] = {}

    def price(areas: tuple[AreaFeature, ...]) -> Price | None:
        kinds = tuple([area.kind for area in areas])
        if kinds not in prices:
            found = price_of(b, of, areas)
            # most ground costs a pace for a pace, and whole numbers are reckoned with much faster
            prices[kinds] = int(found) if found is not None and found.denominator == 1 else found
        return prices[kinds]

    def line(crossed: LineCrossed) -> int:
        if crossed.line.kind in _OBSTACLES:
            return obstacle
        # a bridge is free; a stream without either is waded like a ford
        return 0 if crossed.by is not None and crossed.by.kind == "bridge" else ford

    return Tolls(b.ground, price, line, lambda hill: slopes[hill.slope], narrow=narrow, by_road=by_road)


@implements("CD-disruptive-grades")
def rough_pieces(toll: Tolls, swath: Swath) -> list[RoughPiece]:
    """The pieces of ground that a unit has crossed, or was in as it set out, in the order of the table's list; a
    contour is a piece like a wall. Who keeps to a road crosses nothing."""
    ground = toll.field
    # a column's middle alone is looked at: its width does not matter on a road
    if toll.by_road and toll.on_road(swath.tracks(narrow=True)[0]):
        return []
    tracks = swath.tracks(narrow=toll.narrow)
    alike = ground.alike_within(chain.from_iterable(tracks))
    if alike is not None and not any(area.kind in _AREAS for area in alike):
        return []
    found: dict[str, Terrain] = {}
    crossing = False
    for track in tracks:
        for leg in pairwise(track):
            met = ground.straight_on(*leg)
            crossing = crossing or any(each.line.kind != "road" for each in met.lines)
            for piece in met.pieces:
                for area in piece.areas:
                    if area.kind in _AREAS:
                        found[f"area {ground.areas.index(area)}"] = _AREAS[area.kind]
            for hill in met.contours:
                found[f"area {ground.areas.index(hill)}"] = _SLOPES[hill.slope]
    # only where there is a line to cross: it takes a look under the whole body
    for crossed in toll.crossed(swath) if crossing else ():
        found[f"line {ground.lines.index(crossed.line)}"] = line_terrain(crossed)
    # by key, so that several rolls for one march come in a fixed order
    return [RoughPiece(key, terrain) for key, terrain in sorted(found.items()) if terrain != "open"]


def area_terrain(area: AreaFeature) -> Terrain | None:
    """What an area is to the charts; None for what they do not know."""
    return _AREAS.get(area.kind)


def line_terrain(crossed: LineCrossed) -> Terrain:
    """What it is to cross a line, by the bridge or ford that is used; a road is nothing to cross."""
    if crossed.line.kind == "road":
        return "open"
    if crossed.line.kind in _OBSTACLES:
        return "linear_obstacle"
    if crossed.by is None:
        return "stream"
    return "ford" if crossed.by.kind == "ford" else "open"


def as_it_is(b: ClassField, piece: RoughPiece) -> Terrain:
    """What a piece is now: a village may burn by a special rule of the battle."""
    if piece.terrain != "village":
        return piece.terrain
    name = b.ground.areas[int(piece.key.removeprefix("area "))].name
    return "burning_village" if b.special.on_fire(b.moment()[0], name) else "village"


def grade_of(b: ClassField, piece: RoughPiece, formation: Formation) -> str:
    """How disruptive a piece is for a unit in a formation; `none` where it is not."""
    facts = DisruptiveGroundFacts(ground=as_it_is(b, piece), formation=formation)
    grade: str = b.settle("disruptive-ground", facts).grade
    return grade


# -- cover


@implements("CD-cover-classes")
def cover_of_area(area: AreaFeature) -> Cover:
    """The cover that an area gives to who stands in it."""
    if area.kind in BUILT:
        return "heavy" if area.stone else "medium"
    return _COVER.get(area.kind, "none")


def cover_at(ground: Ground, spot: Point) -> Cover:
    """The best cover that a place lies in."""
    return best(cover_of_area(area) for area in ground.areas_at(spot))


def cover_between(ground: Ground, firer: Point, target: Point, near: int) -> Cover:
    """The best cover of a target against somebody: what it stands in, and walls, fences and hedges close before it."""
    found = [cover_at(ground, target)]
    found += [
        _COVER[crossed.line.kind]
        for crossed in ground.lines_met((firer, target))
        # a wall far in front of the target protects whoever is behind it, not him
        if crossed.line.kind in _OBSTACLES and _close(crossed.line, target, near)
    ]
    return best(found)


def _close(line: LineFeature, spot: Point, near: int) -> bool:
    return distance_to_line(spot, line.points) <= near


def best(covers: Iterable[Cover]) -> Cover:
    """The best of several."""
    return max(covers, key=_ORDER.index, default="none")


def sheltered(cover: Cover) -> bool:
    """Light or better."""
    return _ORDER.index(cover) >= _ORDER.index("light")


def higher(ground: Ground, one: Point, other: Point) -> bool:
    """Whether the first place lies higher than the other."""
    return ground.height_at(one) > ground.height_at(other)


def covers(ground: Ground, firers: Sequence[Point], target: Point, near: int) -> tuple[Cover, int]:
    """The best cover on any of the lines, and how many of them cross or end in cover."""
    found = [cover_between(ground, firer, target, near) for firer in firers]
    return best(found), sum(each != "none" for each in found)
