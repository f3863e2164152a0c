"""Standing orders of brigades, where the draft on command friction is played."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.battle.decisions import Answer, Decision
from grognard.commanders.appreciation import middle
from grognard.commanders.duties import Duty

from .conduct import whole
from .table import KnownTable

NEAR = 48
"""Inches to the enemy within which a brigade that is to attack is told to assault."""
ORDERS = {"hold": "hold", "reserve": "maneuver", "retire": "withdrawal", "leave": "maneuver", "bombard": "hold"}
"""The order of a brigade by what most of its units are to do; all others maneuver."""


def standing(b: KnownTable, decision: Decision, parts: Mapping[str, Duty]) -> Answer | None:
    """The next brigade whose order does not fit what it is to do."""
    for brigade in b.world.brigades.values():
        units = [unit for unit in brigade.units if unit in parts and b.here(unit)]
        if not units:
            continue
        kinds = [parts[unit].kind for unit in units]
        most = max(kinds, key=lambda kind: (kinds.count(kind), kind))
        moves = any(not parts[unit].stays for unit in units)
        close = min(b.away(unit)[0] for unit in units) <= NEAR
        wanted = "assault" if most == "attack" and close else ORDERS.get(most, "maneuver")
        # who holds may not march, so a brigade with some way to go is told to maneuver first
        wanted = "maneuver" if wanted == "hold" and moves else wanted
        if wanted == brigade.order:
            continue
        aims = [parts[unit].place for unit in units if parts[unit].kind == "attack"]
        values = {"objective": whole(middle(aims))} if wanted == "assault" else {}
        answer = decision.answer(f"{wanted}:{brigade.id}", **values)
        if decision.accepts(answer):
            return answer
    return None
