"""Blunders: what units do that have misunderstood their orders."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.battle.procedures import Steps
from grognard.ground.shapes import placed
from grognard.kernel.checks import implements

from ..checks.command.command import BlunderFacts, BlunderResult
from ..events.command import Blundered
from ..facts.combat import charge_facts
from ..facts.moving import moves_to_contact
from ..facts.rates import rate_of
from ..table.field import PowderField
from ..table.orders import Order
from ..terms import Direction, Zone
from .marching import march

_ASIDE: dict[Direction, int] = {"left": -90, "right": 90, "front": 0, "nearest_enemy": 0, "rear": 180}
_ZONES: dict[Direction, Zone] = {"left": "left_flank", "right": "right_flank", "front": "front"}


@implements("BP-CMD-5")
def blunder(b: PowderField, leader: str, units: Sequence[str]) -> Steps[None]:
    """A blundering group obeys one roll; each unit for itself."""
    roll = b.roll("blunder", BlunderFacts(), by=leader, seen=(leader, *units))
    found: BlunderResult = roll.settled
    for number, unit in enumerate(units):
        if not b.here(unit) or b.in_combat(unit):
            continue
        b.report(
            Blundered(unit=unit, leader=leader, result=found.result, direction=found.direction, moves=found.moves),
            rules=("BP-CMD-5",),
            roll=roll if not number else None,
        )
        yield from march(b, unit, order_of(b, unit, found), found.moves, "order", compelled=True)


def order_of(b: PowderField, unit: str, found: BlunderResult) -> Order:
    """What a unit does of itself: it retires, or goes into a zone and charges whom it can there, or rushes at the
    nearest enemy."""
    if found.result == "retire":
        return Order("retire", most=found.moves)
    target = _victim(b, unit, found)
    if target:
        return Order("charge", target=target, most=found.moves)
    now = b.unit(unit)
    bearing = (now.heading + _ASIDE[found.direction]) % 360
    nearest = b.nearest_enemy(unit)[0]
    if found.result == "charge_nearest" and nearest:
        return Order("move", to=b.survey.middle(nearest), most=found.moves)
    far = b.sub(rate_of(b, now, "limbered") * found.moves)
    x, y = placed(now.position, bearing, 0, far)
    width, height = b.ground.size
    return Order("move", to=(min(max(x, 0), width), min(max(y, 0), height)), keep_front=True, most=found.moves)


def _victim(b: PowderField, unit: str, found: BlunderResult) -> str:
    """Whom a unit charges by mistake; nobody if it can charge nobody there."""
    reach = rate_of(b, b.unit(unit), "limbered") * found.moves
    near = b.survey.enemies_within(unit, reach)
    if found.result == "charge_nearest":
        near = near[:1]
    else:
        near = [foe for foe in near if b.zone(unit, foe) == _ZONES.get(found.direction)]
    for foe in near:
        moves = moves_to_contact(b, unit, foe, found.moves)
        facts = charge_facts(b, unit, foe, in_front=True if moves > 1 else None)
        if moves and b.rules["may-charge"].refusal(facts) is None:
            return foe
    return ""
