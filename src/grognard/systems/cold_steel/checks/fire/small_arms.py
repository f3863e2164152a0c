"""Chapter 8: small arms fire."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import check, implements, reckoning, refuse
from grognard.kernel.facts import Count, Facts, Paces, Range
from grognard.kernel.modifiers import Doubled, Modifier, by, counted, each, flag, given, lowest, modifiers
from grognard.kernel.pooled import Pooled, Volley
from grognard.kernel.tables import Tables

from ...terms import NO_COVER, WOODS, Arm, Cover, Discipline, Disorder, Status, Weather
from .targets import Aspect, TargetFormation, formation_bars, ranks_of

Weapon = Literal[
    "musket", "cap_lock", "rifle", "early_firelock", "carbine", "pistol", "bow", "javelin", "battalion_gun", "rocket"
]
MovedBefore = Literal["no", "march", "quick", "double"]


class SmallArmsFacts(Facts):
    """Figures of one unit that fire at one target."""

    figures: Annotated[int, Range(1, 200), "front-rank figures with the target in arc"]
    range: Annotated[Paces, "paces to the nearest point of the target"]
    weapon: Annotated[Weapon, "what they are armed with"] = "musket"
    arm: Annotated[Arm, "arm of the firing unit"] = "infantry"
    discipline: Annotated[Discipline, "its discipline; leave at trained for irregulars"] = "trained"
    status: Annotated[Status, "its morale level"] = "determined"
    disorder: Disorder = 0
    opening_volley: bool = False
    aimed: bool = False
    unaccustomed: bool = False
    moved: Annotated[MovedBefore, "the gait at which it moved; a turn or formation change counts as march"] = "no"
    skirmishers: Annotated[bool, "its own skirmishers fire, and ignore their movement short of the double"] = False
    walking_fire: Annotated[bool, "Module 2: drilled to fire on the move, at half its march"] = False
    closed_square: Annotated[bool, "it stands in closed square"] = False
    in_melee: bool = False
    in_close_combat: bool = False
    bearing: Annotated[int, Range(0, 180), "degrees from straight ahead of the stand to the target"] = 0
    slope: Annotated[Literal["level", "up_slope", "down_slope"], "the target stands higher or lower"] = "level"
    smoke: bool = False
    weather: Annotated[Weather, "the day's weather"] = "clear"
    target_arm: Annotated[Arm, "arm of the target"] = "infantry"
    target_formation: Annotated[TargetFormation, "formation of the target"] = "line"
    target_aspect: Aspect = 0
    target_irregular: Annotated[bool, "the target is an irregular unit"] = False
    target_cover: Annotated[frozenset[Cover], "what the target stands in; only the most protective counts"] = NO_COVER
    hits_before: Annotated[Count, "small arms hits the target has taken this turn already"] = 0
    further_percent: Annotated[int, Range(0, 10_000), "percent added by other stands of the unit"] = 0
    pikes: Annotated[int, Range(0, 200), "Module 2: of the figures, those with pikes"] = 0


class SmallArmsResult(NamedTuple):
    """What a volley does."""

    hits: int
    casualties: int
    disorder: int


@check("small-arms", "CS-8.2", asks=SmallArmsFacts)
def small_arms(t: Tables) -> Pooled[SmallArmsFacts, SmallArmsResult]:
    """Small arms fire at one target."""
    return Pooled(
        shooters=_shooters(t),
        further=_other_stands,
        modifiers=[*formation_bars(t), *_prohibitions(t), *_modifiers(t)],
        result=_effect(t),
        floor=("CS-8.2.2a", "never below 0"),
        depends=("hits_before",),
    )


@implements("CS-8.2.3a", "CS-8.2.4a", "CS-8.2.5a", "CS-8.2.5b")
def _effect(t: Tables) -> Callable[[Volley[SmallArmsFacts]], SmallArmsResult]:
    per_marker = t.number("CS-8.2.4b", "hits_for_a_marker")

    def effect(volley: Volley[SmallArmsFacts]) -> SmallArmsResult:
        before = volley.s.hits_before
        # every third hit of the turn disorders, whoever fired the first two
        markers = (before + volley.hits) // per_marker - before // per_marker
        return SmallArmsResult(volley.hits, volley.hits, markers)

    return effect


def _shooters(t: Tables) -> Callable[[SmallArmsFacts], int]:
    if t.value("CS-M2-8.2.3", "in_force"):
        # pikes stand in the ranks but do not fire
        return lambda s: max(s.figures - s.pikes, 0)
    return lambda s: s.figures


@implements("CS-8.2.3b")
def _other_stands(s: SmallArmsFacts, _: int) -> int:
    """Stands with another percentage join the same total and the same roll."""
    return s.further_percent


def _ranges(t: Tables, kind: str) -> dict[str, int]:
    """Paces by weapon, those of weapons that the table leaves out included."""
    printed: dict[str, int] = t.value("CS-8.2.1a", kind)
    # carbines and pistols are not listed: they are read as other weapons (CS-8.2.1b)
    return printed | {weapon: printed[other] for weapon, other in t.value("CS-8.2.1b", "ranges_as").items()}


def _prohibitions(t: Tables) -> list[Modifier]:
    reach, arc, crewed = _ranges(t, "effective"), t.number("CS-8.1d", "arc"), t.value("CS-8.1a", "weapons")
    halted, firearms = t.value("CS-8.2.2c", "carbines_halted"), t.value("CS-8.2.1a", "firearms")
    return [
        *modifiers(t, "CS-8.1a", given("crew_served", lambda s: s.weapon in crewed)),
        *modifiers(t, "CS-8.2", given("fleeing", lambda s: s.status in ("broken", "routed", "dispersed"))),
        *modifiers(t, "CS-8.1c", flag("in_close_combat")),
        *modifiers(t, "CS-8.1g", flag("in_melee")),
        *modifiers(t, "CS-8.1d", given("out_of_arc", lambda s: s.bearing > arc)),
        *modifiers(t, "CS-8.2.1b", given("out_of_range", lambda s: s.range > reach[s.weapon])),
        *modifiers(
            t,
            "CS-8.2.2c",
            given("moved_double", lambda s: s.moved == "double"),
            # a variant: horsemen fire carbines only at the halt
            given("mounted", lambda s: halted and s.arm == "cavalry" and s.moved != "no" and s.weapon in firearms),
        ),
    ]


@implements("CS-8.2.2f", "CS-8.2.2g", "CS-8.2.2h", "CS-8.2.2i", "CS-8.2.2j", "CS-8.2.2k")
def _modifiers(t: Tables) -> list[Modifier]:
    ranks, free_of = ranks_of(t), t.number("CS-8.2.2e", "free_ranks")
    close, firearms = _ranges(t, "close"), t.value("CS-8.2.1a", "firearms")
    walking = t.value("CS-M2-8.2.2", "in_force")

    def gait(s: SmallArmsFacts) -> str | None:
        # skirmishers, and those drilled to walk and fire, ignore their own movement
        return None if s.skirmishers or (walking and s.walking_fire) else f"moved_{s.moved}"

    def depth(s: SmallArmsFacts) -> int:
        deep = ranks(s)
        # with more than one rank all of them count, not only those behind the first (CS-8.2.2e)
        return deep - free_of if deep > 1 else 0

    return [
        *modifiers(t, "CS-8.2", given("base", lambda _: True)),
        *modifiers(
            t,
            "CS-8.2.2a",
            given("opening_volley", lambda s: s.opening_volley and s.weapon in firearms),
            by("status"),
            flag("aimed"),
            by("discipline"),
            by(gait),
            each("disorder"),
            flag("unaccustomed"),
            given("cavalry", lambda s: s.arm == "cavalry"),
            counted("target_ranks", depth),
            by("target_formation"),
            lowest(
                "target_cover",
                also=WOODS,
                # for irregulars woods count twice, works do not
                doubled=Doubled("irregular_in_cover", "target_irregular", ("light_cover", "heavy_cover")),
            ),
            given("rain_snow", lambda s: s.weather in ("rain", "snow") and s.weapon in firearms),
            flag("smoke"),
            given("close_range", lambda s: s.range <= close[s.weapon]),
            by("slope"),
            flag("closed_square", "in_closed_square"),
        ),
    ]


class SquareFireFacts(Facts):
    """A square attacked by cavalry, or a closed square's side."""

    figures: Annotated[int, Range(1, 200), "live figures of the unit"]
    attackers: Annotated[int, Range(1, 12), "cavalry units or squadrons that come at it one after the other"] = 1


class SquareFireResult(NamedTuple):
    """Figures that fire each time: first in the small arms phase, then before the close combat dice of an attacker."""

    first: int
    second: int
    third: int
    second_before_attacker: int
    third_before_attacker: int
    closed_square_side: int


@reckoning("square-fire", "CS-8.1f", asks=SquareFireFacts)
def square_fire(t: Tables, s: SquareFireFacts) -> SquareFireResult:
    """How a square divides its fire against cavalry, and what one side of a closed square fires."""
    parts, sides = t.number("CS-8.1f", "firings"), t.number("CS-8.2.2d", "sides")
    # thirds rounded down; the odd figures fire with the first
    third = s.figures // parts
    # fewer attackers than firings: what is left goes before the last of them
    before = min(parts - 1, s.attackers), min(parts, s.attackers)
    return SquareFireResult(s.figures - third * (parts - 1), third, third, *before, s.figures // sides)


class FiringFiguresFacts(Facts):
    """A unit about to fire."""

    figures: Annotated[int, Range(1, 200), "figures it began with"]
    casualties: Annotated[int, Range(0, 200), "figures lost"] = 0
    formation: Annotated[
        Literal["line", "double_line", "column", "open_order", "extended_order", "square"], "its formation"
    ] = "line"
    leading: Annotated[int, Range(0, 200), "column: figures of its leading stand; square: of the faces that bear"] = 0
    made_good: Annotated[
        int, Range(0, 200), "column: figures lost to guns or cold steel, or before it formed: others step up for them"
    ] = 0


class FiringFiguresResult(NamedTuple):
    """Figures that may fire, that live, and that stand on the table: the fallen stay and keep the frontage."""

    firing: int
    live: int
    on_table: int


@reckoning("firing-figures", "CS-8.1h", asks=FiringFiguresFacts)
def firing_figures(t: Tables, s: FiringFiguresFacts) -> FiringFiguresResult:
    """How many figures of a unit can fire."""
    live = max(s.figures - s.casualties, 0)
    return FiringFiguresResult(_front_rank(t, s, live), live, _on_table(s))


def _front_rank(t: Tables, s: FiringFiguresFacts, live: int) -> int:
    if s.formation == "double_line":
        return _front_line(t, s, live)
    if s.formation not in ("column", "square"):
        return live
    if not s.leading:
        raise refuse("CS-8.1h", "say with leading how many figures the leading stand, or the faces that bear, have")
    return min(live, _leading(t, s) if s.formation == "column" else s.leading)


@implements("CS-8.1i")
def _leading(t: Tables, s: FiringFiguresFacts) -> int:
    """Musketry thins the leading stand of a column; when nobody is left of it the next is the front rank."""
    # losses to guns were filled from behind; those to muskets leave gaps in front
    shot = max(s.casualties - s.made_good, 0) if t.value("CS-8.1i", "columns_thin") else 0
    # a stand shot away altogether is replaced by the next
    return s.leading - shot % s.leading


@implements("CS-8.1i")
def _front_line(t: Tables, s: FiringFiguresFacts, live: int) -> int:
    """A double line fills its front line from the rear one, so losses thin the rear first."""
    # rounded up: the odd figure stands in front
    return min(-(-s.figures // t.number("CS-8.1h", "double_line_lines")), live)


@implements("CS-7.1i", "CS-8.1l")
def _on_table(s: FiringFiguresFacts) -> int:
    """Losses are marked, by whatever fire; no figure is taken off."""
    return s.figures
