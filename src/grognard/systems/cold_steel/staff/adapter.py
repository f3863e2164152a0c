"""Between the staff commander and a Cold Steel seat."""

from __future__ import annotations

from grognard.battle.commanding import Chair
from grognard.battle.decisions import Answer, Decision
from grognard.commanders.appreciation import Situation
from grognard.commanders.clusters import Group
from grognard.commanders.planning import Plan

from ..seat.view import View
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
from .wording import Wish

TRIES = 40
"""Commands tried in one phase at most."""


class ColdSteelStaff:
    """The adapter of one seat."""

    def __init__(self, seat: str, seed: int) -> None:
        self.seat, self.seed = seat, seed
        self._reader: Reader | None = None
        self._groups: tuple[Group, ...] = ()
        self._now: tuple[int, str] = (0, "")
        self._situation: Situation | None = None
        self._commands: Commands | None = None
        self._pending: list[Answer] = []
        self._special: SpecialStaff | None = None
        self._letters = Letters()
        self._land: Land | None = None
        self._chits: list[Told] | None = None
        self._tried: set[str] = set()
        self._moved: set[str] = set()

    def plans(self, decision: Decision) -> bool:
        """Whether it is about orders."""
        return decision.kind in ("council", "command")

    def situation(self, chair: Chair) -> Situation:
        """The situation at the start of the phase; it does not change while orders are given."""
        view: View = chair.view
        if self._reader is None:
            self._groups = grouped(chair.briefing.roster)
            self._reader = Reader(chair.briefing, self._groups)
            self._special = SpecialStaff(chair.briefing, self._groups, self._reader.land)
        if self._situation is None or self._situation.turn != view.turn:
            self._situation = self._reader.situation(view)
        return self._situation

    def decide(self, chair: Chair, decision: Decision, plan: Plan) -> Answer | None:
        """The answer to one decision."""
        if decision.kind == "council":
            return self._council(chair, decision, plan)
        if decision.kind == "command":
            return self._command(chair, decision, plan)
        if decision.kind == "automatic" and self._at_works(chair, decision):
            return held_back(decision)
        answers = ANSWERS.get(decision.kind)
        return answers(chair.view, decision) if answers else None

    def _at_works(self, chair: Chair, decision: Decision) -> bool:
        """Whether it would send horse against works."""
        self._land = self._land or Land(chair.briefing.ground)
        unit = chair.view.units[decision.about["unit"]]
        return decision.rules[0] in CHARGES and mounted(chair, unit) and works.tempted(chair.view, self._land, unit)

    def _begin(self, chair: Chair, decision: Decision, plan: Plan) -> Commands:
        moment = (chair.view.turn, decision.kind)
        if self._commands is None or self._now != moment:
            self._now = moment
            self._commands = self._made(chair, self.situation(chair), plan)
            self._chits = None
            self._tried, self._moved = set(), set()
            self._pending = []
            if decision.kind == "council":
                self._pending = list(self._commands.council(chair.view, decision))
                self._letters.conferred(self._commands.groups, self._commands.plan)
            off_board = columns.orders(chair.view, chair.briefing, self.situation(chair), decision)
            self._pending = [*off_board, *hiding.marches(chair.view, decision), *self._pending]
        return self._commands

    def _made(self, chair: Chair, s: Situation, plan: Plan) -> Commands:
        assert self._special is not None  # made with the first situation
        special, ready = self._special, self._special.planned(chair.view, s, plan)
        look = special.look(chair.view, s, ready.tasks)
        return Commands(chair.briefing, self._groups, s, ready, special, look)

    def _council(self, chair: Chair, decision: Decision, plan: Plan) -> Answer:
        self._begin(chair, decision, plan)
        while self._pending:
            answer = self._pending.pop(0)
            if decision.refusal(answer) is None:
                return answer
        return decision.answer("done")

    def _command(self, chair: Chair, decision: Decision, plan: Plan) -> Answer:
        commands, view = self._begin(chair, decision, plan), chair.view
        while self._pending:
            order = self._pending.pop(0)
            if decision.refusal(order) is None:
                return order
        for wanted in commands.missions(view):
            if wanted.units[0] not in self._tried and len(self._tried) < TRIES:
                self._tried.add(wanted.units[0])
                answer = self._told(commands, view, wanted, decision)
                if answer is not None:
                    return answer
        marked = self._marked(commands, view, decision)
        if marked is not None:
            return marked
        for answer in commands.leaders.moves(view, decision, self._moved):
            if decision.refusal(answer) is None:
                self._moved.add(answer.values["leader"])
                return answer
        return self._letter(commands, view, decision) or decision.answer("done")

    def _letter(self, commands: Commands, view: View, decision: Decision) -> Answer | None:
        """The next message, by somebody with a point left that would lapse."""
        for answer, task in self._letters.due(view, decision, commands):
            if decision.refusal(answer) is None:
                self._letters.written[answer.values["to"]] = task
                return answer
        return None

    def _marked(self, commands: Commands, view: View, decision: Decision) -> Answer | None:
        """The next chits for a single unit under its mission."""
        if self._chits is None:
            self._chits = commands.chits(view)
        while self._chits:
            unit, several = self._chits.pop(0)
            for chits in several:
                answer = decision.answer("mark", unit=unit, **chits)
                if decision.refusal(answer) is None:
                    return answer
        return None

    def _told(self, commands: Commands, view: View, wanted: Wish, decision: Decision) -> Answer | None:
        for answer in commands.ways_to_tell(view, wanted, decision):
            if decision.refusal(answer) is None:
                return answer
        return None


def mounted(chair: Chair, unit: UnitState) -> bool:
    """Whether a unit is horse."""
    view: View = chair.view
    return view.entry(chair.briefing, unit.id).rated.arm == "cavalry"


def adapter(seat: str, seed: int) -> ColdSteelStaff:
    """The adapter of a seat; all its thinking is done without dice."""
    return ColdSteelStaff(seat, seed)
