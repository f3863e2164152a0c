"""Charges that come to nothing, and are told alike under all rules that measure them over open ground."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import UNSET

from grognard.battle.kinds import Kind, Maybe, Retold, Telling, Who
from grognard.battle.special.staying import held_by

if TYPE_CHECKING:
    from .fights import TableFight


class ChargeShort(Kind):
    """A charge does not get as far as its target."""

    kind: ClassVar = "charge_short"
    text: ClassVar = "the charge of {unit} does not reach {target}"
    retold: ClassVar = (Retold("fell_short", who="unit", whom="target"),)
    unit: Who
    target: Who
    held: Maybe[str] = UNSET
    """The special rule by which it may not leave a place that its target is out of."""

    def log_text(self, at: Telling) -> str:
        """Who, and by what it was held."""
        return f"{super().log_text(at)}{held_by(self.held)}"


def short_of(b: TableFight[Any, Any, Any], unit: str, target: str) -> ChargeShort:
    """A charge that does not get home, with the special rule that held it where its target is out of its bounds."""
    kept = b.bounds(unit)
    outside = kept is not None and b.here(target) and not kept.holds(b.survey.middle(target))
    return ChargeShort(unit=unit, target=target, held=kept.title if kept is not None and outside else UNSET)


class ChargeStopped(Kind):
    """A charge is over before blows are struck."""

    kind: ClassVar = "charge_stopped"
    text: ClassVar = "the charge of {unit} upon {target} is stopped"
    retold: ClassVar = (Retold("stopped", who="unit", whom="target"),)
    unit: Who
    target: Who
