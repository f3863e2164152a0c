"""Guns that are about to fall into the enemy's hands are spiked; those taken from him their captors spike unasked.

Spiking comes after the fighting of a turn: it has to be ordered a turn before the enemy is among the guns. What is left
behind on the field is not spiked: he has those guns either way, and nobody can serve them again."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.commanders.appreciation import BEATEN, Foe, TableSpot, gap

from ...orders.drill import GUNS_READY
from ...table.state import UnitState
from ..outlook import Outlook, Told, spot_of

COMING = {"foot": (150.0, 350.0), "horse": (300.0, 800.0)}
"""Paces from guns at which an enemy is not upon them this turn, and may be in the next."""
ABOUT = 350.0
"""Paces within which friends might yet save them."""
LOST_CAUSE = 3.0
"""So many times the stronger must the enemy be there."""
SPENT = 0.5
"""A battery that has lost so much no longer stops anybody with canister."""


def chits(look: Outlook) -> Iterator[Told]:
    """Batteries past help, where the enemy would earn something by them."""
    if not _prized(look):
        return
    for unit in look.able("artillery"):
        # a battery that can still fire stops more than spiking saves
        if unit.lost >= SPENT * unit.figures and unit.formation in GUNS_READY and _past_help(look, unit):
            yield unit.id, ({"special": "spike_guns"},)


def _prized(look: Outlook) -> bool:
    """Whether the enemy earns points by the guns he takes."""
    conditions = look.briefing.header.victory.condition
    return any(each.side != look.view.side and each.measure == "guns_taken" for each in conditions)


def _past_help(look: Outlook, unit: UnitState) -> bool:
    """Whether an enemy comes for the guns whom they cannot outrun, and nobody stands beside them."""
    at = spot_of(unit)
    # seen now: guns are not given up for a memory
    foes = [foe for foe in look.s.foes if foe.steadiness > BEATEN and foe.age == 0]
    if not any(_comes(foe, at) for foe in foes):
        return False
    # all who could be here next turn, not only the one that comes
    threat = sum(foe.weight for foe in foes if foe.arm != "guns" and gap(foe.place, at) <= COMING["horse"][1])
    near = (body for body in look.s.fit if body.arm != "guns" and gap(body.place, at) <= ABOUT)
    return threat > LOST_CAUSE * sum(body.strength * body.steadiness for body in near)


def _comes(foe: Foe, at: TableSpot) -> bool:
    least, most = COMING.get(foe.arm, (0.0, 0.0))
    return least < gap(foe.place, at) <= most


__all__ = ["chits"]
