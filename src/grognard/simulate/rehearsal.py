"""A lesson gone through from its first step to its last, doing what each step shows: so that whoever writes one is told
where it cannot be done, and under which rules it was tried."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from grognard import systems
from grognard.battle.battles import Battle
from grognard.battle.commanding import Chair
from grognard.battle.decisions import Answer, Decision
from grognard.battle.teaching.occasions import GivenWord, OpenQuestion, Witness, is_gone, met
from grognard.commanders import commander
from grognard.kernel.errors import BadInput, GrognardError
from grognard.scenarios.lessons import Lesson, LessonAct, LessonStep
from grognard.scenarios.model import Scenario

ASIDE = 12
"""Questions that are answered as is usual before what a step shows can be done."""


class Trouble(NamedTuple):
    """What is wrong with a lesson: at which step, counted from 0, and in which of its fields."""

    step: int
    field: str
    message: str


class StepLeft(GrognardError):
    """A step cannot be done."""


class Rehearsal:
    """A learner who does as he is shown, against the opponent of the lesson."""

    def __init__(self, scenario: Scenario, lesson: Lesson) -> None:
        """Refuses with BadInput a lesson whose battle cannot be begun."""
        game = systems.game(lesson.system)
        self.lesson = lesson
        self.battle = Battle.begin(game, scenario, seed=lesson.seed, options=lesson.options)
        own = [each.id for each in self.battle.seats if each.side == lesson.side]
        if len(own) != 1:
            raise BadInput(f"side {lesson.side!r} has {len(own)} seats with these options; a lesson is for one")
        self.seat = own[0]
        self._chairs = {each.id: Chair(self.battle, each.id) for each in self.battle.seats}
        self._others = {
            each.id: commander(lesson.opponent, lesson.system, each.id, lesson.seed)
            for each in self.battle.seats
            if each.id != self.seat
        }
        self._mark = 0
        self._given: list[GivenWord] = []
        self._selected: tuple[str, ...] = ()
        self._laid: tuple[str, dict[str, object]] | None = None

    def run(self) -> Iterator[Trouble]:
        """Every step in turn; stops at the first that cannot be done."""
        for at, step in enumerate(self.lesson.step):
            try:
                self._mark = self._carried_out(step)
            except StepLeft as left:
                yield Trouble(at, "show", str(left))
                return
            self._given = []

    def seen(self) -> Witness:
        """What the learner has seen and done."""
        game, moment = self.battle.game, self.battle.fight.moment()
        picture = game.picture(self.battle.view(self.seat), self._chairs[self.seat].briefing)
        return Witness(
            events=self.battle.events(self.seat),
            mark=self._mark,
            given=self._given,
            asked=[OpenQuestion(each.kind, each.about.get("unit", "")) for each in self.battle.decisions(self.seat)],
            units={each.id: msgspec.structs.asdict(each) for each in picture.units},
            selected=self._selected,
            laid=self._laid,
            turn=moment[0],
            phase=moment[1],
        )

    def _carried_out(self, step: LessonStep) -> int:
        """Do what a step shows until it is done; the mark of the next."""
        self._wait()
        for act in (None, *step.show):
            if act is not None:
                self._do(act)
            seen = self.seen()
            if (mark := met(step.done, seen)) is not None:
                return mark
            if is_gone(step, seen):
                raise StepLeft("its occasion is past before it can be done")
        told = f"after all {len(step.show)} acts of show" if step.show else "and show says nothing to do"
        raise StepLeft(f"done does not come, {told}; the battle is at {self._where()}")

    def _do(self, act: LessonAct) -> None:
        if act.select:
            self._selected = (act.select,)
            return
        decision = self._asked(act.lay or act.option)
        answer = decision.answer(act.lay or act.option, **act.values)
        if act.lay:
            self._laid = (answer.option, answer.values)
            return
        self._answer(decision, answer)

    def _asked(self, option: str) -> Decision:
        """The decision that has an option; what is asked before it is answered as is usual."""
        for _ in range(ASIDE):
            asked = self.battle.decisions(self.seat)
            found = next((each for each in asked if each.option(option) is not None), None)
            if found is not None:
                return found
            # only a question about somebody may come before it; where orders are asked for, it would be there
            if not asked or any("unit" not in each.about for each in asked):
                break
            self._answer(asked[0], asked[0].default)
        offered = [each.key for decision in self.battle.decisions(self.seat) for each in decision.options]
        raise StepLeft(f"option {option!r} is not offered at {self._where()}; there are {', '.join(offered[:20])}")

    def _answer(self, decision: Decision, answer: Answer) -> None:
        refusal = self.battle.refusal(answer)
        if refusal is not None:
            raise StepLeft(f"{answer.option} is refused at {self._where()}: {refusal.reason} ({refusal.rule})")
        self._given.append(GivenWord(answer.option, decision.completed(answer), len(self.battle.events(self.seat))))
        self._laid = None
        self.battle.answer(answer)
        self._wait()

    def _wait(self) -> None:
        """Let the others answer all that they are asked."""
        while decision := next((each for each in self.battle.open if each.seat != self.seat), None):
            self.battle.answer(self._others[decision.seat].decide(self._chairs[decision.seat], decision))

    def _where(self) -> str:
        turn, phase = self.battle.fight.moment()
        asked = ", ".join(each.id for each in self.battle.decisions(self.seat)) or "nothing"
        return f"turn {turn}, {self.battle.game.phase_name(phase)}, where {asked} is asked"
