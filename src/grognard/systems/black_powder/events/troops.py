"""What becomes of units: casualties, disorder, ways back, breaks, the morale of brigades."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec import UNSET

from grognard.battle import fates
from grognard.battle.kinds import Kind, MaybeWho, Retold, Scene, Telling, Who, many, said


class CasualtiesTaken(Kind):
    """A unit takes casualties."""

    kind: ClassVar = "losses"
    retold: ClassVar = (Retold("loss", who="unit", whom="by"),)
    unit: Who
    figures: int
    cause: str
    left: int
    """Casualties it can still bear before it is shaken."""
    by: MaybeWho = UNSET

    def log_text(self, at: Telling) -> str:
        """How many, and whether it is shaken."""
        lost = many(self.figures, "casualty", "casualties")
        by = f", by {at.name('by')}" if at.has("by") else ""
        return f"{at.name()} takes {lost} ({said(self.cause)}{by}){'' if self.left > 0 else ' and is shaken'}"


class Gone(fates.UnitGone):
    """A unit is out of the battle."""

    ends: ClassVar[Mapping[str, str]] = {
        "broken": "breaks and is seen no more",
        "left": "is driven from the field",
    }


class LeaderLost(Kind):
    """A commander is lost with the unit that he had joined."""

    kind: ClassVar = "leader_fell"
    text: ClassVar = "{leader} is lost with {unit}"
    retold: ClassVar = (Retold("leader", who="leader", befell="fell"),)
    leader: Who
    unit: Who


class FellIntoDisorder(Kind):
    """A unit is disordered."""

    kind: ClassVar = "disordered"
    scenes: ClassVar = (Scene("spirit", note="cause"),)
    text: ClassVar = "{unit} is disordered ({cause})"
    unit: Who
    cause: str


class Recovered(Kind):
    """A unit is in order again."""

    kind: ClassVar = "recovered"
    scenes: ClassVar = (Scene("spirit"),)
    text: ClassVar = "{unit} is in order again"
    unit: Who


class EliteRolled(Kind):
    """An elite unit tries to get into order before its orders."""

    kind: ClassVar = "elite"
    scenes: ClassVar = (Scene("spirit"),)
    unit: Who
    recovers: bool

    def log_text(self, at: Telling) -> str:
        """Whether it does."""
        return f"{at.name()} {'dresses its ranks' if self.recovers else 'does not get into order'}"


class FellBack(Kind):
    """A unit goes back."""

    kind: ClassVar = "fell_back"
    scenes: ClassVar = (Scene("flight", whom="by", paces="paces"),)
    unit: Who
    paces: int
    inches: int
    how: str
    by: MaybeWho = UNSET

    def log_text(self, at: Telling) -> str:
        """How far."""
        how = {"fallback": "falls back", "evade": "evades", "along": "is carried back"}.get(self.how, "retires")
        before = f" before {at.name('by')}" if at.has("by") else ""
        return f"{at.name()} {how}{before}: {many(self.inches, 'inch', 'inches')}"


class BreakTested(Kind):
    """A unit takes a break test."""

    kind: ClassVar = "morale"
    retold: ClassVar = (Retold("morale", who="unit"),)
    unit: Who
    cause: str
    effect: str
    """What the table says."""
    status: str
    """What it is then: steady, or as a report calls those who give way."""
    before: str
    by: MaybeWho = UNSET

    def log_text(self, at: Telling) -> str:
        """What it does."""
        causes = {
            "shooting": "under fire",
            "closing_fire": "at closing fire",
            "lost": "beaten hand-to-hand",
            "drawn": "hand-to-hand",
            "support_broke": "its friends broke",
        }
        return f"{at.name()}, {causes[self.cause]}: {said(self.effect)}"


class BrigadeMorale(Kind):
    """The morale of a brigade changes."""

    kind: ClassVar = "brigade"
    retold: ClassVar = (Retold("body", body="name", text="broke", when={"state": "broken"}),)
    name: str
    side: str
    state: str

    def log_text(self, at: Telling) -> str:
        """What it is now."""
        words = {"good": "is steady again", "shaken": "is shaken", "broken": "is broken"}
        return f"{self.name} {words[self.state]}"


class ArmyBroken(Kind):
    """An army is broken."""

    kind: ClassVar = "army_broken"
    text: ClassVar = "the army of {side} is broken: {down} of its {all} brigades"
    side: str
    down: int
    all: int
