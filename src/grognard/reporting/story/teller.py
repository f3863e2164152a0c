"""What everybody who tells a part of the story has at hand: the record, the words of the system, the deeds turn by
turn, and a pen that does not repeat itself."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from ..lexicon import Lexicon
from ..record import Record
from ..wording import capital
from .deeds import Deed


class Pen:
    """Fills phrases; each kind of sentence has its own turn-taking."""

    def __init__(self, own: Mapping[str, Sequence[str]]) -> None:
        """`own` are a system's own sentences for some of the deeds."""
        self._ways: dict[str, Sequence[str]] = {**_phrases(), **own}
        self._used: dict[str, int] = {}

    def write(self, kind: str, **words: Any) -> str:
        """The next way to say it, filled."""
        ways = self._ways[kind]
        number = self._used.get(kind, 0)
        self._used[kind] = number + 1
        return capital(ways[number % len(ways)].format_map(words))


@cache
def _phrases() -> dict[str, list[str]]:
    return tomllib.loads((files(__package__) / "phrases.toml").read_text(encoding="utf-8"))


class Teller:
    """The record of a battle, ready to be told."""

    def __init__(self, record: Record, words: Lexicon, deeds: Sequence[Deed]) -> None:
        self.record, self.words, self.pen = record, words, Pen(words.phrases)
        self.by_turn: dict[int, list[Deed]] = {}
        for deed in deeds:
            self.by_turn.setdefault(deed.turn, []).append(deed)

    def last_morale(self, found: Sequence[Deed]) -> list[Deed]:
        """Of each unit what it came to this turn: its last state, held against the first."""
        first: dict[str, str] = {}
        last: dict[str, Deed] = {}
        for deed in found:
            if deed.what == "morale" and deed.who.id == deed.who.unit:  # skirmishers come and go
                first.setdefault(deed.who.id, str(deed.facts.get("before", "")))
                last[deed.who.id] = deed
        return [deed._replace(facts={**deed.facts, "before": first[unit]}) for unit, deed in last.items() if unit]

    def step(self, status: Any) -> int:
        """How far down the ladder of the system a state is; 0 for the best, and for one that it does not have."""
        ladder = self.words.status.ladder
        return ladder.index(status) if status in ladder else 0

    def worse(self, deed: Deed) -> bool:
        """Whether it sank, to a step that is worth telling."""
        now, before = deed.facts.get("status"), deed.facts.get("before")
        return now in self.words.status.words and self.step(now) > self.step(before)

    def rallied(self, deed: Deed) -> bool:
        """Whether it was out of the fight and is in it again."""
        beaten = self.step(self.words.status.beaten)
        return bool(beaten) and self.step(deed.facts.get("status")) < beaten <= self.step(deed.facts.get("before"))
