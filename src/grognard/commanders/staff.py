"""A sensible staff: it appreciates the situation, makes a plan for the scenario's goals, and has it carried out.

What is not about rules is here and beside it; how a rule system's view becomes a situation, and how tasks become its
orders, is in the system's own module `staff`, found by its name.
"""

from __future__ import annotations

from importlib import import_module
from typing import Protocol

from grognard.battle.commanding import Chair
from grognard.battle.decisions import Answer, Decision

from .appreciation import Situation
from .planning import Plan, Planner


class Adapter(Protocol):
    """What a rule system's `staff` module brings: made by its `adapter(seat, seed)`."""

    def plans(self, decision: Decision) -> bool:
        """Whether this decision is about orders, so that a plan is wanted."""
        ...

    def situation(self, chair: Chair) -> Situation:
        """The situation as the seat sees it."""
        ...

    def decide(self, chair: Chair, decision: Decision, plan: Plan) -> Answer | None:
        """An answer; nothing where it does not care."""
        ...


class Staff:
    """The commander with his staff."""

    def __init__(self, adapter: Adapter, seed: int) -> None:
        self._adapter, self._planner = adapter, Planner(seed)

    def decide(self, chair: Chair, decision: Decision) -> Answer:
        """What the plan asks for, else what the rules suggest; never anything that is refused."""
        if self._adapter.plans(decision):
            self._planner.update(self._adapter.situation(chair))
        answer = self._adapter.decide(chair, decision, self._planner.plan)
        if answer is None or decision.refusal(answer) is not None:
            return decision.default
        return answer


def make(system: str, seat: str, seed: int) -> Staff:
    """The staff of a seat."""
    module = import_module(f"grognard.systems.{system.replace('-', '_')}.staff")
    return Staff(module.adapter(seat, seed), seed)
