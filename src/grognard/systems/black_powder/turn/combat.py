"""The hand-to-hand phase: every combat is fought once; sweeping advances bring on others in the same phase."""

from __future__ import annotations

from grognard.battle.procedures import Steps
from grognard.kernel.checks import implements

from ..acts.breaking import clear_tested
from ..acts.fighting import fight
from ..facts.combat import combats
from ..table.field import PowderField
from ..table.state import Contact


@implements("BP-HTH-1", "BP-HTH-6", "BP-TURN-1")
def combat_phase(b: PowderField) -> Steps[None]:
    """Both sides fight every combat, in the order of the roster."""
    clear_tested(b)
    fought: set[str] = set()
    while True:
        group = _next(b, fought)
        if not group:
            return
        # by contacts: a unit may fight again this phase if a sweep brings on a new one
        fought |= {each.id for unit in group for each in b.contacts_of(unit)}
        yield from fight(b, group)


def _next(b: PowderField, fought: set[str]) -> tuple[str, ...]:
    """A combat in which somebody has not fought yet in this phase."""
    for group in combats(b):
        if any(_due(each, fought) for unit in group for each in b.contacts_of(unit)):
            return group
    return ()


def _due(contact: Contact, fought: set[str]) -> bool:
    # one without a round is new, though the same two have fought before: a sweep may catch who has just gone back
    return contact.id not in fought or not contact.rounds
