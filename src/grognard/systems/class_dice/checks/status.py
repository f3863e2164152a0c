"""What results do to units: status, retreats, durations, losses in percent."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import reckoning
from grognard.kernel.facts import Facts, Paces, Range
from grognard.kernel.tables import Tables

from ..terms import Branch, Castings, Effect, Status, Steps
from .charts import decoded, driven_back, paces
from .units import per_stand, share_of, steps_in

Facing = Literal["same", "enemy", "away"]


class ResultCellFacts(Facts):
    """A result as the charts print it."""

    cell: Annotated[
        Literal[
            "NE",
            "Smk",
            "SH",
            "DO",
            "DOR",
            "Brok",
            "Rout",
            "Surr",
            "Smk/Shaken",
            "Smk/DO",
            "SH(20)",
            "DO(20)",
            "DO(40)",
            "DOR(40)",
        ],
        "the code in the cell",
    ]


class ResultCellResult(NamedTuple):
    """What it does to a unit."""

    effect: Effect
    percent: int
    smoke: bool
    back: int
    facing: Facing
    removed: bool


@reckoning("result-cell", "CD-abbreviations", asks=ResultCellFacts)
def result_cell(t: Tables, s: ResultCellFacts) -> ResultCellResult:
    """What a code of the charts means."""
    return ResultCellResult(*decoded(t, s.cell), *_move(t, decoded(t, s.cell).effect))


class MoraleMoveFacts(Facts):
    """A unit that suffers a result."""

    effect: Annotated[Effect, "the result"]
    stopped: Annotated[bool, "impassable ground or an enemy stops the move"] = False
    enemy: Annotated[Paces, "paces to the nearest enemy where it is stopped"] = 20_000


class MoraleMoveResult(NamedTuple):
    """How far back, facing where, and whether it is then removed, or surrenders because there is no way out."""

    back: int
    facing: Facing
    removed: bool
    surrenders: bool


@reckoning("morale-move", "CD-morale-moves", asks=MoraleMoveFacts)
def morale_move(t: Tables, s: MoraleMoveFacts) -> MoraleMoveResult:
    """How far a unit goes back by a result."""
    back, facing, removed = _move(t, s.effect)
    caught = s.stopped and s.enemy <= paces(t, t.number("CD-morale-moves", "stopped_within"))
    return MoraleMoveResult(back, facing, removed, bool(back) and caught)


def _move(t: Tables, effect: Effect) -> tuple[int, Facing, bool]:
    if not driven_back(t, effect):
        return 0, "same", False
    # a surrender moves as a rout does, if there is anywhere to go
    row = t.value("CD-morale-moves", "rout" if effect == "surrender" else effect)
    return paces(t, row["back"]), row["facing"], row["removed"]


class NewStatusFacts(Facts):
    """A unit that a result falls on."""

    status: Annotated[Status, "its status now"]
    effect: Annotated[Effect, "the result; rout and surrender remove it"]


class NewStatusResult(NamedTuple):
    """Its status then, and whether its duration starts anew."""

    status: Status
    anew: bool


@reckoning("new-status", "CD-status-combine", asks=NewStatusFacts)
def new_status(t: Tables, s: NewStatusFacts) -> NewStatusResult:
    """What a result makes of a unit's status."""
    order, becomes = t.value("CD-status-combine", "order"), t.value("CD-status-combine", "becomes")
    new: Status = becomes.get(s.effect, "steady")
    # a lighter result changes nothing, an equal one begins the time anew
    if new == "steady" or order.index(new) < order.index(s.status):
        return NewStatusResult(s.status, False)
    return NewStatusResult(new, True)


class DurationFacts(Facts):
    """A status and the turn in which it was suffered."""

    status: Annotated[Literal["shaken", "disordered", "broken"], "the status"]
    turn: Annotated[int, Range(1, 200), "the turn in which it was got"]


class DurationResult(NamedTuple):
    """The turn in whose end phase it ends."""

    ends: int


@reckoning("status-duration", "CD-morale-duration", asks=DurationFacts)
def status_duration(t: Tables, s: DurationFacts) -> DurationResult:
    """How long a status lasts."""
    return DurationResult(last_turn(t, s.status, s.turn))


def last_turn(t: Tables, status: Status, since: int) -> int:
    """The turn in whose end phase a status ends."""
    # a full turn is one whole later turn: that in which it was got does not count (CD-morale-duration)
    counted = 1 if t.value("CD-morale-duration", "first_counts") else 0
    return since + t.number("CD-morale-duration", status) - counted


class StatusLimitsFacts(Facts):
    """A unit that is to do something by choice."""

    status: Annotated[Status, "its status"]


class StatusLimitsResult(NamedTuple):
    """Whether it may move, fire, charge and use local initiative."""

    may_act: bool


@reckoning("status-limits", "CD-status-limits", asks=StatusLimitsFacts)
def status_limits(t: Tables, s: StatusLimitsFacts) -> StatusLimitsResult:
    """Whether a unit may move, fire, charge or use local initiative in its status."""
    return StatusLimitsResult(t.value("CD-status-limits", s.status))


class PercentLossFacts(Facts):
    """A result with a bracketed number."""

    percent: Annotated[int, Range(1, 100), "the number in the bracket"]
    cause: Annotated[Literal["terrain", "skirmish"], "which table it stands in"] = "terrain"
    branch: Annotated[Branch, "foot, horse or guns"] = "infantry"
    strength: Annotated[Steps, "steps the unit has now"] = 0
    screen: Annotated[Castings, "castings in its skirmish screen"] = 0


class PercentLossResult(NamedTuple):
    """Steps lost; they call for no morale check by themselves."""

    steps: int


@reckoning("percent-loss", "CD-percent-results", asks=PercentLossFacts)
def percent_loss(t: Tables, s: PercentLossFacts) -> PercentLossResult:
    """What a bracketed number costs a unit."""
    if s.cause == "terrain" or t.value("CD-percent-results", "skirmish") == "unit":
        return PercentLossResult(share_of(t, s.strength, s.percent))
    # a unit without a screen out loses a share of one stand only
    alone = t.number("CD-percent-results", "tubes") if s.branch == "artillery" else per_stand(t, s.branch)
    return PercentLossResult(share_of(t, steps_in(t, s.branch, s.screen or alone), s.percent))
