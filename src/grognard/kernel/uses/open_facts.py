"""Facts that are not known yet: which of them can still matter, and the odds for each value of those that do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from math import prod
from typing import Any, NamedTuple

from ..checks import Check, Refusal
from ..errors import BadInput
from ..odds import Odds

MOST_CASES = 50_000
"""More combinations than this are refused: nobody reads such a list."""


class NumberSpan(NamedTuple):
    """Neighbouring numbers that come to the same."""

    low: int
    high: int

    def __str__(self) -> str:
        return str(self.low) if self.low == self.high else f"{self.low} to {self.high}"


class Case(NamedTuple):
    """The odds, or the refusal, for one choice of values; numbers that make no difference stand together as a Span."""

    facts: Mapping[str, Any]
    odds: Odds[Any] | None
    refusal: Refusal | None


def odds_by_case(check: Check[Any, Any], given: Mapping[str, object], left_open: Iterable[str] = ()) -> list[Case]:
    """Odds for every value of the facts that are open and matter.

    Open are the facts named, and those without a default that are not given. A fact of which no value changes anything
    is left out of the list.
    """
    known = check.checked(given)
    values = _open_values(check, known, left_open)
    table = {
        choice: _settle(check, {**known, **dict(zip(values, choice, strict=True))})
        for choice in product(*values.values())
    }
    # asked when all cases are known: that a fact matters may show only beside certain values of another
    keep = [i for i in range(len(values)) if _matters(i, table)]
    names = [list(values)[i] for i in keep]
    shown: dict[tuple[object, ...], Case] = {}
    for choice, settled in table.items():
        kept = tuple(choice[i] for i in keep)
        # cases that differ only in facts that do not matter are alike; the first stands for them
        shown.setdefault(kept, Case(dict(zip(names, kept, strict=True)), *settled))
    cases = list(shown.values())
    # the last fact first: its neighbours lie beside each other in the list
    for name in reversed(names):
        if type(values[name][0]) is int:
            cases = _spanned(cases, name)
    return cases


def odds_along(check: Check[Any, Any], given: Mapping[str, object], fact: str, values: Iterable[object]) -> list[Case]:
    """Odds for these values of one fact, all others being given; numbers that follow on each other and come to the
    same stand together, whether the fact matters or not."""
    known = check.checked(given)
    cases = [Case({fact: value}, *_settle(check, {**known, fact: value})) for value in values]
    return _spanned(cases, fact) if cases and type(cases[0].facts[fact]) is int else cases


def _open_values(
    check: Check[Any, Any], known: Mapping[str, object], left_open: Iterable[str]
) -> dict[str, tuple[object, ...]]:
    domains, defaults = check.domains(), check.defaults()
    needed = (name for name in domains if name not in known and name not in defaults)
    values = {name: domains[name].every() for name in dict.fromkeys((*left_open, *needed))}
    # said before the work is begun, with what would make it less
    if (cases := prod(map(len, values.values()))) > MOST_CASES:
        raise BadInput(f"{', '.join(values)} left open make {cases:,} cases: give some of them (most: {MOST_CASES:,})")
    return values


def _spanned(cases: list[Case], name: str) -> list[Case]:
    """Merge cases that follow on each other in one number and are otherwise the same."""
    out: dict[tuple[object, ...], list[Case]] = {}
    for case in cases:
        others = tuple(value for fact, value in case.facts.items() if fact != name)
        run = out.setdefault(others, [])
        number = case.facts[name]
        if run and (run[-1].odds, run[-1].refusal) == (case.odds, case.refusal):
            low = run[-1].facts[name].low
            run[-1] = case._replace(facts={**case.facts, name: NumberSpan(low, number)})
        else:
            run.append(case._replace(facts={**case.facts, name: NumberSpan(number, number)}))
    return [case for run in out.values() for case in run]


def questions(check: Check[Any, Any], given: Mapping[str, object]) -> Iterator[str]:
    """Facts not given that can still matter, in the order declared: required ones, and those of which some value
    would change the odds if all the others not given are as by default."""
    known = check.checked(given)
    domains, defaults = check.domains(), check.defaults()
    assumed = {name: defaults[name] if name in defaults else domain.every()[0] for name, domain in domains.items()}
    before = _settle(check, {**assumed, **known})
    for name, domain in domains.items():
        if name in known:
            continue
        if name not in defaults or _changes(check, {**assumed, **known}, name, _probes(domain.every()), before):
            yield name


def _probes(values: tuple[object, ...]) -> tuple[object, ...]:
    """All of a short list; of a long one (paces) the near end and every fiftieth: no rule's limits slip between."""
    # asked between two throws, so it must answer at once; limits of rules lie at round numbers
    return values if len(values) <= 400 else (*values[:150], *values[150::50])


def _changes(
    check: Check[Any, Any], facts: dict[str, object], name: str, values: Iterable[object], before: tuple[Any, Any]
) -> bool:
    return any(_settle(check, {**facts, name: value}) != before for value in values)


def _settle(check: Check[Any, Any], facts: Mapping[str, object]) -> tuple[Odds[Any] | None, Refusal | None]:
    situation = check.read(facts)
    refusal = check.refusal(situation)
    return (None, refusal) if refusal else (check.odds(situation), None)


def _matters(i: int, table: Mapping[tuple[object, ...], object]) -> bool:
    """Whether two cases that differ in nothing but this fact come out differently."""
    seen: dict[tuple[object, ...], object] = {}
    return any(seen.setdefault(choice[:i] + choice[i + 1 :], settled) != settled for choice, settled in table.items())
