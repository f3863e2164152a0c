"""Which fact, changed by one step, changes the odds of a check most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from time import process_time
from typing import Any

from grognard.kernel.checks import Check
from grognard.kernel.domains import Choice, Domain, Number, Several, YesNo
from grognard.kernel.errors import BadInput
from grognard.kernel.facts import text_of
from grognard.kernel.uses.open_facts import Case, odds_by_case
from grognard.kernel.uses.sequences import ChainCheck

from .along import told
from .answers import FactStep, FactSteps
from .desk import known_to
from .wording import named

MOST_STEPS = 60
"""That are told: those which change any outcome most."""
MOST_VALUES = 12
"""Of a fact in words that are tried; of more only the neighbours."""
PATIENCE, OF_A_CHAIN = 3.0, 25.0
"""Seconds after which what has not been tried is left out; a chain is asked for only by whoever wants to wait."""
STRIDES = ((100, 1), (1_000, 5))
FAR = 50
"""A step of a number: one, or more where its span is wide."""


def steps(check: Check[Any, Any], facts: Mapping[str, str]) -> FactSteps:
    """The odds now, and after each step of one fact, all others being as they are."""
    present, domains = check.checked(known_to(check, facts)), check.domains()
    check.read(facts)  # refused in the usual words where something is missing
    present = {**check.defaults(), **present}
    cases: list[tuple[str, str, Case]] = []
    (now,) = odds_by_case(check, facts)
    began, left_out = process_time(), 0
    patience = OF_A_CHAIN if isinstance(check, ChainCheck) else PATIENCE
    for name, value in _tries(domains, present):
        if process_time() - began > patience:
            left_out += 1
            continue
        try:
            (case,) = odds_by_case(check, {**facts, name: value})
        except BadInput:  # facts that do not go together: no step one could take
            continue
        if case.odds is not None:
            cases.append((name, value, case))
    return _told(now, cases, left_out)


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
