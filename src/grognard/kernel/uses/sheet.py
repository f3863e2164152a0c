"""A check printed as a chart: its dice, its modifiers and its results, straight from the declaration.

A check may bring the printed tables of its rules with it (`charts`). For all others the tables are worked out: a roll's
results by total, in a column for each value of a fact that decides about them; an answer without dice by the facts on
which it hangs. What was taken for granted meanwhile is said under `assumed`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from math import prod
from typing import Any, NamedTuple

from ..checks import Chart, Check, Reckoning, Roll, Thrown
from ..domains import Domain
from ..facts import text_of
from ..handful import Handful, Handfuls
from ..modifiers import Modifier
from ..opposed import Contest, Opposed, Pair
from ..tables import ADD, FORBID, HALVE, ModifierRow
from .open_facts import MOST_CASES, Case, odds_by_case, questions
from .outcome_text import words

_LIKELY = range(-15, 46)
"""Totals that come up in play: the printed bands run over these, the ends being open."""
_COLUMNS = 10
"""Columns of a table of results; more are not read."""
_CELLS = 6000
"""Cases that are worked out to see which facts an answer hangs on."""
_ROWS = 40
"""Rows to which a table grows by facts that have a default."""

ModifierLine = tuple[str, str, str]
"""Value, label and rule id."""


class CheckSheet(NamedTuple):
    """What stands on the chart."""

    dice: str
    modifiers: list[ModifierLine]
    results: list[tuple[str, Any]]
    """Band of totals and outcome, in one situation."""
    groups: Sequence[tuple[str, list[ModifierLine]]] = ()
    """The modifiers under headings that say what they are added to."""
    charts: Sequence[Chart] = ()
    """Tables as they are printed, or worked out."""
    assumed: Mapping[str, str] = {}
    """Facts that decide about the tables and were taken for granted."""


def sheet(check: Check[Any, Any], situation: Any) -> CheckSheet:
    """The chart of a check; results are those of the situation, where they depend on it."""
    groups = [(title, lines) for title, of in check.groups() if (lines := _lines(of))]
    modifiers = list(dict.fromkeys(line for _, lines in groups for line in lines))
    return CheckSheet(_dice(check, situation), modifiers, list(_results(check, situation)), groups)


def whole_sheet(check: Check[Any, Any], given: Mapping[str, Any] | None = None) -> CheckSheet:
    """The chart with its tables: those of the rules, or results for every value of what decides about them."""
    known = check.checked(given or {})
    chart = sheet(check, some_situation(check, known))
    if check.charts is not None:
        return chart._replace(charts=tuple(check.charts()), results=[])
    if isinstance(check, Reckoning) or (isinstance(check, Roll) and not check.throws and not chart.results):
        charts, assumed = _answers(check, known)
        return chart._replace(charts=charts, assumed=assumed)
    if not chart.results:
        return chart
    column, charts = _by_column(check, known)
    return chart._replace(charts=charts, assumed=_assumed(check, known, column))


def some_situation(check: Check[Any, Any], given: Mapping[str, Any] | None = None) -> Any:
    """A situation for a chart: what is given, and the first value of each fact that has no default."""
    domains, defaults = check.domains(), check.defaults()
    assumed = {name: domain.every()[0] for name, domain in domains.items() if name not in defaults}
    return check.read({**assumed, **check.checked(given or {})})


# ---------------------------------------------------------------- modifiers


def _lines(of: Sequence[Modifier]) -> list[ModifierLine]:
    rows = {(row.rule, row.key, row.label): row for modifier in of for row in modifier.rows}
    counted = {(row.rule, row.key) for modifier in of if modifier.counts for row in modifier.rows}
    labels = [(row.rule, row.label) for row in rows.values()]
    return [
        (
            _value(row, each=(row.rule, row.key) in counted),
            _label(row, shared=labels.count((row.rule, row.label)) > 1),
            row.rule,
        )
        for row in rows.values()
        if _counts(row)
    ]


def _label(row: ModifierRow, *, shared: bool) -> str:
    """The label; where several rows of a rule have the same, with the name of the row and how far it reaches."""
    if not shared or not row.key:
        return row.label
    reach = f", to {row.columns['to']}" if "to" in row.columns else ""
    return f"{row.label} ({row.key.replace('_', ' ')}{reach})"


def _counts(row: ModifierRow) -> bool:
    """Rows worth nothing under these tables are left out; those worked out each time have no key."""
    return bool(row.value or row.op != ADD or not row.key or any(_classes(row).values()))


def _classes(row: ModifierRow) -> dict[str, int]:
    """Values of the row for classes that have a column of their own."""
    return {name: worth for name, worth in row.columns.items() if name not in _NOT_COLUMNS}


def _value(row: ModifierRow, *, each: bool) -> str:
    if row.op == FORBID:
        return "no"
    if row.op == HALVE:
        return "½"
    if not row.key:
        return "…"
    names = [f"{worth:+d} {name.replace('_', ' ')}" for name, worth in _classes(row).items()]
    times = f" (at most {row.most} times)" if row.most else " each" if each and row.per == 1 else ""
    own = [f"{row.value:+d}{times}"] if row.value or not names else []
    return "; ".join([*own, *names])


_NOT_COLUMNS = ("within", "from", "to", "ours", "theirs")
"""Numbers that a row's label speaks of, not values for a class: spans, and the ratio of two sides."""


def _dice(check: Check[Any, Any], situation: Any) -> str:
    if check.throws:
        return check.throws
    if isinstance(check, Opposed):
        ours, theirs = check.dice(situation.ours), check.dice(situation.theirs)
        return f"{ours} each side" if ours == theirs else f"{ours} against {theirs}"
    if isinstance(check, Roll):
        return str(check.dice(situation))
    if isinstance(check, (Handful, Handfuls)):
        return f"{check.of}s by the list, each {check.target} or more a hit"
    return "d100 for the remainder" if check.modifiers else "no dice"


# ---------------------------------------------------------------- results of a roll


def _results(check: Check[Any, Any], situation: Any) -> Iterator[tuple[str, Any]]:
    read = _reading(check, situation)
    if read is not None:
        yield from _bands(read)


class _Reading(NamedTuple):
    """How results are read: the numbers a table is entered with, the outcome of each, and how a band is written."""

    numbers: Sequence[int]
    outcome: Callable[[int], Any]
    name: Callable[[int], str]
    open_ended: bool


def _reading(check: Check[Any, Any], situation: Any) -> _Reading | None:
    if isinstance(check, Roll) and check.dice(situation).dice:
        dice = check.dice(situation)
        keys = sorted(dice.weights)
        if not check.modifiers:  # nothing but the dice: the table runs over what these can show
            return _Reading(keys, lambda key: check.result(Thrown(key, key, situation)), dice.key_name, False)
        # results that also look at the dice as they fell are shown for a middling throw
        middle = keys[len(keys) // 2]
        return _Reading(_LIKELY, lambda total: check.result(Thrown(total, middle, situation)), str, True)
    if isinstance(check, Opposed) and not check.naturals:
        pair: Pair = situation
        return _Reading(_LIKELY, lambda difference: check.result(Contest(difference, *pair)), str, True)
    return None


def _bands(read: _Reading) -> Iterator[tuple[str, Any]]:
    """Neighbouring totals with the same outcome, as the printed table has them."""
    found = [(number, outcome) for number in read.numbers if (outcome := _or_none(read.outcome, number)) is not None]
    for outcome, group in groupby(found, key=lambda pair: pair[1]):
        totals = [total for total, _ in group]
        low, high = totals[0], totals[-1]
        starts, ends = low == read.numbers[0], high == read.numbers[-1]
        if read.open_ended and starts and ends:
            yield "any", outcome
        elif read.open_ended and starts:
            yield f"{read.name(high)} or less", outcome
        elif read.open_ended and ends:
            yield f"{read.name(low)} or more", outcome
        else:
            yield _from_to(read.name(low), read.name(high)), outcome


def _from_to(low: str, high: str) -> str:
    """`3 to 5`; of two dice `6 then 1 to 2`."""
    if low == high:
        return low
    (first, then, _), (other, _, last) = low.partition(" then "), high.partition(" then ")
    return f"{low} to {last if then and first == other else high}"


def _or_none(result: Callable[[int], Any], total: int) -> Any:
    """Tables closed at an end have no row for totals that cannot come up."""
    try:
        return result(total)
    except LookupError:
        return None


def _deciding(check: Check[Any, Any], known: Mapping[str, Any]) -> list[str]:
    """Facts not said that results may look at: those without a default first."""
    domains, defaults = check.domains(), check.defaults()
    looked_at = check.depends if isinstance(check, Roll) else ()
    names = [*(name for name in domains if name not in defaults), *looked_at]
    return [name for name in dict.fromkeys(names) if name not in known and name in domains]


def _by_column(check: Check[Any, Any], known: Mapping[str, Any]) -> tuple[str, tuple[Chart, ...]]:
    """The results with a column for each value of the first fact that decides about them."""
    for name in _deciding(check, known):
        values = _values(check.domains()[name])
        bands = {value: _told_bands(check, {**known, name: value}) for value in values}
        # neighbouring values that come to the same share a column
        columns = [list(group) for _, group in groupby(values, key=lambda value: bands[value])]
        if 1 < len(columns) <= _COLUMNS:
            heads = [_span(column) for column in columns]
            return name, (_table(check, known, name, [column[0] for column in columns], heads),)
    reading = _told_bands(check, known)
    return "", (Chart("results", ("total", "outcome"), reading),)


def _table(check: Check[Any, Any], known: Mapping[str, Any], name: str, values: list[Any], heads: list[str]) -> Chart:
    readings = [_reading(check, some_situation(check, {**known, name: value})) for value in values]
    found = [reading for reading in readings if reading is not None]

    def cells(number: int) -> tuple[str, ...] | None:
        told = tuple(_cell(_or_none(reading.outcome, number)) for reading in found)
        return told if any(told) else None

    bands = _bands(found[0]._replace(outcome=cells))
    return Chart("results", (f"total; {name.replace('_', ' ')}:", *heads), [(band, *told) for band, told in bands])


def _told_bands(check: Check[Any, Any], known: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(band, _cell(outcome)) for band, outcome in _results(check, some_situation(check, known))]


def _assumed(check: Check[Any, Any], known: Mapping[str, Any], column: str) -> dict[str, str]:
    """Facts that were taken for granted and would change the results."""
    before, assumed = _told_bands(check, known), {}
    defaults = check.defaults()
    for name in _deciding(check, known):
        values = _values(check.domains()[name])
        if name != column and any(_told_bands(check, {**known, name: value}) != before for value in values):
            taken = defaults[name] if name in defaults else check.domains()[name].every()[0]
            assumed[name] = text_of(taken)
    return assumed


def _values(domain: Domain) -> list[Any]:
    """Values worth a column: of a long list of numbers none."""
    every = domain.every()
    return list(every) if len(every) <= 60 else []


def _span(values: Sequence[Any]) -> str:
    """Values with one outcome: `0 to 2`, `lost, drawn`."""
    if len(values) > 1 and all(type(value) is int for value in values):
        return f"{values[0]} to {values[-1]}"
    return ", ".join(_plain(value) for value in values)


def _plain(value: Any) -> str:
    return text_of(value).replace("_", " ")


def _cell(outcome: Any) -> str:
    """An outcome in a table; one with a single part is that part."""
    if outcome is None:
        return ""
    fields = getattr(outcome, "_fields", ())
    if len(fields) == 1 and not hasattr(outcome, "told"):
        return _plain(outcome[0]) if not isinstance(outcome[0], tuple) else words(outcome[0])
    return words(outcome)


# ---------------------------------------------------------------- answers without dice


def _answers(check: Check[Any, Any], known: Mapping[str, Any]) -> tuple[tuple[Chart, ...], dict[str, str]]:
    """An answer by the facts on which it hangs: those that must be said, and as many others as stay readable."""
    domains, defaults = check.domains(), check.defaults()
    shown = [name for name in domains if name not in defaults and name not in known]
    if prod(len(domains[name].every()) for name in shown) > MOST_CASES:
        return (), dict.fromkeys(shown, "to be said")
    rows = _rows(check, known, shown)
    further = [name for name in questions(check, known) if name not in shown]
    for name in further:
        cells = prod(len(domains[each].every()) for each in (*shown, name))
        more = _rows(check, known, [*shown, name]) if cells <= _CELLS else []
        # a fact that makes the table too long to read is left at its default, and said under `assumed`
        if more and len(more) <= max(_ROWS, len(rows)):
            shown, rows = [*shown, name], more
    heads = [name for name in shown if any(name in facts for facts, _ in rows)]
    lines = [(*(facts.get(name, "") for name in heads), told) for facts, told in rows]
    assumed = {name: text_of(defaults[name]) for name in further if name not in shown}
    return (Chart("answers", (*(name.replace("_", " ") for name in heads), "answer"), lines),), assumed


def _rows(check: Check[Any, Any], known: Mapping[str, Any], names: Sequence[str]) -> list[tuple[dict[str, str], str]]:
    """Every case of some facts, those that come to the same in one row."""
    rows = [
        ({name: _plain(value) for name, value in case.facts.items()}, _told(case))
        for case in _cases(check, known, names)
    ]
    # the last fact first: its values lie in neighbouring rows
    for name in reversed(names):
        rows = _joined(rows, name)
    return rows


def _cases(check: Check[Any, Any], known: Mapping[str, Any], names: Sequence[str]) -> list[Case]:
    return odds_by_case(check, known, names)


def _told(case: Case) -> str:
    if case.odds is None:
        return f"no: {case.refusal.reason} ({case.refusal.rule})" if case.refusal else ""
    return _cell(next(iter(case.odds))[0])


def _joined(rows: list[tuple[dict[str, str], str]], name: str) -> list[tuple[dict[str, str], str]]:
    """Rows that differ in one fact alone, written as one."""
    out: dict[tuple[Any, ...], dict[str, str]] = {}
    for facts, told in rows:
        key = (told, *((fact, value) for fact, value in facts.items() if fact != name))
        if key in out and name in facts:
            out[key] = {**facts, name: f"{out[key][name]}, {facts[name]}"}
        else:
            out[key] = dict(facts)
    return [(facts, key[0]) for key, facts in out.items()]
