"""Special chits that change how units are made up. Each is carried out in its one turn, or never."""

from __future__ import annotations

from collections.abc import Callable

from ....table.battlefield import Battlefield
from ....table.state import Order, UnitState
from ..declaration import Effect


def for_good(_b: Battlefield, _now: UnitState, _order: Order) -> bool:
    """Whatever came of it, the chit goes when the turn ends."""
    return True


def in_hand(do: Callable[[Battlefield, str], bool]) -> Effect:
    """What units do that are in hand; those that run away do nothing, and their chits lie where they are."""
    return lambda b, now, order: None if now.status in ("broken", "routed") else do(b, now.id)
