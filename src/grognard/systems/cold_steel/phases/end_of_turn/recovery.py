"""Step 8b: units ordered to reform shed disorder."""

from __future__ import annotations

from grognard.kernel.checks import implements

from ...checks.turn.disorder import DisorderRecoveryFacts
from ...effects import units as effects
from ...facts.situations import best_leader, in_woods, zone_at
from ...table.battlefield import Battlefield
from ...table.state import UnitState


@implements("CS-10.2a", "CS-10.2b")
def disorder_removal(b: Battlefield) -> None:
    """Whoever has stood still with a reform order, out of reach of the enemy, rolls for his markers."""
    for unit in b.on_table():
        if unit.disorder and reforms(unit) and stood_still(unit):
            _recover(b, unit)


def reforms(unit: UnitState) -> bool:
    """Whether it holds a reform order, given or from the initiative phase."""
    return unit.order is not None and unit.order.chit == "reform"


def stood_still(unit: UnitState) -> bool:
    """Whether it neither moved nor wheeled nor changed its facing or formation this turn."""
    now = unit.now
    return now.moved == "no" and not (now.paces or now.turned or now.quarters or unit.forming)


@implements("CS-10.2.1", "CS-10.2.2")
def _recover(b: Battlefield, unit: UnitState) -> None:
    nearest = b.survey.nearest_enemy(unit.id)[1]
    if zone_at(b, nearest) == "P3":
        return
    rated = b.entry(unit.id).rated
    near: int = b.rules.tables.row("CS-10.2.1", "leader_average").columns["within"]
    facts = DisorderRecoveryFacts(
        disorder=unit.disorder,
        discipline="trained" if rated.discipline == "none" else rated.discipline,
        irregular=rated.irregular,
        nearest_enemy=nearest,
        casualties_percent=b.percent_lost(unit.id),
        leader=best_leader(b, unit.id, near) or "none",
        under_fire=unit.now.fire_hurt,
        in_woods=in_woods(b, unit.id),
    )
    result = b.roll("disorder-recovery", facts, by=unit.id)
    effects.recover(b, unit.id, result.settled.removed, rules=("CS-10.2b", "CS-10.2.1", "CS-10.2.2"), roll=result)
