"""A sensible staff: it appreciates the situation, makes a plan for the scenario's goals, and has it carried out.

What is not about rules is here and beside it; how a rule system's view becomes a situation, and how tasks become its
orders, is in the system's own module `staff`, found by its name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from importlib import import_module
from typing import Any, ClassVar, Protocol

from grognard.battle.commanding import Chair
from grognard.battle.decisions import Answer, Decision
from grognard.battle.special.staying import stays

from .appreciation import Situation
from .clusters import Group, bound_apart
from .doctrine import USUAL, Doctrine
from .foresight.explaining import OrderReason
from .planning import Plan, Planner
from .reading import SituationReader


class Adapter(Protocol):
    """What a rule system's `staff` module brings: made by its `adapter(seat, seed, doctrine)`."""

    def plans(self, decision: Decision) -> bool:
        """Whether this decision is about orders, so that a plan is wanted."""
        ...

    def situation(self, chair: Chair) -> Situation:
        """The situation as the seat sees it."""
        ...

    def decide(self, chair: Chair, decision: Decision, plan: Plan) -> Answer | None:
        """An answer; nothing where it does not care."""
        ...


class SeatStaff(ABC):
    """An adapter that reads the situation once a turn: what most systems begin with."""

    planned: ClassVar[frozenset[str]]
    """Kinds of decisions for which a plan is wanted: those in which orders are given."""

    def __init__(self, seat: str, seed: int, doctrine: Doctrine = USUAL) -> None:
        self.seat, self.seed, self.doctrine = seat, seed, doctrine
        self.groups: tuple[Group, ...] = ()
        self._reader: SituationReader[Any] | None = None
        self._situation: Situation | None = None

    @abstractmethod
    def grouped(self, briefing: Any) -> tuple[Group, ...]:
        """The units of the seat as bodies that act together."""

    @abstractmethod
    def reader(self, briefing: Any) -> SituationReader[Any]:
        """What reads its views; the groups are known by then."""

    @abstractmethod
    def decide(self, chair: Chair, decision: Decision, plan: Plan) -> Answer | None:
        """An answer; nothing where it does not care."""

    def plans(self, decision: Decision) -> bool:
        """Whether it is about orders."""
        return decision.kind in self.planned

    def briefed(self, chair: Chair) -> SituationReader[Any]:
        """What does not change in a battle, got ready when the staff is first asked. That may be in mid-turn: who goes
        on from a save has made no plan in it."""
        if self._reader is None:
            found = self.grouped(chair.briefing)
            self.groups = bound_apart(found, stays(chair.briefing.header.special_rule))
            self._reader = self.reader(chair.briefing)
        return self._reader

    def situation(self, chair: Chair) -> Situation:
        """The situation when the staff was first asked in this turn; it does not change while orders are given."""
        reader, view = self.briefed(chair), chair.view
        if self._situation is None or self._situation.turn != view.turn:
            self._situation = reader.situation(view)
        return self._situation


class MakesPlans(Protocol):
    """Who turns a situation into a plan: the planner, or one of the simple minds that it is measured against."""

    plan: Plan

    def update(self, s: Situation) -> Plan:
        """The plan for this turn."""
        ...


class Staff:
    """The commander with his staff."""

    def __init__(self, adapter: Adapter, planner: MakesPlans) -> None:
        self._adapter, self._planner = adapter, planner

    @property
    def reasons(self) -> Sequence[OrderReason]:
        """Why its orders were given; a mind of one idea has none to tell."""
        return getattr(self._planner, "reasons", ())

    def decide(self, chair: Chair, decision: Decision) -> Answer:
        """What the plan asks for, else what the rules suggest; never anything that is refused."""
        if self._adapter.plans(decision):
            self._planner.update(self._adapter.situation(chair))
        answer = self._adapter.decide(chair, decision, self._planner.plan)
        # a plan may ask for what the rules do not allow at this moment
        if answer is None or decision.refusal(answer) is not None:
            return decision.default
        return answer


def adapter_of(system: str, seat: str, seed: int, doctrine: Doctrine) -> Adapter:
    """What turns plans into the answers of a system, for one seat."""
    module = import_module(f"grognard.systems.{system.replace('-', '_')}.staff")
    made: Adapter = module.adapter(seat, seed, doctrine)
    return made


def make(system: str, seat: str, seed: int, doctrine: Doctrine = USUAL) -> Staff:
    """The staff of a seat."""
    return Staff(adapter_of(system, seat, seed, doctrine), Planner(seed, doctrine))
