"""Moves and formations."""

from __future__ import annotations

from typing import ClassVar

from msgspec import UNSET

from grognard.battle.kinds import Kind, Maybe, Telling, Who

_STOPS = {"ground": ", stopped by the ground", "friend": ", friends in its way", "foe": ", the enemy before it"}
_FORMS = {
    "line": "forms line",
    "attack_column": "forms attack column",
    "march_column": "falls into a march column",
    "square": "forms square",
    "mixed_line": "throws out its light company and forms line",
    "mixed_attack_column": "throws out its light company and forms attack column",
    "grande_bande": "goes into skirmish order as a Grande Bande",
    "echelon": "forms echelon",
    "limbered": "limbers up",
    "unlimbered": "unlimbers",
}


class Marched(Kind):
    """A unit makes a move."""

    kind: ClassVar = "marched"
    unit: Who
    paces: int
    how: str
    stopped: Maybe[str] = UNSET

    def log_text(self, at: Telling) -> str:
        """How far, and why not farther."""
        why = _STOPS.get(self.stopped, "") if isinstance(self.stopped, str) else ""
        far = f" {self.paces} paces" if self.paces else ""
        return f"{at.name()} {self.how}{far}{why}"


class FormationChanged(Kind):
    """A unit changes its formation."""

    kind: ClassVar = "formation"
    unit: Who
    formation: str

    def log_text(self, at: Telling) -> str:
        """Into what."""
        return f"{at.name()} {_FORMS[self.formation]}"


class Passed(Kind):
    """A unit passes through another, and may be disordered by it."""

    kind: ClassVar = "passed"
    unit: Who
    friend: Who
    disordered: bool

    def log_text(self, at: Telling) -> str:
        """Worth a line where it suffers."""
        return f"The passage of lines disorders {at.name()}" if self.disordered else ""


class Astray(Kind):
    """The enemy moves a unit that is lost in the woods."""

    kind: ClassVar = "astray"
    text: ClassVar = "{unit} loses its way in the woods and goes {paces} paces astray"
    unit: Who
    paces: int
