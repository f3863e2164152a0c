"""Ranges: which band a distance falls in, who may give defensive fire, how many stands or tubes fire."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from fractions import Fraction
from typing import Annotated, Literal, NamedTuple, get_args

from grognard.kernel.checks import implements, reckoning, refuse
from grognard.kernel.facts import Count, Facts, Paces, Range
from grognard.kernel.tables import Tables

from ..terms import Branch, Carriage, Castings, Formation, Gun, Shot, Tubes, Weapon
from .charts import paces
from .units import per_stand

Band = Literal["close", "short", "medium", "long", "extreme", "canister", "beyond"]
_SMALL_ARMS: tuple[Band, ...] = ("close", "short", "medium", "long", "extreme")
_BALL: tuple[Band, ...] = ("short", "long", "extreme")


def _banded(edges: list[int], bands: tuple[Band, ...]) -> Callable[[int], Band]:
    """The band of a distance: above the edge before, up to and including its own."""
    ends = (*bands, "beyond")
    # from the left: a distance on the edge belongs to the nearer band
    return lambda distance: ends[bisect_left(edges, distance)]


def small_arms_bands(t: Tables) -> dict[Weapon, Callable[[int], Band]]:
    """Bands of muskets and rifles, made once for the tables."""
    return t.made(("small arms bands",), lambda: _small_arms_bands(t))


@implements("CD-range-musket", "CD-range-rifle")
def _small_arms_bands(t: Tables) -> dict[Weapon, Callable[[int], Band]]:
    def edges(weapon: Weapon) -> list[int]:
        return [paces(t, t.row(f"CD-range-{weapon}", band).columns["to"]) for band in _SMALL_ARMS]

    weapons: tuple[Weapon, ...] = get_args(Weapon)
    return {weapon: _banded(edges(weapon), _SMALL_ARMS) for weapon in weapons}


def artillery_bands(t: Tables) -> dict[tuple[Gun, Shot], Callable[[int], Band]]:
    """Bands of guns, for each shot, made once for the tables."""
    return t.made(("artillery bands",), lambda: _artillery_bands(t))


def _artillery_bands(t: Tables) -> dict[tuple[Gun, Shot], Callable[[int], Band]]:
    def edges(gun: Gun, bands: tuple[Band, ...]) -> list[int]:
        return [paces(t, t.row("CD-range-artillery", f"{gun}_{band}").columns["to"]) for band in bands]

    found: dict[tuple[Gun, Shot], Callable[[int], Band]] = {}
    guns: tuple[Gun, ...] = get_args(Gun)
    for gun in guns:
        found[gun, "ball"] = _banded(edges(gun, _BALL), _BALL)
        found[gun, "canister"] = _banded(edges(gun, ("canister",)), ("canister",))
    return found


class SmallArmsRangeFacts(Facts):
    """A musket or rifle and a distance."""

    distance: Annotated[Paces, "paces to the target"]
    weapon: Annotated[Weapon, "what is fired"] = "musket"


class RangeResult(NamedTuple):
    """The band."""

    band: Band


@reckoning("small-arms-range", "CD-range-musket", asks=SmallArmsRangeFacts)
def small_arms_range(t: Tables, s: SmallArmsRangeFacts) -> RangeResult:
    """The range band of small arms."""
    return RangeResult(small_arms_bands(t)[s.weapon](s.distance))


class ArtilleryRangeFacts(Facts):
    """A gun and a distance."""

    distance: Annotated[Paces, "paces to the target"]
    gun: Annotated[Gun, "the guns; of a mixed battery most of them"]
    shot: Annotated[Shot, "what is fired"] = "ball"


@reckoning("artillery-range", "CD-range-artillery", asks=ArtilleryRangeFacts)
def artillery_range(t: Tables, s: ArtilleryRangeFacts) -> RangeResult:
    """The range band of guns."""
    return RangeResult(artillery_bands(t)[s.gun, s.shot](s.distance))


class GunTypeFacts(Facts):
    """Guns as history names them."""

    pounds: Annotated[int, Range(1, 42), "weight of the ball"]
    austrian: Annotated[bool, "Austrian guns, which are lighter"] = False
    horse: Annotated[bool, "horse artillery"] = False
    howitzers: Annotated[bool, "most of the battery are howitzers"] = False


class RangeList(NamedTuple):
    """The list of ranges of guns of some weight."""

    gun: Gun


class Carriages(NamedTuple):
    """The lists of movement of guns of some weight."""

    foot: Carriage
    horse: Carriage


class GunTypeResult(NamedTuple):
    """The list of ranges and the list of movement that they use."""

    gun: Gun
    carriage: Carriage


@reckoning("gun-type", "CD-range-artillery", asks=GunTypeFacts)
def gun_type(t: Tables, s: GunTypeFacts) -> GunTypeResult:
    """Which lists of the charts guns use."""
    rows = "austrian_pounds" if s.austrian else "pounds"
    carriages = t.bands("CD-move-artillery", rows, Carriages)[s.pounds]
    carriage = carriages.horse if s.horse else carriages.foot
    if s.howitzers:
        return GunTypeResult(t.value("CD-range-artillery", "howitzers"), carriage)
    return GunTypeResult(t.bands("CD-range-artillery", rows, RangeList)[s.pounds].gun, carriage)


class DefensiveFireFacts(Facts):
    """A unit, and an enemy who moves up or charges in its front zone."""

    branch: Annotated[Branch, "foot, horse or guns"] = "infantry"
    distance: Annotated[Paces, "paces to the enemy"]
    gun: Annotated[Gun, "its guns"] = "6pdr"
    fires: Annotated[Count, "defensive fires it has given in this activation of an enemy division"] = 0
    charged: Annotated[bool, "the enemy charges this very unit"] = False


class DefensiveFireResult(NamedTuple):
    """Whether it may fire at him."""

    allowed: bool


@reckoning("defensive-fire", "CD-defensive-fire", asks=DefensiveFireFacts)
def defensive_fire(t: Tables, s: DefensiveFireFacts) -> DefensiveFireResult:
    """Whether a unit may give defensive fire."""
    if s.branch == "artillery":
        near = artillery_bands(t)[s.gun, "ball"](s.distance) in t.value("CD-defensive-fire", "artillery")
    else:
        near = s.distance <= paces(t, t.number("CD-defensive-fire", "small_arms"))
    # a unit that is charged itself may always fire
    return DefensiveFireResult(near and (s.charged or s.fires < t.number("CD-defensive-fire-limits", "fires")))


class FiringStandsFacts(Facts):
    """A unit that fires small arms."""

    castings: Annotated[Castings, "castings, without those in its screen"]
    formation: Annotated[Formation, "its formation"] = "line"
    branch: Annotated[Literal["infantry", "cavalry"], "foot or horse"] = "infantry"


class FiringStandsResult(NamedTuple):
    """Castings that fire, and the row of the casualty table in stands: 0 is the row for a half."""

    castings: int
    stands: int


@reckoning("firing-stands", "CD-fire-who", asks=FiringStandsFacts)
def firing_stands(t: Tables, s: FiringStandsFacts) -> FiringStandsResult:
    """How many stands of a unit fire."""
    if s.formation not in t["CD-fire-who"] or not s.castings:
        raise refuse("CD-fire-who", f"none fire in {s.formation.replace('_', ' ')}")
    firing = min(Fraction(s.castings), _firing(t, s))
    return FiringStandsResult(int(firing), stands_in(firing, per_stand(t, s.branch)))


def _firing(t: Tables, s: FiringStandsFacts) -> Fraction:
    row, stand = t.value("CD-fire-who", s.formation), per_stand(t, s.branch)
    if "stands" in row:
        return Fraction(row["stands"] * stand)
    share = Fraction(s.castings, row.get("part", 1))
    # rounded up to whole stands first: half of general order fires by stands
    return Fraction(-(-share // stand) * stand) if row.get("to_stand") else share


@implements("CD-fire-row")
def stands_in(castings: Fraction, stand: int) -> int:
    """Whole stands to the nearest, halves up; less than one stand is the row for a half, given as 0."""
    # adding a half and cutting off rounds halves up; round() would round them to even
    return int(castings / stand + Fraction(1, 2)) if castings >= stand else 0


class FiringTubesFacts(Facts):
    """Guns that fire."""

    tubes: Annotated[Tubes, "tubes in action"]
    limbered: Annotated[bool, "they are limbered"] = False


class FiringTubesResult(NamedTuple):
    """The printed rows that are read, in tubes, each with the same die."""

    rows: tuple[int, ...]


@reckoning("firing-tubes", "CD-fire-row", asks=FiringTubesFacts)
def firing_tubes(t: Tables, s: FiringTubesFacts) -> FiringTubesResult:
    """Which rows of the casualty table guns use."""
    if s.limbered or not s.tubes:
        raise refuse("CD-fire-who", "no guns in action")
    return FiringTubesResult(tuple(tube_rows(t, s.tubes)))


def tube_rows(t: Tables, tubes: int) -> list[int]:
    """The highest printed row not above their number; more than the table has are split."""
    most = t.number("CD-fire-row", "most_tubes")
    if tubes > most:
        return [most, *tube_rows(t, tubes - most)]
    # an odd tube is left out: above one, rows are printed for pairs
    return [max(row for row in t.value("CD-fire-table", "tubes") if row <= tubes)]
