"""Several battalions in one formation, such as a regimental square (CS-3.3.2.3v)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import ceil, hypot

from grognard.battle.forms import FormField
from grognard.ground.shapes import distance_of_quads, placed
from grognard.ground.units import SUB, to_sub
from grognard.kernel.checks import Refusal, implements
from grognard.kernel.domains import Domain, Number

from ....checks.command.orders import limit
from ....checks.command.special_orders import MultiBattalionFacts
from ....composition.joining import partners
from ....events.composition import TookItsPlace
from ....table.battlefield import Battlefield
from ....table.bodies import shape
from ....table.state import Forming, Order, TakePlace, UnitState
from ... import drill
from ..declaration import ChitAct, SaidWith, SpecialOrder
from . import for_good, in_hand

RULE = "CS-3.3.2.3v"
MOST_SHIFT = 200
"""Paces into a place, for any unit under any rules; what these rules allow is less."""


def judge(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    """Whether it can take that place beside the others."""
    if b.entry(now.id).rated.arm != "infantry" or not partners(b, now):
        return Refusal(RULE, f"{b.name(now.id)} has no battalion beside it to form with")
    # the bare chit may be shown and chosen; where to go is still to be said
    if not order.formation and _shift(order) is None:
        return None
    change = _change(b, now, order)
    if isinstance(change, Refusal):
        return change
    refused = b.rules["multi-battalion"].refusal(_facts(b, now, order))
    return refused or _taken(b, now, order, _known(b, now))


def _change(b: Battlefield, now: UnitState, order: Order) -> drill.Change | Refusal | None:
    told = order.formation
    if told is None or told.to == now.formation:
        return None
    return drill.formation_change(b, now.id, told.to, told.interval, told.face)


def _shift(order: Order) -> tuple[int, int] | None:
    """Paces to the right and ahead into its place; None where it stays where it is."""
    told = order.special
    return (told.right, told.ahead) if isinstance(told, TakePlace) and (told.right or told.ahead) else None


def _facts(b: Battlefield, now: UnitState, order: Order) -> MultiBattalionFacts:
    change = _change(b, now, order)
    quarters = change.quarters if isinstance(change, drill.Change) else 0
    right, ahead = _shift(order) or (0, 0)
    units = MultiBattalionFacts.nearest("units", 1 + len(partners(b, now)))
    return MultiBattalionFacts(units=units, quarters=quarters, shift=ceil(hypot(right, ahead)))


def _known(b: Battlefield, now: UnitState) -> list[UnitState]:
    """Friends, and the enemies that its commander sees: nobody else may be betrayed by a refusal."""
    seen = b.knowledge.seen_by(b.seat_of(now.id))
    return [each for each in b.on_table() if each.side == now.side or each.id in seen]


def _taken(b: Battlefield, now: UnitState, order: Order, others: Iterable[UnitState]) -> Refusal | None:
    """Who is to stand where others stand does not fit in."""
    if _shift(order) is None:
        return None
    there = shape(b, now, order.form or now.formation).at(_place(now, order), now.heading).frame
    if not all(b.ground.on_table(corner) for corner in there):
        return Refusal(RULE, "that is off the table")
    for other in others:
        if other.id != now.id and not distance_of_quads(there, b.survey.body(other.id).frame):
            return Refusal(RULE, f"{b.name_to(b.seat_of(now.id), other.id)} stands there")
    return None


def _place(now: UnitState, order: Order) -> tuple[int, int]:
    right, ahead = _shift(order) or (0, 0)
    return placed(now.position, now.heading, to_sub(right), to_sub(ahead))


@implements("CS-3.3.2.3v")
def take_place(b: Battlefield, unit: str) -> bool:
    """It is shifted into its place, and forms there."""
    now = b.unit(unit)
    order = now.order
    if order is None or judge(b, now, order) is not None or not (order.formation or _shift(order)):
        return False
    # in the battle everybody counts, known or not: two cannot stand on one place
    if _taken(b, now, order, b.on_table()) is not None:  # somebody whom nobody had seen
        return False
    quarters = b.settle("multi-battalion", _facts(b, now, order)).quarters
    to = order.form or now.formation
    place = _place(now, order)
    interval = order.formation.interval if order.formation is not None else "open"
    forming = Forming(to, interval, quarters, now.heading) if quarters else None
    fields: dict[str, object] = {"position": place, "forming": forming}
    if forming is None:
        fields["formation"] = to
    b.report(
        TookItsPlace(
            unit=unit, paces=round(max(abs(place[0] - now.position[0]), abs(place[1] - now.position[1])) / SUB)
        ),
        rules=(RULE,),
        sets=[b.change(unit, **fields)],
    )
    return True


def shifts(b: Battlefield, _now: UnitState) -> Mapping[str, Domain]:
    """As far as the rules let it be shifted, to either side and back or ahead."""
    most = limit(b.rules.tables, RULE, "too_far")
    return {"right": Number(-most, most), "ahead": Number(-most, most)}


def _paces(below: str, above: str) -> SaidWith:
    shown = FormField(unit=" paces", step=10, below=below, above=above, reach=(-MOST_SHIFT, MOST_SHIFT))
    return SaidWith(Number(-MOST_SHIFT, MOST_SHIFT), 0, shown)


SPECIAL = SpecialOrder(
    chit=TakePlace(),
    word="multi_battalion",
    judge=judge,
    done=for_good,
    act=ChitAct("making_up", in_hand(take_place)),
    makes_up=True,
    icon="M2 13V7h6M6 5l2.5 2L6 9|*M11 3h6v3.4h-6z",
    fields={"right": _paces("to the left", "to the right"), "ahead": _paces("back", "ahead")},
    choices=shifts,
)
