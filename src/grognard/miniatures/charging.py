"""Charges that come to nothing, and are told alike under all rules that measure them over open ground."""

from __future__ import annotations

from typing import ClassVar

from grognard.battle.kinds import Kind, Retold, Who


class ChargeShort(Kind):
    """A charge does not get as far as its target."""

    kind: ClassVar = "charge_short"
    text: ClassVar = "the charge of {unit} does not reach {target}"
    retold: ClassVar = (Retold("fell_short", who="unit", whom="target"),)
    unit: Who
    target: Who


class ChargeStopped(Kind):
    """A charge is over before blows are struck."""

    kind: ClassVar = "charge_stopped"
    text: ClassVar = "the charge of {unit} upon {target} is stopped"
    retold: ClassVar = (Retold("stopped", who="unit", whom="target"),)
    unit: Who
    target: Who
