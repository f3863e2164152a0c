"""Cavalry that charges in the enemy's turn (draft)."""

from __future__ import annotations

from typing import Any

from grognard.battle.procedures import Steps
from grognard.kernel.checks import Refusal, implements
from grognard.miniatures.motion.placements import Placement

from ..checks.fighting.drafts import MaySupportChargeFacts, SupportChargeFacts, SupportSightFacts
from ..events.combat import SupportChargeTried
from ..facts.bearings import line_of_sight
from ..facts.charges import could_reach, may_charge
from ..facts.command import command_facts
from ..table.field import PowderField
from ..table.orders import Order
from ..terms import Moving
from .asking import asked
from .blunders import blunder
from .charging import charge


@implements("BP-SUPC-1", "BP-SUPC-3")
def react(b: PowderField, mover: str, began: Placement, by: Moving = "order") -> Steps[bool]:
    """After each move of an enemy who was ordered, cavalry that can may charge him; whether it came to blows, and the
    mover's other moves are lost."""
    if not b.on("support_charge") or not b.here(mover) or b.in_combat(mover):
        return False
    for unit in [each.id for each in b.world.units.values()]:
        if not _could(b, unit, mover, by):
            continue
        text = f"{b.name(unit)} may try to charge {b.name_to(b.seat_of(unit), mover)} in support"
        tries = yield from asked(
            b,
            unit,
            "support_charge",
            text,
            ("charge", "Charge"),
            ("done", "Let them be"),
            "BP-SUPC-1",
            usual=False,
            foe=mover,
        )
        if tries and (yield from _try(b, unit, mover, began)):
            return True
    return False


def _could(b: PowderField, unit: str, mover: str, by: Moving) -> bool:
    now = b.unit(unit)
    if now.side == b.unit(mover).side or not b.here(unit) or b.branch(unit) != "cavalry" or b.in_combat(unit):
        return False
    facts = MaySupportChargeFacts(
        enemy_by=by,
        distance=b.inches(unit, mover),
        arm=now.arm,
        in_front=b.zone(unit, mover) == "front",
        # its own guns right before it do not hide the enemy from it
        seen=line_of_sight(b, unit, mover, past=_batteries(b, unit)) != "hidden",
        shaken=b.shaken(unit),
        disordered=now.disordered,
        blundered=unit in now.tried,
        tried=mover in now.tried,
    )
    if b.rules["may-support-charge"].refusal(facts) is not None:
        return False
    # one move only, so the target must be in front from the start
    refusal: Refusal | None = may_charge(b, unit, mover, by="initiative")
    return refusal is None and could_reach(b, unit, mover)


@implements("BP-SUPC-3")
def _batteries(b: PowderField, unit: str) -> tuple[str, ...]:
    """Batteries of friends that do not hide the enemy from cavalry close behind them."""
    found = []
    for friend in b.survey.friends_within(unit, b.t.number("BP-SUPC-3", "behind")):
        if b.branch(friend) != "artillery":
            continue
        facts = SupportSightFacts(
            distance=b.inches(unit, friend),
            behind=b.zone(friend, unit) == "rear",
            deployed=b.unit(friend).formation == "unlimbered",
        )
        if not b.settle("support-sight", facts).blocked:
            found.append(friend)
    return tuple(found)


@implements("BP-SUPC-2", "BP-SUPC-4")
def _try(b: PowderField, unit: str, mover: str, began: Placement) -> Steps[bool]:
    """The command test of a support charge, and the charge if it is passed."""
    now, leader = b.unit(unit), b.commander_of(unit)
    order = Order("move")  # the penalty for an order to charge belongs to friendly turns
    known: dict[str, Any] = command_facts(b, leader.id, (unit,), order, "order").items()
    facts = SupportChargeFacts(**known, started_in_front=b.zone_of(unit, began.position) == "front")
    roll = b.roll("support-charge", facts, by=leader.id, seen=(unit, mover))
    came = roll.settled
    # a blunder is noted as the unit's own id: it bars every further try
    tried = (*now.tried, mover, *((unit,) if came.blunder else ()))
    b.report(
        SupportChargeTried(unit=unit, target=mover, goes=came.moves > 0, blunder=came.blunder),
        rules=("BP-SUPC-2",),
        roll=roll,
        sets=[b.change(unit, tried=tried)],
    )
    if came.blunder:
        yield from blunder(b, leader.id, (unit,))
        return False
    if not came.moves:
        return False
    # contacts tell whether it came to blows; a mover who is gone was struck too
    before = set(b.world.contacts)
    yield from charge(b, (unit,), mover, came.moves, by="initiative", how="support")
    return set(b.world.contacts) != before or not b.here(mover)
