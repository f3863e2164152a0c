"""Between the staff commander and a Steel & Canister seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from grognard.battle.commanding import Chair
from grognard.battle.decisions import Answer, Decision
from grognard.commanders.appreciation import Situation
from grognard.commanders.clusters import Group
from grognard.commanders.doctrine import USUAL, Doctrine
from grognard.commanders.planning import Plan
from grognard.commanders.staff import SeatStaff

from ..knowledge.view import Briefing, View
from ..table.board import Space
from ..terms import Branch
from . import cubes, leaders, orders
from .actions import Conduct
from .answers import ANSWERS
from .assault import sheltered
from .duties import Duty, duties
from .picture import Picture
from .reading import Reader, grouped
from .routes import Country, Flow, countries

CLOSE, BEFORE_A_VILLAGE = 3, 6
"""Spaces from the enemy at which an attacker counts as standing before him, in the open and in a village."""
WORKED_OUT = ("orders", "cubes", "action", "reaction")
"""What is decided over a whole phase."""


class SteelCanisterStaff(SeatStaff):
    """The adapter of one seat."""

    planned = frozenset(("orders", "cubes"))

    def __init__(self, seat: str, seed: int, doctrine: Doctrine = USUAL) -> None:
        super().__init__(seat, seed, doctrine)
        self._countries: Mapping[Branch, Country] = {}
        self._duties: tuple[Plan | None, dict[str, Duty]] = (None, {})
        self._picture: Picture | None = None
        self._phase: tuple[int, str, str] = (0, "", "")
        self._pending: Iterator[Answer] = iter(())
        self._most: dict[str, int] = {}
        self._queue: list[str] = []
        self._riders: list[str] = []
        self._flows: dict[Any, Flow] = {}
        self._posts: dict[Any, Space | None] = {}

    def grouped(self, briefing: Briefing) -> tuple[Group, ...]:
        """The units of the seat as bodies that act together."""
        return grouped(briefing)

    def reader(self, briefing: Briefing) -> Reader:
        """What reads its views."""
        self._countries = countries(briefing.board)
        return Reader(briefing, self.groups)

    def decide(self, chair: Chair, decision: Decision, plan: Plan) -> Answer | None:
        """The answer to one decision."""
        self.briefed(chair)
        if self._goes_on(chair, decision, plan):
            return self._next(decision)
        parts = self._parts(chair, plan)
        answer = ANSWERS.get(decision.kind)
        if answer is None and decision.kind not in WORKED_OUT:
            self._note(chair.view)
            return None
        p = self._look(chair)
        self._begin(p, decision, parts)
        if decision.kind in ("orders", "cubes"):
            return self._next(decision)
        if decision.kind in ("action", "reaction"):
            return self._act(p, decision, parts, plan)
        return answer(p, decision, parts) if answer else None

    def situation(self, chair: Chair) -> Situation:
        """The situation of this turn, once it has been read."""
        # without a look at the view, which is made anew for everything that happens
        if self._situation is not None and self._situation.turn == chair.turn:
            return self._situation
        return super().situation(chair)

    def _goes_on(self, chair: Chair, decision: Decision, plan: Plan) -> bool:
        """Whether all that is to be said has been settled at the beginning of the phase."""
        begun = decision.kind in ("orders", "cubes") and self._phase == (chair.turn, chair.phase, decision.kind)
        return begun and (self._duties[0] is plan or not plan.tasks)

    def _look(self, chair: Chair) -> Picture:
        if self._picture is None or self._picture.view is not chair.view:
            self._picture = Picture(chair.briefing, chair.view, self._most, drilled=self.doctrine.drilled)
            self._note(chair.view)
        return self._picture

    def _note(self, view: View) -> None:
        """How many there were of each enemy at most: by this it is seen who has suffered, which no view says."""
        most = self._most
        for foe in view.seen.values():
            if foe.side != view.side and foe.figures > most.get(foe.id, 0):
                most[foe.id] = foe.figures

    def _parts(self, chair: Chair, plan: Plan) -> dict[str, Duty]:
        """What each unit is to do; worked out once for a plan."""
        # a staff that has not planned yet, as after a save was loaded in mid-turn, has no tasks to give
        if self._duties[0] is not plan and plan.tasks:
            briefing: Briefing = chair.briefing
            made = duties(briefing, chair.view, self.situation(chair), plan.tasks, self.groups)
            self._duties = plan, {unit: self._waiting(chair, unit, duty) for unit, duty in made.items()}
        return self._duties[1]

    def _waiting(self, chair: Chair, unit: str, duty: Duty) -> Duty:
        """The duty with how long the unit has stood before the enemy."""
        p, space = self._look(chair), chair.view.units[unit].space
        before = self._duties[1].get(unit)
        nearest = p.nearest(space)
        near = BEFORE_A_VILLAGE if sheltered(p, nearest) else CLOSE
        if duty.kind != "attack" or p.away(space, nearest) > near:
            return duty
        return replace(duty, waited=1 + before.waited if before else 0)

    def _begin(self, p: Picture, decision: Decision, parts: dict[str, Duty]) -> None:
        """A new phase: what is to be said in it, and in which order units act."""
        phase = (p.view.turn, p.view.phase, decision.kind)
        if phase == self._phase or decision.kind not in ("orders", "cubes", "action", "reaction"):
            return
        self._phase, self._flows, self._posts = phase, {}, {}
        if decision.kind == "orders":
            self._pending = iter(list(orders.answers(p, p.view, decision, parts)))
        elif decision.kind == "cubes":
            self._pending = iter(list(cubes.answers(p, decision, parts)))
        else:
            # who is nearest to the enemy acts first, so that those behind him find room
            self._queue = [unit.id for unit in sorted(p.own, key=lambda u: (p.away(u.space, p.nearest(u.space)), u.id))]
            self._riders = [] if decision.kind == "reaction" else list(p.view.leaders)

    def _next(self, decision: Decision) -> Answer:
        return decision.first_accepted(self._pending) or decision.answer("done")

    def _act(self, p: Picture, decision: Decision, parts: dict[str, Duty], plan: Plan) -> Answer:
        """The next action of the unit whose turn it is, then of the next; leaders last."""
        bold = any(duty.kind == "attack" for duty in parts.values())
        conduct = Conduct(p, self._countries, self._flows, bold=bold, posts=self._posts)
        reaction = decision.kind == "reaction"
        while self._queue:
            unit = p.view.units[self._queue[0]]
            wishes = conduct.reactions if reaction else conduct.wishes
            wished = (
                decision.answer(f"{unit.id}:{kind}", **values) for kind, values in wishes(unit, parts.get(unit.id))
            )
            answer = decision.first_accepted(wished)
            if answer is not None:
                return answer
            self._queue.pop(0)
        # leaders last: they ride to where their troops have got to
        while self._riders:
            leader = p.view.leaders[self._riders.pop(0)]
            if leader.where == "board" and not leader.attached and not leader.lost_on and not leader.moved:
                ridden = leaders.ride(p, decision, leader, self._main(plan))
                if ridden is not None and decision.accepts(ridden):
                    return ridden
        return decision.answer("done")

    def _main(self, plan: Plan) -> tuple[str, ...]:
        return next((group.units for group in self.groups if group.id == plan.main), ())


def adapter(seat: str, seed: int, doctrine: Doctrine = USUAL) -> SteelCanisterStaff:
    """The adapter of a seat; all its thinking is done without dice."""
    return SteelCanisterStaff(seat, seed, doctrine)
