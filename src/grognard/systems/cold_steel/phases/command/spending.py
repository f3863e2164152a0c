"""What a leader's command points buy: orders, and 240 paces each (CS-3.2j, CS-3.2k), and whom he reaches with them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from grognard.battle.events import Set
from grognard.ground.shapes import distance, point_along
from grognard.ground.units import SUB, Point, to_sub
from grognard.kernel.checks import Check, Refusal, Result, implements
from grognard.kernel.sources import NO_DICE

from ...checks.command.orders import AideReturnFacts, CommandSpendingFacts, limit
from ...table.battlefield import Battlefield
from ...table.state import LeaderState, Rider

IN_PERSON = ("orders", "missions", "attachments")
"""Commands whose points carry him too."""


class Bill(NamedTuple):
    """What is left when something has been paid."""

    points: int
    paces: int
    order_in_hand: bool
    spent: int


class Ride(NamedTuple):
    """Where a ride ends, and how long it is."""

    to: Point
    paces: int


@implements("CS-3.2j")
def bill(b: Battlefield, leader: LeaderState, *, paces: int = 0, **commands: int) -> Bill | Refusal:
    """What a ride and what is ordered at its end cost: `commands` are so many `orders`, `missions` and `attachments` in
    person, `written` commands or `messages`, as the check names them.

    The point that he rides on holds an order until he needs the next one for its paces: with two points he rides 240,
    orders, rides 240, orders; or he rides 480 and gives one order.
    """
    facts = CommandSpendingFacts(
        command_points=leader.points,
        paces=paces,
        paces_in_hand=leader.paces,
        order_in_hand=leader.order_in_hand,
        **commands,
    )
    result = _priced(b.rules["command-spending"], facts)
    if result.refusal is not None:
        takes = sum(each.value for each in result.modifiers)
        words = f"{result.refusal.reason}: it takes {takes}, {b.name(leader.id)} has {leader.points}"
        return Refusal(result.refusal.rule, words)
    spent = result.settled
    stride = b.rules.tables.row("CS-3.2j", "paces").per
    in_person = any(commands.get(each) for each in IN_PERSON)
    # a point opened for its paces still has its order; a command in person uses it up
    holds = not in_person and (paces > leader.paces or leader.order_in_hand)
    # paces bought by points not yet spent are none that he has in hand
    return Bill(spent.left, spent.paces_left - spent.left * stride, holds, spent.spent)


@lru_cache(maxsize=4096)
def _priced(check: Check[Any, Any], facts: CommandSpendingFacts) -> Result[Any]:
    # kept, because the same few things are priced for every unit that may be told something
    return check.roll(facts, NO_DICE)


def within(b: Battlefield) -> int:
    """Paces at which a unit hears its general."""
    return limit(b.rules.tables, "CS-3.2o", "too_far")


@implements("CS-3.2o")
def way_to(b: Battlefield, leader: LeaderState, unit: str) -> Ride:
    """His shortest way to a unit: straight to where its command stand, in the middle of it, hears him."""
    return way_near(leader.position, b.survey.middle(unit), within(b))


def way_near(start: Point, goal: Point, paces: int) -> Ride:
    """Straight from one place toward another until it is so near."""
    near, whole = to_sub(paces), distance(start, goal)
    if whole <= near:
        return Ride(start, 0)
    ride = whole - near
    end = point_along(start, goal, ride)
    while distance(end, goal) > near:  # whole sixteenths may fall a hair short
        ride += 1
        end = point_along(start, goal, ride)
    # rounded up: the last pace is paid for in full
    return Ride(end, -(-distance(start, end) // SUB))


@implements("CS-3.2f", "CS-3.3.2.3b")
def paid(b: Battlefield, leader: LeaderState, bill: Bill, way: Ride | None = None, **more: Any) -> list[Set]:
    """The changes that go with a payment. Idle aides who wait by him ride along; he who rides away from a unit is no
    longer attached to it."""
    fields: dict[str, Any] = {"points": bill.points, "paces": bill.paces, "order_in_hand": bill.order_in_hand}
    sets = []
    if way is not None and way.paces:
        # touching the unit is what attaches him (CS-4.1j), so any ride of his own parts them
        fields |= {"position": way.to, "attached": ""}
        sets = [Set("riders", aide, {"position": way.to}) for aide in _riding_along(b, leader)]
    return [Set("leaders", leader.id, {**fields, **more}), *sets]


def _riding_along(b: Battlefield, leader: LeaderState) -> list[str]:
    """Aides who wait by him when he moves."""
    facts = {
        rider.id: AideReturnFacts(distance=_paces(rider, leader), idle=True) for rider in _without_command(b, leader)
    }
    return [rider for rider, away in facts.items() if b.settle("aide-return", away).goes_along]


@implements("CS-3.2a")
def idle_aides(b: Battlefield, leader: LeaderState) -> list[str]:
    """His aides who wait for a command near enough to take it."""
    near = limit(b.rules.tables, "CS-3.2a", "too_far")
    return [rider.id for rider in _without_command(b, leader) if _paces(rider, leader) <= near]


def _without_command(b: Battlefield, leader: LeaderState) -> list[Rider]:
    riders = b.world.riders.values()
    return [each for each in riders if each.leader == leader.id and each.kind == "aide" and each.carries is None]


def _paces(rider: Rider, leader: LeaderState) -> int:
    return -(-distance(rider.position, leader.position) // SUB)


# -- who commands


def leaders_of(b: Battlefield, seat: str) -> list[LeaderState]:
    """A seat's leaders who are on the table and alive."""
    ids = next(each.leaders for each in b.seats if each.id == seat)
    leaders = (b.world.leaders[leader] for leader in ids)
    return [leader for leader in leaders if leader.where == "table" and leader.hurt != "killed"]


def may_spend(leader: LeaderState) -> bool:
    """Whether he can still do anything."""
    return bool(leader.points or leader.paces or leader.order_in_hand)


def units_under(b: Battlefield, seat: str, leader: str) -> tuple[str, ...]:
    """Units on the table that a leader commands; those of another seat he can only write to."""
    eyes = b.knowledge.eyes(seat)
    under = b.memo.keep(("units by leader", seat), eyes, lambda: _by_leader(b, own_units(b, seat)))
    return under.get(leader, ())


def _by_leader(b: Battlefield, units: Iterable[str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for unit in units:
        for leader in dict.fromkeys(b.entry(unit).leaders):
            found.setdefault(leader, []).append(unit)
    return {leader: tuple(several) for leader, several in found.items()}


def own_units(b: Battlefield, seat: str) -> tuple[str, ...]:
    """All units of a seat on the table, skirmishers who are out not among them."""
    units, eyes = b.world.units, b.knowledge.eyes(seat)
    return b.memo.keep(("own units", seat), eyes, lambda: tuple(u for u in eyes if not units[u].parent))
