"""Chapter 3: special orders: their chits and times, units thrown together, lying down."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import Roll, check, implements, reckoning
from grognard.kernel.facts import Facts, Paces, Range
from grognard.kernel.modifiers import amount, given, modifiers
from grognard.kernel.tables import Tables

from ...terms import DISCIPLINES, STATUSES, Discipline, MoraleRating, Status, zones
from ..initiative.initiative import InitiativeResult, Result
from .orders import barred, limit

SpecialOrderWord = Literal[
    "reform", "attachment", "brigade_units", "brigade_squadrons", "converge_elites", "obstacle", "destroy_structure",
    "spike_guns", "detach", "regroup", "skirmishers_out", "skirmishers_in", "dismount", "remount", "move_boats",
    "build_works", "multi_battalion", "start_fire", "fight_fire", "embark", "disembark", "lie_down", "stand_up",
    "occupy", "leave_building", "leave_works",
]  # fmt: skip
RULES: dict[SpecialOrderWord, str] = {
    "reform": "CS-3.3.2.3a",
    "attachment": "CS-3.3.2.3b",
    "brigade_units": "CS-3.3.2.3c",
    "brigade_squadrons": "CS-3.3.2.3d",
    "converge_elites": "CS-3.3.2.3e",
    "obstacle": "CS-3.3.2.3f",
    "destroy_structure": "CS-3.3.2.3g",
    "spike_guns": "CS-3.3.2.3h",
    "detach": "CS-3.3.2.3i",
    "regroup": "CS-3.3.2.3i",
    "skirmishers_out": "CS-3.3.2.3j",
    "skirmishers_in": "CS-3.3.2.3q",
    "dismount": "CS-3.3.2.3s",
    "remount": "CS-3.3.2.3s",
    "move_boats": "CS-3.3.2.3t",
    "build_works": "CS-3.3.2.3u",
    "multi_battalion": "CS-3.3.2.3v",
    "start_fire": "CS-3.3.2.3w",
    "fight_fire": "CS-3.3.2.3x",
    "embark": "CS-3.3.2.3aa",
    "disembark": "CS-3.3.2.3aa",
    "lie_down": "CS-3.3.2.3ab",
    "stand_up": "CS-3.3.2.3ab",
    "occupy": "CS-3.3.2.3ac",
    "leave_building": "CS-3.3.2.3ac",
    "leave_works": "CS-3.3.2.3ac",
}


class SpecialOrderFacts(Facts):
    """A special order about to be given to a unit."""

    order: Annotated[SpecialOrderWord, "what the special chit says"]
    formation_chit: Annotated[bool, "a formation chit goes with it"] = False
    announced: Annotated[bool, "brigaded squadrons, recalled skirmishers: the player has announced it"] = True
    moves: Annotated[bool, "reform: the unit moves this turn"] = False
    nearest_enemy: Annotated[Paces, "reform: paces to the nearest enemy"] = 400


class SpecialOrderResult(NamedTuple):
    """What the order costs, the quarters of a turn it takes, and the check that settles it."""

    rule: str
    command_points: int
    quarters: int
    then: str


@reckoning("special-order", "CS-3.2k", asks=SpecialOrderFacts)
def special_order(t: Tables, s: SpecialOrderFacts) -> SpecialOrderResult:
    """What a special order costs and needs, how long it takes and what settles it."""
    rule = RULES[s.order]
    entry = t[rule]
    # an order named in its own entry is one that needs a formation chit
    if s.order in entry and not s.formation_chit:
        raise barred(t, rule, s.order)
    if "unannounced" in entry and not s.announced:
        raise barred(t, rule, "unannounced")
    if s.order == "reform":
        _may_reform(t, s)
    price = t.row("CS-3.2k", entry.get("price", "orders")).value
    return SpecialOrderResult(rule, price, entry.get("quarters", 0), entry.get("then", {}).get(s.order, ""))


def _may_reform(t: Tables, s: SpecialOrderFacts) -> None:
    if s.moves:
        raise barred(t, "CS-3.3.2.3a", "moved")
    if zones(t)[s.nearest_enemy] == "P3":
        raise barred(t, "CS-3.3.2.3a", "too_near")


class BrigadeUnitsFacts(Facts):
    """Units, or parts of units, thrown together into one."""

    lowest_rating: Annotated[MoraleRating, "the lowest morale rating among the parts"]
    statuses: Annotated[frozenset[Status], "the morale levels of the parts"] = frozenset({"resolute"})
    disciplines: Annotated[frozenset[Discipline], "the disciplines of the parts"] = frozenset({"trained"})
    casualties: Annotated[bool, "any part has taken casualties in this battle"] = False


class BrigadeUnitsResult(NamedTuple):
    """The new unit."""

    morale_rating: int
    status: Status
    discipline: Discipline
    converged: bool
    """It counts as converged because of casualties in morale checks."""


@reckoning("brigade-units", "CS-3.3.2.3c", asks=BrigadeUnitsFacts)
def brigade_units(t: Tables, s: BrigadeUnitsFacts) -> BrigadeUnitsResult:
    """Morale, level and discipline of a unit made of several."""
    # one level lower if any part has suffered (CS-3.3.2.3c)
    rating = s.lowest_rating - (t.number("CS-3.3.2.3c", "drop") if s.casualties else 0)
    status = max(s.statuses, key=STATUSES.index, default=STATUSES[0])
    discipline = max(s.disciplines, key=DISCIPLINES.index, default=DISCIPLINES[0])
    return BrigadeUnitsResult(max(1, rating), status, discipline, s.casualties)


class ConvergeElitesFacts(Facts):
    """Elite companies drawn from several battalions into one."""

    lowest_parent: Annotated[MoraleRating, "the lowest rating among the parents, before they give up companies"]
    parent_rating: Annotated[MoraleRating, "rating of the parent asked about, before it gives up companies"]
    returned: Annotated[bool, "that parent has its companies back"] = False


class ConvergeElitesResult(NamedTuple):
    """Rating of the converged battalion, and what a parent's rating becomes."""

    battalion_rating: int
    parent_rating: int


@reckoning("converge-elites", "CS-3.3.2.3e", asks=ConvergeElitesFacts)
def converge_elites(t: Tables, s: ConvergeElitesFacts) -> ConvergeElitesResult:
    """Morale ratings of a converged elite battalion and of its parents."""
    # before the parents drop: what the companies were counts
    battalion = min(s.lowest_parent + t.number("CS-3.3.2.3e", "bonus"), t.number("CS-3.3.2.3e", "most"))
    drop = 0 if s.returned else t.number("CS-3.3.2.3e", "drop")
    return ConvergeElitesResult(battalion, max(1, s.parent_rating - drop))


class MultiBattalionFacts(Facts):
    """A unit that takes its place in a formation of several."""

    units: Annotated[int, Range(1, 12), "units that make the formation"] = 2
    quarters: Annotated[int, Range(0, 20), "quarters of a turn its own change of formation takes"]
    shift: Annotated[Paces, "paces it is shifted into place"] = 0


class MultiBattalionResult(NamedTuple):
    """Quarters of a turn until it stands."""

    quarters: int


@check("multi-battalion", "CS-3.3.2.3v", asks=MultiBattalionFacts)
def multi_battalion(t: Tables) -> Roll[MultiBattalionFacts, MultiBattalionResult]:
    """How long a unit takes to its place in a formation of several units."""
    least, far = t.number("CS-3.3.2.3v", "units"), limit(t, "CS-3.3.2.3v", "too_far")
    return Roll(
        modifiers=modifiers(
            t,
            "CS-3.3.2.3v",
            given("alone", lambda s: s.units < least),
            given("too_far", lambda s: s.shift > far),
            amount("quarters for its own change", lambda s: s.quarters),
            # being shifted takes time of its own, however short the way
            given("shifted", lambda s: s.shift),
        ),
        result=lambda throw: MultiBattalionResult(throw.total),
    )


class StandUpFacts(Facts):
    """A unit that lies down and is told to stand up."""

    initiative: Annotated[Result, "how its initiative check came out"]


class StandUpResult(NamedTuple):
    """Whether the unit is up; prone it may neither move nor change formation, and counts as in cover."""

    standing: bool
    cover: str
    disorder: int


@reckoning("stand-up", "CS-3.3.2.3ab", asks=StandUpFacts)
def stand_up(t: Tables, s: StandUpFacts) -> StandUpResult:
    """Whether a unit lying down gets up, after its initiative check."""
    up = s.initiative == "succeeded"
    return StandUpResult(up, "none" if up else t.value("CS-3.3.2.3ab", "cover"), disorder_after(t, s.initiative))


@implements("CS-4.2d")
def disorder_after(t: Tables, result: Result) -> int:
    """The disorder an initiative check costs at once: a confused unit's markers."""
    rows = t.bands("CS-4.3.1", "rows", InitiativeResult)
    return next(row.disorder for _, _, row in rows.bands if row.result == result)
