"""Elite companies of several battalions become one (CS-3.3.2.3e)."""

from __future__ import annotations

from ....composition import joining
from ....table.state import Converge
from ..declaration import ChitAct, SpecialOrder
from . import for_good, in_hand
from .brigade import OTHERS, others

SPECIAL = SpecialOrder(
    chit=Converge(),
    word="converge_elites",
    judge=joining.judge_converge,
    done=for_good,
    act=ChitAct("making_up", in_hand(joining.converge)),
    makes_up=True,
    icon="*M6 9h6v4H6z|M2 2l5 5M16 2l-5 5",
    fields={"others": OTHERS},
    choices=others,
    asks="with which battalions' elite companies?",
)
