"""What happens on the march."""

from __future__ import annotations

from typing import ClassVar

from msgspec import UNSET

from grognard.battle.kinds import Kind, Maybe, Scene, Secret, Telling, Who, said
from grognard.battle.special.staying import held_by

PARTS = ("a quarter", "half", "three quarters", "all", "five quarters")


class MovementRolled(Kind):
    """A unit rolls to move."""

    kind: ClassVar = "movement"
    unit: Who
    quarters: int

    def log_text(self, at: Telling) -> str:
        """How much of its rate it has: every die that falls stands beside a line."""
        if not self.quarters:
            return f"{at.name()} does not get under way"
        return f"{at.name()} has {PARTS[self.quarters - 1]} of its rate to march"


class Marched(Kind):
    """A unit moves."""

    kind: ClassVar = "marched"
    scenes: ClassVar = (Scene("march", paces="paces"),)
    unit: Who
    paces: int
    how: str
    stopped: Maybe[str] = UNSET
    allowance: Secret[int] = UNSET
    held: Maybe[str] = UNSET
    """The special rule of the battle that lets it go no farther."""

    def log_text(self, at: Telling) -> str:
        """How far, and why not farther; nothing for who wished no more than to stay where he is."""
        stops = {"ground": ", stopped by the ground", "friend": ", friends in its way", "foe": ", the enemy before it"}
        why = stops.get(self.stopped, "") if isinstance(self.stopped, str) else ""
        why = why or held_by(self.held)
        if not self.how:
            return f"{at.name()} does not get on{why}" if why else ""
        far = f" {self.paces} paces" if self.paces else ""
        return f"{at.name()} {self.how}{far}{why}"


class FormationChanged(Kind):
    """A unit changes its formation."""

    kind: ClassVar = "formation"
    scenes: ClassVar = (Scene("form"),)
    unit: Who
    formation: str

    def log_text(self, at: Telling) -> str:
        """Into what."""
        known = {
            "square": "forms square",
            "line": "forms line",
            "column": "forms column",
            "limbered": "limbers up",
            "unlimbered": "unlimbers",
            "general": "goes into general order",
            "road": "falls into a march column",
            "closed_column": "closes up its column",
            "dismounted": "dismounts",
            "mounted": "mounts",
        }
        return f"{at.name()} {known[self.formation]}"


class Faced(Kind):
    """A unit changes its front on the spot."""

    kind: ClassVar = "faced"
    scenes: ClassVar = (Scene("march"),)
    text: ClassVar = "{unit} changes front"
    unit: Who
    heading: int


class GunsCaptured(Kind):
    """Somebody reaches guns that were abandoned."""

    kind: ClassVar = "guns_captured"
    text: ClassVar = "{unit} takes the abandoned guns of {guns}"
    unit: Who
    guns: Who


class Disrupted(Kind):
    """A unit crosses disruptive ground."""

    kind: ClassVar = "disruption"
    scenes: ClassVar = (Scene("sign"),)
    unit: Who
    ground: str
    grade: str
    effect: str

    def log_text(self, at: Telling) -> str:
        """Only where it suffers."""
        return f"{at.name()} is {self.effect} by {said(self.ground)}" if self.effect != "none" else ""


class DrewOff(Kind):
    """Cavalry draws back from infantry or guns before it."""

    kind: ClassVar = "drew_off"
    scenes: ClassVar = (Scene("march", paces="paces"),)
    text: ClassVar = "{unit} draws off {paces} paces"
    unit: Who
    paces: int


class Prolonged(Kind):
    """Guns are dragged by hand."""

    kind: ClassVar = "prolonged"
    scenes: ClassVar = (Scene("march", paces="paces"),)
    unit: Who
    paces: int

    def log_text(self, at: Telling) -> str:
        """How far, or only round."""
        return f"{at.name()} drags its guns {self.paces} paces" if self.paces else f"{at.name()} turns its guns by hand"


class ScreenSet(Kind):
    """A skirmish screen goes out or is called in."""

    kind: ClassVar = "screen"
    scenes: ClassVar = (Scene("form"),)
    unit: Who
    stands: int

    def log_text(self, at: Telling) -> str:
        """Out or in."""
        return f"{at.name()} {'throws out skirmishers' if self.stands else 'calls its skirmishers in'}"


class UnitArrived(Kind):
    """A unit comes onto the table."""

    kind: ClassVar = "arrived"
    scenes: ClassVar = (Scene("come"),)
    text: ClassVar = "{unit} arrives by the {edge} edge"
    unit: Who
    edge: str


class LocalInitiative(Kind):
    """A unit acts on its own, or tries to."""

    kind: ClassVar = "local_initiative"
    unit: Who
    action: str
    wish: str
    compulsory: bool
    cramped: Maybe[bool] = UNSET
    """It might have acted, and has no room."""

    def log_text(self, at: Telling) -> str:
        """Whether it may."""
        if self.cramped is True:
            return f"{at.name()} would {said(self.wish)}, and has no room"
        if self.action == "none":
            return f"{at.name()} does not act on its own: it would {said(self.wish)}"
        return f"{at.name()} acts on its own: {said(self.action)}"
