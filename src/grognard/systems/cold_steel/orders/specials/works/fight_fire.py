"""A fire is fought, turn by turn (CS-3.3.2.3x)."""

from __future__ import annotations

from grognard.kernel.checks import Refusal

from ....table.battlefield import Battlefield
from ....table.state import Order, PlainChit, UnitState
from ....works import fires, prospects
from ..declaration import ChitAct, SpecialOrder
from . import until_impossible


def judge(b: Battlefield, now: UnitState, _order: Order) -> Refusal | None:
    """Whether anything burns within its reach."""
    return fires.judge_fight(b, now)


def carry_out(b: Battlefield, now: UnitState, _order: Order) -> None:
    """One roll for it, if it still burns."""
    if fires.judge_fight(b, now) is None:
        fires.fight(b, now)


SPECIAL = SpecialOrder(
    chit=PlainChit("fight_fire"),
    word="fight_fire",
    judge=judge,
    done=until_impossible(judge),
    act=ChitAct("fire_fighting", carry_out),
    icon="M9 13C5 12.5 5.5 8.5 8 6.5 8 8.5 10 8.5 9.6 4.5 12.5 7 13 12 9 13zM2 2l14 12",
    notes=prospects.fire_fighting,
)
