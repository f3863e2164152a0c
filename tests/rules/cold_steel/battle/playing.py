"""Battles as people play them: a scenario, answers through the battle's own decisions, and what the record says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from grognard.battle.battles import Battle
from grognard.battle.decisions import Answer, Decision
from grognard.battle.events import Event
from grognard.scenarios.model import Scenario
from grognard.simulate.many import begin

Choose = Mapping[str, str | Callable[[Decision], str]]


class Said(NamedTuple):
    """An answer that a seat gives on a turn to a decision of a kind."""

    turn: int
    seat: str
    kind: str
    option: str
    values: dict[str, Any]


def council(seat: str, option: str, **values: Any) -> Said:
    """Said before the first turn."""
    return Said(1, seat, "council", option, values)


def command(turn: int, seat: str, option: str, **values: Any) -> Said:
    """Said in the command phase of a turn."""
    return Said(turn, seat, "command", option, values)


def play(
    made: str | Scenario, *said: Said, turns: int, seed: int = 1, choose: Choose | None = None, **options: Any
) -> Battle:
    """Play so many turns. Each seat says what is written down, in that order; everything must be taken, and must be
    said. Other decisions are answered as `choose` has it for their kind, an option or who picks one, or by default.
    Without a word at the council nobody has a mission."""
    battle, left = begin(made, seed=seed, options=options), list(said)
    while battle.open and battle.turn <= turns:
        decision = battle.open[0]
        answer = _answer(battle.turn, decision, left, choose or {})
        refused = decision.refusal(answer)
        assert refused is None, f"turn {battle.turn}, {answer}: {refused.reason} ({refused.rule})"
        battle.answer(answer)
    assert not left, f"never asked: {left}"
    return battle


def _answer(turn: int, decision: Decision, left: list[Said], choose: Choose) -> Answer:
    for each in left:
        if (each.turn, each.seat, each.kind) == (turn, decision.seat, decision.kind):
            left.remove(each)
            return decision.answer(each.option, **each.values)
    wish = choose.get(decision.kind, "hold" if decision.kind == "council" else None)
    if wish is None:
        return decision.default
    return decision.answer(wish if isinstance(wish, str) else wish(decision))


def events(battle: Battle, kind: str, **units: str) -> list[Event]:
    """What happened, of a kind; of some units only, by the parts that they had in it."""
    found = (entry for entry in battle.entries if type(entry) is Event and entry.kind == kind)
    return [event for event in found if units.items() <= event.units.items()]
