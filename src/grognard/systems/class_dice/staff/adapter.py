"""Between the staff commander and a Class Dice seat."""

from __future__ import annotations

from typing import get_args

from msgspec.structs import replace

from grognard.battle.commanding import Chair
from grognard.battle.decisions import Answer, Decision
from grognard.commanders.appreciation import gap
from grognard.commanders.clusters import Group
from grognard.commanders.doctrine import USUAL, Doctrine
from grognard.commanders.duties import Duty
from grognard.commanders.planning import Plan
from grognard.commanders.staff import SeatStaff
from grognard.ground.units import Point

from ..seat.view import Briefing
from ..table.state import UnitState
from ..terms import Branch, branch
from .conduct import Conduct
from .duties import duties
from .grouping import grouped
from .initiative import Initiative
from .leading import LeaderRides
from .marching import Marching
from .memory import GroundMemory
from .odds import charge_reach
from .picture import Picture
from .ranges import Ranges
from .reacting import ANSWERS
from .reading import Reader
from .routes import Going

BEFORE_HIM = 450.0
"""Paces from the enemy at which an attacker counts as standing before him."""


class ClassDiceStaff(SeatStaff):
    """The adapter of one seat."""

    planned = frozenset(("counsel", "name_division", "contest", "leaders", "brigade"))

    def __init__(self, seat: str, seed: int, doctrine: Doctrine = USUAL) -> None:
        super().__init__(seat, seed, doctrine)
        self._memory: GroundMemory | None = None
        self._countries: dict[Branch, Going] = {}
        self._ranges = Ranges(0.0, 0.0, 0.0)
        self._picture: Picture | None = None
        self._duties: tuple[Plan | None, dict[str, Duty]] = (None, {})
        self._contested: tuple[int, int] = (0, 0)
        self._asked: tuple[int, str, set[str]] = (0, "", set())
        self._brigade = ""
        self._marched: dict[str, tuple[Point, int]] = {}
        """Where units stood when they were last told to march, and for how many turns they have not got on."""

    def grouped(self, briefing: Briefing) -> tuple[Group, ...]:
        """The units of the seat as bodies that act together."""
        return grouped(briefing)

    def reader(self, briefing: Briefing) -> Reader:
        """What reads its views."""
        tables = briefing.rules.tables
        self._memory = GroundMemory(briefing.ground, tables)
        self._countries = {arm: Going(briefing.ground, tables, arm) for arm in get_args(Branch)}
        self._ranges = Ranges.of(tables)
        return Reader(briefing, self.groups, self._memory)

    def decide(self, chair: Chair, decision: Decision, plan: Plan) -> Answer | None:
        """The answer to one decision."""
        self.briefed(chair)
        p = self._look(chair)
        answers = ANSWERS.get(decision.kind)
        if answers is not None:
            return answers(p, decision)
        parts = self._parts(chair, plan)
        match decision.kind:
            case "counsel":
                return Initiative(p, parts, self._ranges).counsel(decision)
            case "name_division":
                return Initiative(p, parts, self._ranges).name_division(decision)
            case "contest":
                return self._contest(p, decision, parts)
            case "stake":
                return Initiative(p, parts, self._ranges).stake(decision)
            case "leaders":
                return self._lead(p, decision, parts, plan)
            case "brigade":
                return self._act(p, decision, parts)
            case _:
                return None

    def _look(self, chair: Chair) -> Picture:
        assert self._memory is not None
        # a picture is of one view: with a new one all distances may be others
        if self._picture is None or self._picture.view is not chair.view:
            self._picture = Picture(chair.briefing, chair.view, self._memory)
        return self._picture

    def _parts(self, chair: Chair, plan: Plan) -> dict[str, Duty]:
        """What each unit is to do; worked out once for a plan."""
        # an empty plan leaves the old duties: it only says that there is nothing new
        if self._duties[0] is not plan and plan.tasks:
            p = self._look(chair)
            made = duties(p, self.situation(chair), plan.tasks, self.groups)
            self._duties = plan, {unit: self._waiting(p, unit, duty) for unit, duty in made.items()}
        return self._duties[1]

    def _waiting(self, p: Picture, unit: str, duty: Duty) -> Duty:
        """The duty with how long the unit has stood before the enemy."""
        before = self._duties[1].get(unit)
        if duty.kind != "attack" or p.nearest(p.view.units[unit])[0] > BEFORE_HIM:
            return duty
        # patience runs from the turn in which it came up to the enemy
        return replace(duty, waited=1 + before.waited if before else 0)

    def _contest(self, p: Picture, decision: Decision, parts: dict[str, Duty]) -> Answer | None:
        turn, tried = self._contested
        tried = tried if turn == p.view.turn else 0
        answer = Initiative(p, parts, self._ranges).contest(decision, tried)
        self._contested = p.view.turn, tried + (answer is not None)
        return answer

    def _lead(self, p: Picture, decision: Decision, parts: dict[str, Duty], plan: Plan) -> Answer | None:
        turn, division, asked = self._asked
        if (turn, division) != (p.view.turn, p.view.active):
            # each leader is thought of anew with every division that is activated
            asked = set()
        self._asked = p.view.turn, p.view.active, asked
        main = next((group.units for group in self.groups if group.id == plan.main), ())
        return LeaderRides(p, parts, main).answer(decision, asked)

    # -- units

    def _act(self, p: Picture, decision: Decision, parts: dict[str, Duty]) -> Answer:
        """The next unit of the brigade: guns, those who fire, those who charge, then the others from the front."""
        stuck = {
            unit.id: turns + 1
            for unit in p.own
            if unit.id in self._marched
            for at, turns in (self._marched[unit.id],)
            # told to march and still there: the way was shut
            if at == unit.position
        }
        conduct = Conduct(Marching(p, self._countries, stuck), self._ranges)
        active = {unit for each in p.view.divisions.values() if each.name == p.view.active for unit in each.units}
        waiting = [unit for unit in p.own if unit.id in active and not unit.activated]
        # a brigade that has begun goes on; another is thought of only when all of it have acted
        begun = [unit for unit in waiting if unit.brigade == self._brigade]
        if begun and decision.option(f"stay:{begun[0].id}") is not None:
            waiting = begun
        for unit in sorted(waiting, key=lambda each: self._turn_of(p, each, parts.get(each.id))):
            if decision.option(f"stay:{unit.id}") is None:
                continue
            wished = (
                decision.answer(f"{kind}:{unit.id}", **values)
                for kind, values in conduct.wishes(unit, parts.get(unit.id))
            )
            answer = decision.first_accepted(wished)
            if answer is not None:
                self._brigade = unit.brigade
                self._note(unit, answer, stuck)
                return answer
        return decision.answer("done")

    def _note(self, unit: UnitState, answer: Answer, stuck: dict[str, int]) -> None:
        """Remember who was told to march, and from where."""
        if answer.option.startswith("march:"):
            self._marched[unit.id] = unit.position, stuck.get(unit.id, 0)
        else:
            self._marched.pop(unit.id, None)

    def _turn_of(self, p: Picture, unit: UnitState, duty: Duty | None) -> tuple[int, float, str]:
        """Guns, those who fire, those who charge, then the others: whoever has the shortest way goes first, so that
        nobody waits behind him."""
        away, _ = p.nearest(unit)
        attacks = duty is not None and duty.kind == "attack"
        if branch(unit.arm) == "artillery":
            rank = 0 if unit.formation == "unlimbered" else 4
        elif away <= self._ranges.medium:
            rank = 1
        elif away <= charge_reach(p, unit) and attacks:
            rank = 2
        else:
            rank = 3
            away = gap(p.place(unit), duty.place) if duty is not None else away
        return rank, away, unit.id


def adapter(seat: str, seed: int, doctrine: Doctrine = USUAL) -> ClassDiceStaff:
    """The adapter of a seat; all its thinking is done without dice."""
    return ClassDiceStaff(seat, seed, doctrine)
