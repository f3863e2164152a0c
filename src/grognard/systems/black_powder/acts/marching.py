"""Moves: a unit does what its order asks, move by move, as far as its moves and the enemy let it."""

from __future__ import annotations

from typing import Any

from grognard.battle.kinds import Noted
from grognard.battle.procedures import Steps
from grognard.kernel.checks import Refusal, implements

from ..effects.marches import pass_lines, set_down, withdraw
from ..events.movement import DressedAgain
from ..facts import threats
from ..facts.moving import MoveStep, next_step
from ..table.field import PowderField
from ..table.orders import Order, gun_move
from ..terms import Moving
from .charging import charge
from .reforming import reform_test
from .support_charges import react


@implements("BP-CMD-2", "BP-CMD-7", "BP-WOODS-5")
def march(
    b: PowderField, unit: str, order: Order, moves: int, by: Moving, *, compelled: bool = False, together: bool = False
) -> Steps[int]:
    """A unit makes its moves; how many it has made. `compelled`: nobody asks about enemies near by (blunders);
    `together`: by a brigade order."""
    limit = min(moves, order.most)
    _begin(b, unit, order, by)
    if not limit:
        return 0
    if order.word == "charge":
        made: int = yield from charge(
            b, (unit,), order.target, limit, by=by, follow_through=order.follow_through, compelled=compelled
        )
        return made
    if order.word == "retire":
        return _retires(b, unit, limit, by)
    if order.word == "reform":
        b.report(DressedAgain(unit=unit), rules=("BP-FRIC-8",), sets=[b.change(unit, disordered=False, moves=1)])
        return 1
    made = yield from _moves(b, unit, order, limit, by, compelled=compelled, together=together)
    return made


def _begin(b: PowderField, unit: str, order: Order, by: Moving) -> None:
    """What its order was is noted: guns fire by it, and nobody gets another."""
    now = b.unit(unit)
    fields: dict[str, Any] = {
        "ordered": now.ordered or by == "order",
        "moved_by": by,
        "moves_ordered": min(3, order.most),
        "gun_move": gun_move(now, order),
    }
    b.emit(Noted(), rules=("BP-CMD-1", "BP-CMD-7"), sets=[b.change(unit, **fields)], to=())


def _moves(
    b: PowderField, unit: str, order: Order, limit: int, by: Moving, *, compelled: bool, together: bool
) -> Steps[int]:
    made = in_woods = 0
    while made < limit and b.here(unit) and not b.in_combat(unit):
        now, began = b.unit(unit), b.placement(unit)
        step = next_step(b, unit, order, last=made + 1 == limit)
        if step is None:
            break
        if not compelled and forbidden(b, unit, step) is not None:
            break
        set_down(b, unit, step, order=order, by=by)
        made += 1
        pass_lines(b, unit, step, brigade_order=together)
        if now.formation == "grande_bande" and step.formation != "grande_bande":
            yield from reform_test(b, unit)
        if by == "order" and b.here(unit):
            struck: bool = yield from react(b, unit, began)
            if struck:
                break
        in_woods += step.woods
        if step.arrived or not b.here(unit) or (in_woods > 1 and _slowed(b, unit)):
            break
    return made


def forbidden(b: PowderField, unit: str, step: MoveStep) -> Refusal | None:
    """Why a unit may not make a move as it stands: by the enemy near it, or by a draft."""
    return threats.proximity(b, unit, step) or threats.friction(b, unit, step)


@implements("BP-WOODS-5")
def _slowed(b: PowderField, unit: str) -> bool:
    """Whether woods hold a unit to one move within them: not skirmishers."""
    return b.unit(unit).formation not in b.t.value("BP-WOODS-5", "free")


def _retires(b: PowderField, unit: str, limit: int, by: Moving) -> int:
    """Straight back from the nearest enemy, its face to him."""
    withdraw(b, unit, b.nearest_enemy(unit)[0], limit, by=by)
    return limit
