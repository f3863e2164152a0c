"""Attempts to rally, and what becomes of those who run on (CS-5.3, CS-5.5)."""

from __future__ import annotations

from collections.abc import Collection

from grognard.kernel.checks import implements

from ....checks.aftermath import Rout
from ....checks.morale import Rallying
from ... import effects, situations
from ...battlefield import Battlefield
from ...bodies import shape_of
from ...state import UnitState

RULES = {"routed": "CS-5.3b", "broken": "CS-5.3b", "wavering": "CS-5.3c"}


@implements("CS-2d")
def rally_routed(b: Battlefield) -> set[str]:
    """Step 3a; returns who has tried."""
    return _rally(b, [unit for unit in b.on_table() if unit.status == "routed"])


@implements("CS-2d")
def rally_others(b: Battlefield, checked: Collection[str]) -> set[str]:
    """Step 3b, for those who have not tried in this phase already."""
    shaken = [unit for unit in b.on_table() if unit.status in ("broken", "wavering")]
    return _rally(b, [unit for unit in shaken if unit.id not in checked])


@implements("CS-5.3a", "CS-5.3b", "CS-5.3c")
def _rally(b: Battlefield, units: list[UnitState]) -> set[str]:
    """Every unit that may try does: its own officers see to that, whoever commands the army."""
    tried = set()
    for unit in units:
        if b.unit(unit.id).where != "table":  # skirmishers who went with the unit they came from
            continue
        facts = situations.morale_facts(b, unit.id, Rallying, fired_last_turn=unit.before.fired)
        result = b.roll("rally", facts)
        if result.outcome is not None:
            tried.add(unit.id)
            situations.settle_morale(b, unit.id, result, cause="rallying", rules=(RULES[unit.status],))
    return tried


@implements("CS-5.5")
def disintegrate(b: Battlefield) -> list[str]:
    """Whoever still runs loses a quarter of his stands; returns those who are left."""
    for unit in b.on_table():
        if unit.status != "routed" or b.unit(unit.id).where != "table":
            continue
        whole = stands(b, unit)
        left = -(-b.live(unit.id) * whole // unit.figures)
        irregular = b.entry(unit.id).rated.irregular
        found = b.settle("disintegration", Rout(stands=left, status=unit.status, irregular=irregular))
        stay = found.left * unit.figures // whole
        effects.lose(b, unit.id, b.live(unit.id) - min(stay, b.live(unit.id)), rules=("CS-5.5",), cause="men run off")
    return [unit.id for unit in b.on_table() if unit.status == "routed"]


def stands(b: Battlefield, unit: UnitState) -> int:
    """Stands that a unit began with. The rules leave basing to the players: here a company is one, or a squadron, or a
    gun with its crew; a small unit has no more stands than figures."""
    if b.entry(unit.id).rated.arm == "artillery":
        return unit.figures
    return max(1, min(unit.figures, len(shape_of(b, unit, "line", "open").parts)))
