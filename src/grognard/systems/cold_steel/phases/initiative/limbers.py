"""Module 2: threatened guns stay where they are, but their limbers do not (CS-M2-4.1e)."""

from __future__ import annotations

from grognard.kernel.checks import implements

from ...checks.initiative.automatic_orders import LimbersReturnFacts
from ...effects.initiative import confusion, initiative_check
from ...events.initiative_and_rally import LimbersCalled, LimbersLeft
from ...facts import situations
from ...facts.initiative.threats import picture
from ...orders import drill
from ...table.battlefield import Battlefield
from ...table.state import UnitState
from .circumstances import circumstances


@implements("CS-M2-4.1e")
def desert(b: Battlefield) -> None:
    """Drivers and teams of batteries in action that are threatened make off."""
    if not b.rules.tables.value("CS-M2-4.1e", "in_force"):
        return
    seen = picture(b)
    for unit in _batteries(b):
        if unit.deserted or unit.formation not in drill.GUNS_READY:
            continue
        if b.settle("automatic-order", circumstances(b, unit, seen, "")).limbers_leave:
            sets = [b.change(unit.id, deserted=True)]
            b.report(LimbersLeft(unit=unit.id), rules=("CS-M2-4.1e",), sets=sets)


@implements("CS-M2-4.1e")
def come_back(b: Battlefield) -> None:
    """A leader who is with the battery may bring them back once nobody threatens it."""
    for unit in _batteries(b):
        attached = any(leader.attached == unit.id and leader.where == "table" for leader in b.world.leaders.values())
        if not unit.deserted or not attached or situations.threat_sides(b, unit.id):
            continue
        result = initiative_check(b, unit.id)
        facts = LimbersReturnFacts(leader_attached=True, threatened=False, initiative=result.settled.result)
        limbers = b.settle("limbers-return", facts)
        b.privately(
            LimbersCalled(unit=unit.id, back=limbers.back),
            b.seat_of(unit.id),
            rules=("CS-M2-4.1e",),
            roll=result,
            sets=[b.change(unit.id, deserted=not limbers.back)],
        )
        confusion(b, unit.id, limbers.disorder)


def _batteries(b: Battlefield) -> list[UnitState]:
    return [unit for unit in b.on_table() if b.entry(unit.id).rated.arm == "artillery"]
