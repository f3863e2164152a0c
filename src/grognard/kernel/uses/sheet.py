"""A check printed as a chart: its dice, its modifiers and its results, straight from the declaration."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import Any, NamedTuple

from ..checks import Check, Roll, Thrown
from ..handful import Handful, Handfuls
from ..opposed import Contest, Opposed, Pair
from ..tables import ADD, FORBID, HALVE, ModifierRow

_LIKELY = range(-15, 46)
"""Totals that come up in play: the printed bands run over these, the ends being open."""


class CheckSheet(NamedTuple):
    """What stands on the chart."""

    dice: str
    modifiers: list[tuple[str, str, str]]
    """Value, label and rule id."""
    results: list[tuple[str, Any]]
    """Band of totals and outcome."""


def sheet(check: Check[Any, Any], situation: Any) -> CheckSheet:
    """The chart of a check; results are those of the situation, where they depend on it."""
    rows = {(row.rule, row.key, row.label): row for modifier in check.modifiers for row in modifier.rows}
    modifiers = [(_value(row), row.label, row.rule) for row in rows.values() if _counts(row)]
    return CheckSheet(_dice(check, situation), modifiers, list(_results(check, situation)))


def some_situation(check: Check[Any, Any], given: Mapping[str, Any] | None = None) -> Any:
    """A situation for a chart: what is given, and the first value of each fact that has no default."""
    domains, defaults = check.domains(), check.defaults()
    assumed = {name: domain.every()[0] for name, domain in domains.items() if name not in defaults}
    return check.read({**assumed, **check.checked(given or {})})


def _counts(row: ModifierRow) -> bool:
    """Rows worth nothing under these tables are left out; those worked out each time have no key."""
    return bool(row.value or row.op != ADD or not row.key or any(_classes(row).values()))


def _classes(row: ModifierRow) -> dict[str, int]:
    """Values of the row for classes that have a column of their own."""
    return {name: worth for name, worth in row.columns.items() if name not in _NOT_COLUMNS}


def _value(row: ModifierRow) -> str:
    if row.op == FORBID:
        return "no"
    if row.op == HALVE:
        return "½"
    if not row.key:
        return "…"
    names = [f"{worth:+d} {name.replace('_', ' ')}" for name, worth in _classes(row).items()]
    most = f" (at most {row.most} times)" if row.most else ""
    own = [f"{row.value:+d}{most}"] if row.value or not names else []
    return "; ".join([*own, *names])


_NOT_COLUMNS = ("within", "from", "to")
"""Numbers that a row's label speaks of, not values for a class."""


def _dice(check: Check[Any, Any], situation: Any) -> str:
    if isinstance(check, Opposed):
        ours, theirs = check.dice(situation.ours), check.dice(situation.theirs)
        return f"{ours} each side" if ours == theirs else f"{ours} against {theirs}"
    if isinstance(check, Roll):
        return str(check.dice(situation))
    if isinstance(check, (Handful, Handfuls)):
        return f"{check.of}s by the list, each {check.target} or more a hit"
    return check.throws or ("d100 for the remainder" if check.modifiers else "no dice")


def _results(check: Check[Any, Any], situation: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(check, Roll) and check.dice(situation).dice:
        middle = sorted(check.dice(situation).weights)[len(check.dice(situation).weights) // 2]
        yield from _bands(lambda total: check.result(Thrown(total, middle, situation)))
    if isinstance(check, Opposed) and not check.naturals:
        pair: Pair = situation
        yield from _bands(lambda difference: check.result(Contest(difference, *pair)))


def _bands(result: Callable[[int], Any]) -> Iterator[tuple[str, Any]]:
    """Neighbouring totals with the same outcome, as the printed table has them."""
    read = [(total, outcome) for total in _LIKELY if (outcome := _or_none(result, total)) is not None]
    for outcome, group in groupby(read, key=lambda pair: pair[1]):
        totals = [total for total, _ in group]
        low, high = totals[0], totals[-1]
        if low == _LIKELY[0]:
            yield f"{high} or less", outcome
        elif high == _LIKELY[-1]:
            yield f"{low} or more", outcome
        else:
            yield (str(low) if low == high else f"{low} to {high}"), outcome


def _or_none(result: Callable[[int], Any], total: int) -> Any:
    """Tables closed at an end have no row for totals that cannot come up."""
    try:
        return result(total)
    except LookupError:
        return None
