"""Charges: who should charge whom, and what that must promise."""

from __future__ import annotations

from grognard.commanders.duties import Duty

from ..facts.combat import charge_facts
from ..facts.rates import rate_of
from ..table.state import UnitState
from ..terms import branch
from .odds import ChargePromise, Reckoner

BOLD = {"attack": 0.02, "hold": 0.15, "support": 0.1, "reserve": 0.15, "screen": 0.15}
"""What a charge must promise, by what the unit is told to do."""
TIMID = 0.3
"""The same for all others."""
IMPATIENCE, LONGEST = 0.03, 4
"""What an attacker who stands before the enemy asks less each turn, and for so many turns at most."""
LATE = 0.05
"""What an attacker asks less when the battle draws to its end."""
TARGETS = 3
"""Enemies that are looked at: the nearest in front."""
MOVES = 2
"""Moves to contact at most that a charge is ordered with: three seldom come."""


def best_charge(odds: Reckoner, unit: UnitState, duty: Duty | None, most: int) -> ChargePromise | None:
    """The best charge of a unit with so many moves, if one is good enough."""
    b = odds.b
    if duty is not None and duty.garrison:
        return None
    if branch(unit.arm) == "artillery" or unit.shelters or not b.t.value("BP-FORM-1", unit.formation)["charge"]:
        return None
    limit = charge_limit(odds, unit, duty)
    moves = min(most, MOVES)
    near = [foe for foe in b.near(unit.id, moves * rate_of(b, unit, "")) if b.survey.sees(unit.id, foe)]
    found = []
    for foe in near[:TARGETS]:
        # with an order it may come round first, by initiative it may not
        facts = charge_facts(b, unit.id, foe, in_front=True if most > 1 else None)
        if b.rules["may-charge"].refusal(facts) is not None or _vain(odds, unit, foe):
            continue
        promised = odds.charge(unit.id, foe, moves, limit)
        if promised is not None:
            found.append(promised)
    # of equals the one that comes home with fewer moves: those are likelier
    return max(found, key=lambda each: (each.value - 0.05 * each.moves, each.target), default=None)


def _vain(odds: Reckoner, unit: UnitState, foe: str) -> bool:
    """Foot does not run at horse in order, which rides away or round it; horse does not ride at squares."""
    there = odds.b.unit(foe)
    if branch(unit.arm) == "infantry":
        return branch(there.arm) == "cavalry" and not odds.b.shaken(foe)
    return there.formation == "square"


def charge_limit(odds: Reckoner, unit: UnitState, duty: Duty | None) -> float:
    """What a charge must promise a unit."""
    w = odds.b.world
    kind = duty.kind if duty is not None else "hold"
    limit = BOLD.get(kind, TIMID)
    if duty is not None and kind == "attack":
        limit -= LATE * (w.turns - w.turn < w.turns / 4) + IMPATIENCE * min(duty.waited, LONGEST) + duty.urge
    # one casualty more and it is shaken
    worn = unit.casualties + 1 >= unit.stamina
    return limit + 0.1 * worn
