"""Special chits that change how units are made up: what the check calls them, why they are refused, when they are
carried out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from grognard.army.oob import FormationName
from grognard.battle.kinds import Noted
from grognard.kernel.checks import Refusal
from grognard.kernel.domains import Domain, Number, Several

from ...checks.command.orders import limit
from ...checks.command.special_orders import RULES
from ...composition import detaching, joining, mounting, wings
from ...events.command import ChitVoid
from ...table.battlefield import Battlefield
from ...table.state import Brigade, Converge, Detach, Order, SpecialName, UnitState
from .. import drill
from . import joint

SPECIALS: dict[SpecialName, Any] = {
    "brigade": "brigade_units",
    "converge": "converge_elites",
    "detach": "detach",
    "regroup": "regroup",
    "dismount": "dismount",
    "remount": "remount",
    "take_place": "multi_battalion",
}
"""In the words of the check."""
JUDGES: dict[SpecialName | Literal[""], Callable[[Battlefield, UnitState, Order], Refusal | None]] = {
    "brigade": joining.judge_brigade,
    "converge": joining.judge_converge,
    "detach": detaching.judge_detach,
    "regroup": detaching.judge_regroup,
    "dismount": mounting.judge_dismount,
    "remount": mounting.judge_remount,
    "take_place": joint.judge,
}
HORSES = ("dismount", "remount")
"""Chits after which a unit is of another arm, and forms otherwise."""
_DOERS: dict[str, Callable[[Battlefield, str], bool]] = {
    "brigade": joining.brigade,
    "converge": joining.converge,
    "detach": detaching.detach,
    "regroup": detaching.regroup,
    "dismount": mounting.change_over,
    "remount": mounting.change_over,
    "take_place": joint.take_place,
}


def judge(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    """Why a unit cannot carry out this special order here and now."""
    return JUDGES[order.chit](b, now, order)


FIELDS = ("others", "companies", "right", "ahead")
"""Fields of an order that only these chits need."""


def choices(b: Battlefield, unit: str, specials: Sequence[str]) -> dict[str, Domain]:
    """What may be said with the special chits that a unit can be given now."""
    now, found = b.unit(unit), dict[str, Domain]()
    if "brigade" in specials or "converge" in specials:
        found["others"] = Several(joining.partners(b, now), joining.MOST_PARTS - 1)
    if "detach" in specials:
        found["companies"] = Number(0, max(1, detaching.elements(b, unit) - 1))
    if "take_place" in specials:
        most = limit(b.rules.tables, "CS-3.3.2.3v", "too_far")
        found |= {"right": Number(-most, most), "ahead": Number(-most, most)}
    return found


def formations(b: Battlefield, unit: str, specials: Sequence[str]) -> tuple[FormationName, ...]:
    """Formations that go with the special chits that a unit can be given now: a unit made up anew may well stand as it
    stood before, and one that mounts or dismounts has others."""
    found: list[FormationName] = []
    if "brigade" in specials or "regroup" in specials:
        found += drill.known(b, unit)
    if any(chit in specials for chit in HORSES):
        found += mounting.forms(b, unit, mounted="remount" in specials)
    return tuple(found)


def complete(order: Order) -> Refusal | None:
    """What is still to be said about a special order."""
    match order.special:
        case Brigade(others=()):
            question = "with which units?"
        case Converge(others=()):
            question = "with which battalions' elite companies?"
        case Detach(companies=0):
            question = "how many companies, squadrons or sections?"
        case _:
            return None
    return Refusal("CS-3.2m", f"{order.chit}: {question}")


def carry_out(b: Battlefield) -> None:
    """The chits of this turn, in the order of the roster. A chit is off the unit once it is done."""
    wings.carry_out(b)
    for unit in [unit.id for unit in b.on_table()]:
        now = b.unit(unit)
        order = now.order
        if now.where != "table" or order is None or order.chit not in _DOERS or now.status in ("broken", "routed"):
            continue
        if not _DOERS[order.chit](b, unit):
            _void(b, now, order)
        elif b.unit(unit).where == "table":
            b.emit(Noted(unit=unit), sets=[b.change(unit, order=None, ordered=None)], to=())


def _void(b: Battlefield, now: UnitState, order: Order) -> None:
    """What it was told to do it cannot do any more; its commander hears why."""
    refusal = judge(b, now, order) or Refusal(rule_of(b, now, order.chit), "there is no room for it")
    b.privately(
        ChitVoid(unit=now.id, chit=order.chit.replace("_", " "), reason=refusal.reason),
        b.seat_of(now.id),
        rules=(refusal.rule,),
    )


def called(b: Battlefield, now: UnitState, special: SpecialName | Literal[""]) -> Any:
    """A special chit in the words of the check: squadrons are brigaded under a rule of their own."""
    horse = special == "brigade" and b.entry(now.id).rated.arm == "cavalry"
    return "brigade_squadrons" if horse else SPECIALS.get(special, "") if special else ""


def rule_of(b: Battlefield, now: UnitState, special: SpecialName | Literal[""]) -> str:
    """The rule of a special chit."""
    return RULES[called(b, now, special)]
