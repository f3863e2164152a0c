"""Dice of a battle: a stream for all to see and one for each seat's secret rolls, every throw noted in the record.

Secret rolls have streams of their own, so that an enemy's hidden check does not change the dice that follow
in the open.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from msgspec import Struct

from grognard.kernel.dice import Dice, parse
from grognard.kernel.errors import BadData
from grognard.kernel.sources import DiceSource, HashedDice, SeededDice, Throw


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
        """Throw dice and note them in the record."""
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
        # a record written by hand may hold faces that no such die has
        return dice.accept(noted.faces)


LONG = 2**64
"""From here on a seed is too long to be tried out."""
OPEN = "open"
"""The name of the stream that all see."""
_READ, _FEW = re.compile(r"(?<=\d)/\d+"), re.compile(r"\d{0,4}d|no dice")


def stream_seed(seed: int, seats: Sequence[str], stream: str) -> int:
    """The seed of a stream: the battle's own for the open one, numbers far away from it for the seats'."""
    # a seat's stream begins 2**64 seeds away, farther than any seed that people type
    return seed if not stream else seed + ((seats.index(stream) + 1) << 64)


def seeded(seed: int, seats: Sequence[str]) -> dict[str, SeededDice]:
    """All streams of a battle. Long seeds are for battles between people, where nobody may foretell a die."""
    if seed >= LONG:
        return {stream: HashedDice(seed, stream or OPEN) for stream in ("", *seats)}
    return {stream: SeededDice(stream_seed(seed, seats, stream)) for stream in ("", *seats)}


def drawn_otherwise(entries: Sequence[Any], seed: int, seats: Sequence[str]) -> tuple[int, tuple[int, ...]] | None:
    """The place of the first throw in a record that a seed does not give, and what it gives there. No rule is asked:
    each stream is drawn from again in the order of the record."""
    streams = seeded(seed, seats)
    for place, entry in enumerate(entries):
        if type(entry) is Threw:
            if entry.stream not in streams:
                raise BadData(f"dice of {entry.stream!r}, who has no seat; there are {', '.join(seats)}")
            faces = _as_drawn(entry.dice).throw(streams[entry.stream].roll)
            if faces != entry.faces:
                return place, faces
    return None


def drawn_after(entries: Sequence[Any], seed: int, seats: Sequence[str]) -> dict[str, tuple[int, int]]:
    """Where each stream stands after the throws of a record."""
    streams = seeded(seed, seats)
    for entry in entries:
        if type(entry) is Threw:
            _as_drawn(entry.dice).throw(streams[entry.stream].roll)
    return {stream: source.state for stream, source in streams.items()}


@cache
def _as_drawn(text: str) -> Dice:
    """Dice by their text, with the faces that they have: how they are read (`d10/2`) is another matter."""
    plain = _READ.sub("", text)
    # before it is read: a million dice would be made first
    if not _FEW.match(plain):
        raise BadData(f"dice {text[:40]!r}: nobody throws so many")
    return parse(plain)
