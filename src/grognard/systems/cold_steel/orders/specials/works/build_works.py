"""Engineers throw up works, or improve what is there, in five turns (CS-3.3.2.3u)."""

from __future__ import annotations

from grognard.kernel.checks import Refusal

from ....table.battlefield import Battlefield
from ....table.state import Order, PlainChit, UnitState
from ....works import labour, prospects
from ..declaration import ChitAct, SpecialOrder
from . import moves, until_impossible


def judge(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    """Whether it has engineers, and something to build."""
    return labour.judge_build(b, now, moves(order))


def carry_out(b: Battlefield, now: UnitState, _order: Order) -> None:
    """Another turn of it; the fifth in a row is rolled for."""
    labour.build(b, now)


SPECIAL = SpecialOrder(
    chit=PlainChit("build_works"),
    word="build_works",
    judge=judge,
    done=until_impossible(judge),
    act=ChitAct("labour", carry_out),
    icon="M1 12h16M3 12l2-4 2 4M8 12l2-4 2 4M13 12l2-4 1.5 4M12 1l4 4",
    label="make works",
    notes=prospects.lasting,
)
