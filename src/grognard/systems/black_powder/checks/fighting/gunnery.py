"""Guns: their ranges by nation, their fire, how batteries move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal, NamedTuple, get_args

from grognard.kernel.checks import OURS, THEIRS, Chart, check, implements, reckoning, refuse
from grognard.kernel.facts import Facts
from grognard.kernel.modifiers import Modifier, amount, flag, given, modifiers
from grognard.kernel.tables import Tables

from ...terms import Band, Gun, GunClass, GunNation, Moves, Size, branch
from ..measures import Inches, draft_off
from ..troops.formations import is_deep
from .saves import guns_on_saves
from .shooting import (
    OF_FIRER,
    OF_TARGET,
    FireResult,
    ShootingFacts,
    common_list,
    fire_result,
    first_fire,
    marksmen,
    shot_at,
    target_saves,
)
from .volleys import PairVolley, Striking

BANDS: tuple[Band, ...] = ("close_canister", "canister", "effective", "long")


def has_gun(t: Tables, nation: GunNation, gun: Gun) -> bool:
    """Whether the table of ranges has a row for a gun."""
    return gun in t.value("BP-ART-4", nation)


@implements("BP-ART-4")
def band_of(t: Tables, nation: GunNation, gun: Gun, distance: int) -> Band:
    """The band in which a distance lies; none beyond the last, and none for a gun that the nation does not have."""
    limits = t.value("BP-ART-4", nation).get(gun, ())
    # a gun with fewer ranges has no farther bands
    return next((band for band, limit in zip(BANDS, limits, strict=False) if distance <= limit), "none")


@implements("BP-ART-5")
def class_of(t: Tables, gun: Gun) -> GunClass:
    """Light, medium or heavy."""
    if gun in t.value("BP-ART-5", "light"):
        return "light"
    return "heavy" if gun in t.value("BP-ART-5", "heavy") else "medium"


@implements("BP-UNIT-2")
def band_dice(t: Tables, band: Band, size: Size) -> int:
    """Dice of a battery at a range: those of the standard one, more or fewer by its size."""
    if band == "none":
        return 0
    dice: int = t.value("BP-ART-1", band)["dice"]
    change, least = t.value("BP-UNIT-2", size), t.number("BP-UNIT-2", "least")
    # a size that is "set" stands in place of the dice of the band
    return max(least, int(change["shooting"]) + (0 if change["mode"] == "set" else dice))


class GunRangeFacts(Facts):
    """A battery and a distance."""

    nation: Annotated[GunNation, "whose row of the table it uses"]
    gun: Annotated[Gun, "its guns"]
    distance: Annotated[Inches, "inches to the target"]
    size: Annotated[Size, "the size of the battery"] = "standard"


class GunRangeResult(NamedTuple):
    """The band, the dice of the battery in it, what they add to hit, and what the target adds to its saves."""

    band: Band
    dice: int
    to_hit: int
    save: int


def range_charts(t: Tables) -> list[Chart]:
    """The two tables as printed: what each band is worth, and how far it reaches for each gun."""
    heads = [band.replace("_", " ") for band in BANDS]
    light, far = t.number("BP-ART-3", "save"), t.number("BP-ART-2", "to_hit")
    star = ", ".join(gun.replace("_", "-") for gun in t.value("BP-ART-2", "guns"))
    lights = ", ".join(gun.replace("_", "-") for gun in t.value("BP-ART-5", "light"))

    def row(name: str, value: str, **unlike: int) -> tuple[str, ...]:
        return (name, *(f"{unlike.get(band, t.value('BP-ART-1', band)[value]):+d}" for band in BANDS))

    rows = [
        ("dice of a standard battery", *(str(t.value("BP-ART-1", band)["dice"]) for band in BANDS)),
        row("to hit", "to_hit"),
        row(f"to hit, {star}", "to_hit", long=far),
        row("the target's saves", "save"),
        row(f"saves, {lights}", "save", effective=light),
    ]
    guns = [
        (nation, gun.replace("_", "-"), class_of(t, gun), *map(str, limits))
        for nation, ranges in t["BP-ART-4"].items()
        if nation in get_args(GunNation)
        for gun, limits in ranges.items()
    ]
    return [
        Chart("what a range is worth", ("", *heads), rows),
        Chart("inches to which each range reaches", ("nation", "gun", "class", *heads), guns),
    ]


@reckoning("gun-range", "BP-ART-4", asks=GunRangeFacts, charts=range_charts)
def gun_range(t: Tables, s: GunRangeFacts) -> GunRangeResult:
    """The range of guns: band, dice and modifiers."""
    if not has_gun(t, s.nation, s.gun):
        raise refuse("BP-ART-4", t.row("BP-ART-4", "no_row").label)
    band, kind = band_of(t, s.nation, s.gun, s.distance), class_of(t, s.gun)
    if band == "none":
        return GunRangeResult(band, 0, 0, 0)
    return GunRangeResult(band, band_dice(t, band, s.size), band_to_hit(t, band, s.gun), guns_on_saves(t, band, kind))


@implements("BP-ART-1", "BP-ART-2")
def band_to_hit(t: Tables, band: Band, gun: Gun) -> int:
    """What a band adds to hit."""
    if band == "long" and gun in t.value("BP-ART-2", "guns"):
        return t.number("BP-ART-2", "to_hit")
    found: int = t.value("BP-ART-1", band)["to_hit"]
    return found


class GunClassFacts(Facts):
    """Guns."""

    gun: Annotated[Gun, "the guns"]


class GunClassResult(NamedTuple):
    """Their class."""

    gun_class: GunClass


@reckoning("gun-class", "BP-ART-5", asks=GunClassFacts)
def gun_class(t: Tables, s: GunClassFacts) -> GunClassResult:
    """Whether guns are light, medium or heavy."""
    return GunClassResult(class_of(t, s.gun))


class BatteryMoveFacts(Facts):
    """A battery that moves."""

    battery: Annotated[Literal["foot", "horse"], "foot or horse artillery"] = "foot"
    gun_class: Annotated[GunClass, "its guns"] = "medium"
    limbered: Annotated[bool, "it is limbered; otherwise it goes on the prolong"] = True
    moves: Annotated[Moves, "moves it has"] = 1


class BatteryMoveResult(NamedTuple):
    """Inches in all."""

    inches: int


@reckoning("battery-move", "BP-ART-6", asks=BatteryMoveFacts)
def battery_move(t: Tables, s: BatteryMoveFacts) -> BatteryMoveResult:
    """How far a battery goes."""
    rates = t.value("BP-ART-6", s.battery)
    if s.limbered:
        return BatteryMoveResult(s.moves * int(rates["limbered"]))
    light = s.gun_class == "light"
    return BatteryMoveResult(
        s.moves * (t.number("BP-ART-6", "light_unlimbered") if light else int(rates["unlimbered"]))
    )


class GunneryFacts(ShootingFacts):
    """Guns: ours fires, theirs is fired at."""

    nation: Annotated[GunNation, "firer: whose row of the table he uses"] = "france"
    gun: Annotated[Gun, "firer: his guns"] = "6_pounder"
    overhead: Annotated[bool, "firer: over friends"] = False
    prolonged: Annotated[bool, "firer: after a move on the prolong"] = False
    sheltering: Annotated[bool, "firer: closing fire before the gunners take shelter (draft)"] = False


@check("artillery", "BP-ART-1", asks=GunneryFacts, charts=range_charts)
def artillery(t: Tables) -> PairVolley[FireResult]:
    """Fire of guns: dice by the range, then saves of the target."""

    def on_saves(s: Any) -> int:
        firer = s.foe
        # gunners who run throw the dice of a farther band, but the saves are those of close canister (BP-SHELT-2)
        band = t.value("BP-SHELT-2", "save") if firer.closing and firer.sheltering else band_fired(t, firer)
        return guns_on_saves(t, band, class_of(t, firer.gun)) if band != "none" else 0

    return PairVolley(
        striking=Striking(t.number("BP-SHOOT-1", "hits_on"), _list(t), _dice(t), marksmen(t)),
        saves=target_saves(t, shot_at(on_saves)),
        result=fire_result(t),
        idle={OURS: OF_TARGET, THEIRS: (*OF_FIRER, "nation", "gun", "overhead", "prolonged", "sheltering")},
        usual={"ours.arm": "foot_artillery", "ours.formation": "unlimbered"},
    )


@implements("BP-SHOOT-6", "BP-SHELT-2")
def band_fired(t: Tables, s: Any) -> Band:
    """The band in which a battery fires; closing fire is close canister, that of gunners who run a farther one."""
    if not s.closing:
        return band_of(t, s.nation, s.gun, s.distance)
    band: Band = t.value("BP-SHELT-2", "dice") if s.sheltering else "close_canister"
    return band


def _dice(t: Tables) -> Callable[[Any], Sequence[int]]:
    def dice(s: Any) -> Sequence[int]:
        # a first fire may add a die, but never beyond what is allowed at this target
        return [0] * min(s.most, band_dice(t, band_fired(t, s), s.size) + first_fire(t, s))

    return dice


@implements("BP-ARTM-6")
def _spared(t: Tables, s: Any) -> bool:
    """Whether a nation's batteries fire as well after a prolong."""
    return s.nation in t.value("BP-ARTM-6", "spared")


def _sheltering(t: Tables) -> list[Modifier]:
    """Refuse to gunners the fire of a draft that is not in force."""
    return draft_off(t, "BP-SHELT-2", "sheltering", when=lambda s: s.sheltering)


def _list(t: Tables) -> list[Modifier]:
    def near(s: Any) -> bool:
        return band_fired(t, s) == "close_canister"

    def far(s: Any) -> int:
        band = band_fired(t, s)
        # nearer bands have their bonus in the common list, and must not count twice
        return band_to_hit(t, band, s.gun) if band == "long" else 0

    return [
        *modifiers(t, "BP-ART-1", given("no_guns", lambda s: branch(s.arm) != "artillery")),
        *_sheltering(t),
        *modifiers(
            t,
            "BP-ART-4",
            given("no_row", lambda s: not has_gun(t, s.nation, s.gun)),
        ),
        *modifiers(t, "BP-SHOOT-2", given("out_of_range", lambda s: band_fired(t, s) == "none")),
        *modifiers(t, "BP-SHOOT-5", given("silent", lambda s: s.formation == "limbered")),
        *common_list(t, near),
        *modifiers(
            t,
            "BP-SHOOT-3",
            given("deep", lambda s: is_deep(t, s.foe.formation)),
            amount(t.value("BP-SHOOT-3", "long"), far, rule="BP-ART-1"),
            flag("overhead"),
        ),
        *modifiers(t, "BP-ARTM-6", flag("prolonged", when=lambda s: not _spared(t, s))),
    ]
