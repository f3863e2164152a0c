"""Units that come onto the table in the course of the battle."""

from __future__ import annotations

from grognard.kernel.checks import implements
from grognard.miniatures.gathering import arrivals

from ..events.movement import UnitArrived
from ..table import bodies
from ..table.field import ClassField


@implements("CD-setup")
def arrive(b: ClassField) -> None:
    """Units whose time has come. They may act at once."""
    arrivals.arrive(
        b,
        list(b.world.units.values()),
        lambda unit: bodies.shape(b.t, unit),
        lambda unit, edge: UnitArrived(unit=unit, edge=edge),
        rule="CD-setup",
    )
