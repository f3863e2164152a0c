"""Engineers pull down buildings or works, in five turns (CS-3.3.2.3g)."""

from __future__ import annotations

from grognard.kernel.checks import Refusal

from ....table.battlefield import Battlefield
from ....table.state import Order, PlainChit, UnitState
from ....works import labour, prospects
from ..declaration import ChitAct, SpecialOrder
from . import moves, until_impossible


def judge(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    """Whether it has engineers, and something to pull down."""
    return labour.judge_destroy(b, now, moves(order))


def carry_out(b: Battlefield, now: UnitState, _order: Order) -> None:
    """Another turn of it; the fifth in a row is rolled for."""
    labour.destroy(b, now)


SPECIAL = SpecialOrder(
    chit=PlainChit("destroy_structure"),
    word="destroy_structure",
    judge=judge,
    done=until_impossible(judge),
    act=ChitAct("labour", carry_out),
    icon="M4 13V7l5-4 5 4v6zM2 2l14 11",
    label="pull down",
    notes=prospects.lasting,
)
