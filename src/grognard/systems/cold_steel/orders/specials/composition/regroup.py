"""A detachment falls in with its unit again; units thrown together part (CS-3.3.2.3i)."""

from __future__ import annotations

from ....composition import detaching
from ....table.state import PlainChit
from ... import drill
from ..declaration import ChitAct, SpecialOrder
from . import for_good, in_hand

SPECIAL = SpecialOrder(
    chit=PlainChit("regroup"),
    word="regroup",
    judge=detaching.judge_regroup,
    done=for_good,
    act=ChitAct("making_up", in_hand(detaching.regroup)),
    makes_up=True,
    forms=drill.known,
    icon="*M1 5h11v4H1z|M17 7h-4M15 5l-2 2 2 2",
)
