"""Who lies down gets up, if he passes an initiative check (CS-3.3.2.3ab)."""

from __future__ import annotations

from grognard.kernel.checks import Refusal

from ....effects.initiative import stand_up
from ....table.battlefield import Battlefield
from ....table.state import Order, PlainChit, UnitState
from ..declaration import ChitAct, SpecialOrder


def judge(_b: Battlefield, now: UnitState, _order: Order) -> Refusal | None:
    """Whether it lies down."""
    return None if now.prone else Refusal("CS-3.3.2.3ab", "it is on its feet")


def carry_out(b: Battlefield, now: UnitState, _order: Order) -> None:
    """It tries, unless it is up already."""
    if now.prone:
        stand_up(b, now.id)


SPECIAL = SpecialOrder(
    chit=PlainChit("stand_up"),
    word="stand_up",
    judge=judge,
    done=lambda b, now, order: not now.prone,
    act=ChitAct("initiative", carry_out),
    icon="M4 13h10M9 12V3",
)
