"""What an answer would come to, in lines: odds, what it costs, what else becomes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..decisions import Answer
from ..previews.records import Chance, OddsOf, Preview, UnitPreview

Weigh = Callable[[Answer], Preview | None]
"""What an answer would do, in the words of whoever gives it; None where it would be refused."""
LIKELY = 4
"""Outcomes that are told one by one."""


def outlook(found: Preview | None) -> tuple[str, ...]:
    """All that is foreseen, a line for each thing."""
    if found is None:
        return ()
    return tuple(dict.fromkeys([*(line for unit in found.units for line in _of_unit(unit)), *found.notes]))


def _of_unit(unit: UnitPreview) -> Iterator[str]:
    goes = ", ".join(span.text for span in unit.track)
    if goes:
        yield goes
    for tally in unit.tallies:
        yield f"{tally.label}{f' ({tally.note})' if tally.note else ''}: {_chances(tally.chances)}"
    for penalty in unit.penalties:
        yield f"{penalty.label}: {penalty.value:+d} {penalty.of} ({penalty.rule})" if penalty.value else penalty.label
    for row in unit.rows:
        yield f"{row.label}: {row.value}" if row.value else row.label
    yield from map(odds_in_words, unit.odds)


def odds_in_words(odds: OddsOf) -> str:
    """One check: what is to be expected and how likely, or why there is none."""
    if odds.refusal:
        return f"{odds.title}: {odds.refusal} ({odds.refusal_rule})" if odds.refusal_rule else odds.refusal
    mean = f"{odds.mean:.1f} expected, " if odds.mean is not None else ""
    return f"{odds.title}: {mean}{_chances(odds.shares or odds.chances)}"


def _chances(chances: tuple[Chance, ...]) -> str:
    told = [f"{each.text} {_percent(each.percent)}" for each in chances[:LIKELY]]
    rest = sum(each.percent for each in chances[LIKELY:])
    return ", ".join([*told, *([f"else {_percent(rest)}"] if rest else [])])


def _percent(share: float) -> str:
    return "<1%" if 0 < share < 1 else f"{share:.0f}%"
