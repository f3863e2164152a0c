"""Programs of odds: a sequence of checks written down in TOML, worked out exactly or thrown with dice.

    title = "A battery, then the melee"
    system = "steel-canister"

    [start]                            # what the program remembers
    killed = 0

    [[step]]
    check = "artillery"
    times = 2
    facts = { range = 3, weight = "medium" }
    then = { killed = "killed + hits" }
    end = { "shot down" = "killed >= 6" }

    [[step]]
    check = "melee"
    facts = { "ours.killed" = "=killed" }
    then = { result = "winner" }

    [sweep]                            # or leave it out
    killed = "0..3"

Exact odds go from state to state: paths that lead to the same state are one, so a long program costs no more than it
has states.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from importlib.resources import files
from math import lcm
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from grognard import systems
from grognard.kernel.bounded import read_text
from grognard.kernel.checks import Check, Refused
from grognard.kernel.errors import BadData, BadInput
from grognard.kernel.facts import text_of
from grognard.kernel.odds import Odds
from grognard.kernel.sources import DiceSource
from grognard.kernel.tables import parse_toml
from grognard.kernel.uses.outcome_text import words

from .changes import spread
from .formulas import Formula

LARGEST = 100_000
"""Bytes of a program."""
MOST_STATES = 200_000
MOST_STEPS, MOST_TIMES, MOST_SWEPT = 40, 50, 60
FactValue: TypeAlias = int | str | bool
ProgramState: TypeAlias = tuple[FactValue, ...]


class ProgramStep(Struct, frozen=True, forbid_unknown_fields=True):
    """One check of a program, or a sequence that the system declares."""

    check: str
    facts: dict[str, Any] = {}
    """Text that begins with `=` is a formula over what the program remembers."""
    when: str = ""
    """It is made only where this holds."""
    times: int = 1
    then: dict[str, str] = {}
    """What is remembered afterwards: formulas over that and the parts of the outcome, or `it` where it has none."""
    end: dict[str, str] = {}
    """Ends of the program, each with the formula by which it is reached; looked at in their order."""


class OddsProgram(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of a program."""

    system: str
    step: tuple[ProgramStep, ...]
    title: str = ""
    variants: tuple[str, ...] = ()
    start: dict[str, FactValue] = {}
    result: str = ""
    """What a program comes to that reaches no end: a formula; all that it remembers where nothing is said."""
    sweep: dict[str, str | list[FactValue]] = {}
    """One thing remembered, with the values it is to begin with."""


def bundled_programs() -> dict[str, Path]:
    """The programs that come with Grognard."""
    folder = Path(str(files(__package__))) / "programs"
    return {path.stem: path for path in sorted(folder.glob("*.toml"))}


def read(source: str) -> BoundProgram:
    """A program by its file, or one that comes with Grognard by its name."""
    path = bundled_programs().get(source) if not Path(source).exists() else Path(source)
    if path is None:
        raise BadInput(f"no program {source!r}; there are {', '.join(bundled_programs())}, or name a .toml file")
    return from_text(read_text(path, LARGEST), path.name)


def from_text(text: str, where: str) -> BoundProgram:
    """A program from the text of its file."""
    try:
        return BoundProgram(msgspec.convert(parse_toml(text, where), OddsProgram), where)
    except msgspec.ValidationError as error:
        raise BadData(f"{where}: {error}") from None


class _BoundStep:
    """A step with its check and its formulas."""

    def __init__(self, step: ProgramStep, check: Check[Any, Any], where: str) -> None:
        self.check, self.where = check, where
        self.plain = {name: value for name, value in step.facts.items() if not _is_formula(value)}
        self.facts = {
            name: Formula(value[1:], f"{where}, {name}") for name, value in step.facts.items() if _is_formula(value)
        }
        self.when = Formula(step.when, f"{where}, when") if step.when else None
        self.then = {name: Formula(text, f"{where}, then.{name}") for name, text in step.then.items()}
        self.end = {label: Formula(text, f"{where}, end.{label}") for label, text in step.end.items()}

    def situation(self, known: Mapping[str, Any]) -> Any:
        given = {**self.plain, **{name: formula(known) for name, formula in self.facts.items()}}
        try:
            return self.check.read(given)
        except BadInput as error:
            raise BadInput(f"{self.where}: {error}") from None

    def after(self, known: Mapping[str, Any], outcome: Any) -> tuple[dict[str, Any], str]:
        """What is remembered after an outcome, and the end that it is, if it is one."""
        names = {**known, **_parts(outcome)}
        later = {**known, **{name: formula(names) for name, formula in self.then.items()}}
        seen = {**names, **later}
        return later, next((label for label, formula in self.end.items() if formula(seen)), "")


def _is_formula(value: object) -> bool:
    return isinstance(value, str) and value.startswith("=")


def _parts(outcome: Any) -> dict[str, Any]:
    return dict(outcome._asdict()) if hasattr(outcome, "_asdict") else {"it": outcome}


class BoundProgram:
    """A program under its rules."""

    def __init__(self, program: OddsProgram, where: str) -> None:
        """BadInput or BadData where it cannot be carried out."""
        self.program, self.where = program, where
        if len(program.step) > MOST_STEPS or any(not 1 <= each.times <= MOST_TIMES for each in program.step):
            raise BadData(f"{where}: at most {MOST_STEPS} steps, each 1 to {MOST_TIMES} times")
        rules, chains = systems.rules(program.system, *program.variants), systems.sequences(program.system)
        self._steps: list[_BoundStep] = []
        for number, step in enumerate(program.step, start=1):
            check = chains[step.check].bind(rules) if step.check in chains else rules[step.check]
            bound = _BoundStep(step, check, f"{where}, step {number} ({step.check})")
            self._steps += [bound] * step.times
        self._result = Formula(program.result, f"{where}, result") if program.result else None
        # what a step remembers for the first time begins as nought, so that all states have the same names
        first = {name: 0 for step in program.step for name in step.then}
        self._start: dict[str, FactValue] = {**first, **program.start}
        self._names = tuple(self._start)

    @property
    def title(self) -> str:
        """What it is about."""
        return self.program.title or self.where

    def swept(self) -> Iterator[tuple[str, dict[str, FactValue]]]:
        """What it begins with, once for each value of what is swept, and that value in words."""
        if not self.program.sweep:
            yield "", self._start
            return
        ((name, said),) = self._swept_one().items()
        values = [each.partition("=")[2] for each in spread([f"{name}={said}"])] if isinstance(said, str) else said
        if len(values) > MOST_SWEPT:
            raise BadData(f"{self.where}, sweep: {len(values)} values; at most {MOST_SWEPT}")
        for value in values:
            number = int(value) if isinstance(value, str) and value.lstrip("-").isdecimal() else value
            yield f"{name} {text_of(number)}", {**self._start, name: number}

    def _swept_one(self) -> dict[str, str | list[FactValue]]:
        sweep = self.program.sweep
        if len(sweep) != 1 or next(iter(sweep)) not in self.program.start:
            raise BadData(
                f"{self.where}, sweep: one of what it starts with: {', '.join(self.program.start) or 'nothing'}"
            )
        return sweep

    def odds(self, start: Mapping[str, FactValue] | None = None) -> Odds[str]:
        """The exact odds of what it comes to."""
        now: dict[ProgramState, Fraction] = {tuple((start or self._start)[name] for name in self._names): Fraction(1)}
        ends: dict[str, Fraction] = {}
        for step in self._steps:
            now = self._next(step, now, ends)
        for state, chance in now.items():
            label = self._label(dict(zip(self._names, state, strict=True)))
            ends[label] = ends.get(label, Fraction(0)) + chance
        whole = lcm(*(chance.denominator for chance in ends.values()))
        return Odds((end, int(chance * whole)) for end, chance in ends.items())

    def _next(
        self, step: _BoundStep, now: Mapping[ProgramState, Fraction], ends: dict[str, Fraction]
    ) -> dict[ProgramState, Fraction]:
        later: dict[ProgramState, Fraction] = {}
        for state, chance in now.items():
            known = dict(zip(self._names, state, strict=True))
            if step.when is not None and not step.when(known):
                later[state] = later.get(state, Fraction(0)) + chance
                continue
            for outcome, part in self._odds_of(step, known):
                after, end = step.after(known, outcome)
                if end:
                    ends[end] = ends.get(end, Fraction(0)) + chance * part
                else:
                    key = tuple(after[name] for name in self._names)
                    later[key] = later.get(key, Fraction(0)) + chance * part
        if len(later) > MOST_STATES:
            raise BadInput(f"{step.where}: more than {MOST_STATES:,} states; remember less, or in greater steps")
        return later

    def _odds_of(self, step: _BoundStep, known: Mapping[str, Any]) -> Iterator[tuple[Any, Fraction]]:
        try:
            return iter(step.check.odds(step.situation(known)))
        except Refused as refused:
            raise BadInput(f"{step.where}: {refused}; say with `when` where it is not to be made") from None

    def throw(self, dice: DiceSource, start: Mapping[str, FactValue] | None = None) -> str:
        """What it comes to once, with dice."""
        known: dict[str, Any] = dict(start or self._start)
        for step in self._steps:
            if step.when is not None and not step.when(known):
                continue
            known, end = step.after(known, step.check.roll(step.situation(known), dice).settled)
            if end:
                return end
        return self._label(known)

    def _label(self, known: Mapping[str, Any]) -> str:
        if self._result is not None:
            return str(text_of(self._result(known)))
        return ", ".join(f"{name} {words(value)}" for name, value in known.items()) or "done"
