"""What happens in the movement phase: a line for a unit's whole march, not one for every quarter of it."""

from __future__ import annotations

from typing import ClassVar

from msgspec import UNSET

from grognard.army.oob import FormationName, Interval
from grognard.battle.kinds import Kind, Maybe, Retold, Scene, Telling, Who, many, said
from grognard.battle.special.staying import held_by

from ..terms import Gait
from .words import formation_in_words


class UnitMoved(Kind):
    """A unit has moved: in a quarter of the movement phase, or in another phase."""

    kind: ClassVar = "moved"
    scenes: ClassVar = (Scene("march", paces="paces"),)
    unit: Who
    how: str
    paces: int
    quarter: Maybe[int] = UNSET
    degrees: Maybe[int] = UNSET

    def log_text(self, at: Telling) -> str:
        """Only moves outside the movement phase: those within it are told when they are over."""
        if self.quarter is not UNSET:
            return ""
        return f"{at.name()} {said(self.how)}, {many(self.paces, 'pace')}"


class UnitMarched(Kind):
    """The whole march of a unit in the movement phase."""

    kind: ClassVar = "marched"
    scenes: ClassVar = (Scene("march", paces="paces"),)
    unit: Who
    how: str
    gait: Gait
    paces: int
    degrees: Maybe[int] = UNSET
    mounted: Maybe[bool] = UNSET
    held: Maybe[str] = UNSET
    """The special rule of the battle that lets it go no farther."""

    def log_text(self, at: Telling) -> str:
        """How it turned, how far it went, and how fast."""
        words = f"{at.name()} {said(self.how)}"
        if self.degrees:
            words += f" {abs(self.degrees)} degrees to the {'right' if self.degrees > 0 else 'left'}"
        if self.paces > 1 or (self.paces and not self.degrees):
            gaits = _MOUNTED if self.mounted else _ON_FOOT
            words += f"{' and goes on' if self.degrees else ''} {many(self.paces, 'pace')}{gaits[self.gait]}"
        return f"{words}{held_by(self.held)}"


_ON_FOOT: dict[Gait, str] = {"march": "", "quick": " at the quick", "double": " at the double"}
_MOUNTED: dict[Gait, str] = {"march": " at a walk", "quick": " at a trot", "double": " at the canter"}


class UnitFaced(Kind):
    """A unit that fell back turns about."""

    kind: ClassVar = "faced"
    scenes: ClassVar = (Scene("march"),)
    unit: Who


class BeginsToForm(Kind):
    """A unit begins to change its formation."""

    kind: ClassVar = "forms"
    scenes: ClassVar = (Scene("form"),)
    unit: Who
    formation: FormationName
    quarters: int

    def log_text(self, at: Telling) -> str:
        """Into what."""
        begins = _BEGINS.get(self.formation, f"begins to form {formation_in_words(self.formation)}")
        return f"{at.name()} {begins}"


_BEGINS: dict[FormationName, str] = {
    "limbered": "begins to limber up",
    "unlimbered": "begins to unlimber",
    "unlimbered_open": "begins to unlimber",
    "open_order": "begins to open its ranks",
    "extended_order": "begins to open its ranks",
    "open_square": "begins to form square",
    "closed_square": "closes up into square",
    "skirmish_squares": "runs together into little squares",
    "march_column": "begins to form for the road",
}


class HasFormed(Kind):
    """A unit has changed its formation."""

    kind: ClassVar = "formed"
    scenes: ClassVar = (Scene("form"),)
    unit: Who
    formation: FormationName
    interval: Interval

    def log_text(self, at: Telling) -> str:
        """Into what."""
        return f"{at.name()} {_DONE.get(self.formation, f'stands in {formation_in_words(self.formation)}')}"


_DONE: dict[FormationName, str] = {
    "limbered": "has limbered up",
    "unlimbered": "has unlimbered",
    "unlimbered_open": "has unlimbered",
    "open_order": "is in open order",
    "extended_order": "is in extended order",
    "open_square": "stands in square",
    "closed_square": "stands in closed square",
    "skirmish_squares": "stands in little squares",
    "march_column": "is in road column",
    "garrison": "holds the buildings",
}


class NoRoomToForm(Kind):
    """A change of formation has to wait: it would bring the unit upon the enemy."""

    kind: ClassVar = "no_room"
    scenes: ClassVar = (Scene("sign"),)
    text: ClassVar = "{unit} is too near the enemy to form {formation}"
    unit: Who
    formation: FormationName


class CaughtForming(Kind):
    """An enemy is upon a unit while it changes its formation."""

    kind: ClassVar = "caught"
    scenes: ClassVar = (Scene("meet", "by", "unit"),)
    text: ClassVar = "{by} catches {unit} while it changes formation"
    unit: Who
    by: Who


class RanThrough(Kind):
    """Two friends get into each other's ranks."""

    kind: ClassVar = "ran_through"
    scenes: ClassVar = (Scene("meet", whom="friend"),)
    text: ClassVar = "{unit} and {friend} run into each other"
    unit: Who
    friend: Who


class ShiftedClear(Kind):
    """A unit steps aside from a friend with whom it overlaps."""

    kind: ClassVar = "shifted"
    scenes: ClassVar = (Scene("march"),)
    text: ClassVar = "{unit} shifts clear of {friend}"
    unit: Who
    friend: Who


class ClosedWith(Kind):
    """A unit comes into contact with an enemy."""

    kind: ClassVar = "closed"
    scenes: ClassVar = (Scene("meet", whom="enemy"),)
    text: ClassVar = "{unit} closes with {enemy}"
    retold: ClassVar = (Retold("charge", who="unit", whom="enemy", when={"attack": True}),)
    unit: Who
    enemy: Who
    attack: bool


class CameOntoTable(Kind):
    """A unit arrives from beyond the table."""

    kind: ClassVar = "arrived"
    text: ClassVar = "{unit} comes onto the table from the {edge}"
    retold: ClassVar = (Retold("arrived", who="unit"),)
    unit: Who
    edge: str


class GunRaced(Kind):
    """A gun goes at the double, and nothing breaks."""

    kind: ClassVar = "gun_raced"
    unit: Who


class GunWrecked(Kind):
    """A gun goes at the double, and is wrecked."""

    kind: ClassVar = "gun_wrecked"
    scenes: ClassVar = (Scene("sign"),)
    text: ClassVar = "a gun of {unit} is wrecked at the double"
    unit: Who
