"""Answers read as orders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from grognard.ground.units import point
from grognard.kernel.checks import implements
from grognard.kernel.domains import YesNo

from ..table.field import PowderField
from ..table.orders import Order

AS_IT_IS = "as_it_is"
"""A formation that is kept."""
MOST = 3
"""Moves of an order."""
_SAID = {"turn": "move", "brigade": "move", "brigade_charge": "charge", "rally": "form", "brigade_rally": "form"}


def order_of(b: PowderField, word: str, unit: str, values: Mapping[str, Any]) -> Order:
    """The order that an answer gives to a unit; `word` is what its key begins with."""
    formation = values.get("formation", AS_IT_IS)
    target = values.get("target", "")
    told: Any = _SAID.get(word, word)
    # its own key leaves open which of both it is: a target makes it a charge
    if word == "follow_me":
        told = "charge" if target else "move"
    goes = told in ("move", "prolong", "hand_haul")
    return Order(
        told,
        to=point(*values["to"]) if goes and "to" in values else None,
        facing=values.get("facing", -1),
        keep_front=YesNo.means(values.get("keep_front", "no")) or word == "hand_haul",
        formation="" if formation == AS_IT_IS else formation,
        form_first=YesNo.means(values.get("form_first", "yes")),
        target=target,
        follow_through=YesNo.means(values.get("follow_through", "no")),
        passage=YesNo.means(values.get("passage", "no")),
        most=1 if word == "hand_haul" else values.get("moves", MOST),
    )


@implements("BP-CMD-6")
def group_orders(b: PowderField, units: Sequence[str], order: Order) -> dict[str, Order]:
    """The order of each unit of a group: where they go is said for the first, the others keep their places beside
    it."""
    first = b.unit(units[0]).position
    return {unit: _beside(b, unit, first, order) for unit in units}


def _beside(b: PowderField, unit: str, first: tuple[int, int], order: Order) -> Order:
    if order.to is None:
        return order
    x, y = b.unit(unit).position
    width, height = b.ground.size
    to = order.to[0] + x - first[0], order.to[1] + y - first[1]
    # a place beside the first may lie off the table: as near as there is
    return replace(order, to=(min(max(to[0], 0), width), min(max(to[1], 0), height)))
