"""What befalls units under all rules, and is told alike: losses, and the end of a unit. A system adds its own words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec import UNSET

from .kinds import Kind, MaybeWho, Retold, Scene, Telling, Who, many, said


class FiguresLost(Kind):
    """Figures of a unit fall."""

    kind: ClassVar = "losses"
    scenes: ClassVar = (Scene("fall", whom="by", count="figures"),)
    retold: ClassVar = (Retold("loss", who="unit", whom="by"),)
    unit: Who
    figures: int
    cause: str
    left: int
    by: MaybeWho = UNSET

    def thing(self, at: Telling) -> str:
        """What it loses one of."""
        return "figure"

    def log_text(self, at: Telling) -> str:
        """With what is left of it."""
        lost = many(self.figures, self.thing(at))
        by = f", by {at.name('by')}" if at.has("by") else ""
        if not self.left:
            return f"{at.name()} loses its last {lost} ({said(self.cause)}{by})"
        return f"{at.name()} loses {lost} ({said(self.cause)}{by}); {self.left} left"


class UnitGone(Kind):
    """A unit is out of the battle."""

    kind: ClassVar = "gone"
    retold: ClassVar = (Retold("gone", who="unit"),)
    ends: ClassVar[Mapping[str, str]] = {}
    """Its sentence by how it went."""
    unit: Who
    how: str
    edge: str

    def log_text(self, at: Telling) -> str:
        """How, and over which edge."""
        by = f" by the {self.edge} edge" if self.edge else ""
        return f"{at.name()} {self.ends.get(self.how, f'is gone: {said(self.how)}')}{by}"
