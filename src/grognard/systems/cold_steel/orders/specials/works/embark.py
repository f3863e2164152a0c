"""Foot goes aboard a boat (CS-3.3.2.3aa)."""

from __future__ import annotations

from ....table.state import PlainChit
from ....works import boats
from ..declaration import ChitAct, SpecialOrder

SPECIAL = SpecialOrder(
    chit=PlainChit("embark"),
    word="embark",
    judge=boats.judge_embark,
    done=lambda b, now, order: bool(now.aboard),
    act=ChitAct("boarding", boats.unless_engaged(boats.embark)),
    icon="*M2 9c3 5 11 5 14 0z|M9 1v6M6.5 4.5L9 7l2.5-2.5",
    label="go aboard",
)
