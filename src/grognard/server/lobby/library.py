"""Rulebooks and checks for the pages: read once, told in bytes that a browser keeps until they change."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

import msgspec

from grognard import systems
from grognard.handbook import along, books, desk, glossary, helping
from grognard.handbook.answers import CheckOdds, CheckThrow, FactSteps, OddsSeries
from grognard.handbook.numbers import rule_numbers
from grognard.kernel.checks import Check
from grognard.kernel.errors import BadInput

from ..errors import Unknown
from ..shapes.books import CheckAlong, CheckDice, CheckSituations, CheckTries

T = TypeVar("T")


class Kept(NamedTuple):
    """Something that stays as it is while the server runs, with the mark by which a browser knows that it has it."""

    content: bytes
    mark: str


def _kept(found: Any) -> Kept:
    content = msgspec.json.encode(found)
    return Kept(content, f'"{hashlib.sha256(content).hexdigest()[:24]}"')


def _or_unknown(find: Callable[..., T], *words: str) -> T:
    """What there is not is Unknown, in the words of whoever looked for it."""
    try:
        return find(*words)
    except BadInput as error:
        raise Unknown(str(error)[:500]) from None


@lru_cache(1)
def shelf() -> Kept:
    """All rulebooks."""
    return _kept(books.shelf())


@lru_cache(16)
def book(system: str) -> Kept:
    """A rulebook with its contents; Unknown where there is none."""
    return _kept(_or_unknown(books.book, system[:100]))


@lru_cache(16)
def words(system: str) -> Kept:
    """The glossary of a system; Unknown where there is none of this name."""
    return _kept(_or_unknown(glossary.glossary, system[:100]))


@lru_cache(1024)
def page(system: str, rule: str) -> Kept:
    """A rule with all that belongs to it; Unknown with a hint where there is none."""
    return _kept(_or_unknown(books.page, system[:100], rule))


@lru_cache(16)
def numbers(system: str) -> Kept:
    """Every number that can be changed; Unknown where there is no such system."""
    return _kept(_or_unknown(rule_numbers, system[:100]))


@lru_cache(512)
def form(system: str, check: str) -> Kept:
    """What a check asks for; Unknown with a hint where there is none."""
    return _kept(_or_unknown(desk.form, system[:100], check))


def is_sequence(system: str, check: str) -> bool:
    """Whether this is several checks in a row."""
    return system in systems.find() and check in systems.sequences(system)


def _asked(system: str, check: str, variants: tuple[str, ...]) -> Check[Any, Any]:
    _or_unknown(systems.folder_of, system[:100])
    _or_unknown(desk.bound, system, check)
    return desk.bound(system, check, variants)


def odds(system: str, check: str, asked: CheckSituations) -> tuple[CheckOdds, ...]:
    """The exact odds of a situation, or of two beside each other."""
    return desk.odds(_asked(system, check, asked.variants), asked.situations)


def series(system: str, check: str, asked: CheckAlong) -> OddsSeries:
    """The same along one fact."""
    return along.series(_asked(system, check, asked.variants), asked.facts, asked.against)


def steps(system: str, check: str, asked: CheckTries) -> FactSteps:
    """What one step of one fact would change; of several checks in a row as far as a moment's work has come."""
    if not is_sequence(system, check):
        return helping.steps(_asked(system, check, asked.variants), asked.facts)
    trial = _trial(system, check, asked.variants, tuple(asked.facts.items()))
    if trial.tried <= asked.tried:
        trial.go_on(MOMENT)
    return trial.told()


MOMENT = 0.3
"""Seconds of work between two looks at steps that are being tried."""


# in the process of its own that works them out, one after the other
@lru_cache(8)
def _trial(system: str, check: str, variants: tuple[str, ...], facts: tuple[tuple[str, str], ...]) -> helping.Trial:
    return helping.Trial(_asked(system, check, variants), dict(facts))


def throw(system: str, check: str, asked: CheckDice) -> CheckThrow:
    """One throw."""
    return desk.throw(_asked(system, check, asked.variants), asked.facts, asked.dice)
