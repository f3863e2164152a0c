"""What happens to units that are thrown together, taken apart, or change how they fight."""

from __future__ import annotations

from typing import ClassVar, Self

from msgspec import UNSET

from grognard.battle.events import Event
from grognard.battle.kinds import Filed, Kind, Maybe, Scene, Secret, Telling, Who


class UnitsBrigaded(Kind):
    """Several units become one."""

    kind: ClassVar = "brigaded"
    scenes: ClassVar = (Scene("form"),)
    unit: Who
    other: Who
    number: int
    name: Maybe[str] = UNSET
    """Of the new unit, which would tell who they are: `own_name` where not all have identified them (CS-1.6.3a)."""
    own_name: Secret[str] = UNSET

    def filed(self) -> Filed:
        """Open or secret, the record has one word for its name."""
        units, values, secret = super().filed()
        return units, values, {"name": secret["own_name"]} if secret else secret

    @classmethod
    def read(cls, event: Event) -> Self:
        """With its name, if the reader may know it."""
        found = super().read(event)
        found.own_name = event.secret.get("name", UNSET)
        return found

    def log_text(self, at: Telling) -> str:
        """How many, and its name."""
        name = self.name or self.own_name
        return f"{self.number} units are thrown together" + (f": {name}" if name else "")


class ElitesConverged(Kind):
    """The elite companies of several battalions become a unit."""

    kind: ClassVar = "converged"
    scenes: ClassVar = (Scene("form"),)
    text: ClassVar = "The elite companies of {number} battalions converge beside {unit}, {figures} figures"
    unit: Who
    number: int
    figures: int


class PartsDetached(Kind):
    """Companies, squadrons or sections become a unit of their own."""

    kind: ClassVar = "detached_parts"
    scenes: ClassVar = (Scene("form"),)
    text: ClassVar = "{unit} detaches {figures} figures"
    unit: Who
    parts: int
    figures: int


class DetachmentBack(Kind):
    """A detachment is back with its unit."""

    kind: ClassVar = "regrouped"
    scenes: ClassVar = (Scene("form"),)
    text: ClassVar = "A detachment falls in with {unit}"
    unit: Who
    other: Who


class PartedAgain(Kind):
    """A unit that was thrown together is taken apart."""

    kind: ClassVar = "parted"
    scenes: ClassVar = (Scene("form"),)
    text: ClassVar = "{unit} parts into what it was made of"
    unit: Who
    number: int


class HasDismounted(Kind):
    """Cavalry dismounts."""

    kind: ClassVar = "dismounted"
    scenes: ClassVar = (Scene("form"),)
    text: ClassVar = "{unit} dismounts"
    unit: Who


class HasMounted(Kind):
    """Cavalry is in the saddle again."""

    kind: ClassVar = "mounted"
    scenes: ClassVar = (Scene("form"),)
    text: ClassVar = "{unit} mounts"
    unit: Who


class TookItsPlace(Kind):
    """A unit is shifted into its place in a formation of several."""

    kind: ClassVar = "took_place"
    scenes: ClassVar = (Scene("march", paces="paces"),)
    text: ClassVar = "{unit} takes its place in the formation"
    unit: Who
    paces: int


class WingWheeled(Kind):
    """A flank of a unit wheels by itself."""

    kind: ClassVar = "wing_wheels"
    scenes: ClassVar = (Scene("march"),)
    text: ClassVar = "A flank of {unit} wheels"
    unit: Who
