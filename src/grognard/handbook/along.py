"""The odds of a check along one of its facts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from time import process_time
from typing import Any

from grognard.kernel.checks import Check
from grognard.kernel.domains import Domain, Number
from grognard.kernel.facts import text_of
from grognard.kernel.uses.open_facts import Case, NumberSpan, odds_along
from grognard.kernel.uses.sequences import ChainCheck

from .answers import OddsSeries, SeriesPoint
from .desk import known_to
from .wording import headlines, named, told_apart

MOST_POINTS, MOST_VALUES = 240, 4_000
"""Of a plot, and values of a number that are gone through for it."""
MOST_OF_A_CHAIN, FEWEST, PATIENCE = 151, 9, 4.0
"""Points of a plot of a chain: as many as so many seconds allow, and some in any case."""
WIDE, FAR = 1_000, 1_500
"""A number with a wider span is a distance, and is gone through so far, unless it is greater now."""
MOST_BANDS = 10
"""Outcomes that are told apart along a fact; the rest is told as one."""
COUNTED = re.compile(r"(?P<what>\D*)(?P<number>\d+)")


def series(check: Check[Any, Any], facts: Mapping[str, str], against: str) -> OddsSeries:
    """The odds for every value of a fact, all others being as given; neighbours that come to the same in one. Distances
    are gone through as far as they are of use."""
    domains = check.domains()
    if against not in domains:
        check.checked({against: ""})  # refused in the usual words
    domain, given = domains[against], {name: value for name, value in known_to(check, facts).items() if name != against}
    # what else is missing is asked for, not gone through as well
    check.read({**given, against: text_of(domain.every()[0])})
    present = check.checked(facts).get(against)
    values = _values(domain, present)
    values = _thinned(check, given, against, values) if isinstance(check, ChainCheck) else values
    cases = odds_along(check, given, against, values)
    # of very many that all differ so many that a plot is as smooth as an eye sees
    cases = cases[:: -(-len(cases) // MOST_POINTS)] if len(cases) > MOST_POINTS else cases
    labels = _labels(cases, against, present)
    shares = [told(case, labels) for case in cases]
    bands, others = _bands(shares)
    points = tuple(_point(case, said, against, bands, others) for case, said in zip(cases, shares, strict=True))
    return OddsSeries(against, isinstance(domain, Number), (*bands, *([""] if others else [])), points)


def _values(domain: Domain, present: object) -> Sequence[object]:
    if not isinstance(domain, Number) or domain.high - domain.low <= WIDE:
        return domain.every()
    far = max(present + present // 4, domain.low + FAR) if isinstance(present, int) else domain.low + FAR
    return range(domain.low, min(domain.high, far, domain.low + MOST_VALUES) + 1)


def _thinned(
    check: Check[Any, Any], given: Mapping[str, str], against: str, values: Sequence[object]
) -> Sequence[object]:
    """A chain takes as long as all its checks together, so that not every pace can be gone through."""
    began = process_time()
    odds_along(check, given, against, values[:1])
    afford = int(PATIENCE / max(process_time() - began, PATIENCE / MOST_OF_A_CHAIN))
    return values[:: -(-len(values) // max(FEWEST, afford))]


def _labels(cases: Sequence[Case], against: str, present: object) -> dict[Any, str]:
    """The names of all outcomes; as brief as those of the present value are told, so that both are the same."""
    every = [outcome for case in cases if case.odds for outcome in case.odds.weights]
    here = next((case.odds for case in cases if case.odds and _is_at(case.facts[against], present)), None)
    return told_apart(every) if here and headlines(list(here.weights)) is None else named(every)


def _is_at(value: object, present: object) -> bool:
    if isinstance(value, NumberSpan):
        return isinstance(present, int) and value.low <= present <= value.high
    return value == present


def told(case: Case, labels: Mapping[Any, str]) -> dict[str, Fraction]:
    """The chance of each outcome, or of who wins where outcomes say so; nothing where the rules do not allow it."""
    if case.odds is None:
        return {}
    found: dict[str, Fraction] = {}
    for outcome, chance in case.odds:
        found[labels[outcome]] = found.get(labels[outcome], Fraction(0)) + chance
    return found


def _bands(cases: Sequence[Mapping[str, Fraction]]) -> tuple[tuple[str, ...], bool]:
    """The outcomes that come up along the way, in the order of the dice; of very many the likeliest, and whether others
    are left."""
    mass: dict[str, Fraction] = {}
    for case in cases:
        for said, chance in case.items():
            mass[said] = mass.get(said, Fraction(0)) + chance
    ordered = _in_order(list(mass))
    if len(mass) <= MOST_BANDS:
        return tuple(ordered), False
    kept = sorted(mass, key=lambda said: mass[said], reverse=True)[:MOST_BANDS]
    return tuple(said for said in ordered if said in kept), True


def _in_order(bands: list[str]) -> list[str]:
    """Outcomes that differ in one number alone, by that number; others as the dice bring them."""
    found = [COUNTED.fullmatch(band) for band in bands]
    counted = [match for match in found if match]
    if len(counted) < len(found) or len({match["what"] for match in counted}) != 1:
        return bands
    return [match[0] for match in sorted(counted, key=lambda match: int(match["number"]))]


def _point(case: Case, shares: Mapping[str, Fraction], against: str, bands: Sequence[str], others: bool) -> SeriesPoint:
    value = case.facts[against]
    chances = [shares.get(band, Fraction(0)) for band in bands]
    if others:
        chances.append(sum(shares.values(), Fraction(0)) - sum(chances, Fraction(0)))
    low, high = (value.low, value.high) if isinstance(value, NumberSpan) else (0, 0)
    return SeriesPoint(
        str(value) if isinstance(value, NumberSpan) else text_of(value),
        low,
        high,
        tuple(round(float(chance) * 100, 4) for chance in chances) if case.odds else (),
        tuple(map(str, chances)) if case.odds else (),
        f"{case.refusal.reason} ({case.refusal.rule})" if case.refusal else "",
    )
