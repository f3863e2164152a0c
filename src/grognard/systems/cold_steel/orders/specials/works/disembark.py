"""Foot lands from a boat (CS-3.3.2.3aa)."""

from __future__ import annotations

from ....table.state import PlainChit
from ....works import boats
from ..declaration import ChitAct, SpecialOrder

SPECIAL = SpecialOrder(
    chit=PlainChit("disembark"),
    word="disembark",
    judge=boats.judge_disembark,
    done=lambda b, now, order: not now.aboard,
    act=ChitAct("landing", boats.unless_engaged(boats.disembark)),
    icon="*M2 9c3 5 11 5 14 0z|M9 7V1M6.5 3.5L9 1l2.5 2.5",
    label="land",
)
