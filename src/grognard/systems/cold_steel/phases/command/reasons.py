"""Why something is not on the list of commands just now: the rules' own reason rather than the list itself."""

from __future__ import annotations

from typing import Any

from grognard.kernel.checks import Refusal

from ...orders import judging
from ...table.battlefield import Battlefield
from .fields import FOR_UNITS
from .in_person import commands, refused
from .spending import bill, idle_aides, leaders_of, own_units, way_to


def why(b: Battlefield, seat: str, key: str, field: str, value: Any) -> Refusal | None:
    """Why a unit cannot be told anything that way, or not by that leader; None where the list says enough."""
    kind, _, unit = key.partition(":")
    if kind not in FOR_UNITS or unit not in own_units(b, seat):
        return None
    if field == "leader":
        leaders = [leader.id for leader in leaders_of(b, seat)]
        return _not_by(b, seat, kind, value, unit) if value in leaders else None
    return _nobody(b, seat, kind, unit) if not field else None


def _not_by(b: Battlefield, seat: str, kind: str, leader: str, unit: str) -> Refusal | None:
    """Why this leader cannot tell it."""
    state = b.world.leaders[leader]
    if kind == "aide":
        label = b.rules.tables.row("CS-3.2a", "too_far").label
        none = None if idle_aides(b, state) else Refusal("CS-3.2a", f"no aide of {b.name(leader)} is free: {label}")
        return commands(b, seat, leader, (unit,)) or none or refused(bill(b, state, written=1))
    paying = bill(b, state, paces=way_to(b, state, unit).paces, orders=1)
    return commands(b, seat, leader, (unit,)) or refused(paying)


def _nobody(b: Battlefield, seat: str, kind: str, unit: str) -> Refusal | None:
    """Why nobody can."""
    deaf = judging.may_take_orders(b, unit) if kind != "aide" else None
    if deaf is not None:
        return deaf
    if kind == "mark":
        return Refusal("CS-3.3.1a", f"{b.name(unit)} has no mission; it needs an order")
    chain = b.entry(unit).leaders
    tried = [_not_by(b, seat, kind, leader.id, unit) for leader in leaders_of(b, seat) if leader.id in chain]
    return next((each for each in tried if each is not None), None)
