"""What the rules make of a battle's lessons: kinds of events, rules and options that there are, and a rehearsal."""

from __future__ import annotations

import re
from collections.abc import Iterator

from grognard import systems
from grognard.battle.games import Game
from grognard.battle.kinds import parts
from grognard.kernel.errors import GrognardError
from grognard.kernel.rulebook import Rulebook
from grognard.scenarios import files, lines
from grognard.scenarios.inspection.problems import Report, ScenarioProblem
from grognard.scenarios.lessons import Lesson, Occasion
from grognard.scenarios.loading import find, from_texts
from grognard.simulate.rehearsal import Rehearsal

_RULE = re.compile(r"\{([^{}]+)\}")


def lesson_troubles(source: str) -> list[ScenarioProblem]:
    """What is wrong with the lessons of a battle that is sound by itself."""
    texts = files.read(find(source))
    scenario = from_texts(texts)
    found: list[ScenarioProblem] = []
    for name, lesson in scenario.lessons.items():
        file = f"{files.LESSONS}/{name}.toml"
        report = Report(file, lines.index(texts[file]))
        wrong = list(_against_rules(lesson, report))
        if not wrong:
            try:
                wrong = [
                    report.error(
                        ("step", each.step, each.field), f"step {each.step + 1}", f"{each.field}: {each.message}"
                    )
                    for each in Rehearsal(scenario, lesson).run()
                ]
            except GrognardError as error:
                wrong = [report.error(("options",), "", str(error))]
        found += wrong
    return found


def _against_rules(lesson: Lesson, report: Report) -> Iterator[ScenarioProblem]:
    if lesson.system not in systems.playable():
        text = f"system = {lesson.system!r}; there are {', '.join(systems.playable())}"
        yield report.error(("system",), "", text)
        return
    game, book = systems.game(lesson.system), systems.rulebook(lesson.system)
    for path, where, occasion in _occasions(lesson):
        for text in _strange(game, occasion):
            yield report.error(path, where, f"{path[-1]}: {text}")
    for path, where, words in _words(lesson):
        for text in _no_rules(book, words):
            yield report.error(path, where, f"{path[-1]}: {text}")


def _occasions(lesson: Lesson) -> Iterator[tuple[lines.Path, str, Occasion]]:
    for at, step in enumerate(lesson.step):
        yield ("step", at, "done"), f"step {at + 1}", step.done
        if step.gone is not None:
            yield ("step", at, "gone"), f"step {at + 1}", step.gone
        if step.missed is not None:
            yield ("step", at, "missed", "when"), f"step {at + 1}", step.missed.when
        for field in ("wrong", "came"):
            for number, remark in enumerate(getattr(step, field)):
                yield ("step", at, field, number, "when"), f"step {at + 1}", remark.when
    for at, aside in enumerate(lesson.aside):
        yield ("aside", at, "when"), f"aside {at + 1}", aside.when
    for at, order in enumerate(lesson.written):
        for field, occasion in (("when", order.when), ("until", order.until)):
            if occasion is not None:
                yield ("written", at, field), f"written {at + 1}", occasion


def _words(lesson: Lesson) -> Iterator[tuple[lines.Path, str, str]]:
    for at, step in enumerate(lesson.step):
        for field in ("title", "why", "then", "passed"):
            yield ("step", at, field), f"step {at + 1}", getattr(step, field)
    for at, aside in enumerate(lesson.aside):
        yield ("aside", at, "say"), f"aside {at + 1}", aside.say
    yield ("ending",), "", lesson.ending


def _strange(game: Game[object], occasion: Occasion) -> Iterator[str]:  # type: ignore[type-var]
    """What the rules do not know: kinds of events, their roles and values, phases."""
    if occasion.phase and occasion.phase not in (*game.phases, *game.procedures):
        yield f"phase = {occasion.phase!r}; there are {', '.join(game.phases)}"
    if (wanted := occasion.event) is not None:
        kind = game.kinds.get(wanted.kind)
        if kind is None:
            near = ", ".join(sorted(game.kinds))
            yield f"event kind = {wanted.kind!r} does not happen under {game.id}; there are {near}"
        else:
            roles, values, secret = ([theirs for _, theirs in part] for part in parts(kind))
            if wanted.role and wanted.role not in roles:
                yield f"event {wanted.kind} has no role {wanted.role!r}; it has {', '.join(roles) or 'none'}"
            for name in wanted.values:
                if name not in values + secret:
                    yield f"event {wanted.kind} has no value {name!r}; it has {', '.join(values + secret) or 'none'}"
    for inner in (*occasion.all, *occasion.any, *occasion.none):
        yield from _strange(game, inner)


def _no_rules(book: Rulebook, words: str) -> Iterator[str]:
    for rule in _RULE.findall(words):
        try:
            book[rule]
        except GrognardError as error:
            yield str(error)
