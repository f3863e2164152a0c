"""Every bundled lesson can be carried to its end by doing what each step shows; and one that cannot is found out."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard import systems
from grognard.battle.teaching.occasions import is_gone, met
from grognard.kernel.errors import BadInput
from grognard.scenarios import bundled
from grognard.scenarios.lessons import LessonAct, Occasion, WantedAnswer, WantedEvent
from grognard.scenarios.loading import load
from grognard.simulate.rehearsal import Rehearsal

LESSONS = [(battle, name) for battle in bundled() for name in load(battle).lessons]


def test_every_playable_system_has_a_lesson():
    assert {load(battle).lessons[name].system for battle, name in LESSONS} == set(systems.playable())


@pytest.mark.parametrize("battle, name", LESSONS)
def test_a_bundled_lesson_comes_to_its_end(battle, name):
    scenario = load(battle)
    lesson = scenario.lessons[name]
    assert list(Rehearsal(scenario, lesson).run()) == []
    assert all(step.show or step.then for step in lesson.step), "each step can be shown, or tells what happened"
    assert all(step.light for step in lesson.step)


def test_the_drill_has_all_of_its_orders():
    """Move, wheel, form, fire, morale, square, charge: each by doing."""
    scenario = load("drill-ground")
    rehearsal = Rehearsal(scenario, scenario.lessons["drill"])
    assert list(rehearsal.run()) == []
    kinds = {event.kind for event in rehearsal.battle.events(rehearsal.seat)}
    assert {"marched", "formed", "volley", "morale", "combat"} <= kinds
    wheels = [e for e in rehearsal.battle.events(rehearsal.seat) if e.values.get("how") == "wheels"]
    assert [event.units["unit"] for event in wheels] == ["2-33e"] * len(wheels) != []


def test_the_drill_does_not_hang_on_its_seed():
    """The occasions come of themselves: most seeds lead through most of it."""
    scenario = load("drill-ground")
    lesson = scenario.lessons["drill"]
    reached = []
    for seed in range(101, 107):
        left = list(Rehearsal(scenario, replace(lesson, seed=seed)).run())
        reached.append(left[0].step if left else len(lesson.step))
    assert sorted(reached)[2] >= 13, reached


class Idler(Rehearsal):
    """A learner who gives the usual answer to everything, and goes on without what does not come."""

    PATIENCE = 3
    """Turns, as on the page."""

    def ticked(self) -> list[int]:
        """Steps that count as done."""
        found, at, since = [], 0, 1
        self._wait()
        while at < len(self.lesson.step) and self.battle.decisions(self.seat) and self.battle.turn < 20:
            step, seen = self.lesson.step[at], self.seen()
            if (mark := met(step.done, seen)) is not None:
                found.append(at)
                self._mark, self._given, at, since = mark, [], at + 1, seen.turn
            elif is_gone(step, seen) or seen.turn >= since + self.PATIENCE:
                mark = self._mark if is_gone(step, seen) else len(seen.events)
                self._mark, self._given, at, since = mark, [], at + 1, seen.turn
            else:
                (decision, *_) = self.battle.decisions(self.seat)
                self._answer(decision, decision.default)
        return found


@pytest.mark.parametrize("battle, name", LESSONS)
def test_who_only_gives_the_usual_answers_is_not_told_that_he_has_ordered_anything(battle, name):
    scenario = load(battle)
    lesson = scenario.lessons[name]
    usual = {"done", "hold", "at_will", "", *(each.select for step in lesson.step for each in step.show)}
    ordered = {
        at for at, step in enumerate(lesson.step) if any({act.option, act.lay, act.select} - usual for act in step.show)
    }
    assert ordered
    wrongly = ordered & set(Idler(scenario, lesson).ticked())
    assert not wrongly, [lesson.step[at].title for at in wrongly]


@pytest.mark.parametrize("battle, name", LESSONS)
def test_nothing_that_is_to_be_done_is_done_before_one_does_it(battle, name):
    scenario = load(battle)

    class Watched(Rehearsal):
        def _carried_out(self, step):
            self._wait()
            assert (
                met(step.done, self.seen()) is None
                or not any(act.option or act.lay for act in step.show)
                or step in late
            )
            return super()._carried_out(step)

    lesson = scenario.lessons[name]
    # what a volley did is read once it has been fired: there the dice may have been quicker
    late = [step for step in lesson.step if step.light == ("log",)]
    assert list(Watched(scenario, lesson).run()) == []


def changed(at: int, **fields: object):
    scenario = load("drill-ground")
    lesson = scenario.lessons["drill"]
    steps = list(lesson.step)
    steps[at] = replace(steps[at], **fields)
    return scenario, replace(lesson, step=tuple(steps))


def test_an_option_that_is_not_there_is_named_with_those_that_are():
    (trouble,) = Rehearsal(*changed(0, show=(LessonAct(option="wait"),))).run()
    assert (trouble.step, trouble.field) == (0, "show")
    assert "option 'wait' is not offered at turn 1, command, where council is asked" in trouble.message
    assert "hold" in trouble.message


def test_an_answer_that_is_refused_is_told_with_its_rule():
    act = LessonAct(option="order:1-33e", values={"leader": "colonel-vasseur", "formation": "swarm"})
    (trouble,) = Rehearsal(*changed(3, show=(act,))).run()
    assert trouble.step == 3
    assert "order:1-33e is refused" in trouble.message
    assert "(CS-" in trouble.message


def test_a_step_that_never_comes_is_found_out():
    never = Occasion(event=WantedEvent(kind="volley", unit="uhlans"))
    (trouble,) = Rehearsal(*changed(4, done=never, gone=None)).run()
    assert trouble.step == 4
    assert "done does not come, after all 1 acts of show" in trouble.message


def test_a_step_that_is_past_before_it_begins_is_found_out():
    step = {"done": Occasion(answered=WantedAnswer(option="fly")), "gone": Occasion(turn=1)}
    (trouble,) = Rehearsal(*changed(2, **step)).run()
    assert "its occasion is past" in trouble.message


def test_a_side_with_several_seats_is_refused():
    scenario = load("too-few-orders")
    lesson = replace(scenario.lessons["few-points"], side="nobody")
    with pytest.raises(BadInput, match="side 'nobody' has 0 seats"):
        Rehearsal(scenario, lesson)
