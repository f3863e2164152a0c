"""Engineers clear an obstacle out of their way, turn by turn (CS-3.3.2.3f)."""

from __future__ import annotations

from grognard.kernel.checks import Refusal

from ....table.battlefield import Battlefield
from ....table.state import Order, PlainChit, UnitState
from ....works import labour, prospects
from ..declaration import ChitAct, SpecialOrder
from . import moves, until_impossible


def judge(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    """Whether it has engineers, and there is one in its way."""
    return labour.judge_clear(b, now, moves(order))


def carry_out(b: Battlefield, now: UnitState, _order: Order) -> None:
    """A die for each of their figures: so many paces of it."""
    labour.clear(b, now)


SPECIAL = SpecialOrder(
    chit=PlainChit("clear_obstacle"),
    word="obstacle",
    judge=judge,
    done=until_impossible(judge),
    act=ChitAct("labour", carry_out),
    icon="M1 12l4-7M1 5l4 7M13 12l4-7M13 5l4 7M9 13V3M7 5l2-2 2 2",
    notes=prospects.digging,
)
