"""Chapter 5: morale and rally."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, NamedTuple

from grognard.kernel.checks import Roll, Thrown, check, implements
from grognard.kernel.dice import TWO_D10
from grognard.kernel.facts import Facts, Paces, Range
from grognard.kernel.modifiers import Modifier, banded, each, flag, given, highest, lowest, modifiers
from grognard.kernel.tables import Tables

from ...terms import NO_COVER, WOODS, Cover, Disorder, MoraleRating, Percent, Side, Status, better, worse, zones

FiredOn = Literal["flank", "rear"]


class MoraleFacts(Facts):
    """A unit that has to check its morale."""

    morale_rating: MoraleRating
    status: Annotated[Status, "its morale level now"] = "resolute"
    disorder: Disorder = 0
    casualties_percent: Percent = 0
    irregular: Annotated[bool, "an irregular unit"] = False
    cover: Annotated[frozenset[Cover], "what it stands in; only the best counts"] = NO_COVER
    flank_support: Annotated[int, Range(0, 2), "flanks with a formed friend near"] = 0
    rear_support: bool = False
    player_near: bool = False
    leader_near: bool = False
    enemy_retreating: Annotated[int, Range(0, 10), "enemy units retreating near"] = 0
    friends_retreating: Annotated[int, Range(0, 10), "friendly units retreating near"] = 0
    threatened: Annotated[frozenset[Side], "from where it is threatened; only the worst counts"] = frozenset()
    fired_on: Annotated[frozenset[FiredOn], "from where fire cost it casualties; only the worst counts"] = frozenset()
    nearest_enemy: Annotated[Paces, "paces to the nearest enemy unit"] = 400
    enemy_seen: Annotated[bool, "an enemy is in range and line of sight"] = True
    unanswered_fire: bool = False
    small_arms_check: Annotated[bool, "the check is due to small arms fire"] = False
    artillery_check: Annotated[bool, "the check is due to artillery fire"] = False
    converged: bool = False
    surprised: bool = False
    rallying: Annotated[bool, "an attempt to rally, not a check forced on it"] = False


class RallyFacts(MoraleFacts):
    """A unit that tries to rally."""

    status: Annotated[Status, "its morale level now"] = "broken"
    fired_last_turn: Annotated[bool, "it fired last turn"] = False
    rallying: Annotated[bool, "an attempt to rally, not a check forced on it"] = True


class MoraleResult(NamedTuple):
    """The table's result and the level the unit has now."""

    result: Status
    status: Status


@check("morale", "CS-5.2a", asks=MoraleFacts)
def morale(t: Tables) -> Roll[MoraleFacts, MoraleResult]:
    """Morale check: 2D10 plus rating and modifiers."""
    return _morale(t, [])


@check("rally", "CS-5.3b", asks=RallyFacts)
def rally(t: Tables) -> Roll[Any, MoraleResult]:
    """Rally attempt: allowed or not, then a morale check."""
    zone, cover = zones(t), frozenset(t.value("CS-5.3b", "shelter"))

    def flees(s: RallyFacts, *where: str) -> bool:
        # the wavering have a rule of their own, which goes before this one (CS-5.3a)
        return s.status in ("broken", "routed") and zone[s.nearest_enemy] in where

    bars = [
        *modifiers(t, "CS-5.3a", given("too_near", lambda s: flees(s, "P2", "P3"))),
        *modifiers(
            t,
            "CS-5.3b",
            # at P1 only in cover; farther off anywhere
            given("in_the_open", lambda s: flees(s, "P1") and not s.cover & cover),
            given("steady", lambda s: s.status in ("resolute", "determined")),
            given("dispersed", lambda s: s.status == "dispersed"),
        ),
        *modifiers(
            t,
            "CS-5.3c",
            given("fired", lambda s: s.status == "wavering" and s.fired_last_turn),
            given("too_near", lambda s: s.status == "wavering" and zone[s.nearest_enemy] == "P3"),
        ),
    ]
    return _morale(t, bars)


def _morale(t: Tables, bars: list[Modifier]) -> Roll[MoraleFacts, MoraleResult]:
    read = _reading(t)
    return Roll(
        dice=TWO_D10,
        modifiers=[*bars, *_modifiers(t)],
        result=lambda throw: _applied(throw.s, read(throw)),
        depends=("status", "rallying"),
    )


def _modifiers(t: Tables) -> list[Modifier]:
    zone = zones(t)
    return modifiers(
        t,
        "CS-5.2.2a",
        each("morale_rating"),
        # one row of cover, the best
        highest("cover", also=WOODS),
        each("flank_support"),
        flag("rear_support"),
        flag("player_near"),
        flag("leader_near"),
        each("enemy_retreating"),
        given("wavering", lambda s: s.status == "wavering"),
        given("broken", lambda s: s.status == "broken"),
        # where the print has no number for a distance, routed troops take no modifier there (CS-5.2.2a)
        given("routed", lambda s: s.status == "routed" and zone[s.nearest_enemy] in ("P1", "P0")),
        # only the worst side from which it is threatened, and below only the worst fire
        lowest("threatened", "threatened_"),
        given("no_enemy", lambda s: not s.enemy_seen),
        each("disorder"),
        # regulars have no such row
        flag("small_arms_check", when=lambda s: s.irregular),
        flag("artillery_check", when=lambda s: s.irregular),
        flag("unanswered_fire"),
        lowest("fired_on", "fired_on_"),
        each("friends_retreating"),
        flag("converged"),
        flag("surprised"),
        banded("casualties_percent", "casualties_quarter", "casualties_half", "casualties_most"),
        # a second number in a row is for irregulars
        column=lambda s: "irregulars" if s.irregular else None,
    )


def _reading(t: Tables) -> Callable[[Thrown[MoraleFacts]], Status]:
    """The table, and the two natural rolls that bend it (CS-5.2.1b, CS-5.2.1c)."""
    table = t.bands("CS-5.2.1a", "rows", lambda result: result)
    low, low_best = t.number("CS-5.2.1b", "natural"), t.value("CS-5.2.1b", "at_best")
    high, high_worst = t.number("CS-5.2.1c", "natural"), t.value("CS-5.2.1c", "at_worst")

    def read(throw: Thrown[MoraleFacts]) -> Status:
        status: Status = table[throw.total]
        if throw.natural == low:
            # a natural 2 is broken at best, and worse where the table says so (CS-5.2.1b)
            return worse(status, low_best)
        return better(status, high_worst) if throw.natural == high else status

    return read


@implements("CS-5.2b")
def _applied(s: MoraleFacts, result: Status) -> MoraleResult:
    """A check that is no rally never improves a unit that flees."""
    free = s.rallying or s.status not in ("broken", "routed")
    # a check forced on troops in flight may make it worse, never better
    return MoraleResult(result, result if free else worse(s.status, result))
