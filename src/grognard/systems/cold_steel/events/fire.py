"""What happens in the phases of artillery and small arms."""

from __future__ import annotations

from typing import ClassVar

from msgspec import UNSET

from grognard.battle.kinds import Kind, Maybe, MaybeWho, Retold, Scene, Secret, Telling, Who, many

from .words import hits_in_words


class GunsLaid(Kind):
    """A battery is laid on a target."""

    kind: ClassVar = "laid"
    unit: Who
    target: Who
    step: int


class GunsPivoted(Kind):
    """A battery turns toward its target."""

    kind: ClassVar = "pivots"
    scenes: ClassVar = (Scene("march"),)
    text: ClassVar = "{unit} swings its guns round to bring {target} into their arc"
    unit: Who
    target: Who


class TargetOverruled(Kind):
    """A unit fires at somebody else than its order names."""

    kind: ClassVar = "overruled"
    scenes: ClassVar = (Scene("sign"),)
    unit: Who
    target: Who
    ordered: Who
    why: Maybe[str] = UNSET
    """The step of the list that comes first; where it is not said, the ordered target could not be fired at."""

    def log_text(self, at: Telling) -> str:
        """Whom it fires at, whom not, and why."""
        fires = f"{at.name()} fires at {at.name('target')}, not at {at.name('ordered')} as ordered"
        if not self.why:
            return f"{fires}, at whom it cannot fire from here"
        return f"{fires}: on the list of targets this comes first: {self.why}"


class FireHeld(Kind):
    """A unit does not fire, since a friend is in the way."""

    kind: ClassVar = "holds_fire"
    scenes: ClassVar = (Scene("sign"),)
    text: ClassVar = "{unit} holds its fire: {friend} is in the way"
    unit: Who
    friend: Who


class _CannonFired(Kind):
    """Shot of a battery reaches a unit."""

    scenes: ClassVar = (Scene("fire", whom="target", paces="paces", count="hits"),)
    unit: Who
    target: Who
    paces: int
    pieces: int
    piece: str
    hits: int
    friend: MaybeWho = UNSET
    """On whom shot went astray."""
    astray: Maybe[int] = UNSET
    on_structure: Maybe[int] = UNSET
    ranks: Maybe[int] = UNSET
    """Through which each hit goes, where it is more than one."""

    @property
    def struck(self) -> str:
        """The hits in words, and what each counts for."""
        hits = hits_in_words(self.hits)
        return f"{hits}, through {self.ranks} ranks" if self.ranks else hits


class Cannonade(_CannonFired):
    """A battery fires at a unit."""

    kind: ClassVar = "cannonade"
    retold: ClassVar = (Retold("fire", who="unit", whom="target"),)

    def log_text(self, at: Telling) -> str:
        """With how many pieces, how far, and what they hit."""
        pieces = f"{self.pieces} {self.piece}" + ("s" if self.pieces > 1 else "")
        far = many(self.paces, "pace")
        words = f"{at.name()} fires {pieces} at {at.name('target')} at {far}: {self.struck}"
        return f"{words}, and {self.astray} on its own {at.name('friend')}" if self.astray else words


class Graze(_CannonFired):
    """Round shot bounds on to a unit behind the first."""

    kind: ClassVar = "graze"
    retold: ClassVar = (Retold("fire", who="unit", whom="target"),)

    def log_text(self, at: Telling) -> str:
        """How far, and what it hits."""
        whom = f"{at.name('target')} at {many(self.paces, 'pace')}"
        return f"Round shot of {at.name()} bounds on to {whom}: {self.struck}"


class GunsStruck(Kind):
    """Dice are thrown for which pieces of a battery are struck."""

    kind: ClassVar = "guns_struck"
    unit: Who


class RocketFired(Kind):
    """A rocket flies, or explodes on its stand."""

    kind: ClassVar = "rocket"
    scenes: ClassVar = (Scene("fire", whom="struck", paces="paces"),)
    unit: Who
    flight: str
    struck: MaybeWho = UNSET
    paces: Maybe[int] = UNSET
    on_structure: Maybe[int] = UNSET

    def log_text(self, at: Telling) -> str:
        """Where it comes down."""
        if self.flight == "explodes":
            return f"A rocket of {at.name()} explodes on its stand"
        where = f"falls beside {at.name('struck')}" if at.has("struck") else "falls on open ground"
        return f"A rocket of {at.name()} flies {self.flight}, {self.paces} paces, and {where}"


class RocketRange(Kind):
    """Dice are thrown for how far a rocket flies."""

    kind: ClassVar = "rocket_range"
    unit: Who


class VolleyFired(Kind):
    """A unit fires its muskets at another."""

    kind: ClassVar = "volley"
    scenes: ClassVar = (Scene("fire", whom="target", paces="paces", count="hits"),)
    retold: ClassVar = (Retold("fire", who="unit", whom="target"),)
    unit: Who
    target: Who
    paces: int
    hits: int
    opening: Maybe[bool] = UNSET
    friendly: Maybe[bool] = UNSET
    third: Maybe[bool] = UNSET
    walking: Maybe[bool] = UNSET
    figures: Secret[int] = UNSET

    def log_text(self, at: Telling) -> str:
        """How, how far, and what they hit."""
        unit, target, hits = at.name(), at.name("target"), hits_in_words(self.hits)
        if self.friendly:
            return f"{unit} fires into its own {target} at {many(self.paces, 'pace')}: {hits}"
        how = " a third of its fire" if self.third else " as it goes forward" if self.walking else ""
        first = ", its opening volley" if self.opening else ""
        return f"{unit} fires{how} at {target} at {many(self.paces, 'pace')}{first}: {hits}"


class WentInAfterFiring(Kind):
    """Infantry that kept back some of its paces closes with the enemy at whom it fired."""

    kind: ClassVar = "onrush"
    scenes: ClassVar = (Scene("charge", whom="target"),)
    text: ClassVar = "{unit} has fired and goes in"
    unit: Who
    target: Who
