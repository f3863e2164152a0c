"""Lessons by themselves: whether what they name is in the battle. What only the rules know is asked elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .. import files, lines
from ..lessons import REGIONS, Lesson, LessonAct, LessonStep, Occasion
from ..model import Scenario
from .problems import Report, ScenarioProblem
from .walking import walk

_LIGHT = re.compile(r"(unit|place|at|option|field):(.+)")
_AT = re.compile(r"\d{1,5},\d{1,5}")
_SEEN_ONLY = ("selected", "laid", "answered", "unit")
"""What a commander who left orders behind cannot wait for: he has no table before him."""
KINDS = ("selected", "laid", "answered", "event", "unit", "asked", "phase", "turn", "all", "any", "none")


def lesson_problems(scenario: Scenario, texts: dict[str, str]) -> Iterator[ScenarioProblem]:
    """All lessons of a battle: sides, units and places that there are, steps that can be read."""
    scripted: dict[str, str] = {}
    for name, lesson in scenario.lessons.items():
        file = f"{files.LESSONS}/{name}.toml"
        report = Report(file, lines.index(texts.get(file, "")))
        yield from _Lesson(scenario, lesson, report).problems()
        if lesson.written and scripted.setdefault(lesson.system, name) != name:
            text = (
                f"written: lesson {scripted[lesson.system]!r} has orders for the other side under {lesson.system} too"
            )
            yield report.error(("written",), "", text)


class _Lesson:
    """One lesson while it is looked at."""

    def __init__(self, scenario: Scenario, lesson: Lesson, report: Report) -> None:
        self.lesson, self.report = lesson, report
        self.sides = [side.name for side in scenario.sides]
        self.units = {unit.id for _, unit in walk(scenario.sides)}
        self.places = {
            str(feature["properties"]["name"])
            for feature in scenario.field.get("features", [])
            if feature.get("properties", {}).get("name")
        }

    def problems(self) -> Iterator[ScenarioProblem]:
        lesson, report = self.lesson, self.report
        if lesson.side not in self.sides:
            text = f"side = {lesson.side!r} is no side; there are {', '.join(self.sides)}"
            yield report.error(("side",), "", text)
        if not lesson.step:
            yield report.error(("step",), "", "a lesson without a step")
        for at, step in enumerate(lesson.step):
            yield from self._step(("step", at), f"step {at + 1}", step)
        for at, aside in enumerate(lesson.aside):
            yield from self._occasion(("aside", at, "when"), f"aside {at + 1}", aside.when)
        yield from self._translated()
        for at, order in enumerate(lesson.written):
            for field, occasion in (("when", order.when), ("until", order.until)):
                if occasion is not None:
                    yield from self._written(("written", at, field), f"written {at + 1}", occasion)

    def _translated(self) -> Iterator[ScenarioProblem]:
        """Words of other languages go by the place of what they stand for."""
        for language, words in self.lesson.words.items():
            for kind, told, own in (("step", words.step, self.lesson.step), ("aside", words.aside, self.lesson.aside)):
                if len(told) not in (0, len(own)):
                    text = f"words.{language}: {len(told)} of {kind}, and the lesson has {len(own)}"
                    yield self.report.error(("words", language), language, text)
            for at, step in enumerate(words.step):
                for field in ("title", "why", "then", "passed"):
                    if text := _unbalanced(getattr(step, field)):
                        where = f"words.{language}, step {at + 1}"
                        yield self.report.error(("words", language, "step", at, field), where, f"{field}: {text}")

    def _step(self, path: lines.Path, where: str, step: LessonStep) -> Iterator[ScenarioProblem]:
        yield from self._occasion((*path, "done"), where, step.done)
        if step.gone is not None:
            yield from self._occasion((*path, "gone"), where, step.gone)
        for field in ("wrong", "came"):
            for number, remark in enumerate(getattr(step, field)):
                yield from self._occasion((*path, field, number, "when"), where, remark.when)
        if step.missed is not None:
            yield from self._occasion((*path, "missed", "when"), where, step.missed.when)
            before = int(path[-1])
            if step.missed.steps > before:
                text = f"missed: steps = {step.missed.steps}; there are {before} before it"
                yield self.report.error((*path, "missed"), where, text)
        for light in step.light:
            if text := self._dark(light):
                yield self.report.error((*path, "light"), where, f"light: {text}")
        for number, act in enumerate(step.show):
            if text := self._idle(act):
                yield self.report.error((*path, "show", number), where, f"show: {text}")
        for field in ("title", "why", "then", "passed"):
            if text := _unbalanced(getattr(step, field)):
                yield self.report.error((*path, field), where, f"{field}: {text}")
        if not step.title.strip():
            yield self.report.error((*path, "title"), where, "title is empty; it is what the step asks for")

    def _dark(self, light: str) -> str:
        """Why something cannot light up."""
        if light in REGIONS:
            return ""
        match = _LIGHT.fullmatch(light)
        if match is None:
            known = f"unit:ID, place:NAME, at:X,Y, option:KEY, field:NAME=VALUE, or one of {', '.join(REGIONS)}"
            return f"{light!r} is nothing that lights up; there is {known}"
        kind, name = match.groups()
        if kind == "unit" and name not in self.units:
            return f"no unit has the id {name!r}"
        if kind == "place" and name not in self.places:
            return f"no place of the map is called {name!r}; there are {', '.join(sorted(self.places)) or 'none'}"
        return f"{light!r}; a spot is written as in at:640,250" if kind == "at" and not _AT.fullmatch(name) else ""

    def _idle(self, act: LessonAct) -> str:
        """What is wrong with something that is shown."""
        said = [name for name in ("select", "lay", "option") if getattr(act, name)]
        if len(said) != 1:
            return f"one of select, lay and option is needed, not {' and '.join(said) or 'none'}"
        return f"select: no unit has the id {act.select!r}" if act.select and act.select not in self.units else ""

    def _occasion(self, path: lines.Path, where: str, occasion: Occasion) -> Iterator[ScenarioProblem]:
        field = str(path[-1])
        said = [kind for kind in KINDS if getattr(occasion, kind)]
        if len(said) != 1:
            text = f"{field}: one of {', '.join(KINDS)} is needed, not {' and '.join(said) or 'none'}"
            yield self.report.error(path, where, text)
        named = [occasion.unit.id if occasion.unit else "", occasion.event.unit if occasion.event else ""]
        named += [occasion.asked.unit if occasion.asked else ""]
        # a leader too may be selected and have a part in events; who he is only the rules say
        for who in named[:1] + named[2:]:
            if who and who not in self.units:
                yield self.report.error(path, where, f"{field}: no unit has the id {who!r}")
        for kind in ("all", "any", "none"):
            for inner in getattr(occasion, kind):
                yield from self._occasion(path, where, inner)

    def _written(self, path: lines.Path, where: str, occasion: Occasion) -> Iterator[ScenarioProblem]:
        yield from self._occasion(path, where, occasion)
        for kind in _parts(occasion):
            if kind in _SEEN_ONLY:
                text = f"{path[-1]}: {kind} is for the learner; the other side waits for event, asked, phase or turn"
                yield self.report.error(path, where, text)


def _parts(occasion: Occasion) -> Iterator[str]:
    yield from (kind for kind in KINDS if getattr(occasion, kind))
    for inner in (*occasion.all, *occasion.any, *occasion.none):
        yield from _parts(inner)


def _unbalanced(text: str) -> str:
    """Whether a bracket or a brace is left open."""
    bare = re.sub(r"\[[^\[\]{}]+\]|\{[^\[\]{}]+\}", "", text)
    return f"{next(sign for sign in bare if sign in '[]{}')!r} has no partner" if re.search(r"[\[\]{}]", bare) else ""
