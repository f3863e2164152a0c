"""Dice of a battle: a stream for all to see and one for each seat's secret rolls, every throw noted in the record.

Secret rolls have streams of their own, so that an enemy's hidden check does not change the dice that follow
in the open.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from grognard.kernel.dice import Dice
from grognard.kernel.errors import BadData
from grognard.kernel.sources import DiceSource, SeededDice, Throw


class Threw(Struct, frozen=True, omit_defaults=True, tag="dice"):
    """Dice that were thrown."""

    purpose: str
    dice: str
    faces: tuple[int, ...]
    stream: str = ""
    """The seat whose secret stream they came from, if it was one."""


class NotedDice:
    """A dice source that notes every throw in the record of a battle."""

    def __init__(self, source: DiceSource, stream: str, note: Callable[[Threw], None]) -> None:
        self.source, self.stream, self._note = source, stream, note
        self.thrown: list[Throw] = []

    def throw(self, dice: Dice, purpose: str) -> tuple[int, ...]:
        """Throw and note."""
        faces = self.source.throw(dice, purpose)
        self.source.thrown.clear()  # the record keeps them
        self._note(Threw(purpose, dice.text, faces, self.stream))
        return faces


class ReplayedDice:
    """Dice out of a record: they must be asked for again in the same order."""

    def __init__(self, throws: Sequence[Threw]) -> None:
        self._left = list(reversed(throws))
        self.thrown: list[Throw] = []

    def throw(self, dice: Dice, purpose: str) -> tuple[int, ...]:
        """The faces that were recorded for this throw."""
        if not self._left:
            raise BadData(f"the rules ask for {dice.text} for {purpose}, and the record has no more dice")
        noted = self._left.pop()
        if (noted.purpose, noted.dice) != (purpose, dice.text):
            raise BadData(
                f"the rules ask for {dice.text} for {purpose}; the record has {noted.dice} for {noted.purpose}"
            )
        return dice.accept(noted.faces)


def stream_seed(seed: int, seats: Sequence[str], stream: str) -> int:
    """The seed of a stream: the battle's own for the open one, numbers far away from it for the seats'."""
    return seed if not stream else seed + ((seats.index(stream) + 1) << 64)


def seeded(seed: int, seats: Sequence[str]) -> dict[str, SeededDice]:
    """All streams of a battle."""
    return {stream: SeededDice(stream_seed(seed, seats, stream)) for stream in ("", *seats)}
