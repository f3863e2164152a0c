"""Cavalry that fought on foot gets on its horses again (CS-3.3.2.3s)."""

from __future__ import annotations

from ....composition import mounting
from ....table.state import PlainChit
from ..declaration import ChitAct, SpecialOrder
from . import for_good, in_hand

SPECIAL = SpecialOrder(
    chit=PlainChit("remount"),
    word="remount",
    judge=mounting.judge_remount,
    done=for_good,
    act=ChitAct("making_up", in_hand(mounting.change_over)),
    makes_up=True,
    changes_arm=True,
    forms=lambda b, unit: mounting.forms(b, unit, mounted=True),
    icon="M9 12V3M5.5 6.5L9 3l3.5 3.5M3 13.5h12",
)
