"""A clock for each decision: how long people may take, and whose time is over."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from grognard.battle.decisions import Decision


class DecisionClock:
    """Counts from when each decision was first seen open. Whoever calls holds the table's lock."""

    def __init__(self, seconds: int = 0, since: float = 0.0, now: Callable[[], float] = time.time) -> None:
        """`seconds` for each decision, 0 for as long as one likes; what is open when a battle is read from disk has
        been so `since` then."""
        self.seconds, self._since, self._now = seconds, since, now
        self._asked: dict[tuple[str, str], float] = {}

    def look(self, decisions: Sequence[Decision]) -> None:
        """These are open now: the time of new ones begins, and others are forgotten."""
        if not self.seconds:
            return
        began, self._since = self._since or self._now(), 0.0
        self._asked = {(each.seat, each.id): self._asked.get((each.seat, each.id), began) for each in decisions}

    def stop(self) -> None:
        """Nobody may answer: when all may again, their time begins anew."""
        self._asked.clear()
        self._since = 0.0

    def left(self, decisions: Sequence[Decision]) -> float | None:
        """Seconds to the first of these that runs out; none where none does."""
        begun = [self._asked[each.seat, each.id] for each in decisions if (each.seat, each.id) in self._asked]
        return max(0.0, min(begun) + self.seconds - self._now()) if self.seconds and begun else None

    def overdue(self, decisions: Sequence[Decision]) -> Decision | None:
        """The first of these whose time is over."""
        return next((each for each in decisions if self.left([each]) == 0.0), None)
