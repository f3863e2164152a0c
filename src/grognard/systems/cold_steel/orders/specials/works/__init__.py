"""Special chits for buildings, works, obstacles, fires and boats."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from ....table.battlefield import Battlefield
from ....table.state import Order, UnitState
from ..declaration import Judge


def moves(order: Order) -> bool:
    """Whether a unit is told to stir, so that it cannot work."""
    return bool(order.way or order.formation)


def until_impossible(judge: Judge) -> Callable[[Battlefield, UnitState, Order], bool]:
    """Work that goes on for as long as there is any: whether one that stands still could no more be told to do it."""
    # asked as if it stood still: moving interrupts work, it does not end it
    return lambda b, now, order: judge(b, now, replace(order, move=None, formation=None)) is not None
