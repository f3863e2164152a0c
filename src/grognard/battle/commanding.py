"""Computer and human players alike: a chair at the table shows its seat's view, and a commander answers decisions."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol

from .battles import Battle
from .decisions import Answer, Decision
from .events import Event

SELDOM = 200_000
"""Records made between two searches for rings of records that nobody holds any more. Python's own 700 would have a
battle of many units looked through at every turn, and find next to nothing."""


class Chair:
    """What a commander sits on: the view of one seat and nothing else."""

    def __init__(self, battle: Battle, seat: str) -> None:
        self.seat = seat
        self.briefing = battle.game.briefing(battle.fight, seat)
        side = next(each.side for each in battle.fight.seats if each.id == seat)
        self.written = battle.scenario.written_orders(battle.game.id, side)
        """Orders that were left behind for the seat before the battle."""
        self._battle = battle
        self._view: Any = None
        self._at = -1

    @property
    def view(self) -> Any:
        """What the seat may know now; made when it is looked at."""
        # the record tells whether anything happened; where something is taken back, a new chair is made
        if self._at != len(self._battle.entries):
            self._at, self._view = len(self._battle.entries), self._battle.view(self.seat)
        return self._view

    @property
    def turn(self) -> int:
        """The number of the current turn."""
        return self._battle.turn

    @property
    def phase(self) -> str:
        """The phase that is being played."""
        return self._battle.fight.moment()[1]

    def events(self, since: int = 0) -> list[Event]:
        """What happened, as the seat learnt of it."""
        return self._battle.events(self.seat, since)


class Commander(Protocol):
    """Somebody who decides. He gets a chair, never the battle."""

    def decide(self, chair: Chair, decision: Decision) -> Answer:
        """The answer to a decision of his seat."""
        ...


def fight_out(
    battle: Battle,
    commanders: Mapping[str, Commander],
    each_turn: Callable[[Battle], object] | None = None,
    *,
    each_answer: Callable[[Battle], object] | None = None,
) -> None:
    """Let commanders fight a battle to its end; `each_turn` is called when a new turn has begun, `each_answer` when an
    answer has been carried out."""
    chairs = {seat.id: Chair(battle, seat.id) for seat in battle.fight.seats}
    turn = battle.turn
    with _tidied_seldom():
        while battle.open:
            decision = battle.open[0]
            battle.answer(commanders[decision.seat].decide(chairs[decision.seat], decision))
            if each_answer is not None:
                each_answer(battle)
            if each_turn is not None and battle.turn != turn:
                turn = battle.turn
                each_turn(battle)


@contextmanager
def _tidied_seldom() -> Iterator[None]:
    """Let Python look for unused rings of records seldom; it frees all others at once in any case."""
    first, *later = gc.get_threshold()
    # nought means that somebody has switched it off altogether
    gc.set_threshold(max(first, SELDOM) if first else 0, *later)
    try:
        yield
    finally:
        gc.set_threshold(first, *later)
