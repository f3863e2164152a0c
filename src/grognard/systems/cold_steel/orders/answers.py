"""Orders as the fields of an answer, and back: what may be said about each, and what goes without saying."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from grognard.army.oob import Interval
from grognard.kernel.domains import Choice, Domain, Number, YesNo

from ..table.state import (
    Attack,
    CombatChit,
    FireAt,
    FormationChit,
    Halted,
    Move,
    Oblique,
    Order,
    Straight,
    WalkingFire,
    Wheel,
    halted,
)
from ..table.state.orders import Face
from ..terms import Gait
from .specials import SPECIALS, of

MOST_DEGREES = 180
"""Of a turn: whoever wants to turn farther turns the other way."""
MOST_PACES = 1200
"""No unit goes farther in a turn."""
FLAGS = ("attack", "pays_frontage", "walking")
"""Fields that are yes or no."""
SAID_WITH = {name: said for special in SPECIALS.values() for name, said in special.fields.items()}
"""Fields that only special chits need."""
UNSAID: dict[str, Any] = {
    "movement": "", "gait": "march", "degrees": 0, "paces": 0, "formation": "", "interval": "open", "face": "ahead",
    "attack": "no", "target": "", "special": "", "pays_frontage": "no", "walking": "no",
    **{name: said.unsaid for name, said in SAID_WITH.items()},
}  # fmt: skip
CHITS = tuple(UNSAID)
"""The fields of an order that a player says."""
ANY_UNIT: dict[str, Domain] = {
    "movement": Choice(("", "forward", "oblique", "backward", "wheel", "conversion", "prolong")),
    "gait": Choice(get_args(Gait)),
    "degrees": Number(-MOST_DEGREES, MOST_DEGREES),
    "paces": Number(0, MOST_PACES),
    "interval": Choice(get_args(Interval)),
    "face": Choice(get_args(Face)),
    "attack": YesNo(),
    "special": Choice(("", *SPECIALS)),
    "pays_frontage": YesNo(),
    "walking": YesNo(),
    **{name: said.domain for name, said in SAID_WITH.items()},
}
"""Fields of an order, as wide as they are for any unit of any arm."""


def to_order(values: Mapping[str, Any], *, by: str = "", rule: str = "", prefix: str = "") -> Order:
    """An order from the fields of an answer; what is not mentioned is not ordered."""
    # a prefix, because one answer may carry two orders: a colonel's for some of his units and for the others
    said = {name: values.get(prefix + name, unsaid) for name, unsaid in UNSAID.items()}
    for name in FLAGS:
        said[name] = YesNo.means(said[name])
    formation = FormationChit(said["formation"], said["interval"], said["face"]) if said["formation"] else None
    special = SPECIALS[said["special"]].read(said) if said["special"] else None
    return Order(_move(said), formation, _combat(said), special, by, rule)


def _move(said: Mapping[str, Any]) -> Move | None:
    """The movement chit. Without one, what is said of a gait or a turn lies with the unit as after a march."""
    going = {name: said[name] for name in ("gait", "paces", "pays_frontage")}
    match said["movement"]:
        case "":
            # a boat's course is said in the same field, but turns nobody
            turned = said["degrees"] if said["special"] != "move_boat" else 0
            return halted(Oblique(turned, **going) if turned else Straight(**going))
        case "oblique":
            return Oblique(said["degrees"], **going)
        case "wheel" | "conversion" as way:
            return Wheel(said["degrees"], way, **going)
        case way:
            return Straight(way, **going)


def _combat(said: Mapping[str, Any]) -> CombatChit | None:
    if said["attack"]:
        return Attack(said["target"], said["walking"])
    if said["walking"]:
        return WalkingFire(said["target"])
    return FireAt(said["target"]) if said["target"] else None


def from_order(order: Order) -> dict[str, Any]:
    """The fields of an answer that would give this order, without those that go without saying."""
    # a unit that has halted shows what it marched with, so that the form is filled in as before
    move = order.move.after if isinstance(order.move, Halted) else order.move
    said: dict[str, Any] = {name: getattr(move, name) for name in ("gait", "degrees", "paces") if hasattr(move, name)}
    said |= {"movement": order.way, "target": order.target, "special": order.chit}
    flags = {"attack": order.attacks, "walking": order.walking, "pays_frontage": getattr(move, "pays_frontage", False)}
    said |= {name: "yes" if flag else "no" for name, flag in flags.items()}
    if order.formation is not None:
        said |= {"formation": order.formation.to, "interval": order.formation.interval, "face": order.formation.face}
    special = of(order)
    if special is not None and order.special is not None:
        said |= special.written(order.special)
    # only what differs: an order read back and given again is the same order
    return {name: said[name] for name in CHITS if name in said and said[name] != UNSAID[name]}
