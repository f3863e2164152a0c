"""Between the staff commander and a Cold Steel seat."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.battle.commanding import Chair
from grognard.battle.decisions import Answer, Decision
from grognard.commanders.appreciation import Situation
from grognard.commanders.clusters import Group
from grognard.commanders.doctrine import USUAL, Doctrine
from grognard.commanders.planning import Plan
from grognard.commanders.staff import SeatStaff

from ..seat.view import Briefing, View
from ..table.state import UnitState
from . import columns, hiding
from .answering import ANSWERS, CHARGES, held_back
from .commanding import Commands
from .grouping import grouped
from .letters import Letters
from .outlook import Land, Told
from .reading import Reader
from .special import works
from .special.chits import SpecialStaff

RETURNS_FIRE = "CS-4.1g"
"""The automatic order by which those who are fired at halt and fire back."""
TRIES = 40
"""Commands tried in one phase at most."""


class ColdSteelStaff(SeatStaff):
    """The adapter of one seat."""

    planned = frozenset(("council", "command"))

    def __init__(self, seat: str, seed: int, doctrine: Doctrine = USUAL) -> None:
        super().__init__(seat, seed, doctrine)
        self._now: tuple[int, str] = (0, "")
        self._commands: Commands | None = None
        self._pending: list[Answer] = []
        self._special: SpecialStaff | None = None
        self._letters = Letters()
        self._land: Land | None = None
        self._chits: list[Told] | None = None
        self._tried: set[str] = set()
        self._moved: set[str] = set()

    def grouped(self, briefing: Briefing) -> tuple[Group, ...]:
        """The units of the seat as bodies that act together."""
        return grouped(briefing.roster)

    def reader(self, briefing: Briefing) -> Reader:
        """What reads its views."""
        reader = Reader(briefing, self.groups, patient=self.doctrine.patient)
        self._special = SpecialStaff(briefing, self.groups, reader.land, self.doctrine)
        return reader

    def decide(self, chair: Chair, decision: Decision, plan: Plan) -> Answer | None:
        """The answer to one decision."""
        if decision.kind == "council":
            return self._council(chair, decision, plan)
        if decision.kind == "command":
            return self._command(chair, decision, plan)
        # before the answers by rule: these know nothing of works
        if decision.kind == "automatic" and (self._leaves(decision, plan) or self._at_works(chair, decision)):
            return held_back(decision)
        if decision.kind == "automatic" and self._goes_in(chair, decision):
            return held_back(decision)
        answers = ANSWERS.get(decision.kind)
        return answers(chair.view, decision) if answers else None

    def _leaves(self, decision: Decision, plan: Plan) -> bool:
        """Whether it would send off their way those who ride for the edge of the table."""
        leaving = {task.body for task in plan.tasks.values() if task.kind == "leave"}
        mine = any(group.id in leaving and decision.about["unit"] in group.units for group in self.groups)
        return mine and decision.rules[0] in CHARGES

    def _goes_in(self, chair: Chair, decision: Decision) -> bool:
        """Whether it would stop for fire a battalion that was told to go in with the bayonet."""
        order = chair.view.units[decision.about["unit"]].order
        return self.doctrine.patient and decision.rules[0] == RETURNS_FIRE and order is not None and order.attacks

    def _at_works(self, chair: Chair, decision: Decision) -> bool:
        """Whether it would send horse against works."""
        self._land = self._land or Land(chair.briefing.ground)
        unit = chair.view.units[decision.about["unit"]]
        return decision.rules[0] in CHARGES and mounted(chair, unit) and works.tempted(chair.view, self._land, unit)

    def _begin(self, chair: Chair, decision: Decision, plan: Plan) -> Commands:
        moment = (chair.view.turn, decision.kind)
        # one plan for all answers of a phase: each command changes the view, but not what was meant
        if self._commands is None or self._now != moment:
            self._now = moment
            self._commands = self._made(chair, self.situation(chair), plan)
            self._chits = None
            self._tried, self._moved = set(), set()
            self._pending = []
            if decision.kind == "council":
                self._pending = list(self._commands.council(chair.view, decision))
                self._letters.conferred(self._commands.groups, self._commands.plan)
            # forces and dummies first: they cost nothing, or are idle without it
            off_board = columns.orders(chair.view, chair.briefing, self.situation(chair), decision)
            self._pending = [*off_board, *hiding.marches(chair.view, decision), *self._pending]
        return self._commands

    def _made(self, chair: Chair, s: Situation, plan: Plan) -> Commands:
        assert self._special is not None  # made with the first situation
        special, ready = self._special, self._special.planned(chair.view, s, plan)
        look = special.look(chair.view, s, ready.tasks)
        return Commands(chair.briefing, self.groups, s, ready, special, look)

    def _council(self, chair: Chair, decision: Decision, plan: Plan) -> Answer:
        self._begin(chair, decision, plan)
        return decision.first_accepted(self._given()) or decision.answer("done")

    def _given(self) -> Iterator[Answer]:
        """What is still to be said, each once."""
        while self._pending:
            # taken off as it is said: one that is refused is not offered again
            yield self._pending.pop(0)

    def _command(self, chair: Chair, decision: Decision, plan: Plan) -> Answer:
        commands, view = self._begin(chair, decision, plan), chair.view
        order = decision.first_accepted(self._given())
        if order is not None:
            return order
        # each body once: what could not be told this turn is tried again in the next
        for wanted in commands.missions(view, self._tried) if len(self._tried) < TRIES else ():
            self._tried.add(wanted.units[0])
            answer = decision.first_accepted(commands.ways_to_tell(view, wanted, decision))
            if answer is not None:
                return answer
            if len(self._tried) == TRIES:
                break
        # chits that cost nothing before points are spent on riding
        marked = self._marked(commands, view, decision)
        if marked is not None:
            return marked
        ridden = decision.first_accepted(commands.leaders.moves(view, decision, self._moved))
        if ridden is not None:
            self._moved.add(ridden.values["leader"])
            return ridden
        return self._letter(commands, view, decision) or decision.answer("done")

    def _letter(self, commands: Commands, view: View, decision: Decision) -> Answer | None:
        """The next message, by somebody with a point left that would lapse."""
        for answer, task in self._letters.due(view, decision, commands):
            if decision.accepts(answer):
                self._letters.written[answer.values["to"]] = task
                return answer
        return None

    def _marked(self, commands: Commands, view: View, decision: Decision) -> Answer | None:
        """The next chits for a single unit under its mission."""
        if self._chits is None:
            self._chits = commands.chits(view)
        while self._chits:
            unit, several = self._chits.pop(0)
            marked = decision.first_accepted(decision.answer("mark", unit=unit, **chits) for chits in several)
            if marked is not None:
                return marked
        return None


def mounted(chair: Chair, unit: UnitState) -> bool:
    """Whether a unit is horse."""
    view: View = chair.view
    return view.entry(chair.briefing, unit.id).rated.arm == "cavalry"


def adapter(seat: str, seed: int, doctrine: Doctrine = USUAL) -> ColdSteelStaff:
    """The adapter of a seat; all its thinking is done without dice."""
    return ColdSteelStaff(seat, seed, doctrine)
