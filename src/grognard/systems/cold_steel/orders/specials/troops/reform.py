"""Reform: a unit that stands still sheds disorder (CS-3.3.2.3a, CS-10.2)."""

from __future__ import annotations

from grognard.kernel.checks import Refusal, implements

from ....checks.turn.disorder import DisorderRecoveryFacts
from ....effects import units as effects
from ....facts.situations import best_leader, in_woods, zone_at
from ....table.battlefield import Battlefield
from ....table.state import Order, PlainChit, UnitState
from ..declaration import ChitAct, SpecialOrder


@implements("CS-3.3.2.3a")
def judge(b: Battlefield, now: UnitState, _order: Order) -> Refusal | None:
    """Irregulars cannot; that the enemy is too near is for the check."""
    if b.entry(now.id).rated.irregular:
        return Refusal("CS-3.3.2.3a", "irregulars have no order to recover")
    return None


@implements("CS-10.2a", "CS-10.2b")
def recover(b: Battlefield, now: UnitState, _order: Order) -> None:
    """Whoever has stood still with the chit, out of reach of the enemy, rolls for his markers."""
    if now.disorder and stood_still(now):
        _roll(b, now)


def stood_still(unit: UnitState) -> bool:
    """Whether it neither moved nor wheeled nor changed its facing or formation this turn."""
    now = unit.now
    return now.moved == "no" and not (now.paces or now.turned or now.quarters or unit.forming)


@implements("CS-10.2.1", "CS-10.2.2")
def _roll(b: Battlefield, unit: UnitState) -> None:
    nearest = b.survey.nearest_enemy(unit.id)[1]
    # nobody reforms with the enemy upon him (CS-10.2a)
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


SPECIAL = SpecialOrder(
    chit=PlainChit("reform"),
    word="reform",
    wary=True,
    judge=judge,
    done=lambda b, now, order: now.disorder == 0,
    act=ChitAct("recovery", recover),
    icon="M3 11h12M3 7.4h12M3 3.8h12",
)
