"""Outcomes told apart in few words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.kernel.uses.outcome_text import words


def headlines(outcomes: Sequence[Any]) -> dict[Any, str] | None:
    """What matters most of outcomes of several parts: who wins, where they say so themselves; else what of them is told
    in words, without the figures. Nothing where that would leave nothing out."""
    distinct = list(dict.fromkeys(outcomes))
    if distinct and all(hasattr(outcome, "headline") for outcome in distinct):
        return {outcome: str(outcome.headline()) for outcome in distinct}
    if len({type(outcome) for outcome in distinct}) != 1 or not hasattr(distinct[0], "_fields"):
        return None
    if hasattr(distinct[0], "told"):  # it has its own words
        return None
    varied = {
        name: column
        for name, column in zip(distinct[0]._fields, zip(*distinct, strict=True), strict=True)
        if len(set(column)) > 1
    }
    worded = [name for name, column in varied.items() if all(isinstance(value, (str, bool)) for value in column)]
    if len(worded) == len(varied) or not any(isinstance(varied[name][0], str) for name in worded):
        return None
    said = {outcome: _worded(outcome, worded) for outcome in distinct}
    return said if len(set(said.values())) > 1 else None


def _worded(outcome: Any, names: Sequence[str]) -> str:
    parts = {name: getattr(outcome, name) for name in names}
    told = [_phrase(name, value, alone=len(parts) == 1) for name, value in parts.items() if value]
    return ", ".join(told) or words(_Part(parts))


NOBODY = ("none", "neither", "nobody", "draw")


def _phrase(name: str, value: str | bool, *, alone: bool) -> str:
    """A part of an outcome as one says it: who wins, what comes of it, else what it is about."""
    if name == "winner":
        return "nobody wins" if value in NOBODY else f"{words(value)} wins"
    if value is True:
        return name.replace("_", " ")
    return words(value) if alone or name == "result" else f"{name.replace('_', ' ')} {words(value)}"


def named(outcomes: Sequence[Any]) -> dict[Any, str]:
    """Outcomes by names under which those of two situations can be compared: by what matters most of them, where there
    is such a thing."""
    return headlines(outcomes) or told_apart(outcomes)


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
