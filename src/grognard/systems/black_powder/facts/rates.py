"""How far a unit goes with one move."""

from __future__ import annotations

from typing import Literal

from grognard.kernel.checks import implements

from ..table.field import PowderField
from ..table.state import UnitState
from ..terms import GunClass, branch


@implements("BP-ART-5")
def gun_class(b: PowderField, unit: UnitState) -> GunClass:
    """Light, medium or heavy, by the mark in the range table."""
    if unit.gun in ("3_pounder", "4_pounder"):
        return "light"
    return "heavy" if unit.gun in ("9_pounder", "12_pounder") else "medium"


@implements("BP-MOVE-1", "BP-ART-6", "BP-ARTM-5", "BP-ARTM-8", "BP-WOODS-4")
def rate_of(
    b: PowderField, unit: UnitState, gun_move: Literal["", "limbered", "prolong", "hand_haul"], *, woods: bool = False
) -> int:
    """Inches of one move; in woods no more than there."""
    of = branch(unit.arm)
    if gun_move in ("prolong", "hand_haul"):
        rule = "BP-ARTM-5" if gun_move == "prolong" else "BP-ARTM-8"
        rate = b.t.number(rule, gun_class(b, unit))
    else:
        rate = b.t.number("BP-MOVE-1", unit.arm if of == "artillery" else of)
    return min(rate, b.t.number("BP-WOODS-4", of)) if woods else rate
