"""Units that come onto the table in the course of the battle."""

from __future__ import annotations

from grognard.kernel.checks import implements
from grognard.miniatures.gathering import arrivals

from ..events.turn import UnitArrived
from ..table import bodies
from ..table.field import PowderField


@implements("BP-TURN-1")
def arrive(b: PowderField) -> None:
    """Units of the side to move whose time has come. They may act at once."""
    arrivals.arrive(
        b,
        [unit for unit in b.world.units.values() if unit.side == b.world.active],
        lambda unit: bodies.shape(b.t, unit),
        lambda unit, edge: UnitArrived(unit=unit, edge=edge),
        rule="BP-TURN-1",
    )
