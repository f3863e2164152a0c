"""Skirmishers come back to their unit (CS-3.3.2.3q)."""

from __future__ import annotations

from grognard.kernel.checks import Refusal, implements

from ....effects.skirmishers import RUNNING, recall
from ....table.battlefield import Battlefield
from ....table.state import Order, PlainChit, UnitState
from ..declaration import ChitAct, SpecialOrder


def judge(_b: Battlefield, now: UnitState, _order: Order) -> Refusal | None:
    """Whether there are any to call in."""
    return None if now.skirmishers else Refusal("CS-3.3.2.3q", "it has no skirmishers out")


@implements("CS-3.3.2.3q")
def carry_out(b: Battlefield, now: UnitState, _order: Order) -> None:
    """Who runs away calls nobody."""
    if now.status not in RUNNING:
        recall(b, now.id, ("CS-3.3.2.3q",))


SPECIAL = SpecialOrder(
    chit=PlainChit("recall_skirmishers"),
    word="skirmishers_in",
    judge=judge,
    done=lambda b, now, order: not now.skirmishers,
    act=ChitAct("skirmishing", carry_out),
    icon="*M4 9.6h10v3H4z|M9 1v6M6 4.5L9 7l3-2.5",
    label="skirm. in",
)
