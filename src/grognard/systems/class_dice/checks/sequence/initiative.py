"""Grand-tactical initiative: the opening roll, contests, Grand-Tac points."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import Refusal, check, implements, reckoning
from grognard.kernel.facts import Count, Facts, Range
from grognard.kernel.modifiers import Modifier, by, each, modifiers
from grognard.kernel.opposed import Contest, Opposed, Pair
from grognard.kernel.tables import Tables

from ...terms import Attached, Rating
from ..charts import one_die

Points = Annotated[int, Range(0, 10)]


class InitiativeFacts(Facts):
    """One commander who rolls for the initiative."""

    points: Annotated[Points, "Grand-Tac points committed to this roll"] = 0
    pool: Annotated[Points, "points his side has left before it"] = 10
    in_chain: Annotated[bool, "he is within the chain of command radii, so that he can draw on the pool"] = True
    attached: Annotated[Attached, "rating of a corps or army leader attached to the division; he rolls then"] = "none"
    own: Annotated[Rating, "rating of the division or army commander himself"] = "average"


class OpeningInitiativeResult(NamedTuple):
    """Whose side is active first (or that both roll again), and whether the turn ends at once."""

    winner: Literal["ours", "theirs", "again"]
    turn_ends: bool


class ContestInitiativeResult(NamedTuple):
    """Who is active then, and whether the turn ends at once."""

    winner: Literal["active", "challenger"]
    turn_ends: bool


@check("opening-initiative", "CD-initiative-opening", asks=InitiativeFacts)
def opening_initiative(t: Tables) -> Opposed[OpeningInitiativeResult]:
    """Which army commander has the initiative at the beginning of a turn."""
    # both roll again with the same points; in a contest a tie leaves the initiative where it is
    tie: Literal["again"] = t.value("CD-initiative-roll", "tie")["opening"]
    ends = t.value("CD-turn-end-17", "opening")

    def result(contest: Contest) -> OpeningInitiativeResult:
        won = contest.difference
        winner = "ours" if won > 0 else "theirs" if won < 0 else tie
        return OpeningInitiativeResult(winner, ends and sudden_end(t, contest.naturals))

    return Opposed(
        dice=one_die(t, "CD-initiative-roll"),
        modifiers=_modifiers(t),
        result=result,
        naturals=True,
        depends=lambda _: None,
        forbids=_too_many,
    )


@check("contest-initiative", "CD-initiative-contest", asks=InitiativeFacts)
def contest_initiative(t: Tables) -> Opposed[ContestInitiativeResult]:
    """Whether a challenger (theirs) wins the initiative from the active division's commander (ours)."""
    tie: Literal["active"] = t.value("CD-initiative-roll", "tie")["contest"]

    def result(contest: Contest) -> ContestInitiativeResult:
        won = contest.difference
        winner = "active" if won > 0 else "challenger" if won < 0 else tie
        return ContestInitiativeResult(winner, sudden_end(t, contest.naturals))

    return Opposed(
        dice=one_die(t, "CD-initiative-roll"),
        modifiers=_modifiers(t),
        result=result,
        naturals=True,
        depends=lambda _: None,
        forbids=_too_many,
    )


@implements("CD-turn-end-17")
def sudden_end(t: Tables, naturals: tuple[int, int]) -> bool:
    """Whether two natural dice end the turn, whoever won."""
    # the bare dice: points and ratings cannot bring the turn to its end
    return sum(naturals) >= t.number("CD-turn-end-17", "threshold")


@implements("CD-initiative-modifiers")
def _modifiers(t: Tables) -> list[Modifier]:
    rolls = by(lambda s: s.attached if s.attached != "none" else s.own)
    # a division commander alone has no modifier, unless the variant lets him use his own
    rated = by("attached") if t.value("CD-initiative-modifiers", "of") == "attached" else rolls
    return [
        *modifiers(t, "CD-grand-tac-points", each("points", "each")),
        *modifiers(t, "CD-initiative-modifiers", rated),
    ]


@implements("CD-grand-tac-points", "CD-command-radius-effect")
def _too_many(s: Pair) -> Refusal | None:
    """Refuses points that a side does not have, or that cannot reach the commander."""
    for side in s:
        if side.points > side.pool:
            return Refusal("CD-grand-tac-points", f"{side.pool} Grand-Tac points are left")
        if side.points and not side.in_chain:
            return Refusal("CD-command-radius-effect", "out of the chain of command: no Grand-Tac points")
    return None


class GrandTacFacts(Facts):
    """A side at the start of a turn."""

    rating: Annotated[Rating, "rating of its army commander"]


class GrandTacResult(NamedTuple):
    """Its points for the turn; what was left over from the last is gone."""

    points: int


@reckoning("grand-tac-pool", "CD-grand-tac-pool", asks=GrandTacFacts)
def grand_tac_pool(t: Tables, s: GrandTacFacts) -> GrandTacResult:
    """How many Grand-Tac points a side has in a turn."""
    return GrandTacResult(t.number("CD-grand-tac-pool", s.rating))


class ContestWindowFacts(Facts):
    """A division that would contest the initiative."""

    moment: Annotated[Literal["division_named", "brigade_done", "mid_move"], "what has just happened"]
    contested: Annotated[bool, "it has contested this active division in this turn before"] = False
    units_left: Annotated[Count, "its units still to be activated"] = 1
    another: Annotated[bool, "another division has contested at this moment"] = False


class ContestWindowResult(NamedTuple):
    """Whether it may."""

    allowed: bool


@reckoning("contest-window", "CD-contest-windows", asks=ContestWindowFacts)
def contest_window(t: Tables, s: ContestWindowFacts) -> ContestWindowResult:
    """Whether a division may contest the initiative now."""
    window = s.moment in t.value("CD-contest-windows", "windows")
    return ContestWindowResult(window and not s.contested and not s.another and s.units_left > 0)
