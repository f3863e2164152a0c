"""What befalls units in every phase."""

from __future__ import annotations

from typing import ClassVar

from msgspec import UNSET

from grognard.battle import fates
from grognard.battle.kinds import Kind, Retold, Scene, Secret, Telling, Who, many, said

from ..terms import STATUSES, Status
from .words import listed


class FiguresLost(fates.FiguresLost):
    """Figures of a unit fall, or pieces of a battery."""

    def thing(self, at: Telling) -> str:
        """A piece of a battery, a figure of anybody else."""
        guns = self.unit in at.b.world.units and at.b.entry(self.unit).rated.arm == "artillery"
        return "piece" if guns else "figure"


class LossesSpared(Kind):
    """Dice were thrown for a unit's losses, and nobody fell."""

    kind: ClassVar = "spared"
    unit: Who


class FellIntoDisorder(Kind):
    """A unit takes disorder markers."""

    kind: ClassVar = "disorder"
    scenes: ClassVar = (Scene("sign"),)
    unit: Who
    markers: int
    total: int
    cause: str

    def log_text(self, at: Telling) -> str:
        """With what it has in all."""
        so_far = f", {self.total} in all" if self.total != self.markers else ""
        return f"{at.name()} falls into disorder: {self.markers}{so_far} ({said(self.cause)})"


class RanksDressed(Kind):
    """A unit loses disorder markers."""

    kind: ClassVar = "recovered"
    scenes: ClassVar = (Scene("sign"),)
    unit: Who
    markers: int
    total: int

    def log_text(self, at: Telling) -> str:
        """With what it has still."""
        if not self.total:
            return f"{at.name()} dresses its ranks and is in good order again"
        return f"{at.name()} dresses its ranks: {self.markers} disorder less, {self.total} left"


class MoraleSettled(Kind):
    """A unit's morale level changes, or it is rolled for and stays."""

    kind: ClassVar = "morale"
    retold: ClassVar = (Retold("morale", who="unit"),)
    unit: Who
    status: Status
    before: Status
    cause: str
    friends: Secret[list[str]] = UNSET
    """Those whose retreat is the cause."""

    def log_text(self, at: Telling) -> str:
        """For the better, for the worse, or neither."""
        better = STATUSES.index(self.status) < STATUSES.index(self.before)
        if self.status == self.before:
            verb = _HOLDS.get(self.status, f"is {self.status}")
        elif better and self.status in ("wavering", "broken"):
            verb = f"pulls itself together and is no worse than {self.status}"
        elif self.status == "determined" and not better:
            verb = "is shaken but determined"
        else:
            verb = _STATUS[self.status]
        friends = [at.b.name_then(each, at.event.turn) for each in self.friends or ()]
        return f"{at.name()} {verb} ({said(self.cause)}{': ' if friends else ''}{listed(friends)})"


_STATUS: dict[Status, str] = {
    "resolute": "is resolute again",
    "determined": "steadies: determined",
    "wavering": "wavers",
    "broken": "breaks and falls back",
    "routed": "routs",
    "dispersed": "melts away",
}
_HOLDS: dict[Status, str] = {
    "resolute": "stays resolute",
    "determined": "stands firm",
    "wavering": "goes on wavering",
    "broken": "stays broken",
    "routed": "runs on",
}


class UnitGone(fates.UnitGone):
    """A unit is off the table for good."""

    ends: ClassVar = {
        "destroyed": "is destroyed to the last man",
        "dispersed": "disperses; its men are scattered over the fields",
        "captured": "lays down its arms",
        "overrun": "is overrun",
        "left the table": "leaves the field",
        "ran off the table": "runs off the field and is seen no more",
        "marched off the table": "marches off the field",
        "broke beyond the table": "breaks beyond the table and is out of the battle",
        "spiked its guns": "spikes its guns and abandons them",
    }


class BattalionGunsLeft(Kind):
    """A battalion that runs leaves its own guns behind."""

    kind: ClassVar = "guns_left"
    unit: Who
    pieces: int

    def log_text(self, at: Telling) -> str:
        """How many."""
        return f"{at.name()} leaves {many(self.pieces, 'battalion gun')} standing"


class UnitLoosened(Kind):
    """A unit loses its formation and is in open order."""

    kind: ClassVar = "loosened"
    scenes: ClassVar = (Scene("form"),)
    text: ClassVar = "{unit} falls into open order"
    unit: Who


class UnitLayDown(Kind):
    """A unit lies down."""

    kind: ClassVar = "lay_down"
    scenes: ClassVar = (Scene("form"),)
    text: ClassVar = "{unit} lies down"
    unit: Who


class UnitStoodUp(Kind):
    """A unit that lay down is up again."""

    kind: ClassVar = "stood_up"
    scenes: ClassVar = (Scene("form"),)
    text: ClassVar = "{unit} rises from the ground"
    unit: Who


# -- skirmishers


class SkirmishersOut(Kind):
    """A battalion sends out skirmishers."""

    kind: ClassVar = "skirmishers_out"
    scenes: ClassVar = (Scene("form"),)
    text: ClassVar = "{unit} sends out skirmishers, {figures} figures"
    unit: Who
    figures: int


class SkirmishersAside(Kind):
    """Skirmishers clear the front of their battalion."""

    kind: ClassVar = "skirmishers_aside"
    scenes: ClassVar = (Scene("march", "skirmishers"),)
    text: ClassVar = "The skirmishers clear the front of {unit} and fall in on its flank"
    skirmishers: Who
    unit: Who


class SkirmishersFollow(Kind):
    """Skirmishers go where their battalion goes."""

    kind: ClassVar = "skirmishers_follow"
    scenes: ClassVar = (Scene("march", "skirmishers"),)
    skirmishers: Who
    unit: Who


class SkirmishersIn(Kind):
    """Skirmishers are back in the ranks of their battalion."""

    kind: ClassVar = "skirmishers_in"
    scenes: ClassVar = (Scene("form"),)
    unit: Who
    skirmishers: Who
    cause: str

    def log_text(self, at: Telling) -> str:
        """Why."""
        words = _CAME_IN.get(self.cause, f"The skirmishers of {{unit}} come in: {self.cause}")
        return words.format(unit=at.name())


_CAME_IN = {
    "recalled": "The skirmishers of {unit} come in",
    "casualties": "The skirmishers of {unit} have lost men and fall back on it",
    "cavalry": "Cavalry! The skirmishers of {unit} run back to its ranks",
    "none left": "None of the skirmishers of {unit} come back",
}


class MadeWay(Kind):
    """Men in open order make way for friends."""

    kind: ClassVar = "made_way"
    scenes: ClassVar = (Scene("march"),)
    text: ClassVar = "{unit} makes way for {friend}"
    unit: Who
    friend: Who
