"""Engineers make an obstacle before their front, turn by turn (CS-3.3.2.3f)."""

from __future__ import annotations

from grognard.kernel.checks import Refusal

from ....table.battlefield import Battlefield
from ....table.state import Order, PlainChit, UnitState
from ....works import labour, prospects
from ..declaration import ChitAct, SpecialOrder
from . import moves, until_impossible


def judge(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    """Whether it has engineers, and room for more of it."""
    return labour.judge_make(b, now, moves(order))


def carry_out(b: Battlefield, now: UnitState, _order: Order) -> None:
    """A die for each of their figures: so many paces of it."""
    labour.make(b, now)


SPECIAL = SpecialOrder(
    chit=PlainChit("make_obstacle"),
    word="obstacle",
    judge=judge,
    done=until_impossible(judge),
    act=ChitAct("labour", carry_out),
    icon="M2 12L6 5M2 5l4 7M7 12l4-7M7 5l4 7M12 12l4-7M12 5l4 7",
    notes=prospects.digging,
)
