"""Attempts to rally, and what becomes of those who run on (CS-5.3, CS-5.5)."""

from __future__ import annotations

from collections.abc import Collection

from grognard.battle.procedures import Steps
from grognard.kernel.checks import implements

from ...checks.morale.aftermath import DisintegrationFacts
from ...checks.morale.morale import RallyFacts
from ...effects import units as effects
from ...effects.morale import settle_morale
from ...facts import situations
from ...table.battlefield import Battlefield
from ...table.bodies import shape_of
from ...table.state import UnitState
from .wavering import volunteers

RULES = {"routed": "CS-5.3b", "broken": "CS-5.3b", "wavering": "CS-5.3c"}


@implements("CS-2d")
def rally_routed(b: Battlefield) -> set[str]:
    """Step 3a; returns who has tried."""
    return _rally(b, [unit for unit in b.on_table() if unit.status == "routed"])


@implements("CS-2d")
def rally_others(b: Battlefield, checked: Collection[str]) -> Steps[set[str]]:
    """Step 3b, for those who have not tried in this phase already: broken units, then those of the wavering who are to.
    These try together, as things stand before any of their dice, so that the odds on which it was decided hold."""
    tried = _rally(b, [unit for unit in b.on_table() if unit.status == "broken" and unit.id not in checked])
    wavering = yield from volunteers(b, {*checked, *tried})
    # all facts before the first die: one who rallies would else help the next, against the odds shown
    facts = {unit: _facts(b, unit) for unit in wavering}
    return tried | {unit for unit in wavering if _try(b, unit, facts[unit])}


@implements("CS-5.3a", "CS-5.3b")
def _rally(b: Battlefield, units: list[UnitState]) -> set[str]:
    """Every broken or routed unit that may try does: its own officers see to that, whoever commands the army."""
    return {unit.id for unit in units if b.unit(unit.id).where == "table" and _try(b, unit.id, _facts(b, unit.id))}


def _facts(b: Battlefield, unit: str) -> RallyFacts:
    facts: RallyFacts = situations.morale_facts(b, unit, RallyFacts, fired_last_turn=b.unit(unit).before.fired)
    return facts


@implements("CS-5.3a", "CS-5.3b", "CS-5.3c")
def _try(b: Battlefield, unit: str, facts: RallyFacts) -> bool:
    """Whether it came to an attempt: an enemy may be too near, one whom nobody sees too."""
    if b.unit(unit).where != "table":  # skirmishers who went with the unit they came from
        return False
    result = b.roll("rally", facts, by=unit)
    if result.outcome is not None:
        settle_morale(b, unit, result, cause="rallying", rules=(RULES[facts.status],))
    return result.outcome is not None


@implements("CS-5.5")
def disintegrate(b: Battlefield) -> list[str]:
    """Whoever still runs loses a quarter of his stands; returns those who are left."""
    for unit in b.on_table():
        if unit.status != "routed" or b.unit(unit.id).where != "table":
            continue
        whole = stands(b, unit)
        # rounded up: a stand with one figure left is still a stand
        left = -(-b.live(unit.id) * whole // unit.figures)
        irregular = b.entry(unit.id).rated.irregular
        found = b.settle("disintegration", DisintegrationFacts(stands=left, status=unit.status, irregular=irregular))
        # figures of the stands that are left; of these some may have fallen already
        stay = found.left * unit.figures // whole
        effects.lose(b, unit.id, b.live(unit.id) - min(stay, b.live(unit.id)), rules=("CS-5.5",), cause="men run off")
    return [unit.id for unit in b.on_table() if unit.status == "routed"]


def stands(b: Battlefield, unit: UnitState) -> int:
    """Stands that a unit began with. The rules leave basing to the players: here a company is one, or a squadron, or a
    gun with its crew; a small unit has no more stands than figures."""
    if b.entry(unit.id).rated.arm == "artillery":
        return unit.figures
    return max(1, min(unit.figures, len(shape_of(b, unit, "line", "open").parts)))
