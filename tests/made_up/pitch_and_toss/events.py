"""Everything that can happen, each kind declared once."""

from __future__ import annotations

import sys
from typing import ClassVar

from grognard.battle.kinds import Kind, Retold, Telling, Who, gathered, many

from .terms import COIN_WORDS, FELL_WORDS, WIND_WORDS, Coin, Fell, Wind


class WeathercockTurns(Kind):
    """The weather of a turn."""

    kind: ClassVar = "weathercock_turns"
    wind: Wind

    def log_text(self, at: Telling) -> str:
        """In words."""
        return f"The weathercock shows {WIND_WORDS[self.wind]}"


class Arrives(Kind):
    """A unit comes to the table."""

    kind: ClassVar = "arrives"
    text: ClassVar = "{unit} comes up"
    retold: ClassVar = (Retold("arrived", who="unit"),)
    unit: Who


class CoinPitched(Kind):
    """A unit is given a coin."""

    kind: ClassVar = "coin_pitched"
    unit: Who
    target: Who
    coin: Coin
    ells: int

    def log_text(self, at: Telling) -> str:
        """In words."""
        high = f"{many(self.ells, 'ell')} high"
        return f"{at.name()}: {COIN_WORDS[self.coin]} is pitched at {at.name('target')}, to be tossed {high}"


class CoinTossed(Kind):
    """A coin falls."""

    kind: ClassVar = "coin_tossed"
    retold: ClassVar = (Retold("fire", who="unit", whom="target"),)
    unit: Who
    target: Who
    coin: Coin
    ells: int
    fell: Fell
    found_out: bool
    lost: int
    """Men who went to look for it."""

    def log_text(self, at: Telling) -> str:
        """In words."""
        whose = {"heads": at.name("target"), "tails": at.name(), "edge": ""}[self.fell]
        gone = f"; {many(self.lost, 'man', 'men')} of {whose} look for it" if self.lost else ""
        cheat = ", and all see that it has two heads" if self.found_out else ""
        tossed = f"{at.name()}: {COIN_WORDS[self.coin]} goes up against {at.name('target')}"
        return f"{tossed}, {many(self.ells, 'ell')} high: {FELL_WORDS[self.fell]}{cheat}{gone}"


class GoesHome(Kind):
    """A unit has had enough."""

    kind: ClassVar = "gone"
    text: ClassVar = "{unit}: all think themselves bewitched and go home"
    retold: ClassVar = (Retold("gone", who="unit"),)
    unit: Who
    how: str = "went home"


KINDS = gathered(sys.modules[__name__])
