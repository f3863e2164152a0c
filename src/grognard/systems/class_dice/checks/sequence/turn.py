"""The turn: its steps, who is activated next, what an activation holds, the end phase."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import reckoning
from grognard.kernel.facts import Count, Facts, Paces, Range
from grognard.kernel.tables import Tables

from ...terms import Branch, Status
from ..charts import paces
from ..fire_discipline import FireOrder, rolls_discipline
from ..status import last_turn

Step = Literal["opening", "activations", "end"]


class TurnStepFacts(Facts):
    """A step of the turn that is done."""

    done: Annotated[Step, "the step"]
    turn_ends: Annotated[bool, "an initiative roll has ended the turn"] = False


class TurnStepResult(NamedTuple):
    """The step that follows."""

    next: Step


@reckoning("turn-step", "CD-turn-sequence", asks=TurnStepFacts)
def turn_step(t: Tables, s: TurnStepFacts) -> TurnStepResult:
    """What follows in a turn."""
    steps = t.value("CD-turn-sequence", "steps")
    if s.turn_ends:
        # a sudden end still has an end phase, so that statuses run out
        return TurnStepResult(steps[-1])
    return TurnStepResult(steps[(steps.index(s.done) + 1) % len(steps)])


class NextSideFacts(Facts):
    """Both sides when a division is done."""

    ours: Annotated[Count, "units still to be activated of the side that has the initiative"]
    theirs: Annotated[Count, "of the other side"]


class NextSideResult(NamedTuple):
    """Who names the next division, or that the turn goes to its end."""

    next: Literal["same", "other", "end"]


@reckoning("next-side", "CD-division-activation", asks=NextSideFacts)
def next_side(t: Tables, s: NextSideFacts) -> NextSideResult:
    """Which side activates the next division."""
    # the side with the initiative keeps it until it has nobody left to activate
    return NextSideResult("same" if s.ours else "other" if s.theirs else "end")


class UnitActivationFacts(Facts):
    """A unit that is activated."""

    branch: Annotated[Branch, "foot, horse or guns"] = "infantry"
    enemy: Annotated[Paces, "paces to the nearest enemy unit in its front zone"] = 20_000
    enemy_branch: Annotated[Branch, "foot, horse or guns of that enemy"] = "infantry"
    unlimbered: Annotated[bool, "guns off their limbers"] = False
    in_firefight: Annotated[bool, "it is in a firefight"] = False
    order: Annotated[FireOrder, "what fire discipline has come to; free where it is not rolled"] = "free"


class UnitActivationResult(NamedTuple):
    """Whether it rolls fire discipline; then whether it may move as it likes, and whether it must fire."""

    rolls_discipline: bool
    may_move: bool
    must_fire: bool


@reckoning("unit-activation", "CD-unit-activation", asks=UnitActivationFacts)
def unit_activation(t: Tables, s: UnitActivationFacts) -> UnitActivationResult:
    """What a unit may do in its activation, as fire discipline and the enemy before it allow."""
    rolls = rolls_discipline(t, s.branch, s.enemy, s.in_firefight)
    held = rolls and s.order != "free"
    near = s.enemy <= paces(t, t.number("CD-pinned-4in", "within")) and s.enemy_branch != "cavalry"
    guns_pinned = s.branch == "artillery" and s.unlimbered and near  # they limber away or prolong, no more
    return UnitActivationResult(rolls, not held and not guns_pinned, held)


class EndPhaseFacts(Facts):
    """A unit in the end phase."""

    turn: Annotated[int, Range(1, 200), "the turn that ends"]
    status: Annotated[Status, "its status"] = "steady"
    since: Annotated[int, Range(1, 200), "the turn in which it got this status"] = 1
    smoke: Annotated[bool, "it has a smoke marker"] = False
    fired: Annotated[bool, "it fired this turn, or took smoke as a result"] = False
    in_firefight: Annotated[bool, "it is in a firefight"] = False
    enemy: Annotated[Paces, "paces to the nearest enemy"] = 20_000
    moved: Annotated[bool, "it moved this turn"] = False


class EndPhaseResult(NamedTuple):
    """How it goes into the next turn."""

    status: Status
    smoke: bool
    in_firefight: bool
    moved_last_turn: bool


@reckoning("end-phase", "CD-end-phase", asks=EndPhaseFacts)
def end_phase(t: Tables, s: EndPhaseFacts) -> EndPhaseResult:
    """How a unit leaves the turn."""
    over = s.status != "steady" and last_turn(t, s.status, s.since) <= s.turn
    firefight = s.in_firefight and s.enemy <= paces(t, t.number("CD-firefight", "within"))
    # smoke stays for one who fired this turn: it goes at the end of the first turn without fire
    return EndPhaseResult("steady" if over else s.status, s.smoke and s.fired, firefight, s.moved)
