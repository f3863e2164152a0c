"""Chains of checks that can be asked as one check is: facts by the part they belong to, exact odds, a throw.

A system declares those that it has in its `chains.py`, as `SEQUENCES`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from ..checks import Check, Memory, Out, Refusal, Refused, Result
from ..domains import Domain
from ..errors import BadInput
from ..facts import Facts
from ..odds import Odds
from ..ruleset import Ruleset
from ..sources import DiceSource
from .chain import Program, chain_odds, play


class Sequence(NamedTuple):
    """A chain of checks as a system declares it: what it settles, the facts of each part, and the program they make."""

    name: str
    rule: str
    title: str
    parts: Mapping[str, type[Facts]]
    program: Callable[..., Program[Any]]
    """Of the rules and the facts of all parts, in their order."""
    settled: Mapping[str, Mapping[str, object]] = MappingProxyType({})
    """Facts of parts that nobody is asked for, because the sequence itself says what they are."""
    usual: Mapping[str, Mapping[str, object]] = MappingProxyType({})
    """What is taken in this sequence where nothing is said, if it is not what the check alone would take."""

    def bind(self, rules: Ruleset) -> ChainCheck[Any]:
        """The sequence under these rules."""
        bound: ChainCheck[Any] = ChainCheck(rules, self)
        bound.name, bound.rule, bound.title = self.name, self.rule, self.title
        return bound


class ChainCheck(Check[tuple[Facts, ...], Out]):
    """A sequence that is asked as a check: `volley.range` is a fact of its part `volley`."""

    throws = "the dice of each check that it comes to"

    def __init__(self, rules: Ruleset, declared: Sequence) -> None:
        self._rules, self._declared, self._parts = rules, declared, declared.parts
        self._known: Memory[Out] = Memory()

    def _each(self, of: Callable[[type[Facts]], Mapping[str, Any]]) -> dict[str, Any]:
        return {
            f"{part}.{name}": value
            for part, asks in self._parts.items()
            for name, value in of(asks).items()
            if name not in self._settled(part)
        }

    def _settled(self, part: str) -> Mapping[str, object]:
        return self._declared.settled.get(part, {})

    def domains(self) -> Mapping[str, Domain]:
        return self._each(lambda asks: asks.domains())

    def meanings(self) -> Mapping[str, str]:
        return self._each(lambda asks: asks.meanings())

    def defaults(self) -> Mapping[str, object]:
        found = self._each(lambda asks: asks.defaults)
        found |= {
            f"{part}.{name}": value for part, facts in self._declared.usual.items() for name, value in facts.items()
        }
        return found

    def read(self, given: Mapping[str, object]) -> tuple[Facts, ...]:
        parted = self._parted(given)
        return tuple(
            _named(part, asks.of, {**self._declared.usual.get(part, {}), **parted[part], **self._settled(part)})
            for part, asks in self._parts.items()
        )

    def checked(self, given: Mapping[str, object]) -> dict[str, Any]:
        parted = self._parted(given)
        found = {part: _named(part, asks.read, parted[part]) for part, asks in self._parts.items()}
        return {f"{part}.{name}": value for part, facts in found.items() for name, value in facts.items()}

    def _parted(self, given: Mapping[str, object]) -> dict[str, dict[str, object]]:
        parted: dict[str, dict[str, object]] = {part: {} for part in self._parts}
        for name, value in given.items():
            part, _, fact = name.partition(".")
            if part not in parted:
                raise BadInput(f"{name}: say of which part, as in {next(iter(parted))}.{fact or name}")
            if fact in self._settled(part):
                raise BadInput(f"{name}: the sequence itself says what it is")
            parted[part][fact] = value
        return parted

    def _program(self, s: tuple[Facts, ...]) -> Program[Any]:
        return self._declared.program(self._rules, *s)

    def refusal(self, s: tuple[Facts, ...]) -> Refusal | None:
        try:
            self.odds(s)
        except Refused as refused:
            return refused.refusal
        return None

    def odds(self, s: tuple[Facts, ...]) -> Odds[Out]:
        return self._known.get(s) or self._known.keep(s, chain_odds(self._program(s)))

    def roll(self, s: tuple[Facts, ...], dice: DiceSource) -> Result[Out]:
        before = len(dice.thrown)
        try:
            outcome, made = play(self._program(s), dice)
        except Refused as refused:
            return Result(self.name, self.rule, (), None, (), None, None, refused.refusal)
        # as they fell: a check may list its own in another order
        faces = tuple(face for each in dice.thrown[before:] for face in each.faces)
        applied = tuple(row._replace(side=each.check) for each in made for row in each.modifiers)
        return Result(self.name, self.rule, faces, None, applied, None, outcome)


def _named(part: str, read: Callable[[Mapping[str, object]], Any], facts: Mapping[str, object]) -> Any:
    try:
        return read(facts)
    except BadInput as error:
        raise BadInput(f"{part}: {error}") from None
