"""Every number of a system that can be changed by itself, as a change of the laboratory names it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from grognard import systems

from .figures import words


class RuleNumber(Struct, frozen=True):
    """A number, or a yes or no, of the rules."""

    place: str
    """Its rule and field: what stands before the sign in `RULE.FIELD=VALUE`."""
    rule: str
    label: str
    value: str
    """As it is written in a change."""


class RuleNumbers(Struct, frozen=True):
    """All of a system, in the order of its tables."""

    system: str
    numbers: tuple[RuleNumber, ...]


def rule_numbers(system: str) -> RuleNumbers:
    """Whatever can be changed alone; BadInput for a system that there is not."""
    book, tables = systems.rulebook(system), systems.rules(system).tables
    found = []
    for rule in tables:
        title = book.rules[rule].title if rule in book.rules else ""
        for fields, label, value in _within(tables[rule], ()):
            found.append(RuleNumber(f"{rule}.{fields}", rule, f"{title}: {label}" if title else label, value))
    return RuleNumbers(system, tuple(found))


def _within(entry: Mapping[str, Any], at: tuple[str, ...]) -> Iterator[tuple[str, str, str]]:
    """The fields that lead to a number, what it is called, and what it is."""
    for name, value in entry.items():
        here = (*at, name)
        if isinstance(value, bool | int):
            yield ".".join(here), " ".join(map(words, here)), str(value).lower()
        elif isinstance(value, Mapping) and "label" in value:
            # a row that halves or forbids has no number of its own
            if isinstance(value.get("value"), int):
                yield ".".join(here), str(value["label"]).format_map(value), str(value["value"])
        elif isinstance(value, Mapping):
            yield from _within(value, here)
        elif isinstance(value, list) and all(isinstance(row, Mapping) for row in value):
            for number, row in enumerate(value, start=1):
                yield from _within(row, (*here, str(number)))
