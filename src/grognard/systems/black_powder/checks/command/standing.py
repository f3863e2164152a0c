"""Standing orders of brigades, a draft: assault, maneuver, hold, reserve."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import implements, reckoning, refuse
from grognard.kernel.facts import Facts
from grognard.kernel.tables import Tables

from ...terms import Branch, StandingOrder, Zone
from ..measures import Inches, must_be_on, switched
from .command import Standing

Doing = Literal["move", "charge", "counter_charge", "close_range"]
"""What a unit would do; `close_range` is a move that ends within 6 inches of an enemy."""


class StandingOrderFacts(Facts):
    """A brigade that is given a standing order."""

    order: Annotated[StandingOrder, "the order"]


class StandingOrderResult(NamedTuple):
    """The order, and that to which it belongs."""

    order: StandingOrder
    under: StandingOrder


@reckoning("standing-order", "BP-ORD-1", asks=StandingOrderFacts)
def standing_order(t: Tables, s: StandingOrderFacts) -> StandingOrderResult:
    """Whether a brigade may be given such an order."""
    must_be_on(t, "friction_brigade_orders", "BP-ORD-1")
    under: StandingOrder = t.value("BP-ORD-1", "under").get(s.order, s.order)
    if under not in t.value("BP-ORD-1", "orders"):
        raise refuse("BP-ORD-1", "no such order")
    return StandingOrderResult(s.order, under)


class UnderOrderFacts(Facts):
    """A unit whose brigade has a standing order."""

    standing: Annotated[Standing, "the order"]
    doing: Annotated[Doing, "what it would do"] = "move"
    arm: Annotated[Branch, "foot, horse or guns"] = "infantry"
    zone: Annotated[Zone, "its own zone into which it would move"] = "front"
    willing: Annotated[bool, "nobody forces it"] = True
    from_staff: Annotated[Inches, "inches from its commander at the end"] = 0
    farther: Annotated[bool, "it ends farther from the nearest enemy"] = False


class UnderOrderResult(NamedTuple):
    """That it may."""

    legal: bool


@reckoning("under-order", "BP-ORD-2", asks=UnderOrderFacts)
def under_order(t: Tables, s: UnderOrderFacts) -> UnderOrderResult:
    """What a standing order allows a unit to do."""
    if switched(t, "friction_brigade_orders") and s.willing:
        _judge(t, s)
    return UnderOrderResult(True)


@implements("BP-ORD-2", "BP-ORD-3", "BP-ORD-4", "BP-ORD-5", "BP-ORD-6")
def _judge(t: Tables, s: UnderOrderFacts) -> None:
    # cavalry may ride out against a charge under any order
    countering = s.doing == "counter_charge" and s.arm == "cavalry"
    charging = s.doing in ("charge", "counter_charge") and not countering

    def no(rule: str, row: str) -> None:
        raise refuse(rule, t.row(rule, row).label)

    match s.standing:
        case "assault" if s.zone == "rear" and s.doing in ("move", "close_range"):
            no("BP-ORD-2", "rearward")
        case "assault" if s.doing == "close_range" and s.arm not in t.value("BP-ORD-2", "close"):
            no("BP-ORD-2", "horse")
        case "maneuver" | "withdrawal" if charging:
            no("BP-ORD-3", "charge")
        case "maneuver" if s.doing == "close_range":
            no("BP-ORD-3", "advance")
        case "withdrawal" if s.doing in ("move", "close_range") and not s.farther:
            no("BP-ORD-4", "nearer")
        case "hold" if charging:
            no("BP-ORD-5", "charge")
        case "hold" if s.doing == "close_range" and not _near_staff(t, s):
            no("BP-ORD-5", "advance")
        case "reserve" | "rest" if not countering:
            no("BP-ORD-6", "moving")


def _near_staff(t: Tables, s: UnderOrderFacts) -> bool:
    return s.arm == "infantry" and s.from_staff <= t.number("BP-ORD-5", "range")


class LapseFacts(Facts):
    """A brigade under a standing order as the command phase begins."""

    order: Annotated[StandingOrder, "the order"]
    halted: Annotated[bool, "one of its units was halted in engagement range"] = False
    changed: Annotated[bool, "it is given another order now"] = False


class LapseResult(NamedTuple):
    """The order under which it goes on, if it is not given another."""

    order: StandingOrder


@reckoning("lapse", "BP-ORD-3", asks=LapseFacts)
def lapse(t: Tables, s: LapseFacts) -> LapseResult:
    """Whether a brigade that maneuvers comes to hold."""
    must_be_on(t, "friction_brigade_orders", "BP-ORD-3")
    if s.changed:
        raise refuse("BP-ORD-3", t.row("BP-ORD-3", "changed").label)
    lapses = s.order == "maneuver" and s.halted
    held: StandingOrder = t.value("BP-ORD-3", "lapses_to")
    return LapseResult(held if lapses else s.order)


class AssaultBeginsFacts(Facts):
    """A unit of a brigade that is told to assault."""

    formation_wanted: Annotated[Literal["attack_column", "march_column", "line", "square"], "a formation"] = (
        "attack_column"
    )


class AssaultBeginsResult(NamedTuple):
    """Whether it may take that up at once and for nothing, and whether it turns to the objective."""

    free_change: bool
    turns: bool


@reckoning("assault-begins", "BP-ORD-2", asks=AssaultBeginsFacts)
def assault_begins(t: Tables, s: AssaultBeginsFacts) -> AssaultBeginsResult:
    """What units do when their brigade is told to assault."""
    must_be_on(t, "friction_brigade_orders", "BP-ORD-2")
    return AssaultBeginsResult(s.formation_wanted in t.value("BP-ORD-2", "forms"), True)
