"""Outcomes told apart in few words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.kernel.uses.outcome_text import words


def headline(outcome: Any) -> str:
    """The one word that matters most of an outcome that has such a thing: who wins."""
    return str(outcome.headline())


def told_apart(outcomes: Sequence[Any]) -> dict[Any, str]:
    """Outcomes in the fewest words that tell them from one another: parts that all share, or that say the same as
    another part, are left out. What speaks for itself is told as it is."""
    distinct = list(dict.fromkeys(outcomes))
    whole = {outcome: words(outcome) for outcome in distinct}
    kinds = {type(outcome) for outcome in distinct}
    if len(distinct) < 2 or len(kinds) > 1 or hasattr(distinct[0], "told") or not hasattr(distinct[0], "_fields"):
        return whole
    columns: dict[tuple[Any, ...], str] = {}
    for name, column in zip(distinct[0]._fields, zip(*distinct, strict=True), strict=True):
        if len(set(column)) > 1:
            columns.setdefault(column, name)
    if len(columns) != 1:
        kept = list(columns.values())
        short = {each: words(_Part({name: getattr(each, name) for name in kept})) for each in distinct}
    else:
        ((column, name),) = columns.items()
        alone = all(isinstance(value, (str, int)) and not isinstance(value, bool) for value in column)
        worded = all(isinstance(value, str) and value for value in column)
        said = [words(value) if worded else f"{name.replace('_', ' ')} {words(value)}" for value in column]
        short = dict(zip(distinct, said, strict=True)) if alone else whole
    return short if len(set(short.values())) == len(distinct) else whole


class _Part:
    """Some parts of an outcome, to be told as an outcome is."""

    def __init__(self, parts: dict[str, Any]) -> None:
        self._parts, self._fields = parts, tuple(parts)

    def _asdict(self) -> dict[str, Any]:
        return self._parts
