"""The numbers by which a seat's options are typed: those under which it was last shown them, while a question is open.

A question is asked again after each order, with other options. An option keeps its number then, a new one gets a number
that none has had, and the number of one that is gone stands for nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from ..decisions import Answer, Decision, Option

AskedIn = tuple[int, str]
"""Turn and phase."""


class ShownOption(NamedTuple):
    """An option as it was shown."""

    number: int
    decision: str
    option: Option
    phrase: str


class Numbering:
    """What one seat was shown of the questions that are open."""

    def __init__(self) -> None:
        self._moment: AskedIn | None = None
        self._shown: dict[tuple[str, str], ShownOption] = {}
        self._open: set[int] = set()
        self._told: set[int] = set()

    def go_on(self, moment: AskedIn, now: Sequence[tuple[Decision, Option, str]]) -> list[int]:
        """The numbers of options, each with its decision and its words."""
        keys = [(decision.id, option.key) for decision, option, _ in now]
        if moment != self._moment or not self._shown.keys() & set(keys):
            self._moment, self._shown, self._told = moment, {}, set()
        for key, (decision, option, phrase) in zip(keys, now, strict=True):
            number = self._shown[key].number if key in self._shown else len(self._shown) + 1
            self._shown[key] = ShownOption(number, decision.id, option, phrase)
        numbers = [self._shown[key].number for key in keys]
        self._open = set(numbers)
        return numbers

    def tell(self) -> tuple[set[int], set[int]]:
        """The numbers that are open and were not when the seat was last told, and those that were and are not."""
        fresh, lost, self._told = self._open - self._told, self._told - self._open, self._open
        return fresh, lost

    def gone(self) -> list[ShownOption]:
        """Options that were shown and have gone."""
        return [each for each in self._shown.values() if each.number not in self._open]


def given_in_phase(entries: Sequence[Any], seat: str) -> list[Answer]:
    """What a seat has answered since the phase began."""
    since = takewhile(lambda entry: getattr(entry, "kind", "") not in ("turn", "phase"), reversed(entries))
    return [entry for entry in since if isinstance(entry, Answer) and entry.seat == seat][::-1]
