"""From an answer to an order: what was said, as the rules read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from grognard.ground.units import Point, point
from grognard.kernel.domains import YesNo

from ..table.field import PowderField
from ..table.orders import Order, Word

AS_IT_IS = "as_it_is"
_WORDS: dict[str, Word] = {
    "move": "move",
    "charge": "charge",
    "form": "form",
    "turn": "move",
    "prolong": "prolong",
    "hand_haul": "hand_haul",
    "retire": "retire",
    "reform": "reform",
    "brigade": "move",
    "brigade_charge": "charge",
    "brigade_rally": "reform",
    "follow_me": "move",
    "rally": "reform",
}


def order_of(b: PowderField, word: str, unit: str, values: Mapping[str, Any]) -> Order:
    """The order of an answer to a unit: `word` is the first part of the option's key. Guns that stand unlimbered and
    are told to move limber up first."""
    formation: Any = values.get("formation", AS_IT_IS)
    target = str(values.get("target", ""))
    kind = _WORDS[word]
    if word == "follow_me" and target:
        kind = "charge"
    if formation == AS_IT_IS:
        guns = b.unit(unit).formation == "unlimbered" and kind == "move" and "to" in values
        formation = "limbered" if guns else ""
    return Order(
        kind,
        to=point(*values["to"]) if "to" in values and kind != "charge" else None,
        facing=int(values.get("facing", -1)),
        keep_front=YesNo.means(values.get("keep_front", "no")),
        formation=formation,
        form_first=YesNo.means(values.get("form_first", "yes")),
        target=target if kind == "charge" else "",
        follow_through=YesNo.means(values.get("follow_through", "no")),
        passage=YesNo.means(values.get("passage", "no")),
        most=int(values.get("moves", 1 if kind == "hand_haul" else 3)),
    )


def group_orders(b: PowderField, units: Sequence[str], order: Order) -> dict[str, Order]:
    """The order of each of several units: they keep their places beside the first."""
    if order.to is None:
        return dict.fromkeys(units, order)
    first = b.unit(units[0]).position
    size = b.ground.size

    def place(unit: str) -> Point:
        x, y = b.unit(unit).position
        assert order.to is not None
        to = order.to[0] + x - first[0], order.to[1] + y - first[1]
        return min(max(to[0], 0), size[0]), min(max(to[1], 0), size[1])

    return {unit: replace(order, to=place(unit)) for unit in units}
