"""Modifiers: which fact brings which row of a modifier table into play.

Labels and values stand in the tables; a declaration only says what each row looks at:

    modifiers(t, "CS-5.2.2a", each("disorder"), flag("surprised"), by("status"), highest("cover"), …)

A row of the same name as the fact (or as the fact's value, for `by`, `highest` and `lowest`, after a prefix) is meant
unless `row` says otherwise. A row worth 0 under the variant in force never shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from .tables import ADD, FORBID, HALVE, ModifierRow, Tables

Hit = tuple[ModifierRow, int, str]
"""A row that counts, what it is worth just now, and what its label says besides: how many times, why doubled."""

Column = Callable[[Any], str | None] | None
"""Which column of the table holds for a situation: irregulars, howitzers…"""


class Modifier(NamedTuple):
    """A trigger bound to its rows."""

    rows: tuple[ModifierRow, ...]
    look: Callable[[Any], Hit | None]
    guard: str | Callable[[Any], object] | None = None
    """A fact, or a condition, without which `look` finds nothing."""
    hit: Hit | None = None
    """What `look` finds whenever the guard holds, if that is always the same."""
    hits: Mapping[Any, Hit] | None = None
    """What `look` finds for each value of the guard, if nothing else matters."""
    counts: bool = False
    """Whether its row counts once for each of several things."""
    reads: str | None = None
    """The fact on whose value alone it hangs what `look` finds, if it is a single one."""


Trigger = Callable[[Tables, str, Column], Modifier]


def modifiers(t: Tables, rule: str, *triggers: Trigger, column: Column = None) -> list[Modifier]:
    """Triggers bound to the modifier table of one rule."""
    return [trigger(t, rule, column) for trigger in triggers]


def flag(fact: str, row: str = "", *, when: Callable[[Any], object] | None = None) -> Trigger:
    """The row counts when the fact is true (or not zero), and, if `when` is given, that holds too."""
    if when is None:
        return given(row or fact, fact)
    read, also = attrgetter(fact), when

    def bind(t: Tables, rule: str, column: Column) -> Modifier:
        # guarded by the plain fact: the function that goes with it is asked only where that holds
        return given(row or fact, lambda s: read(s) and also(s))(t, rule, column)._replace(guard=fact, hit=None)

    return bind


def given(row: str, holds: str | Callable[[Any], object]) -> Trigger:
    """The row counts when a condition holds."""
    test = attrgetter(holds) if isinstance(holds, str) else holds

    def bind(t: Tables, rule: str, column: Column) -> Modifier:
        found = t.row(rule, row)
        # worth the same for everybody: the hit is made once, and the reckoner writes it out
        if column is None or not found.columns:
            hit = (found, found.value, "")
            return Modifier((found,), lambda s: hit if test(s) else None, holds, hit)
        return Modifier((found,), lambda s: (found, found.worth(column(s)), "") if test(s) else None, holds)

    return bind


def each(fact: str, row: str = "") -> Trigger:
    """The row counts once for each thing the fact counts, or for each full group of them, up to the row's limit."""
    return counted(row or fact, fact)


def counted(row: str, number: str | Callable[[Any], int]) -> Trigger:
    """As `each`, for a number that is worked out from the facts."""
    count = attrgetter(number) if isinstance(number, str) else number
    guard = number if isinstance(number, str) else None

    def bind(t: Tables, rule: str, column: Column) -> Modifier:
        found = t.row(rule, row)
        column = column if found.columns else None

        def look(s: Any) -> Hit | None:
            things = count(s)
            if not things:
                return None
            times = found.times(things)
            worth = found.worth(column(s)) if column else found.value
            # times one goes without saying, and a row worth one reads as a count already
            return found, worth * times, f" ×{times}" if times != 1 != found.value else ""

        return Modifier((found,), look, guard, counts=True, reads=guard if column is None else None)

    return bind


Also = Mapping[str, str]
"""Values that count as another one too, where that has a row: heavy woods as heavy cover."""


def by(fact: str | Callable[[Any], Any], prefix: str = "", *, also: Also | None = None) -> Trigger:
    """The fact's value (or what a function makes of the facts) names the row; without a row it is worth nothing."""
    read = attrgetter(fact) if isinstance(fact, str) else fact

    def bind(t: Tables, rule: str, column: Column) -> Modifier:
        rows = _named(t, rule, prefix)
        rows |= {value: rows[other] for value, other in (also or {}).items() if other in rows}
        if column is None or not any(row.columns for row in rows.values()):
            hits = _hits(rows, None)
            return Modifier(tuple(rows.values()), lambda s: hits.get(read(s)), fact, None, hits)

        # worth by column as well as by value, so no table of hits by value can be handed over
        plain = _hits(rows, None)
        columns: dict[str | None, dict[Any, Hit]] = {
            name: _hits(rows, name) for row in rows.values() for name in row.columns
        }

        def look(s: Any) -> Hit | None:
            return columns.get(column(s), plain).get(read(s))

        return Modifier(tuple(rows.values()), look)

    return bind


def banded(fact: str, *rows: str) -> Trigger:
    """Of these rows the one whose `from` … `to` holds the fact's number; `to` may be missing."""
    read = attrgetter(fact)

    def bind(t: Tables, rule: str, column: Column) -> Modifier:
        found = tuple(t.row(rule, row) for row in rows)
        spans = [(row.columns["from"], row.columns.get("to"), row) for row in found]

        def look(s: Any) -> Hit | None:
            number = read(s)
            for low, high, row in spans:
                if low <= number and (high is None or number <= high):
                    return row, row.worth(column(s)) if column else row.value, ""
            return None

        return Modifier(found, look, reads=fact if column is None else None)

    return bind


Read = Callable[[Any], Iterable[str]]
"""What stands for a fact: the values that name the rows."""


def highest(fact: str | Read, prefix: str = "", *, also: Also | None = None, doubled: Doubled | None = None) -> Trigger:
    """Of the rows named by the fact's values only the one worth most counts."""
    return _extreme(fact, prefix, 1, also or {}, doubled)


def lowest(fact: str | Read, prefix: str = "", *, also: Also | None = None, doubled: Doubled | None = None) -> Trigger:
    """Of the rows named by the fact's values only the one worth least counts."""
    return _extreme(fact, prefix, -1, also or {}, doubled)


class Doubled(NamedTuple):
    """Some rows are worth a multiple for a class: `row` holds the factor and its label, `fact` says who."""

    row: str
    fact: str
    only: tuple[str, ...]


def _named(t: Tables, rule: str, prefix: str) -> dict[str, ModifierRow]:
    """Rows by the value that brings them in: their key without the prefix."""
    return {key.removeprefix(prefix): row for key, row in t.rows(rule).items() if key.startswith(prefix)}


def _hits(rows: Mapping[str, ModifierRow], column: str | None) -> dict[Any, Hit]:
    """What is found for each value, in a column of the table."""
    return {value: (row, row.worth(column), "") for value, row in rows.items()}


def _extreme(fact: str | Read, prefix: str, sign: int, also: Also, doubled: Doubled | None) -> Trigger:
    read: Read = attrgetter(fact) if isinstance(fact, str) else fact

    def bind(t: Tables, rule: str, column: Column) -> Modifier:
        rows = _named(t, rule, prefix)
        column = column if any(row.columns for row in rows.values()) else None
        worth = _worth(t, rule, column, doubled)
        place = {key: at for at, key in enumerate(rows)}
        named = {value: [place[value]] if value in rows else [] for value in (*rows, *also)}
        for value, other in also.items():
            named[value] += [place[other]] if other in rows else []
        printed = tuple(rows.values())

        def look(s: Any) -> Hit | None:
            best: Hit | None = None
            first = 0
            for value in read(s):
                for at in named.get(value, ()):
                    hit = worth(printed[at], s)
                    better = 1 if best is None else (hit[1] - best[1]) * sign
                    # of equals the one printed first: the values may be a set, whose order differs from run to run
                    if better > 0 or (better == 0 and at < first):
                        best, first = hit, at
            return best

        guard = fact if isinstance(fact, str) else None
        alone = column is None and doubled is None
        return Modifier(tuple(rows.values()), look, guard, reads=guard if alone else None)

    return bind


def _worth(t: Tables, rule: str, column: Column, doubled: Doubled | None) -> Callable[[ModifierRow, Any], Hit]:
    def plain(row: ModifierRow, s: Any) -> Hit:
        return row, row.worth(column(s)) if column else row.value, ""

    if doubled is None:
        return plain
    factor, applies, only = t.row(rule, doubled.row), attrgetter(doubled.fact), doubled.only

    def multiplied(row: ModifierRow, s: Any) -> Hit:
        if row.key not in only or not applies(s):
            return plain(row, s)
        return row, row.value * factor.value, f", {factor.label}"

    return multiplied


def amount(label: str, worth: Callable[[Any], int], *, rule: str = "") -> Trigger:
    """A value that is worked out rather than looked up; under the table's rule unless another is named."""

    def bind(t: Tables, of: str, column: Column) -> Modifier:
        row = ModifierRow(rule or of, "", label)
        return Modifier((row,), lambda s: (row, worth(s), ""))

    return bind


class Applied(NamedTuple):
    """A modifier that counted, as the log shows it."""

    rule: str
    label: str
    value: int
    side: str = ""


def applied(hit: Hit, side: str = "") -> Applied:
    """A hit as the log shows it."""
    row, worth, more = hit
    return Applied(row.rule, row.label + more, worth, side)


class Reckoned(NamedTuple):
    """What all modifiers together come to."""

    total: int
    applied: list[Applied]
    halvings: list[ModifierRow]
    forbidden: ModifierRow | None


def reckon(looks: Sequence[Callable[[Any], Hit | None]], s: Any) -> Reckoned:
    """Add up what counts. Halvings are kept for the last step; the first prohibition ends it."""
    total, counted, halvings = 0, [], []
    for look in looks:
        hit = look(s)
        if hit is None:
            continue
        row, worth, _ = hit
        if row.op == ADD:
            if worth:
                total += worth
                counted.append(applied(hit))
        elif row.op == HALVE:
            halvings.append(row)
        elif row.op == FORBID:
            return Reckoned(total, counted, halvings, row)
    return Reckoned(total, counted, halvings, None)
