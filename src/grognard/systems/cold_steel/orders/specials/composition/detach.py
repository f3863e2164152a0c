"""Companies, squadrons or sections are detached from a unit (CS-3.3.2.3i)."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.battle.forms import FormField
from grognard.kernel.domains import Domain, Number

from ....composition import detaching
from ....table.battlefield import Battlefield
from ....table.state import Detach, UnitState
from ..declaration import ChitAct, SaidWith, SpecialOrder
from . import for_good, in_hand

MOST_COMPANIES = 23
"""Of any unit; for a given one the choice is narrower."""


def companies(b: Battlefield, now: UnitState) -> Mapping[str, Domain]:
    """All but one of its own."""
    return {"companies": Number(0, max(1, detaching.elements(b, now.id) - 1))}


SPECIAL = SpecialOrder(
    chit=Detach(),
    word="detach",
    judge=detaching.judge_detach,
    done=for_good,
    act=ChitAct("making_up", in_hand(detaching.detach)),
    makes_up=True,
    icon="*M1 3h8v4H1zM13 9h4v3.4h-4z|M9.5 7l3 2.5",
    fields={"companies": SaidWith(Number(0, MOST_COMPANIES), 0, FormField())},
    choices=companies,
    asks="how many companies, squadrons or sections?",
)
