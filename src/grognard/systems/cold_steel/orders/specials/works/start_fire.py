"""Buildings and works of timber are set on fire (CS-3.3.2.3w)."""

from __future__ import annotations

from grognard.kernel.checks import Refusal, implements

from ....table.battlefield import Battlefield
from ....table.state import Order, PlainChit, UnitState
from ....works import fires, prospects
from ..declaration import ChitAct, SpecialOrder
from . import until_impossible


def judge(b: Battlefield, now: UnitState, _order: Order) -> Refusal | None:
    """Whether it touches anything that burns."""
    return fires.judge_start(b, now)


@implements("CS-3.3.2.3w")
def carry_out(b: Battlefield, now: UnitState, _order: Order) -> None:
    """Nobody has a hand free for it who fights or runs away."""
    if not now.melee and now.status not in ("broken", "routed") and fires.judge_start(b, now) is None:
        fires.torch(b, now.id)


SPECIAL = SpecialOrder(
    chit=PlainChit("start_fire"),
    word="start_fire",
    judge=judge,
    done=until_impossible(judge),
    act=ChitAct("fire_raising", carry_out),
    icon="*M9 14C4 13 4.5 8 8 5.5 7.8 8 10 8 9.6 3 13.5 6 14 12.5 9 14z",
    label="set on fire",
    notes=prospects.fire_raising,
)
