"""Retire moves that a unit makes of its own will, or by a blunder."""

from __future__ import annotations

from grognard.ground.shapes import distance as apart
from grognard.kernel.checks import Refusal, implements
from grognard.miniatures.motion.moving import Moved

from ..checks.moving.rates import retires
from ..table.field import PowderField
from ..table.orders import Order, gun_move
from .command import enemy_near
from .moving import way_back
from .rates import rate_of


@implements("BP-HTH-7", "BP-RET-1")
def back(b: PowderField, unit: str, enemy: str, moves: int = 1) -> Moved:
    """The way back of so many moves: from an enemy within initiative range, else to the unit's own rear."""
    now = b.unit(unit)
    near = bool(enemy) and b.inches(unit, enemy) <= b.t.number("BP-CMD-7", "range")
    way = "prolong" if now.formation == "unlimbered" else gun_move(now, Order("retire"))
    rate = rate_of(b, now, way, woods=b.in_woods(unit))
    far: float = rate * moves
    if near and moves == 1:
        far = retires(b.t, rate, b.survey.gap(unit, enemy) / b.inch)
    return way_back(b, unit, enemy if near else "", b.sub(far))


@implements("BP-HTH-7")
def no_room(b: PowderField, unit: str) -> Refusal | None:
    """Why a unit cannot retire: it must get at least half of a move away, and stay on the table; None where it can."""
    now = b.unit(unit)
    moved = back(b, unit, enemy_near(b, unit)[0])
    rate = b.sub(rate_of(b, now, "prolong" if now.formation == "unlimbered" else gun_move(now, Order("retire"))))
    half = 2 * apart(now.position, moved.place.position) * b.t.number("BP-HTH-7", "part") >= rate
    inside = b.ground.on_table(moved.place.position)
    return None if half and inside else Refusal("BP-HTH-7", "there is no room behind it")
