"""Who may be ordered and by whom: the group of a brigade order, woods, the end of a commander's say, rallying."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from grognard.kernel.checks import implements, reckoning, refuse
from grognard.kernel.facts import Count, Facts
from grognard.kernel.tables import Tables

from ...terms import Casualties, Formation, Stamina
from ..measures import Inches, must_be_on, switched
from .command import Standing


class MayOrderFacts(Facts):
    """A unit to which a commander would speak."""

    ordered: Annotated[bool, "it was the subject of an order this turn"] = False
    moved_by_initiative: Annotated[bool, "it moved by initiative this turn"] = False
    disordered: Annotated[bool, "it is disordered"] = False
    in_combat: Annotated[bool, "it is in close combat"] = False
    own_brigade: Annotated[bool, "it belongs to his brigade"] = True
    general: Annotated[bool, "he commands the army"] = False
    reform: Annotated[bool, "the order is to reform, and nothing else (draft)"] = False


class MayOrderResult(NamedTuple):
    """That he may."""

    may: bool


@reckoning("may-order", "BP-CMD-1", asks=MayOrderFacts)
def may_order(t: Tables, s: MayOrderFacts) -> MayOrderResult:
    """Whether a unit may be given an order."""
    for row, holds in (
        # he may speak to all
        ("not_his", not s.own_brigade and not s.general),
        ("ordered", s.ordered),
        ("moved", s.moved_by_initiative),
    ):
        if holds:
            raise refuse("BP-CMD-1", t.row("BP-CMD-1", row).label)
    reforms = s.reform and switched(t, "friction_zones")
    if s.disordered and not t.value("BP-STATE-3", "order") and not reforms:
        raise refuse("BP-STATE-3", "a disordered unit is given no orders")
    if s.in_combat:
        raise refuse("BP-CMD-1", t.row("BP-CMD-1", "fighting").label)
    return MayOrderResult(True)


class SilenceFacts(Facts):
    """A commander after an order."""

    passed: Annotated[bool, "the command test was passed"]
    pending: Annotated[Count, "units to which he could still speak"] = 0
    last: Annotated[bool, "it was a follow me or a rally order"] = False


class SilenceResult(NamedTuple):
    """Orders that he can still give."""

    orders: int


@reckoning("orders-left", "BP-CMD-4", asks=SilenceFacts)
def orders_left(t: Tables, s: SilenceFacts) -> SilenceResult:
    """Whether a commander may go on giving orders."""
    return SilenceResult(s.pending if s.passed and not s.last else 0)


class SpeakerFacts(Facts):
    """A commander who would begin to give orders."""

    general: Annotated[bool, "he commands the army"] = False
    others: Annotated[Count, "commanders of brigades who have not finished"] = 0
    speaking: Annotated[bool, "another commander is giving orders"] = False


class SpeakerResult(NamedTuple):
    """Whether it is his turn to speak."""

    speaks: bool


@reckoning("speaker", "BP-CMD-4", asks=SpeakerFacts)
def speaker(t: Tables, s: SpeakerFacts) -> SpeakerResult:
    """Whether a commander may begin: one after the other, the general last."""
    waits = s.general and s.others and t.value("BP-CMD-4", "general_last")
    return SpeakerResult(not s.speaking and not waits)


class OrderGroupFacts(Facts):
    """Units to which one order would be given."""

    units: Annotated[Count, "how many they are"] = 2
    gap: Annotated[Inches, "the widest gap: inches from a unit to the nearest other, over which they hang together"] = 0
    formations: Annotated[frozenset[Formation], "formations of those who are in woods"] = frozenset()
    brigade: Annotated[Count, "units of the brigade that are left"] = 4
    standing: Annotated[Standing, "the standing order of the brigade (draft)"] = "none"


class OrderGroupResult(NamedTuple):
    """That they may be ordered together."""

    allowed: bool


@reckoning("order-group", "BP-CMD-6", asks=OrderGroupFacts)
def order_group(t: Tables, s: OrderGroupFacts) -> OrderGroupResult:
    """Whether one order may be given to several units."""
    if not s.units:
        raise refuse("BP-CMD-6", t.row("BP-CMD-6", "nobody").label)
    if s.units > s.brigade:
        raise refuse("BP-CMD-6", t.row("BP-CMD-6", "many").label)
    if s.gap > t.number("BP-CMD-6", "spacing"):
        raise refuse("BP-CMD-6", t.row("BP-CMD-6", "apart").label)
    # columns follow their guides through woods, others lose each other
    if s.units > 1 and not s.formations <= set(t.value("BP-WOODS-2", "columns")):
        raise refuse("BP-WOODS-2", t.row("BP-WOODS-2", "one_by_one").label)
    if switched(t, "friction_brigade_orders"):
        if s.standing == "hold":
            raise refuse("BP-ORD-5", t.row("BP-ORD-5", "brigade_order").label)
        majority(t, s.units, s.brigade)
    return OrderGroupResult(True)


@implements("BP-ORD-7")
def majority(t: Tables, units: int, of: int) -> None:
    """Refuse a brigade command that does not take in more than half of the brigade."""
    # more than half; exactly half is no majority
    if units * t.number("BP-ORD-7", "of") <= of * t.number("BP-ORD-7", "part"):
        raise refuse("BP-ORD-7", t.row("BP-ORD-7", "few").label)


class RallyFacts(Facts):
    """A unit that a rally order has reached."""

    casualties: Annotated[Casualties, "casualties on it"]
    stamina: Annotated[Stamina, "casualties that it can take"] = 3
    brigade_rally: Annotated[bool, "the whole brigade rallies (draft)"] = False
    disordered: Annotated[bool, "it is disordered"] = False


class RallyResult(NamedTuple):
    """Casualties that stay on it, whether it is shaken, and whether it is disordered."""

    casualties: int
    shaken: bool
    disordered: bool


@reckoning("rally", "BP-CMD-11", asks=RallyFacts)
def rally(t: Tables, s: RallyFacts) -> RallyResult:
    """What a rally order does for a unit."""
    if s.brigade_rally:
        must_be_on(t, "friction_brigade_orders", "BP-ORD-6")
    rule = "BP-ORD-6" if s.brigade_rally else "BP-CMD-11"
    removed, least = t.number(rule, "removed"), t.number(rule, "left")
    # the last casualty stays, but nobody gets one by rallying
    left = max(min(least, s.casualties), s.casualties - removed)
    return RallyResult(left, left >= s.stamina, s.disordered and not s.brigade_rally)
