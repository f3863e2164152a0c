"""A run looked at while it goes on: only what was written since the last look is read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from .chronicle import GameRecord
from .folder import JOURNAL


class _GameEnd(Struct, frozen=True):
    """Of a line of the journal, what came of the game; where men fell and who broke is passed over."""

    seed: int
    outcome: dict[str, Any]
    arm: int = 0


class RunWatch:
    """The games of a run as they come in, without what became of each unit."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.games: list[GameRecord] = []
        self._read = 0
        self._decoder = msgspec.json.Decoder(_GameEnd, strict=False)  # a long seed is written as text

    def look(self) -> list[GameRecord]:
        """All games that are finished by now."""
        journal = self.path / JOURNAL
        size = journal.stat().st_size if journal.is_file() else 0
        if size < self._read:  # a line that was cut short is taken off when a run goes on
            self.games, self._read = [], 0
        if size > self._read:
            with journal.open("rb") as file:
                file.seek(self._read)
                self._take(file.read(size - self._read))
        return self.games

    def _take(self, text: bytes) -> None:
        whole = text.rfind(b"\n") + 1
        for line in text[:whole].splitlines():
            end = self._decoder.decode(line)
            self.games.append(GameRecord(end.seed, 0.0, end.outcome, arm=end.arm))
        # from the end of the last whole line, so that nothing that was cut short is ever counted
        self._read += whole
