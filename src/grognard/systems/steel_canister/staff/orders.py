"""Phase 2: brigade orders from the tasks of the bodies in a brigade."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.battle.decisions import Answer, Decision

from ..knowledge.view import View
from ..table.state import BrigadeState
from ..terms import BrigadeOrder
from .duties import Duty
from .picture import Picture

QUIET = 16
"""Spaces without an enemy about a brigade that only marches."""


def wanted(p: Picture, brigade: BrigadeState, duties: Mapping[str, Duty]) -> BrigadeOrder:
    """The order that suits a brigade's tasks. Whoever may have to charge needs an attack order, since another one takes
    long to come."""
    parts = [duties[unit] for unit in brigade.units if unit in duties]
    if not parts:
        return brigade.order
    kinds = {duty.kind for duty in parts}
    if kinds <= {"retire", "bombard"} and "retire" in kinds:
        return "withdraw"
    if kinds <= {"hold", "screen", "bombard"} and all(duty.stays for duty in parts):
        return "hold"
    units = [p.view.units[unit] for unit in brigade.units]
    if kinds <= {"reserve", "bombard"} and all(p.away(u.space, p.nearest(u.space)) > QUIET for u in units):
        return "move"
    return "attack"


def answers(p: Picture, view: View, decision: Decision, duties: Mapping[str, Duty]) -> Iterator[Answer]:
    """All orders that are to change, those torn up included."""
    for brigade in view.brigades.values():
        order = wanted(p, brigade, duties)
        if brigade.written and brigade.written != order:
            yield decision.answer("scrap", brigade=brigade.id)
        elif brigade.order != order and not brigade.written and _worth_it(view, brigade, order):
            yield decision.answer("order", brigade=brigade.id, order=order)


def _worth_it(view: View, brigade: BrigadeState, order: BrigadeOrder) -> bool:
    """An order that allows more is always worth sending; one that allows less only at the start, or to get away."""
    return view.turn == 1 or order in ("attack", "withdraw") or (brigade.order == "withdraw")
