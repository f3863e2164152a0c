"""Marches: a unit makes the moves of its order, one after the other, as far as the ground, its friends and the enemy
let it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from grognard.battle.procedures import Steps
from grognard.kernel.checks import Refusal, implements
from grognard.miniatures.motion.placements import Placement

from ..effects.marches import pass_lines, set_down, withdraw
from ..facts.backward import kept_back
from ..facts.changes import needs_test, why_not_form
from ..facts.command import enemy_near, engagement, standing_of
from ..facts.moving import MoveStep, next_step
from ..facts.threats import friction, proximity
from ..table.field import PowderField
from ..table.orders import Order
from ..terms import Moving
from .charging import charge
from .reforming import call_together, dress

Answering = Callable[[PowderField, str, Placement], Steps[bool]]
"""How the enemy answers a move: the mover, and where it began. Whether the mover was struck, and so goes no farther."""


@implements("BP-CMD-2", "BP-MOVE-2")
def march(
    b: PowderField,
    unit: str,
    order: Order,
    moves: int,
    by: Moving,
    *,
    brigade_order: bool = False,
    heedless: bool = False,
    answer: Answering | None = None,
) -> Steps[int]:
    """A unit does what it was told with so many moves at most; how many it made. `heedless`: by a blunder it goes past
    enemies whom it would have to deal with. After each move of an order the enemy may `answer`."""
    moves = min(moves, order.most)
    if order.word == "retire":
        return _retire(b, unit, moves, by)
    if order.word == "reform":
        return dress(b, unit, moves, by)
    made = 0
    # a charge that begins with a change of formation pays a move for it
    if order.word == "charge" and order.formation and order.formation != b.unit(unit).formation:
        going = _Going(by, brigade_order, heedless, answer)
        made = yield from _steps(b, unit, _only_form(order), min(1, moves), going)
    if order.word == "charge":
        if made < moves and b.here(unit):
            used = yield from charge(
                b,
                (unit,),
                order.target,
                moves - made,
                by=by,
                follow_through=order.follow_through,
                passage=order.passage,
            )
            made += used
        return made
    return (yield from _steps(b, unit, order, moves, _Going(by, brigade_order, heedless, answer)))


def _only_form(order: Order) -> Order:
    return Order("form", formation=order.formation)


def _retire(b: PowderField, unit: str, moves: int, by: Moving) -> int:
    """So many moves back, as long as there is room."""
    made = 0
    # one at a time: after each the nearest enemy may be another
    while made < moves and kept_back(b, unit) is None and withdraw(b, unit, enemy_near(b, unit)[0], 1, by=by):
        made += 1
    return made


class _Going(NamedTuple):
    """How a unit goes about its moves."""

    by: Moving
    brigade_order: bool
    heedless: bool
    answer: Answering | None


def _steps(b: PowderField, unit: str, order: Order, moves: int, going: _Going) -> Steps[int]:
    made = 0
    # looked at before each move: an answer to the last may have brought on a fight
    while made < moves and b.here(unit) and not b.in_combat(unit):
        step = next_step(b, unit, order, last=made + 1 == moves)
        # judged at each move anew, since enemies may have come into sight
        if step is None or (not going.heedless and why_not_step(b, unit, step) is not None):
            break
        # before it is set down: woods hold those who began a move in them
        began, in_woods = b.placement(unit), b.in_woods(unit)
        if not (yield from _prepared(b, unit, step)):
            break
        set_down(b, unit, step, order=order, by=going.by)
        made += 1
        if b.on("passage_of_lines") and step.through:
            pass_lines(b, unit, step, brigade_order=going.brigade_order)
        if going.answer is not None:
            struck = yield from going.answer(b, unit, began)
            if struck:
                break
        if step.arrived or _held_by_woods(b, unit, in_woods) or _halts(b, unit, step):
            break
    return made


def _prepared(b: PowderField, unit: str, step: MoveStep) -> Steps[bool]:
    """Whether a unit can make a move: a change of formation must be open to it, and a Grande Bande that reforms tests
    first."""
    if step.formation == b.unit(unit).formation:
        return True
    if why_not_form(b, unit, step.formation) is not None:
        return False
    if needs_test(b, unit, step.formation):
        return (yield from call_together(b, unit))
    return True


@implements("BP-CMD-8", "BP-FRIC-4", "BP-FRIC-7")
def why_not_step(b: PowderField, unit: str, step: MoveStep) -> Refusal | None:
    """Why a move may not be made in face of the enemy; None where it may."""
    return proximity(b, unit, step) or friction(b, unit, step)


@implements("BP-WOODS-5")
def _held_by_woods(b: PowderField, unit: str, began_in_woods: bool) -> bool:
    """Whether woods let a unit go no farther: it has made a move that began in them, and is no skirmisher."""
    # reaching woods with moves in hand allows one more inside; only that one begins in them
    return began_in_woods and b.unit(unit).formation not in b.t.value("BP-WOODS-5", "free")


@implements("BP-ORD-3")
def _halts(b: PowderField, unit: str, step: MoveStep) -> bool:
    """Whether a unit whose brigade maneuvers has come into engagement range and halts."""
    if not b.on("friction_brigade_orders") or standing_of(b, unit) != "maneuver" or not step.gone:
        return False
    return engagement(b, unit) != "unengaged"
