"""How far a unit goes with one move."""

from __future__ import annotations

from typing import Literal

from ..checks.fighting.gunnery import class_of
from ..checks.moving import rates
from ..table.field import PowderField
from ..table.state import UnitState
from ..terms import GunClass


def gun_class(b: PowderField, unit: UnitState) -> GunClass:
    """Light, medium or heavy."""
    return class_of(b.t, unit.gun)


def rate_of(
    b: PowderField, unit: UnitState, gun_move: Literal["", "limbered", "prolong", "hand_haul"], *, woods: bool = False
) -> int:
    """Inches of one move; in woods no more than there. Rough ground is paid for on the way (table/ground)."""
    terrain: frozenset[Literal["woods"]] = frozenset({"woods"}) if woods else frozenset()
    return rates.rate_of(
        b.t, unit.arm, unit.formation, how=gun_move or "limbered", guns=gun_class(b, unit), terrain=terrain
    )
