"""Whether an order to march leads anywhere: friends who stand in the way are gone round, not run into."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from grognard.commanders.appreciation import TableSpot, bearing, gap, shifted, turned
from grognard.ground.shapes import distance as apart
from grognard.ground.units import Point, point

from ..facts.moving import room_ahead
from ..facts.rates import rate_of
from ..table.orders import Order
from .conduct import INCH, MARGIN, whole
from .table import KnownTable, spot

ENOUGH = 4 * INCH
"""Paces of a move that are worth an order, where more lie before the unit."""
ASIDE = (35, -35, 70, -70)
"""Degrees by which a unit leaves its course to go round friends, in the order in which this is thought of."""
AHEAD = 100.0
"""Degrees off its course within which friends may be in a unit's way: they are broad, and it has to wheel."""
SIDESTEPS = (0, 45, -45, 90, -90, 180)
"""Degrees off its front at which a unit with no room to wheel gets out of a press, its front kept."""
CLOSE_BY, BESIDE = 6, 30.0
"""Inches and degrees within which a friend closes a way aside, so that it need not be looked at."""
ROUND = 0.6
"""The part of a move that must be free for this."""


def leads_on(b: KnownTable, unit: str, order: Order, along: Collection[str] = ()) -> bool:
    """Whether a march gets anywhere with its first move; those who go `along` with it make room."""
    if order.to is None or not _friends_ahead(b, unit, order.to, along):
        return True
    moved = room_ahead(b, unit, order)
    if moved.stopped != "friend" or any(each.id in along for each in moved.met):
        return True
    left = gap(spot(b.unit(unit).position), spot(order.to))
    return left - gap(spot(moved.place.position), spot(order.to)) >= min(ENOUGH, left / 2)


def _friends_ahead(b: KnownTable, unit: str, to: Point, along: Collection[str]) -> bool:
    """Whether friends stand near a unit on the side to which it is to go."""
    here = b.place(unit)
    course = bearing(here, spot(to))
    near = b.survey.friends_within(unit, rate_of(b, b.unit(unit), ""))
    return any(turned(bearing(here, b.place(each)), course) < AHEAD for each in near if each not in along)


def round_friends(b: KnownTable, unit: str, order: Order, values: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Ways aside of a march that leads nowhere: the nearest to its course first."""
    assert order.to is not None
    now = b.unit(unit)
    here, far = spot(now.position), rate_of(b, now, "")
    course = bearing(here, spot(order.to))
    width, height = b.briefing.header.table_paces
    near = [bearing(b.place(unit), b.place(each)) for each in b.survey.friends_within(unit, CLOSE_BY)]
    kept = {key: value for key, value in values.items() if key != "facing"}
    for angle in ASIDE:
        if any(turned(each, course + angle) < BESIDE for each in near):
            continue
        to = whole(_within(shifted(here, course + angle, 0.0, far * INCH), width, height))
        if _free(b, unit, Order("move", to=point(*to), formation=order.formation), far):
            yield {**kept, "to": to}
    for angle in sorted(SIDESTEPS, key=lambda each: turned(now.heading + each, course)):
        to = whole(_within(shifted(here, now.heading + angle, 0.0, far * INCH), width, height))
        if _free(b, unit, Order("move", to=point(*to), keep_front=True), far):
            yield {"to": to, "keep_front": "yes"}


def _free(b: KnownTable, unit: str, order: Order, far: int) -> bool:
    moved = room_ahead(b, unit, order)
    return apart(moved.path[0].position, moved.place.position) >= ROUND * b.sub(far)


def _within(place: TableSpot, width: float, height: float) -> TableSpot:
    return min(max(place[0], MARGIN), width - MARGIN), min(max(place[1], MARGIN), height - MARGIN)
