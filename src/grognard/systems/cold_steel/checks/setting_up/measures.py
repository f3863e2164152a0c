"""Chapter 1: the ground, distances, and the scales of figures and table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import implements, reckoning
from grognard.kernel.facts import Facts, Paces, Range
from grognard.kernel.tables import Tables

from ...terms import Character, Scale, zones

Basing = Literal["empire", "legacy_of_glory", "fire_and_steel", "complete_brigadier", "napoleons_battles"]
FigureScale = Annotated[Scale, "men to a figure"]


class ZoneFacts(Facts):
    """How far apart two units are."""

    distance: Annotated[Paces, "paces to the nearest enemy unit not dispersed, nearest point to nearest point"]


class ZoneResult(NamedTuple):
    """The zone of a distance."""

    zone: str
    name: str


@reckoning("zone", "CS-1.2.2a", asks=ZoneFacts)
def zone(t: Tables, s: ZoneFacts) -> ZoneResult:
    """Zone of a distance: PX, P0, P1, P2 or P3."""
    names = {row["zone"]: row["name"] for row in t.value("CS-1.2.2a", "rows")}
    found = zone_of(t, [s.distance])
    return ZoneResult(found, names[found])


@implements("CS-1.2.2b")
def zone_of(t: Tables, distances: Iterable[int]) -> str:
    """The zone a unit is in, from its distances to all enemy units that are not dispersed: the nearest counts."""
    return zones(t)[min(distances)]


def reach(t: Tables, wanted: str) -> int:
    """The greatest distance of a zone that has one."""
    return t.made(("reach", wanted), lambda: _reach(t, wanted))


def _reach(t: Tables, wanted: str) -> int:
    return next(high for _, high, zone in zones(t).bands if zone == wanted and high is not None)


class SlopeFacts(Facts):
    """A stretch of ground that a unit moves or fires over."""

    contours: Annotated[int, Range(0, 40), "contour lines it crosses, as drawn"]
    paces: Annotated[int, Range(1, 20_000), "paces over which it crosses them"]
    scale: FigureScale = "20"


class SlopeResult(NamedTuple):
    """How steep the ground is."""

    slope: str


@reckoning("slope", "CS-1.2.1", asks=SlopeFacts)
def slope(t: Tables, s: SlopeFacts) -> SlopeResult:
    """Slope class: flat, gentle, moderate or steep."""
    if not s.contours:
        return SlopeResult("flat")
    normal = t.number("CS-1.2a", "feet")
    feet = s.contours * _contour_feet(t, s.scale)
    for grade in ("gentle", "moderate"):
        # exactly one contour per so many paces is still the gentler grade
        if feet * t.number("CS-1.2.1", grade) <= s.paces * normal:
            return SlopeResult(grade)
    return SlopeResult("steep")


@implements("CS-1.7b")
def _contour_feet(t: Tables, scale: Scale) -> int:
    """The same at every scale, unless the players rescale their contours."""
    normal = t.number("CS-1.2a", "feet")
    rescaled: int = t.value("CS-1.7c", "feet").get(scale, normal)
    return rescaled if t.value("CS-1.7c", "in_force") else normal


class TerrainCharacterFacts(Facts):
    """A table and what lies around it."""

    character: Annotated[Character, "general character of the ground"]
    contours: Annotated[int, Range(0, 40), "contour lines from foot to top of a height"] = 1
    scale: FigureScale = "20"
    in_clearing: Annotated[bool, "inside a clearing marked on the table"] = False


class TerrainCharacterResult(NamedTuple):
    """What the character of a battlefield means."""

    plays_as: str
    visibility_shift: int
    contour_feet: int
    height_feet: int
    unmarked_ground: str


@reckoning("terrain-character", "CS-1.2b", asks=TerrainCharacterFacts)
def terrain_character(t: Tables, s: TerrainCharacterFacts) -> TerrainCharacterResult:
    """What a battlefield's terrain character means: heights, visibility, unmarked ground."""
    entry = t.value("CS-1.2b", s.character)
    feet = _contour_feet(t, s.scale)
    if s.character == "mountainous":
        # mountains have higher contours, in proportion where they are rescaled
        feet = feet * t.number("CS-1.2a", "mountainous_feet") // t.number("CS-1.2a", "feet")
    return TerrainCharacterResult(
        entry["plays_as"], entry["visibility_shift"], feet, feet * s.contours, _unmarked(t, s)
    )


def _unmarked(t: Tables, s: TerrainCharacterFacts) -> str:
    wooded = s.character == "hilly_wooded" and not s.in_clearing
    ground: str = t.value("CS-1.2c", "unmarked" if wooded else "clearing")
    return ground


class GroundScaleFacts(Facts):
    """A length on the ground or on the table."""

    length: Annotated[int, Range(0, 20_000), "how long it is"]
    measured_in: Annotated[Literal["paces", "inches"], "what it is measured in"] = "paces"
    scale: FigureScale = "20"


class GroundScaleResult(NamedTuple):
    """The same length in both measures."""

    paces: int
    inches: str


@reckoning("ground-scale", "CS-1.7a", asks=GroundScaleFacts)
def ground_scale(t: Tables, s: GroundScaleFacts) -> GroundScaleResult:
    """Paces to inches and back at a figure scale."""
    paces = s.length if s.measured_in == "paces" else s.length * _paces_to_an_inch(t, s.scale)
    return GroundScaleResult(paces, _inches(t, paces, s.scale))


def _paces_to_an_inch(t: Tables, scale: Scale) -> int:
    paces: int = t.value("CS-1.7a", "paces_per_inch")[scale]
    return paces


def _inches(t: Tables, paces: int, scale: Scale) -> str:
    return f"{round(paces / _paces_to_an_inch(t, scale), 2):g}"


class BasingFacts(Facts):
    """A base of figures made for some rule system."""

    basing: Annotated[Basing, "the rules the figures were based for"]
    ranks: Annotated[int, Range(1, 6), "ranks of figures on the base"] = 1
    files: Annotated[int, Range(1, 20), "figures side by side on the base"] = 4
    scale: FigureScale = "20"


class BasingResult(NamedTuple):
    """What a base stands for."""

    men: int
    firing_figures: int
    inches_between_bases: str


@reckoning("basing", "CS-1.7d", asks=BasingFacts)
def basing(t: Tables, s: BasingFacts) -> BasingResult:
    """What a base of figures stands for: men, firing figures, gap to the next base."""
    # with such bases two figures make one of these rules (CS-1.7e)
    men = s.ranks * s.files * int(s.scale) // t["CS-1.7e"].get(s.basing, 1)
    return BasingResult(men, s.files, f"{t.value('CS-1.7d', s.basing):g}")


class GunLineFacts(Facts):
    """Guns unlimbered side by side."""

    guns: Annotated[int, Range(1, 100), "guns in the line"]
    open_order: Annotated[bool, "unlimbered open, with room between the guns"] = False
    scale: FigureScale = "20"


class GunLineResult(NamedTuple):
    """How much room the guns take, and how they look to those who fire at them."""

    paces: int
    inches: str
    target: str


@reckoning("gun-line", "CS-1.7f", asks=GunLineFacts)
def gun_line(t: Tables, s: GunLineFacts) -> GunLineResult:
    """Front of a line of guns, open or closed."""
    gap = t.number("CS-A.5d", "paces_between_guns") if s.open_order else 0
    paces = s.guns * t.number("CS-1.7f", "paces_to_a_gun") + (s.guns - 1) * gap
    return GunLineResult(paces, _inches(t, paces, s.scale), "unlimbered_open" if s.open_order else "unlimbered")


class CrestFacts(Facts):
    """A unit behind a hill crest and somebody who looks for it from the other side."""

    behind: Annotated[Paces, "paces from the crest back to the unit"]
    levels_apart: Annotated[int, Range(-10, 10), "contours the viewer stands above the unit; below is negative"] = 0
    viewer_above_crest: Annotated[bool, "the viewer stands on higher ground than the crest"] = False


class CrestResult(NamedTuple):
    """Visible, hidden, or to be judged by the line of sight on the table."""

    sight: str


@reckoning("crest", "CS-1.2e", asks=CrestFacts)
def crest(t: Tables, s: CrestFacts) -> CrestResult:
    """Whether a unit behind a crest can be seen."""
    # two levels or more apart, plain geometry decides (CS-1.2e)
    if abs(s.levels_apart) > t.number("CS-1.2e", "levels"):
        return CrestResult("by line of sight")
    close = s.behind <= t.number("CS-1.2e", "within")
    return CrestResult("visible" if close or s.viewer_above_crest else "hidden")
