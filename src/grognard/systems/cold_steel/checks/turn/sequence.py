"""Chapter 2: the phases and steps of a turn, and the tasks at its end."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import implements, reckoning
from grognard.kernel.facts import Facts, Range
from grognard.kernel.tables import Tables

from ...terms import Phase

StepOfTurn = Literal[
    "1a", "1b", "1c", "1d", "2a", "2b", "2c", "3a-i", "3a-ii", "3b-i", "3b-ii", "3b-iii", "4a", "4b-i", "4b-ii",
    "5a", "5b", "5c", "6a", "6b", "6c", "7a", "7b", "7c", "7d", "8a-i", "8a-ii", "8b", "8c",
]  # fmt: skip
TurnTask = Literal[
    "acquire_command_points", "write_commands_and_messages", "leader_movement_and_order_marking", "reveal_orders",
    "mark_automatic_orders", "initiative_checks", "division_effectiveness_tests",
    "rally_routed", "stand_losses", "rally_broken_or_wavering", "adjacent_retreat_checks", "dispersals",
    "off_board_arrivals", "card_movement", "figure_movement_and_formation_change",
    "announce_and_fire", "mark_smoke", "morale_checks", "combats_with_cavalry", "other_combats",
    "leader_casualties", "leader_casualty_morale_checks", "disorder_removal", "end_turn_tasks",
]  # fmt: skip
Marker = Literal["order", "completed_order", "disorder", "took_fire", "counter_battery_hit"]
Turn = Annotated[int, Range(1, 500), "the turn"]

_STEPS_OF = ("CS-2b", "CS-2c", "CS-2d", "CS-2e", "CS-2f", "CS-2g", "CS-2h", "CS-2i")
_END_TASKS = ("CS-10.3a", "CS-10.3b", "CS-10.3c")


class TurnStep(NamedTuple):
    """One thing that both sides do together."""

    phase: Phase
    step: StepOfTurn
    task: TurnTask


def sequence(t: Tables) -> tuple[TurnStep, ...]:
    """Every step of a turn, in order."""
    return tuple(
        TurnStep(phase, step, task)
        for phase, rule in zip(phases(t), _STEPS_OF, strict=True)
        for step, task in t.value(rule, "steps").items()
    )


@implements("CS-2a")
def phases(t: Tables) -> tuple[Phase, ...]:
    """The phases in order."""
    return tuple(t.value("CS-2a", "phases"))


class PhaseFacts(Facts):
    """A moment of the battle, by phase."""

    phase: Annotated[Phase, "the phase under way"] = "command"
    turn: Turn = 1


class PhaseResult(NamedTuple):
    """What is done in a phase, and what follows it."""

    number: int
    steps: tuple[str, ...]
    next_phase: Phase
    next_turn: int


@reckoning("phase", "CS-2a", asks=PhaseFacts)
def phase(t: Tables, s: PhaseFacts) -> PhaseResult:
    """What is done in a phase, step by step, and which phase follows."""
    order = phases(t)
    place = order.index(s.phase)
    steps = tuple(f"{at.step} {at.task.replace('_', ' ')}" for at in sequence(t) if at.phase == s.phase)
    last = place + 1 == len(order)
    return PhaseResult(place + 1, steps, order[0] if last else order[place + 1], s.turn + last)


class StepFacts(Facts):
    """A moment of the battle, by step."""

    step: Annotated[StepOfTurn, "the step under way"]
    turn: Turn = 1


class StepResult(NamedTuple):
    """A step, what the enemy knows in it of this turn's papers, and the step that follows."""

    phase: Phase
    task: TurnTask
    enemy_sees: tuple[str, ...]
    next_step: StepOfTurn
    next_turn: int


@reckoning("step", "CS-2b", asks=StepFacts)
def step(t: Tables, s: StepFacts) -> StepResult:
    """What is done in a step, and which step follows."""
    order = sequence(t)
    place = _place(order, s.step)
    # from that step on the chits lie open for the rest of the turn
    shown = any(at.task == "reveal_orders" for at in order[: place + 1])
    seen = tuple(t.value("CS-2b", "reveals")) if shown else ()
    at, last = order[place], place + 1 == len(order)
    return StepResult(at.phase, at.task, seen, order[0 if last else place + 1].step, s.turn + last)


def _place(order: tuple[TurnStep, ...], step: StepOfTurn) -> int:
    return next(place for place, at in enumerate(order) if at.step == step)


class WhenNextFacts(StepFacts):
    """Something that is to be done, seen from a step of the turn."""

    task: Annotated[TurnTask, "what is to be done"]


class WhenNextResult(NamedTuple):
    """When it is done."""

    turn: int
    phase: Phase
    step: StepOfTurn


@reckoning("when-next", "CS-2a", asks=WhenNextFacts)
def when_next(t: Tables, s: WhenNextFacts) -> WhenNextResult:
    """When something is done next, after the step under way."""
    order = sequence(t)
    later = order[_place(order, s.step) + 1 :]
    ahead = [*((s.turn, at) for at in later), *((s.turn + 1, at) for at in order)]
    return next(WhenNextResult(turn, at.phase, at.step) for turn, at in ahead if at.task == s.task)


class EndOfTurnFacts(Facts):
    """What lies by a unit when the turn ends."""

    markers: Annotated[frozenset[Marker], "markers and chits by the unit"] = frozenset()


class EndOfTurnResult(NamedTuple):
    """What is done, in this order; what a roster line takes down; which markers go and which stay."""

    tasks: tuple[str, ...]
    roster: tuple[str, ...]
    cleared: tuple[str, ...]
    kept: tuple[str, ...]


@reckoning("end-of-turn", "CS-10.3a", asks=EndOfTurnFacts)
def end_of_turn(t: Tables, s: EndOfTurnFacts) -> EndOfTurnResult:
    """What is done at the end of the turn, and which of a unit's markers are taken away."""
    old = set(t.value("CS-10.3c", "cleared"))
    return EndOfTurnResult(
        tasks=tuple(t.value(rule, "task") for rule in _END_TASKS),
        roster=tuple(t.value("CS-10.3b", "columns")),
        cleared=tuple(sorted(s.markers & old)),
        kept=tuple(sorted(s.markers - old)),
    )
