"""Setting up, army break, victory."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import Roll, Thrown, check, reckoning
from grognard.kernel.dice import NO_DICE, Dice
from grognard.kernel.facts import Facts, Paces, Range
from grognard.kernel.tables import Tables

from ...terms import Rating
from ..charts import at_least, one_die, paces
from ..command import ratings

Winner = Literal["ours", "theirs", "draw", "none"]
Units = Annotated[int, Range(0, 200)]


class SetUpFacts(Facts):
    """A place on the standard table."""

    across: Annotated[Paces, "paces along the side's own long edge"] = 0
    deep: Annotated[Paces, "paces from that edge"]


class SetUpResult(NamedTuple):
    """Whether a unit may be set up there."""

    allowed: bool


@reckoning("set-up", "CD-setup", asks=SetUpFacts)
def set_up(t: Tables, s: SetUpFacts) -> SetUpResult:
    """Whether a side may set up in a place of the standard table, which serves a corps a side."""
    table = t.value("CD-setup", "table")
    on_table = s.across <= paces(t, table["wide"]) and s.deep <= paces(t, table["deep"])
    return SetUpResult(on_table and s.deep <= paces(t, t.number("CD-setup", "from_edge")))


class PlacesSecondFacts(Facts):
    """Both army commanders before the battle."""

    ours: Annotated[Rating, "rating of ours"]
    theirs: Annotated[Rating, "rating of theirs"]


class PlacesSecondResult(NamedTuple):
    """Which side sets up second."""

    second: Literal["ours", "theirs"]


@check("places-second", "CD-setup", asks=PlacesSecondFacts)
def places_second(t: Tables) -> Roll[PlacesSecondFacts, PlacesSecondResult]:
    """Which side sets up second: that of the better commander; of equals a die says, high for us."""
    order, die = ratings(t), one_die(t, "CD-initiative-roll")
    half = max(die.weights) // 2

    def dice(s: PlacesSecondFacts) -> Dice:
        return die if s.ours == s.theirs else NO_DICE

    def result(throw: Thrown[PlacesSecondFacts]) -> PlacesSecondResult:
        ours, theirs = order.index(throw.s.ours), order.index(throw.s.theirs)
        # ratings run from the best to the worst, so the lower index is the better man
        better = ours < theirs if ours != theirs else throw.total > half
        return PlacesSecondResult("ours" if better else "theirs")

    return Roll(dice=dice, result=result, depends=("ours", "theirs"))


class ArmyBreakFacts(Facts):
    """Both armies in the end phase."""

    ours: Annotated[Units, "units we began with"]
    ours_lost: Annotated[Units, "of these routed, surrendered, destroyed, taken or broken"] = 0
    theirs: Annotated[Units, "units they began with"] = 1
    theirs_lost: Annotated[Units, "of these routed, surrendered, destroyed, taken or broken"] = 0


class ArmyBreakResult(NamedTuple):
    """Whether an army breaks, and who wins by that."""

    ours: bool
    theirs: bool
    winner: Winner


@reckoning("army-break", "CD-army-break", asks=ArmyBreakFacts)
def army_break(t: Tables, s: ArmyBreakFacts) -> ArmyBreakResult:
    """Whether an army breaks."""
    percent = t.number("CD-army-break", "percent")
    ours, theirs = at_least(s.ours_lost, s.ours, percent), at_least(s.theirs_lost, s.theirs, percent)
    return ArmyBreakResult(ours, theirs, _broken_winner(s, ours, theirs))


def _broken_winner(s: ArmyBreakFacts, ours: bool, theirs: bool) -> Winner:
    if not ours or not theirs:
        return "theirs" if ours else "ours" if theirs else "none"
    one, other = s.ours_lost * s.theirs, s.theirs_lost * s.ours  # shares of two armies, brought to one denominator
    return "ours" if one < other else "theirs" if other < one else "draw"


class PointsFacts(Facts):
    """What a side has done to the enemy by the end."""

    castings: Annotated[int, Range(0, 5000), "enemy castings lost, without prisoners"] = 0
    prisoners: Annotated[int, Range(0, 5000), "enemy castings taken"] = 0
    tubes: Annotated[int, Range(0, 500), "enemy tubes lost"] = 0
    objectives: Annotated[int, Range(0, 20), "objectives it holds"] = 0


class PointsResult(NamedTuple):
    """Its points."""

    points: int


@reckoning("points", "CD-victory", asks=PointsFacts)
def points(t: Tables, s: PointsFacts) -> PointsResult:
    """Points of a side at the end of the battle."""
    counts = {"casting": s.castings, "prisoner": s.prisoners, "tube": s.tubes, "objective": s.objectives}
    return PointsResult(sum(t.number("CD-victory", what) * count for what, count in counts.items()))


class VictoryFacts(Facts):
    """Both sides' points, and the turn that has ended."""

    turn: Annotated[int, Range(1, 200), "the turn that has ended"]
    limit: Annotated[int, Range(0, 200), "turns the scenario gives; 0 where it says nothing"] = 0
    ours: Annotated[int, Range(0, 20_000), "our points"] = 0
    theirs: Annotated[int, Range(0, 20_000), "their points"] = 0


class VictoryResult(NamedTuple):
    """Whether the battle is over by the clock, and who has won then."""

    over: bool
    winner: Winner


@reckoning("victory", "CD-victory", asks=VictoryFacts)
def victory(t: Tables, s: VictoryFacts) -> VictoryResult:
    """Whether time is up, and who has won."""
    if s.turn < (s.limit or t.number("CD-victory", "turns")):
        return VictoryResult(False, "none")
    lead = t.number("CD-victory", "lead")
    # more points alone do not win: the lead must be so many percent of the other's
    if s.ours > s.theirs and at_least(s.ours - s.theirs, s.theirs, lead):
        return VictoryResult(True, "ours")
    won = s.theirs > s.ours and at_least(s.theirs - s.ours, s.ours, lead)
    return VictoryResult(True, "theirs" if won else "draw")
