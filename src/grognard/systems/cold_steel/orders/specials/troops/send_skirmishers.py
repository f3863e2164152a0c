"""Skirmishers go out in front of their unit (CS-3.3.2.3j)."""

from __future__ import annotations

from grognard.kernel.checks import Refusal, implements

from ....effects.skirmishers import RUNNING, send_out
from ....facts.skirmishers import may_send
from ....table.battlefield import Battlefield
from ....table.state import Order, PlainChit, UnitState
from ..declaration import ChitAct, SpecialOrder


def judge(b: Battlefield, now: UnitState, _order: Order) -> Refusal | None:
    """Whether it has any to send."""
    return may_send(b, now.id)


@implements("CS-3.3.2.3j")
def carry_out(b: Battlefield, now: UnitState, _order: Order) -> None:
    """Nobody goes out from those who run away."""
    if now.status not in RUNNING:
        send_out(b, now.id)


SPECIAL = SpecialOrder(
    chit=PlainChit("send_skirmishers"),
    word="skirmishers_out",
    judge=judge,
    done=lambda b, now, order: bool(now.skirmishers),
    act=ChitAct("skirmishing", carry_out),
    icon="*M4 9.6h10v3H4zM1.7 4a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0 -2.6 0M5.7 3a1.3 1.3 0 1 0 2.6 0"
    "a1.3 1.3 0 1 0 -2.6 0M9.7 4a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0 -2.6 0M13.7 3a1.3 1.3 0 1 0 2.6 0"
    "a1.3 1.3 0 1 0 -2.6 0",
    label="skirm. out",
)
