"""Initiative checks of units marked with an automatic order, and the order that stands after them (CS-4.2)."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET

from grognard.battle.decisions import Answer
from grognard.battle.events import Event
from grognard.kernel.checks import Result, implements

from ...checks.initiative.automatic_orders import CancelAutomaticOrderFacts, CancelAutomaticOrderResult
from ...effects.initiative import confusion, get_up, initiative_check
from ...events.initiative_and_rally import AutomaticOrder, InitiativeChecked
from ...facts.initiative import checks
from ...table.battlefield import Battlefield
from ...table.state import Order
from .marking import Mark

Wants = Literal["automatic_order", "original_order", "other_automatic_order"]
WANTS: dict[str, Wants] = {
    "accept": "automatic_order",
    "cancel": "original_order",
    "ignore": "original_order",
    "change": "other_automatic_order",
}


@implements("CS-4a", "CS-4.2b", "CS-4.2c", "CS-4.2d", "CS-M2-4.1b")
def settle(b: Battlefield, mark: Mark, answer: Answer) -> None:
    """The order that stands: the automatic one, unless the unit passes its one check or the player is with it."""
    wants = WANTS[answer.option]
    # free to choose: there is no automatic order to be talked out of, so no check
    if mark.free and answer.values.get("to") == "form_square":
        put_order(b, mark.unit, "form_square", mark.orders["form_square"])  # the owner picks (CS-M2-4.1b)
        return
    tries = wants != "automatic_order" and not mark.ignorable
    result = _check(b, mark, wants) if tries else None
    settled = stands(b, mark, wants, result.settled.result if result is not None else "not_made")
    if result is not None:
        _told(b, mark, answer, result)
        confusion(b, mark.unit, settled.disorder)
    # its own order stands: nothing on the unit has changed
    if settled.order == "original_order":
        return
    name = answer.values["to"] if settled.order == "other_automatic_order" else mark.name
    put_order(b, mark.unit, name, mark.orders[name])


def stands(b: Battlefield, mark: Mark, wants: Wants, initiative: Any) -> CancelAutomaticOrderResult:
    """Which order stands after a check that came out so, or was not made."""
    facts = CancelAutomaticOrderFacts(
        wants=wants,
        player_attached=mark.ignorable,
        initiative=initiative,
        other_triggered=len(mark.orders) > 1,
    )
    found: CancelAutomaticOrderResult = b.settle("cancel-automatic-order", facts)
    return found


def _check(b: Battlefield, mark: Mark, wants: Wants) -> Result[Any]:
    """The dice of the seat alone: nobody else learns that a check was made."""
    return initiative_check(b, mark.unit, **moment(b, mark, wants))


def moment(b: Battlefield, mark: Mark, wants: Wants) -> dict[str, Any]:
    """Facts of the check that only the moment knows."""
    more: dict[str, Any] = {}
    if b.entry(mark.unit).rated.arm == "cavalry":
        # cavalry that sees an open flank is harder to hold back (CS-4.3.2)
        holds_back = mark.name == "cavalry_advance" and checks.on_their_flank(b, mark.unit, mark.menaced)
        more = {"declines_flank": holds_back, "target": mark.order.target}
    # contradicted only by a word of this turn, not by a chit that has lain there
    contradicted = wants == "original_order" and mark.unit in ordered_this_turn(b)
    return {"contradicting_order": contradicted, **more}


def _told(b: Battlefield, mark: Mark, answer: Answer, result: Result[Any]) -> None:
    wanted = answer.values.get("to", "its own order")
    b.privately(
        InitiativeChecked(unit=mark.unit, result=result.settled.result, automatic=mark.name, wanted=wanted),
        b.seat_of(mark.unit),
        rules=("CS-4.2b", result.rule),
        roll=result,
    )


def put_order(b: Battlefield, unit: str, name: str, order: Order) -> None:
    """An automatic order takes the place of the player's, which is kept for the next turn. Who lies down must get up
    for it, as he must for any order; if he does not, it comes to nothing."""
    now = b.unit(unit)
    if (order.way or order.formation) and not get_up(b, unit):
        return
    # a second automatic order must not take the first for the player's own
    own = now.ordered if now.ordered is not None else now.order
    b.privately(
        AutomaticOrder(unit=unit, target=order.target or UNSET, order=name),
        b.seat_of(unit),
        rules=(order.rule, "CS-4.2a"),
        sets=[b.change(unit, order=order, ordered=own)],
    )


def ordered_this_turn(b: Battlefield) -> frozenset[str]:
    """Units to which a leader gave an order in this turn's command phase, as the record has it."""
    found: set[str] = set()
    # from the end: the record is long, and this turn is the last of it
    for entry in reversed(b.entries):
        if type(entry) is not Event:
            continue
        if entry.turn != b.world.turn:
            break
        if entry.phase == "command":
            found.update(change.key for change in entry.sets if change.collection == "units" and _by_leader(b, change))
    return frozenset(found)


def _by_leader(b: Battlefield, change: Any) -> bool:
    order = (change.fields or {}).get("order")
    return type(order) is Order and order.by in b.roster.leaders
