"""What happens on the move: marches, changes of formation, ways back, passages of lines."""

from __future__ import annotations

from typing import ClassVar

from msgspec import UNSET

from grognard.battle.kinds import Kind, Maybe, Scene, Telling, Who, many
from grognard.battle.special.staying import held_by

_STOPS = {
    "ground": ", stopped by the ground",
    "friend": ", friends in its way",
    "foe": ", the enemy before it",
    "edge": ", at the edge of the table",
}
_FORMS = {
    "line": "forms line",
    "attack_column": "forms attack column",
    "march_column": "falls into a march column",
    "square": "forms square",
    "mixed_line": "throws out its light company before its line",
    "mixed_attack_column": "throws out its light company before its column",
    "grande_bande": "dissolves into a Grande Bande",
    "echelon": "forms echelon",
    "limbered": "limbers up",
    "unlimbered": "unlimbers",
}


class Marched(Kind):
    """A unit makes a move."""

    kind: ClassVar = "marched"
    scenes: ClassVar = (Scene("march"),)
    unit: Who
    inches: int
    how: str
    """moves, turns, is dragged on the prolong, is hauled by hand."""
    stopped: Maybe[str] = UNSET
    unlimbers: bool = False
    held: Maybe[str] = UNSET
    """The special rule of the battle that lets it go no farther."""

    def log_text(self, at: Telling) -> str:
        """How far, and why not farther."""
        why = _STOPS.get(self.stopped, "") if isinstance(self.stopped, str) else ""
        far = f" {many(self.inches, 'inch', 'inches')}" if self.inches else ""
        return f"{at.name()} {self.how}{far}{why}{held_by(self.held)}" + (" and unlimbers" if self.unlimbers else "")


class FormationChanged(Kind):
    """A unit changes its formation."""

    kind: ClassVar = "formation"
    scenes: ClassVar = (Scene("form", note="formation"),)
    unit: Who
    formation: str

    def log_text(self, at: Telling) -> str:
        """Into what."""
        return f"{at.name()} {_FORMS[self.formation]}"


class Withdrew(Kind):
    """A unit goes back of its own will, or by a blunder."""

    kind: ClassVar = "withdrew"
    scenes: ClassVar = (Scene("march"),)
    unit: Who
    inches: int

    def log_text(self, at: Telling) -> str:
        """How far."""
        far = f" {many(self.inches, 'inch', 'inches')}" if self.inches else ", but there is no room"
        return f"{at.name()} retires{far}"


class LinesPassed(Kind):
    """A unit comes through a passage of lines, or is passed through."""

    kind: ClassVar = "passage"
    scenes: ClassVar = (Scene("sign"),)
    unit: Who
    disordered: bool

    def log_text(self, at: Telling) -> str:
        """Whether it keeps its order."""
        return f"{at.name()} {'is disordered by' if self.disordered else 'keeps its order in'} the passage of lines"


class BandeReformed(Kind):
    """A Grande Bande closes up into a formed unit."""

    kind: ClassVar = "bande_reformed"
    scenes: ClassVar = (Scene("form"),)
    unit: Who
    lost: int

    def log_text(self, at: Telling) -> str:
        """What it cost."""
        cost = f", losing {many(self.lost, 'casualty', 'casualties')}" if self.lost else ""
        return f"{at.name()} calls its skirmishers together{cost}"


class DressedAgain(Kind):
    """A disordered unit spends a move to get into order again (draft)."""

    kind: ClassVar = "dressed"
    text: ClassVar = "{unit} gets into order again"
    unit: Who
