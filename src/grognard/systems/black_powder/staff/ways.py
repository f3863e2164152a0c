"""Whether an order to march leads anywhere: friends who stand in the way are gone round, not run into."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from grognard.commanders.appreciation import TableSpot, bearing, gap, shifted

from ..facts.moving import first_march
from ..facts.rates import rate_of
from ..table.orders import Order
from .conduct import INCH, MARGIN, whole
from .table import KnownTable, spot

ENOUGH = 4 * INCH
"""Paces of a move that are worth an order, where more lie before the unit."""
ASIDE = (35, -35, 70, -70)
"""Degrees by which a unit leaves its course to go round friends, in the order in which this is thought of."""
ROUND = 0.6
"""The part of a move that must be free for this."""


def leads_on(b: KnownTable, unit: str, order: Order, along: Collection[str] = ()) -> bool:
    """Whether a march gets anywhere with its first move; those who go `along` with it make room."""
    if order.to is None:
        return True
    step, here = first_march(b, unit, order), b.unit(unit).position
    if step.moved is None or step.moved.stopped != "friend":
        return True
    if any(each.id in along for each in step.moved.met):
        return True
    left = gap(spot(here), spot(order.to))
    return left - gap(spot(step.place.position), spot(order.to)) >= min(ENOUGH, left / 2)


def round_friends(b: KnownTable, unit: str, order: Order, values: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Ways aside of a march that leads nowhere: the nearest to its course first."""
    assert order.to is not None
    now = b.unit(unit)
    here, move = spot(now.position), rate_of(b, now, "") * INCH
    course = bearing(here, spot(order.to))
    width, height = b.briefing.header.table_paces
    for angle in ASIDE:
        to = whole(_within(shifted(here, course + angle, 0.0, move), width, height))
        found = {key: value for key, value in values.items() if key != "facing"} | {"to": to}
        aside = Order("move", to=(to[0] * 16, to[1] * 16), formation=order.formation)
        step = first_march(b, unit, aside)
        if step.gone >= ROUND * b.sub(rate_of(b, now, "")):
            yield found


def _within(place: TableSpot, width: float, height: float) -> TableSpot:
    return min(max(place[0], MARGIN), width - MARGIN), min(max(place[1], MARGIN), height - MARGIN)
