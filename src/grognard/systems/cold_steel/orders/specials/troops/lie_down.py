"""Foot lies down (CS-3.3.2.3ab)."""

from __future__ import annotations

from grognard.kernel.checks import Refusal, implements

from ....events.troops import UnitLayDown
from ....table.battlefield import Battlefield
from ....table.state import Order, PlainChit, UnitState
from ..declaration import ChitAct, SpecialOrder


@implements("CS-3.3.2.3ab")
def judge(b: Battlefield, now: UnitState, _order: Order) -> Refusal | None:
    """Horses and guns stay up: the rules speak of units, an umpire of men."""
    if b.entry(now.id).rated.arm != "infantry" or now.prone:
        return Refusal("CS-3.3.2.3ab", "only foot that stands may lie down")
    return None


@implements("CS-3.3.2.3ab")
def lie_down(b: Battlefield, now: UnitState, _order: Order) -> None:
    """It takes no time; getting up needs an initiative check, in the next phase."""
    if not now.prone:
        b.report(UnitLayDown(unit=now.id), rules=("CS-3.3.2.3ab",), sets=[b.change(now.id, prone=True)])


SPECIAL = SpecialOrder(
    chit=PlainChit("lie_down"),
    word="lie_down",
    judge=judge,
    done=lambda b, now, order: now.prone,
    act=ChitAct("chits_turned", lie_down),
    icon="M2 12h14M4 9l10-2",
)
