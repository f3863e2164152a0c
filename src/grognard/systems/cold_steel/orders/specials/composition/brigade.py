"""Units are thrown together into one (CS-3.3.2.3c); squadrons are grouped (CS-3.3.2.3d)."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.battle.forms import FormField
from grognard.kernel.domains import Domain, Several

from ....composition import joining
from ....table.battlefield import Battlefield
from ....table.state import Brigade, UnitState
from ... import drill
from ..declaration import ChitAct, SaidWith, SpecialOrder
from . import for_good, in_hand


def others(b: Battlefield, now: UnitState) -> Mapping[str, Domain]:
    """Who stands beside it."""
    return {"others": Several(joining.partners(b, now), joining.MOST_PARTS - 1)}


OTHERS = SaidWith(Several(()), (), FormField())
SPECIAL = SpecialOrder(
    chit=Brigade(),
    word="brigade_units",
    mounted_word="brigade_squadrons",
    judge=joining.judge_brigade,
    done=for_good,
    act=ChitAct("making_up", in_hand(joining.brigade)),
    makes_up=True,
    forms=drill.known,  # a unit made up anew may well stand as it stood before
    icon="*M1 3h7v3.4H1zM10 3h7v3.4h-7z|M4.5 8v3h9V8",
    fields={"others": OTHERS},
    choices=others,
    asks="with which units?",
)
