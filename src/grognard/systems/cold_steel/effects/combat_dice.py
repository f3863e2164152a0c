"""The dice of close combat, on the table and beyond it."""

from __future__ import annotations

from collections.abc import Callable

from grognard.kernel.dice import Dice
from grognard.kernel.sources import DiceSource, Throw


class OnceForAll:
    """Dice of which each unit throws its own once, and keeps them for all its enemies."""

    def __init__(self, source: Callable[[str], DiceSource]) -> None:
        """`source` says whose dice a unit throws."""
        self.source = source
        self.thrown: list[Throw] = []
        self.kept: dict[str, tuple[int, ...]] = {}
        self.next: list[str] = []

    def throw(self, dice: Dice, purpose: str) -> tuple[int, ...]:
        """The dice of the unit whose turn it is."""
        unit = self.next.pop(0)
        if unit not in self.kept:
            self.kept[unit] = self.source(unit).throw(dice, purpose)
        return self.kept[unit]
