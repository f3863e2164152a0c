"""Blunders: units do something else than they were told."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.battle.procedures import Steps
from grognard.ground.shapes import placed
from grognard.kernel.checks import implements

from ..checks.command.command import BlunderFacts, BlunderResult
from ..effects.marches import withdraw
from ..events.command import Blundered
from ..facts.bearings import before
from ..facts.charges import may_charge
from ..facts.command import enemy_near
from ..facts.moving import moves_to_contact
from ..facts.rates import rate_of
from ..table.field import PowderField
from ..table.orders import Order, gun_move
from ..terms import Direction
from .charging import charge
from .marching import march

_ASIDE: dict[Direction, int] = {"left": -90, "right": 90, "front": 0}


@implements("BP-CMD-5")
def blunder(b: PowderField, leader: str, units: Sequence[str]) -> Steps[None]:
    """One roll on the table, which every unit of the group obeys by itself."""
    roll = b.roll("blunder", BlunderFacts(), by=leader, seen=(leader, *units))
    found: BlunderResult = roll.settled
    for number, unit in enumerate(units):
        # whoever an earlier one of the group has drawn into a fight stays in it
        if not b.here(unit) or b.in_combat(unit):
            continue
        b.report(
            Blundered(unit=unit, leader=leader, result=found.result, direction=found.direction, moves=found.moves),
            rules=("BP-CMD-5",),
            # one roll for the whole group: it is told with the first
            roll=None if number else roll,
        )
        yield from _obey(b, unit, found)


def _obey(b: PowderField, unit: str, found: BlunderResult) -> Steps[None]:
    if found.result == "retire":
        withdraw(b, unit, enemy_near(b, unit)[0], found.moves, by="order")
    elif found.result == "charge_nearest":
        yield from _headlong(b, unit, found.moves)
    else:
        yield from _that_way(b, unit, found.direction, found.moves)


def _headlong(b: PowderField, unit: str, moves: int) -> Steps[None]:
    """At the nearest enemy, or toward him where he cannot be charged."""
    foe, _ = enemy_near(b, unit)
    if foe and may_charge(b, unit, foe, by="order") is None:
        yield from charge(b, (unit,), foe, moves, by="order")
    elif foe:
        order = Order("move", to=b.survey.middle(foe), most=moves)
        yield from march(b, unit, order, moves, "order", heedless=True)
    else:
        yield from _that_way(b, unit, "front", moves)


def _that_way(b: PowderField, unit: str, direction: Direction, moves: int) -> Steps[None]:
    """Into a zone: at an enemy there whom one move reaches, or a move that way."""
    now = b.unit(unit)
    # into a flank nobody is charged: units charge to their front only
    if direction == "front":
        reach = rate_of(b, now, gun_move(now, Order("move"))) * moves
        for foe in before(b, unit, reach):
            # an enemy whom the commander does not know of is not run into on purpose
            known = b.knows(b.seat_of(unit), foe) and may_charge(b, unit, foe, by="order") is None
            if known and moves_to_contact(b, unit, foe, most=moves):
                yield from charge(b, (unit,), foe, moves, by="order")
                return
    if now.formation == "unlimbered":
        return
    far = b.sub(rate_of(b, now, gun_move(now, Order("move"))) * moves)
    to = placed(now.position, (now.heading + _ASIDE[direction]) % 360, 0, far)
    yield from march(b, unit, Order("move", to=to, most=moves), moves, "order", heedless=True)
