"""Chapter 4: initiative checks, division effectiveness, and what else an initiative check decides."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import Roll, Thrown, check, implements, reckoning, refuse
from grognard.kernel.dice import TWO_D10
from grognard.kernel.facts import Count, Facts, Paces, Range
from grognard.kernel.modifiers import Modifier, banded, by, each, flag, given, highest, modifiers
from grognard.kernel.tables import Tables

from ...terms import NO_COVER, Arm, Cover, Discipline, Disorder, MoraleRating, Percent, zones

Result = Literal["confusion", "failed", "succeeded"]


class InitiativeFacts(Facts):
    """A unit whose officers are to do something other than what they would do by themselves."""

    morale_rating: MoraleRating
    arm: Annotated[Arm, "the unit's arm"] = "infantry"
    discipline: Annotated[Discipline, "its discipline; leave at trained for irregulars, who have none"] = "trained"
    disorder: Disorder = 0
    casualties_percent: Percent = 0
    contradicting_order: bool = False
    declines_flank: bool = False
    target_unformed: bool = False
    target_cover: Annotated[frozenset[Cover], "cavalry: cover of the unit it threatens"] = NO_COVER
    supported: bool = False
    threatened_flank: bool = False


class InitiativeResult(NamedTuple):
    """The result of an initiative check and the disorder it costs."""

    result: Result
    disorder: int


@check("initiative", "CS-4.3.1", asks=InitiativeFacts)
def initiative(t: Tables) -> Roll[InitiativeFacts, InitiativeResult]:
    """Initiative check: cancel an automatic order, or act on the spot."""
    table = t.bands("CS-4.3.1", "rows", InitiativeResult)
    return Roll(dice=TWO_D10, modifiers=_modifiers(t), result=lambda throw: table[throw.total])


def _modifiers(t: Tables) -> list[Modifier]:
    grades: dict[Cover, str] = t.value("CS-4.3.2", "cover_grades")

    return modifiers(
        t,
        "CS-4.3.2",
        each("morale_rating"),
        each("disorder"),
        by("discipline"),
        each("casualties_percent", "casualties"),
        flag("contradicting_order"),
        flag("declines_flank", when=_mounted),
        flag("target_unformed", when=_mounted),
        # grades, not rows: woods and works of one grade count the same, and only the best
        highest(lambda s: [grades[cover] for cover in s.target_cover] if s.arm == "cavalry" else ()),
        flag("supported", when=_with_guns),
        flag("threatened_flank", when=_with_guns),
    )


def _mounted(s: InitiativeFacts) -> bool:
    return s.arm == "cavalry"


def _with_guns(s: InitiativeFacts) -> bool:
    return s.arm == "artillery"


class DivisionEffectivenessFacts(InitiativeFacts):
    """A unit of a division that has lost heavily."""

    lost_percent: Annotated[int, Range(0, 100), "percent of the division's units lost, routed or dispersed"]
    works_lost: Count = 0
    structures_lost: Count = 0
    works_taken: Count = 0
    structures_taken: Count = 0
    commanders_lost: Count = 0
    enemies_broken: Count = 0
    leader: Annotated[Literal["none", "poor", "average", "superior"], "best leader near"] = "none"


class DivisionEffectivenessResult(NamedTuple):
    """Whether the unit holds or retires."""

    result: Result
    effect: str
    disorder: int


class DivisionEffect(NamedTuple):
    """A row of the results table."""

    effect: str
    disorder: int


@check("division-effectiveness", "CS-4.4a", asks=DivisionEffectivenessFacts)
def division_effectiveness(t: Tables) -> Roll[DivisionEffectivenessFacts, DivisionEffectivenessResult]:
    """Division effectiveness test: does the unit stay or retire to P1."""
    table = t.bands("CS-4.3.1", "rows", InitiativeResult)
    effects = {result: DivisionEffect(**row) for result, row in t.value("CS-4.4.2", "rows").items()}

    def result(throw: Thrown[DivisionEffectivenessFacts]) -> DivisionEffectivenessResult:
        checked = table[throw.total].result
        return DivisionEffectivenessResult(checked, *effects[checked])

    least = t.row("CS-4.4.1a", "lost_30").columns["from"]
    losses = modifiers(
        t,
        "CS-4.4.1a",
        # only the highest step of losses, not all below it (CS-4.4.1a)
        banded("lost_percent", "lost_30", "lost_50", "lost_75"),
        each("works_lost"),
        each("structures_lost"),
        each("works_taken"),
        each("structures_taken"),
        each("commanders_lost"),
        each("enemies_broken"),
        by("leader", "leader_"),
    )
    bars = [
        *modifiers(t, "CS-4.4a", given("too_few", lambda s: s.lost_percent < least)),
        # Module 2 may leave the test out altogether
        *modifiers(t, "CS-M2-4.4a", given("left_out", lambda _: not t.value("CS-M2-4.4a", "test_made"))),
    ]
    return Roll(dice=TWO_D10, modifiers=[*bars, *both_tables(t, losses)], result=result)


@implements("CS-4.4b")
def both_tables(t: Tables, losses: list[Modifier]) -> list[Modifier]:
    """The test is an initiative check with the division's own modifiers on top."""
    return [*_modifiers(t), *losses]


class PursuitResult(NamedTuple):
    """What victorious cavalry does next."""

    result: Result
    may_hold: bool
    disorder: int


@check("pursuit", "CS-9.2.2i", asks=InitiativeFacts)
def pursuit(t: Tables) -> Roll[InitiativeFacts, PursuitResult]:
    """Initiative check of cavalry that routed its enemy: may it be held back from pursuit."""
    table = t.bands("CS-4.3.1", "rows", InitiativeResult)

    def result(throw: Thrown[InitiativeFacts]) -> PursuitResult:
        checked = table[throw.total]
        # a success lets the player hold it; whether he does is his affair (CS-9.2.2i)
        return PursuitResult(checked.result, checked.result == "succeeded", checked.disorder)

    bar = modifiers(t, "CS-9.2.2i", given("on_foot", lambda s: s.arm != "cavalry"))
    return Roll(dice=TWO_D10, modifiers=[*bar, *_modifiers(t)], result=result)


class FogSurpriseResult(NamedTuple):
    """Whether a defender in fog, rain or snow is surprised."""

    surprised: bool


@check("fog-surprise", "CS-B.8c", asks=InitiativeFacts)
def fog_surprise(t: Tables) -> Roll[InitiativeFacts, FogSurpriseResult]:
    """Surprise roll of a defender in fog, rain or snow."""
    table = t.bands("CS-4.3.1", "rows", InitiativeResult)
    alert = t.value("CS-B.8c", "alert")
    return Roll(
        dice=TWO_D10,
        modifiers=_modifiers(t),
        # the markers of a confused unit are left out: surprise costs no disorder (CS-B.8c)
        result=lambda throw: FogSurpriseResult(table[throw.total].result != alert),
    )


class DivisionLossesFacts(Facts):
    """A division's losses, to see whether its units have to test."""

    units: Annotated[int, Range(1, 200), "battalions, squadrons and gun sections it began with"]
    lost: Annotated[int, Range(0, 200), "of these destroyed, routed or dispersed now"]
    tested_at: Annotated[Literal["none", "30", "50", "75"], "the highest step already tested at"] = "none"
    body: Annotated[Literal["division", "brigade", "column"], "what is tested; brigades and columns in Module 2"] = (
        "division"
    )


class DivisionLossesResult(NamedTuple):
    """Whether a test is due, and at which step of losses."""

    due: bool
    percent: int
    step: int


@reckoning("division-losses", "CS-4.4a", asks=DivisionLossesFacts)
def division_losses(t: Tables, s: DivisionLossesFacts) -> DivisionLossesResult:
    """Whether a division's losses call for an effectiveness test."""
    if s.body != "division" and not t.value("CS-M2-4.4b", "in_force"):
        raise refuse("CS-M2-4.4b", f"{s.body}s are tested in Module 2 only; see the variant brigades-are-tested")
    if not t.value("CS-M2-4.4a", "test_made"):
        raise refuse("CS-M2-4.4a", t.row("CS-M2-4.4a", "left_out").label)
    steps = [t.row("CS-4.4.1a", row).columns["from"] for row in ("lost_30", "lost_50", "lost_75")]
    # at or above the step, by the ruling: text and table disagree (CS-4.4a)
    reached = max((step for step in steps if s.lost * 100 >= step * s.units), default=0)
    tested = 0 if s.tested_at == "none" else int(s.tested_at)
    # two steps at once: one test, at the higher
    return DivisionLossesResult(reached > tested, s.lost * 100 // s.units, reached)


class WorksTakenFacts(Facts):
    """Works or a structure that the enemy held or holds."""

    occupied: Annotated[bool, "our troops are in it"]
    nearest_enemy: Annotated[Paces, "paces to the nearest opposing troops"]
    works_paces: Annotated[
        int, Range(0, 5000), "length of continuous works; 0 for a building, bridge or crossroads"
    ] = 0


class WorksTakenResult(NamedTuple):
    """Whether it counts as taken, and as how many works or structures."""

    taken: bool
    works: int
    structures: int


@reckoning("works-taken", "CS-4.4.1b", asks=WorksTakenFacts)
def works_taken(t: Tables, s: WorksTakenFacts) -> WorksTakenResult:
    """Whether works or a structure count as taken in a division's test, and for how much."""
    taken = s.occupied and zones(t)[s.nearest_enemy] != t.value("CS-4.4.1b", "contested_in")
    # rounded up: part of a stretch of works counts as one
    works = -(-s.works_paces // t.number("CS-4.4.1b", "paces_to_a_work"))
    return WorksTakenResult(taken, works if taken else 0, 1 if taken and not s.works_paces else 0)
