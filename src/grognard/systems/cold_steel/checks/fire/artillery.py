"""Chapter 7: artillery fire, grazing fire, counter-battery."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, NamedTuple

from grognard.kernel.checks import Roll, check, implements, reckoning
from grognard.kernel.dice import Repeats, die
from grognard.kernel.facts import Count, Facts, Paces, Range
from grognard.kernel.modifiers import Modifier, by, each, flag, given, lowest, modifiers
from grognard.kernel.pooled import Pooled, Volley
from grognard.kernel.tables import ModifierRow, Tables

from ...terms import (
    NO_COVER,
    WOODS,
    Arm,
    Character,
    Cover,
    Discipline,
    Disorder,
    Nation,
    Scale,
    Status,
    Weather,
    zones,
)
from .targets import Aspect, TargetFormation, formation_bars, ranks_of

Piece = Literal["gun", "howitzer", "mortar"]
TargetSlope = Literal["level", "up_gentle", "down_gentle", "moderate", "steep"]
_HEAVY = frozenset(("heavy_cover", *WOODS))


class ArtilleryFacts(Facts):
    """Guns in like circumstances that fire at one target."""

    guns: Annotated[int, Range(1, 48), "pieces that fire"]
    range: Annotated[Paces, "paces from the guns to the nearest point of the target in their arc"]
    piece: Annotated[Piece, "guns and howitzers are pooled separately"] = "gun"
    pounds: Annotated[int, Range(1, 42), "weight of a gun's ball"] = 8
    scale: Annotated[Scale, "men to a figure; above 30 pieces fire by sections of two"] = "20"
    discipline: Annotated[Discipline, "the gunners' discipline"] = "trained"
    disorder: Disorder = 0
    status: Annotated[Status, "the battery's morale level"] = "determined"
    moved: Annotated[bool, "it moved, turned or changed formation this turn"] = False
    movement_used: Annotated[int, Range(0, 100), "percent of its movement used, formation time included"] = 0
    bearing: Annotated[int, Range(0, 180), "degrees from straight ahead to the target"] = 0
    pivots: Annotated[bool, "turns on the spot to bring the target into its arc"] = False
    under_fire: bool = False
    in_close_combat: bool = False
    visible: Annotated[bool, "the target can be seen and is not obstructed"] = True
    slope: Annotated[TargetSlope, "the steepest slope the line of fire climbs or descends"] = "level"
    smoke: bool = False
    terrain: Annotated[Character, "character of the table"] = "open"
    weather: Annotated[Weather, "the day's weather"] = "clear"
    wet_ground: bool = False
    target_arm: Annotated[Arm, "arm of the target"] = "infantry"
    target_formation: Annotated[TargetFormation, "formation of the target"] = "line"
    target_irregular: Annotated[bool, "the target is an irregular unit"] = False
    target_moved: Annotated[bool, "the target moved, turned or changed formation this turn"] = True
    target_cover: Annotated[frozenset[Cover], "what the target stands in; only the most protective counts"] = NO_COVER
    target_aspect: Aspect = 0
    friend_in_arc: Annotated[bool, "a friend is in the arc, no farther than the target"] = False
    friend_arm: Annotated[Arm, "that friend's arm"] = "infantry"
    friend_ranks: Annotated[int, Range(1, 7), "that friend's ranks"] = 1
    hits_before: Annotated[Count, "artillery hits a target battery has taken this turn already, ranks counted"] = 0
    nation: Annotated[Nation, "of the battery, for the optional national modifiers"] = "other"
    year: Annotated[int, Range(1690, 1850), "year of the battle"] = 1809
    secret_howitzer: Annotated[bool, "Module 2: a Russian secret howitzer"] = False


class BombardmentResult(NamedTuple):
    """What a fire does to its target, and to a friend in the way."""

    hits: int
    casualties: int
    disorder: int
    guns_destroyed: int
    friend_casualties: int
    friend_disorder: int
    friend_guns_destroyed: int


@check("artillery", "CS-7.2", asks=ArtilleryFacts)
def artillery(t: Tables) -> Pooled[ArtilleryFacts, BombardmentResult]:
    """Artillery fire at one target."""
    return _fire(t, [], lambda _: 1)


class GrazingFireFacts(ArtilleryFacts):
    """The same fire on a unit behind the first target."""

    first_range: Annotated[Paces, "paces from the guns to the first target"]


@check("grazing-fire", "CS-7.3a", asks=GrazingFireFacts)
def grazing_fire(t: Tables) -> Pooled[GrazingFireFacts, BombardmentResult]:
    """Round shot that bounds on: fire on a unit behind the target."""
    zone = zones(t)
    near, cut, cut_far = (t.number("CS-7.3b", key) for key in ("near", "divide", "divide_far"))
    bars = [
        *modifiers(
            t,
            "CS-7.3a",
            given("first_not_in_p1", lambda s: zone[s.first_range] != "P1"),
            given("not_behind", lambda s: s.range <= s.first_range),
        ),
        *modifiers(t, "CS-7.3c", given("at_p0", lambda s: zone[s.range] == "P0")),
    ]
    return _fire(t, bars, lambda s: cut if s.range - s.first_range <= near else cut_far)


@implements("CS-7.2.4a", "CS-7.2.4b", "CS-7.2.6a", "CS-7.2.6b", "CS-7.7a", "CS-7.7b")
def _fire(t: Tables, bars: list[Modifier], divide: Callable[[Any], int]) -> Pooled[Any, BombardmentResult]:
    by_sections, pair = t.value("CS-7.1a", "by_sections"), t.number("CS-7.1h", "guns_in_section")
    return Pooled(
        # at large figure scales a model is two guns, and rolls as one
        shooters=lambda s: s.guns // pair if s.scale in by_sections else s.guns,
        # an odd gun fires as half a section, rounded down (CS-7.1a)
        further=lambda s, each: each * (s.guns % pair) // pair if s.scale in by_sections else 0,
        divide=divide,
        # doubles go astray only with a friend to strike
        strays=lambda s: s.friend_in_arc,
        modifiers=[*bars, *formation_bars(t), *_prohibitions(t), *_base(t), *_modifiers(t)],
        result=_effect(t),
        floor=("CS-7.2.2a", "never below 0"),
        depends=(
            "target_arm",
            "target_formation",
            "target_aspect",
            "target_irregular",
            "hits_before",
            "friend_arm",
            "friend_ranks",
        ),
    )


def _effect(t: Tables) -> Callable[[Volley[ArtilleryFacts]], BombardmentResult]:
    ranks, harm = ranks_of(t), _harm(t)

    def effect(volley: Volley[ArtilleryFacts]) -> BombardmentResult:
        s = volley.s
        # hits of the turn so far count: two on a battery take a gun, whoever fired them
        on_target = harm(volley.hits, ranks(s), s.target_arm, s.hits_before)
        # what strayed counts by the friend's own ranks, and by itself
        return BombardmentResult(volley.hits, *on_target, *harm(volley.astray, s.friend_ranks, s.friend_arm, 0))

    return effect


class Harm(NamedTuple):
    """What hits do to a unit, friend or enemy."""

    casualties: int
    disorder: int
    guns_destroyed: int


@implements("CS-7.2.4c", "CS-7.7c")
def _harm(t: Tables) -> Callable[[int, int, Arm, int], Harm]:
    """Hits times ranks are what a unit suffers; a battery loses guns instead of figures."""
    per_gun, counts_ranks = t.number("CS-7.6a", "hits_for_a_gun"), t.value("CS-7.2.5a", "disorder_counts_ranks")
    at_random = t.value("CS-7.6a", "allocation") == "random"

    def harm(hits: int, ranks: int, arm: Arm, before: int) -> Harm:
        applied = hits * ranks
        disorder = applied if counts_ranks else hits
        if arm != "artillery":
            return Harm(applied, disorder, 0)
        # in the variant the guns are drawn by lot later, so none falls here
        return Harm(0, disorder, 0 if at_random else (before + applied) // per_gun - before // per_gun)

    return harm


def harm_done(t: Tables, hits: int, ranks: int, arm: Arm, before: int) -> Harm:
    """What hits do to a unit of so many ranks; `before` are those that a battery has taken this turn."""
    return _harm(t)(hits, ranks, arm, before)


def _prohibitions(t: Tables) -> list[Modifier]:
    """All reasons why a gun may not fire, in the order a gunner would meet them."""
    zone, arc, most = zones(t), t.number("CS-7.1c", "arc"), t.number("CS-7.1f", "most_used")

    def beyond_p1(s: ArtilleryFacts) -> bool:
        return zone[s.range] == "P0"

    return [
        *modifiers(t, "CS-7.2.2i", given("fleeing", lambda s: s.status in ("broken", "routed", "dispersed"))),
        *modifiers(t, "CS-9.1b", flag("in_close_combat")),
        *modifiers(t, "CS-7.1f", given("too_much_movement", lambda s: s.movement_used > most)),
        # guns that are swung round have no arc to be out of
        *modifiers(t, "CS-7.1c", given("out_of_arc", lambda s: s.bearing > arc and not s.pivots)),
        *modifiers(t, "CS-7.2.1b", given("out_of_range", lambda s: zone[s.range] == "PX")),
        *modifiers(
            t,
            "CS-7.2.2e",
            given("unseen", lambda s: not s.visible),
            given("steep_slope", lambda s: s.slope == "steep"),
            given("heavy_cover_far", lambda s: s.target_cover & _HEAVY and beyond_p1(s)),
        ),
        *modifiers(
            t,
            "CS-7.2.2c",
            given("rolling_far", lambda s: s.terrain == "rolling" and beyond_p1(s)),
            given("mountainous_far", lambda s: s.terrain == "mountainous" and beyond_p1(s)),
        ),
    ]


def _base(t: Tables) -> list[Modifier]:
    """The percentage by zone; Module 2 has another table for the early period."""
    zone = zones(t)
    until = t.number("CS-M2-7.2.1a", "until") if t.value("CS-M2-7.2.1a", "in_force") else 0
    return [
        # up to that year Module 2's table takes the place of this one
        *modifiers(t, "CS-7.2.1a", by(lambda s: zone[s.range] if s.year > until else None)),
        *modifiers(t, "CS-M2-7.2.1a", by(lambda s: zone[s.range] if s.year <= until else None)),
    ]


@implements(
    "CS-1.2d",
    "CS-7.2.2d",
    "CS-7.2.2f",
    "CS-7.2.2g",
    "CS-7.2.2h",
    "CS-7.2.2k",
    "CS-7.2.2l",
    "CS-7.2.2m",
    "CS-7.2.2n",
    "CS-7.2.2p",
)
def _modifiers(t: Tables) -> list[Modifier]:
    zone = zones(t)
    light, heavy = t.number("CS-7.2.2b", "light_below"), t.number("CS-7.2.2b", "heavy_above")

    def close(s: ArtilleryFacts) -> bool:
        return zone[s.range] in ("P2", "P3")

    table = modifiers(
        t,
        "CS-7.2.2a",
        given("light_gun", lambda s: s.piece == "gun" and s.pounds < light),
        given("heavy_gun", lambda s: s.piece == "gun" and s.pounds > heavy),
        # rain makes mud; snow and fog leave the ground as it is (CS-7.2.2p)
        given("wet_ground", lambda s: s.wet_ground or s.weather == "rain"),
        by("terrain"),
        by("slope"),
        by(_order),
        # only the most protective row that binds this piece
        lowest("target_cover", also=WOODS),
        each("disorder"),
        by("discipline"),
        flag("under_fire"),
        flag("smoke"),
        # the target, not the firer: the worked example bears that reading out (CS-7.2.2h)
        given("target_static", lambda s: not s.target_moved),
        given("firer_static", lambda s: not _moved(s)),
        given("howitzer_close", lambda s: s.piece == "howitzer" and close(s)),
        given("weather", lambda s: s.weather != "clear"),
        # halvings come after all sums, as the rows are marked in the tables
        given("moved", _moved),
        given("wavering", lambda s: s.status == "wavering"),
        # howitzers and mortars have a column of their own: slopes and works bind them less
        column=lambda s: "howitzers" if s.piece != "gun" else None,
    )
    return [*table, *_national(t), *_secret_howitzer(t)]


@implements("CS-7.1d")
def _moved(s: ArtilleryFacts) -> bool:
    """A turn to bring the target into the arc is movement too."""
    return s.moved or s.pivots or s.movement_used > 0


@implements("CS-7.2.2o")
def _order(s: ArtilleryFacts) -> str:
    """CS-A.5d: guns unlimbered with gaps between them are in open order."""
    return "open_order" if s.target_formation == "unlimbered_open" else s.target_formation


def _national(t: Tables) -> list[Modifier]:
    """CS-7.2.2j, an option; Module 2 ignores it (CS-M2-7.2.2)."""
    if not t.value("CS-7.2.2j", "in_force") or t.value("CS-M2-7.2.2", "in_force"):
        return []

    def held(row: ModifierRow) -> Callable[[Any], bool]:
        years, nation = row.columns, row.key.split("_")[0]
        # a row without years holds in all of them
        return lambda s: s.nation == nation and years.get("from", s.year) <= s.year <= years.get("to", s.year)

    return modifiers(t, "CS-7.2.2j", *(given(key, held(row)) for key, row in t.rows("CS-7.2.2j").items()))


def _secret_howitzer(t: Tables) -> list[Modifier]:
    if not t.value("CS-M2-7.2.1b", "in_force"):
        return []
    zone = zones(t)

    def at_p3(s: ArtilleryFacts) -> bool:
        return s.secret_howitzer and s.piece == "howitzer" and zone[s.range] == "P3"

    return modifiers(t, "CS-M2-7.2.1b", given("secret_howitzer", at_p3))


class GunAllocationFacts(Facts):
    """Hits scored on a battery in one turn, each falling on a gun at random."""

    hits: Annotated[int, Range(1, 12), "artillery hits on the battery this turn, ranks counted"]
    guns: Annotated[int, Range(2, 24), "guns it has left"]


class DestroyedResult(NamedTuple):
    """Guns out of action."""

    guns_destroyed: int


@check("gun-allocation", "CS-7.6a", asks=GunAllocationFacts)
def gun_allocation(t: Tables) -> Roll[GunAllocationFacts, DestroyedResult]:
    """Variant random-allocation: which guns do the hits fall on."""
    needed = t.number("CS-7.6a", "hits_for_a_gun")
    allowed = t.value("CS-7.6a", "allocation") == "random"
    return Roll(
        dice=lambda s: Repeats(s.hits, die(s.guns), needed),
        modifiers=modifiers(t, "CS-7.6a", given("concentrated", lambda _: not allowed)),
        result=lambda throw: DestroyedResult(throw.total),
    )


class StructureAlightFacts(Facts):
    """What has hit a building so far."""

    howitzer_hits: Annotated[Count, "hits by howitzers on it or its occupants, all game"] = 0
    rocket_hits: Annotated[Count, "hits by rockets"] = 0
    gun_hits: Annotated[Count, "hits by ordinary guns"] = 0
    flammable: Annotated[bool, "it can burn"] = True


class StructureAlightResult(NamedTuple):
    """Whether it burns."""

    burning: bool


@reckoning("structure-alight", "CS-7.2.5b", asks=StructureAlightFacts)
def structure_alight(t: Tables, s: StructureAlightFacts) -> StructureAlightResult:
    """Whether shells or rockets have set a structure on fire."""
    howitzers, rockets = t.number("CS-7.2.5b", "howitzer_hits"), t.number("CS-7.2.5b", "rocket_hits")
    return StructureAlightResult(s.flammable and (s.howitzer_hits >= howitzers or s.rocket_hits >= rockets))


class CrewsShotDownFacts(Facts):
    """Musketry that struck a battery."""

    hits: Annotated[Count, "small arms hits on it this turn"]
    guns: Annotated[int, Range(1, 24), "guns it has left"]


@reckoning("crews-shot-down", "CS-7.6b", asks=CrewsShotDownFacts)
def crews_shot_down(t: Tables, s: CrewsShotDownFacts) -> DestroyedResult:
    """Guns put out of action by small arms hits on their crews."""
    return DestroyedResult(min(s.hits // t.number("CS-7.6b", "hits_for_a_gun"), s.guns))
