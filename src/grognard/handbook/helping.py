"""Which fact, changed alone, changes the odds of a check most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from time import process_time
from typing import Any

from msgspec.structs import replace

from grognard.kernel.checks import Check
from grognard.kernel.domains import Choice, Domain, Number, Several, YesNo
from grognard.kernel.errors import BadInput
from grognard.kernel.facts import text_of
from grognard.kernel.uses.open_facts import Case, odds_by_case

from .along import told
from .answers import FactStep, FactSteps
from .desk import known_to
from .wording import named

MOST_STEPS = 60
"""That are told: those which change any outcome most."""
MOST_VALUES = 12
"""Of a fact in words that are tried; of more only the neighbours."""
PATIENCE = 3.0
"""Seconds after which what has not been tried is left out."""
STRIDES = ((100, 1), (1_000, 5))
FAR = 50
"""A step of a number: one, or more where its span is wide."""


def steps(check: Check[Any, Any], facts: Mapping[str, str]) -> FactSteps:
    """The odds now, and after each step of one fact, all others being as they are."""
    trial = Trial(check, facts)
    trial.go_on(PATIENCE)
    return trial.told(ends=True)


class Trial:
    """Steps tried one after the other, so that one may look at those that have been while others still wait."""

    def __init__(self, check: Check[Any, Any], facts: Mapping[str, str]) -> None:
        self._check, self._facts = check, facts
        present, domains = check.checked(known_to(check, facts)), check.domains()
        check.read(facts)  # refused in the usual words where something is missing
        present = {**check.defaults(), **present}
        (self._now,) = odds_by_case(check, facts)
        self._tries = list(_tries(domains, present))
        self._cases: list[tuple[str, str, Case]] = []
        self.tried = 0

    def go_on(self, seconds: float) -> None:
        """Try for so long, one at least."""
        began = process_time()
        while self.tried < len(self._tries):
            self._try(*self._tries[self.tried])
            self.tried += 1
            if process_time() - began > seconds:
                return

    def _try(self, name: str, value: str) -> None:
        try:
            (case,) = odds_by_case(self._check, {**self._facts, name: value})
        except BadInput:  # facts that do not go together: no step one could take
            return
        if case.odds is not None:
            self._cases.append((name, value, case))

    def told(self, *, ends: bool = False) -> FactSteps:
        """What they have come to so far; where it ends with that, the others are left out."""
        waiting = len(self._tries) - self.tried
        found = _told(self._now, self._cases, waiting if ends else 0)
        return replace(found, tried=self.tried, of=self.tried if ends else len(self._tries))


def _told(now: Case, cases: list[tuple[str, str, Case]], left_out: int) -> FactSteps:
    every = [outcome for case in (now, *(case for _, _, case in cases)) if case.odds for outcome in case.odds.weights]
    labels = named(every)
    here = told(now, labels)
    found = [(name, value, told(case, labels)) for name, value, case in cases]
    bands = tuple(dict.fromkeys([*here, *(said for *_, shares in found for said in shares)]))
    found = [each for each in found if _change(here, each[2])]
    found.sort(key=lambda each: _change(here, each[2]), reverse=True)
    return FactSteps(
        bands,
        _percents(here, bands),
        tuple(FactStep(name, value, _percents(shares, bands)) for name, value, shares in found[:MOST_STEPS]),
        left_out,
    )


def _change(one: Mapping[str, Fraction], other: Mapping[str, Fraction]) -> Fraction:
    nothing = Fraction(0)
    return max((abs(one.get(said, nothing) - other.get(said, nothing)) for said in {*one, *other}), default=nothing)


def _percents(shares: Mapping[str, Fraction], bands: tuple[str, ...]) -> tuple[float, ...]:
    return tuple(round(float(shares.get(band, 0)) * 100, 4) for band in bands)


def _tries(domains: Mapping[str, Domain], present: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, domain in domains.items():
        for value in _beside(domain, present.get(name)):
            yield name, text_of(value)


def _beside(domain: Domain, now: Any) -> list[Any]:
    """The values one step from this one."""
    if isinstance(domain, YesNo):
        return [not now]
    if isinstance(domain, Number):
        by = next((step for span, step in STRIDES if domain.high - domain.low <= span), FAR)
        return [value for value in (now - by, now + by) if domain.low <= value <= domain.high]
    if isinstance(domain, Several):
        return [now ^ {value} for value in domain.values if domain.accepts(now ^ {value})]
    if isinstance(domain, Choice):
        values = list(domain.values)
        if len(values) <= MOST_VALUES:
            return [value for value in values if value != now]
        at = values.index(now)
        return values[max(0, at - 1) : at] + values[at + 1 : at + 2]
    return []
