"""Guns that are not to fall into other hands are spiked (CS-3.3.2.3h)."""

from __future__ import annotations

from grognard.kernel.checks import Refusal

from ....effects.guns import around, spike
from ....table.battlefield import Battlefield
from ....table.state import Order, PlainChit, UnitState
from ..declaration import ChitAct, SpecialOrder


def judge(b: Battlefield, now: UnitState, _order: Order) -> Refusal | None:
    """Abandoned guns of either side, or a battery's own."""
    if b.entry(now.id).rated.arm == "artillery" or around(b, now.id):
        return None
    within = b.rules.tables.number("CS-3.3.2.3h", "within")
    return Refusal("CS-3.3.2.3h", f"no abandoned guns within {within} paces")


def carry_out(b: Battlefield, now: UnitState, _order: Order) -> None:
    """Nobody spikes guns who fights hand to hand or runs away."""
    if not now.melee and now.status not in ("broken", "routed"):
        spike(b, now.id)


def done(b: Battlefield, now: UnitState, _order: Order) -> bool:
    """A battery goes on until it has done it."""
    return b.entry(now.id).rated.arm != "artillery" and not around(b, now.id)


SPECIAL = SpecialOrder(
    chit=PlainChit("spike_guns"),
    word="spike_guns",
    judge=judge,
    done=done,
    act=ChitAct("spiking", carry_out),
    icon="M3 11l11-5M12 2l3 4M4 13a2 2 0 1 0 .01 0",
)
