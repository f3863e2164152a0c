"""Appendix A: how long cavalry and artillery take to change formation, and who is caught while doing so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import Roll, Thrown, check, implements, reckoning
from grognard.kernel.facts import Facts, Paces, Range
from grognard.kernel.modifiers import amount, by, given, modifiers
from grognard.kernel.tables import Tables

from ...terms import Army, Discipline
from ..setting_up.measures import reach
from .infantry import doctrine_of, finish

Mounted = Literal["line", "column", "open_order", "extended_order"]
LOOSE = ("open_order", "extended_order")


class CavalryFormationChangeFacts(Facts):
    """Cavalry ordered to change formation."""

    nation: Annotated[Army, "whose cavalry"]
    discipline: Annotated[Discipline, "discipline class"] = "trained"
    formation: Annotated[Mounted, "formation it is in"] = "column"
    ordered: Annotated[Mounted, "formation it is ordered to take"] = "line"


class CavalryFormationChangeResult(NamedTuple):
    """Time in quarter turns; by moving means that only the movement to the new spacing counts."""

    quarter_turns: int
    by_moving: bool
    done_on_turn: int
    quarters_left: int


@check("cavalry-formation-change", "CS-6.7.2", asks=CavalryFormationChangeFacts)
def cavalry_formation_change(t: Tables) -> Roll[CavalryFormationChangeFacts, CavalryFormationChangeResult]:
    """How long cavalry takes to change formation."""

    def by_moving(s: CavalryFormationChangeFacts) -> bool:
        # loosening or closing ranks is movement, not drill (CS-A.4a)
        return s.formation in LOOSE or s.ordered in LOOSE

    def time_of(s: CavalryFormationChangeFacts) -> str:
        doctrine = doctrine_of(t, s.nation)
        # nations without a line of their own take the common time
        row = doctrine if doctrine in t["CS-A.4a"] else "others"
        return "none" if by_moving(s) else row

    def slow(group: str) -> Callable[[CavalryFormationChangeFacts], bool]:
        return lambda s: not by_moving(s) and s.discipline in group.split("_or_")

    def result(throw: Thrown[CavalryFormationChangeFacts]) -> CavalryFormationChangeResult:
        return CavalryFormationChangeResult(throw.total, by_moving(throw.s), *finish(t, throw.total))

    return Roll(
        modifiers=[
            *modifiers(t, "CS-A.4a", given("same", lambda s: s.formation == s.ordered), by(time_of)),
            *modifiers(t, "CS-A.4b", *(given(group, slow(group)) for group in t.rows("CS-A.4b"))),
        ],
        result=result,
        depends=("formation", "ordered"),
    )


class ArtilleryFormationChangeFacts(Facts):
    """Guns that are limbered or unlimbered."""

    action: Annotated[Literal["limber", "emergency_limber", "unlimber"], "what the crews do"]
    pounds: Annotated[int, Range(1, 36), "weight of the guns' shot"] = 6


class ArtilleryFormationChangeResult(NamedTuple):
    """Time in quarter turns, and disorder on the battery: on each section, where they keep it apart."""

    quarter_turns: int
    disorder: int
    done_on_turn: int
    quarters_left: int


@check("artillery-formation-change", "CS-A.5a", asks=ArtilleryFormationChangeFacts)
def artillery_formation_change(t: Tables) -> Roll[ArtilleryFormationChangeFacts, ArtilleryFormationChangeResult]:
    """How long guns take to limber or unlimber."""
    times, heavy = t.row("CS-A.5c", "heavy"), t.row("CS-6.2i", "heavy").columns["pounds"]
    disorder = {"emergency_limber": t.number("CS-A.5b", "disorder")}

    def longer(s: ArtilleryFormationChangeFacts) -> int:
        listed = t.row("CS-A.5a", s.action).value
        # twice the time is the listed time once more (CS-A.5c)
        return listed * times.columns["times"] - listed if s.pounds >= heavy else 0

    def result(throw: Thrown[ArtilleryFormationChangeFacts]) -> ArtilleryFormationChangeResult:
        return ArtilleryFormationChangeResult(throw.total, disorder.get(throw.s.action, 0), *finish(t, throw.total))

    return Roll(
        modifiers=[*modifiers(t, "CS-A.5a", by("action")), *modifiers(t, "CS-A.5c", amount(times.label, longer))],
        result=result,
        depends=("action",),
    )


class CaughtFormingFacts(Facts):
    """A unit that changes formation while an enemy advances on it."""

    quarters: Annotated[int, Range(1, 40), "quarter turns the change still takes"]
    enemy_distance: Annotated[Paces, "paces to the enemy when the movement phase begins"]
    enemy_move: Annotated[int, Range(1, 1000), "paces the enemy moves in a full turn"]


class CaughtFormingResult(NamedTuple):
    """Whether the unit is caught, when the enemy arrives, and what being caught means."""

    caught: bool
    enemy_arrives: str
    disorder: int
    fights_as: str


@reckoning("caught-forming", "CS-A.1e", asks=CaughtFormingFacts)
def caught_forming(t: Tables, s: CaughtFormingFacts) -> CaughtFormingResult:
    """Whether an enemy catches a unit that is changing formation."""
    arrival = arrival_quarter(t, s.enemy_distance, s.enemy_move)
    if arrival > t.number("CS-6.7.1a", "quarters"):
        return CaughtFormingResult(False, "not this turn", 0, "as_formed")
    when = f"in quarter {arrival}" if arrival else "before the turn"
    # complete in the quarter in which the enemy arrives counts as complete (CS-A.1e)
    if arrival >= s.quarters:
        return CaughtFormingResult(False, when, 0, "as_formed")
    return CaughtFormingResult(True, when, t.number("CS-A.1e", "disorder"), t.value("CS-A.1e", "fights_as"))


@implements("CS-6.7.1a")
def arrival_quarter(t: Tables, distance: int, move: int) -> int:
    """The quarter of the movement phase, in which all changes of formation begin too, that brings an enemy to P3."""
    to_go = max(0, distance - reach(t, "P3"))
    # rounded up: he is there at the end of the quarter in which he arrives
    return -(-to_go * t.number("CS-6.7.1a", "quarters") // move)
