"""What a leader's command points buy: orders, and 240 paces each (CS-3.2j, CS-3.2k), and whom he reaches with them."""

from __future__ import annotations

from typing import Any, NamedTuple

from grognard.battle.events import Set
from grognard.ground.shapes import distance, point_along
from grognard.ground.units import SUB, Point, to_sub
from grognard.kernel.checks import Refusal, implements

from ....checks.orders import limit, rounds
from ...battlefield import Battlefield
from ...state import LeaderState


class Bill(NamedTuple):
    """What is left when something has been paid."""

    points: int
    paces: int
    order_in_hand: bool
    spent: int


class Way(NamedTuple):
    """Where a ride ends, and how long it is."""

    to: Point
    paces: int


@implements("CS-3.2j", "CS-3.2k")
def bill(
    b: Battlefield, leader: LeaderState, *, paces: int = 0, in_person: int = 0, written: int = 0
) -> Bill | Refusal:
    """What a ride and what is ordered at its end cost: `in_person` are points whose orders are used up, and whose
    paces stay; `written` commands carry nobody anywhere.

    The point that he rides on holds an order until he needs the next one for its paces: with two points he rides 240,
    orders, rides 240, orders; or he rides 480 and gives one order.
    """
    stride = b.rules.tables.row("CS-3.2j", "paces").per
    strides = rounds(max(0, paces - leader.paces), stride)
    carrying = max(strides, in_person - leader.order_in_hand) if in_person else strides
    left = leader.points - carrying - written
    if left < 0:
        row, takes = b.rules.tables.row("CS-3.2k", "too_dear"), carrying + written
        return Refusal("CS-3.2k", f"{row.label}: it takes {takes}, {b.name(leader.id)} has {leader.points}")
    holds = not in_person and (strides > 0 or leader.order_in_hand)
    return Bill(left, leader.paces + carrying * stride - paces, holds, carrying + written)


def price(b: Battlefield, item: str) -> int:
    """Command points for an order, a mission, an attachment, a written command, a message."""
    return b.rules.tables.row("CS-3.2k", item).value


def within(b: Battlefield) -> int:
    """Paces at which a unit hears its general."""
    return limit(b.rules.tables, "CS-3.2o", "too_far")


@implements("CS-3.2o")
def way_to(b: Battlefield, leader: LeaderState, unit: str) -> Way:
    """His shortest way to a unit: straight to where its command stand, in the middle of it, hears him."""
    return way_near(leader.position, b.middle(unit), within(b))


def way_near(start: Point, goal: Point, paces: int) -> Way:
    """Straight from one place toward another until it is so near."""
    near, whole = to_sub(paces), distance(start, goal)
    if whole <= near:
        return Way(start, 0)
    ride = whole - near
    end = point_along(start, goal, ride)
    while distance(end, goal) > near:  # whole sixteenths may fall a hair short
        ride += 1
        end = point_along(start, goal, ride)
    return Way(end, -(-distance(start, end) // SUB))


@implements("CS-3.2f", "CS-3.3.2.3b")
def paid(b: Battlefield, leader: LeaderState, bill: Bill, way: Way | None = None, **more: Any) -> list[Set]:
    """The changes that go with a payment. Idle aides who wait by him ride along; he who rides away from a unit is no
    longer attached to it."""
    fields: dict[str, Any] = {"points": bill.points, "paces": bill.paces, "order_in_hand": bill.order_in_hand}
    sets = []
    if way is not None and way.paces:
        fields |= {"position": way.to, "attached": ""}
        sets = [Set("riders", aide, {"position": way.to}) for aide in idle_aides(b, leader)]
    return [Set("leaders", leader.id, {**fields, **more}), *sets]


@implements("CS-3.2a")
def idle_aides(b: Battlefield, leader: LeaderState) -> list[str]:
    """His aides who wait for a command near enough to take it."""
    near = to_sub(limit(b.rules.tables, "CS-3.2a", "too_far"))
    return [
        rider.id
        for rider in b.world.riders.values()
        if rider.leader == leader.id
        and rider.kind == "aide"
        and rider.carries is None
        and distance(rider.position, leader.position) <= near
    ]


# -- who commands


def leaders_of(b: Battlefield, seat: str) -> list[LeaderState]:
    """A seat's leaders who are on the table and alive."""
    ids = next(each.leaders for each in b.seats if each.id == seat)
    leaders = (b.world.leaders[leader] for leader in ids)
    return [leader for leader in leaders if leader.where == "table" and leader.hurt != "killed"]


def may_spend(leader: LeaderState) -> bool:
    """Whether he can still do anything."""
    return bool(leader.points or leader.paces or leader.order_in_hand)


def units_under(b: Battlefield, seat: str, leader: str) -> list[str]:
    """Units on the table that a leader commands; those of another seat he can only write to."""
    return [unit for unit in own_units(b, seat) if leader in b.entry(unit).leaders]


def own_units(b: Battlefield, seat: str) -> list[str]:
    """All units of a seat on the table, skirmishers who are out not among them."""
    units = b.world.units
    return [unit for unit in b.eyes(seat) if not units[unit].parent]
