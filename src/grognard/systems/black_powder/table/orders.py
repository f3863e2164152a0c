"""An order as it is spoken: who, what, where to."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from grognard.ground.units import Point

from ..terms import Deed, Formation, branch
from .state import UnitState

Word = Literal["move", "charge", "form", "prolong", "hand_haul", "retire", "reform"]
_FORMS: dict[Formation, Deed] = {
    "line": "form_line",
    "attack_column": "form_attack_column",
    "march_column": "form_march_column",
    "square": "form_square",
    "mixed_line": "form_mixed",
    "mixed_attack_column": "form_mixed",
    "grande_bande": "form_grande_bande",
    "echelon": "form_echelon",
    "limbered": "limber",
    "unlimbered": "unlimber",
}


class Order(Struct, frozen=True, omit_defaults=True):
    """What a unit is told to do with its moves."""

    word: Word
    to: Point | None = None
    facing: int = -1
    """At the end; -1 where it does not matter."""
    keep_front: bool = False
    formation: Formation | Literal[""] = ""
    """Into which it shall change; `unlimbered` is free at the end of a move."""
    form_first: bool = True
    """Before it goes, or when it has arrived."""
    target: str = ""
    """Whom it charges."""
    follow_through: bool = False
    passage: bool = False
    """It may pass through friends, by the draft on the passage of lines."""
    most: int = 3
    """Moves that are asked for."""


def deeds(unit: UnitState, order: Order) -> tuple[Deed, ...]:
    """What an order asks for, one after the other, as the rules of command look at it."""
    change = order.formation if order.formation and order.formation != unit.formation else ""
    formed: tuple[Deed, ...] = (_FORMS[change],) if change and change in _FORMS else ()
    going: tuple[Deed, ...] = ()
    match order.word:
        case "charge":
            going = ("charge", "follow_through") if order.follow_through else ("charge",)
        case "prolong" | "hand_haul" | "retire" | "reform":
            going = (order.word,)
        case _ if order.to is not None or order.facing >= 0:
            going = ("passage",) if order.passage else ("move",)
        case _:
            going = ()
    # guns unlimber at the end of a move, whatever was said of forming first
    last = change == "unlimbered" or not order.form_first
    return going + formed if last else formed + going


def gun_move(unit: UnitState, order: Order) -> Literal["", "limbered", "prolong", "hand_haul"]:
    """How a battery moves by an order; nothing for others."""
    if branch(unit.arm) != "artillery":
        return ""
    if order.word in ("prolong", "hand_haul"):
        return "prolong" if order.word == "prolong" else "hand_haul"
    return "limbered"
