"""Cavalry gets off its horses to fight on foot (CS-3.3.2.3s)."""

from __future__ import annotations

from ....composition import mounting
from ....table.state import PlainChit
from ..declaration import ChitAct, SpecialOrder
from . import for_good, in_hand

SPECIAL = SpecialOrder(
    chit=PlainChit("dismount"),
    word="dismount",
    judge=mounting.judge_dismount,
    done=for_good,
    act=ChitAct("making_up", in_hand(mounting.change_over)),
    makes_up=True,
    changes_arm=True,
    forms=lambda b, unit: mounting.forms(b, unit, mounted=False),
    icon="M9 1v9M5.5 7L9 10.5 12.5 7M3 13.5h12",
)
