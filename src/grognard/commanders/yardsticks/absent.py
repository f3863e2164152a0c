"""A commander who leaves everything to the rules' own defaults, and to the orders that he left behind."""

from __future__ import annotations

from grognard.battle.commanding import Chair
from grognard.battle.decisions import Answer, Decision
from grognard.battle.teaching.occasions import OpenQuestion, Witness, met
from grognard.scenarios.lessons import WrittenOrder


class Absent:
    """He is not there; his officers carry on."""

    def __init__(self) -> None:
        self._turn = 0
        self._given: set[int] = set()
        """Of the written orders, those that were given this turn."""

    def decide(self, chair: Chair, decision: Decision) -> Answer:
        """Answers with the first written order whose time it is and that can be given; else with the default."""
        if not chair.written:
            return decision.default
        if chair.turn != self._turn:
            self._turn, self._given = chair.turn, set()
        asked = (OpenQuestion(decision.kind, decision.about.get("unit", "")),)
        seen = Witness(events=chair.events(), asked=asked, turn=chair.turn, phase=chair.phase)
        for at, order in enumerate(chair.written):
            answer = decision.answer(order.option, **order.values)
            if at not in self._given and _is_due(order, seen) and decision.accepts(answer):
                self._given.add(at)
                return answer
        return decision.default


def _is_due(order: WrittenOrder, seen: Witness) -> bool:
    begun = order.when is None or met(order.when, seen) is not None
    return begun and (order.until is None or met(order.until, seen) is None)


def make(system: str, seat: str, seed: int) -> Absent:
    """One for any seat of any system."""
    return Absent()
