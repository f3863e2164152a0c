"""Guns in action stand still: their crews swing them round as they fire, and need no order to turn by hand."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.commanders.appreciation import gap

from ...orders.drill import GUNS_READY
from ..outlook import Outlook, Told, spot_of
from .works import HALT

THERE = 60.0
"""Paces from its place within which a battery is there."""


def chits(look: Outlook) -> Iterator[Told]:
    """Batteries in action where they should be halt: to turn by hand takes the time in which they would fire."""
    for unit in look.able("artillery"):
        task = look.tasks.get(unit.id)
        if task is not None and unit.formation in GUNS_READY and gap(spot_of(unit), task.place) <= THERE:
            yield unit.id, HALT
