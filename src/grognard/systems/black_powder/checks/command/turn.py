"""The turn: its phases, in the usual order and in that of a draft."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from grognard.kernel.checks import implements, reckoning
from grognard.kernel.facts import Facts, Range
from grognard.kernel.tables import Tables

from ..measures import switched


class TurnPhaseFacts(Facts):
    """A place in a side's turn."""

    number: Annotated[int, Range(1, 4), "the first, second, third phase"] = 1


class TurnPhaseResult(NamedTuple):
    """The phase, and how many there are."""

    phase: str
    of: int


@reckoning("turn-phase", "BP-TURN-1", asks=TurnPhaseFacts)
def turn_phase(t: Tables, s: TurnPhaseFacts) -> TurnPhaseResult:
    """Which phase of a side's turn comes when."""
    found = phases(t)
    return TurnPhaseResult(found[s.number - 1] if s.number <= len(found) else "end", len(found))


@implements("BP-TURN-1", "BP-SEQ-1")
def phases(t: Tables) -> tuple[str, ...]:
    """The phases of a side's turn, between its start and its end."""
    return tuple(t.value("BP-SEQ-1" if switched(t, "turn_sequence_v2") else "BP-TURN-1", "phases"))


@implements("BP-TURN-1")
def steps(t: Tables) -> tuple[str, ...]:
    """A side's turn with what is done as it starts and ends."""
    return (*t.value("BP-TURN-1", "start"), *phases(t), *t.value("BP-TURN-1", "end"))


def fires_before_orders(t: Tables) -> bool:
    """Whether units have fired before they are ordered: then the limits on guns that moved hold for initiative only."""
    return switched(t, "turn_sequence_v2")
