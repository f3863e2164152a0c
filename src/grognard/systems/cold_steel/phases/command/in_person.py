"""Step 1c: what a leader does himself: he rides, gives orders and missions, attaches himself to a unit."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.battle.decisions import Values
from grognard.ground.units import SUB, Point
from grognard.kernel.checks import Refusal, implements

from ...events.command import LeaderAttached, LeaderDetached, LeaderRode
from ...orders import answers, assignments, futile, judging
from ...table.battlefield import Battlefield
from ...table.state import LeaderState
from .spending import Bill, Ride, bill, paid, units_under, way_near, way_to

# -- orders


@implements("CS-3.2k", "CS-3.2o", "CS-3.3.2a")
def judge_order(b: Battlefield, seat: str, values: Values) -> Refusal | None:
    """Whether he reaches the unit with the points he has, and whether it takes the order."""
    leader, unit, order = b.world.leaders[values["leader"]], values["unit"], answers.to_order(values)
    return (
        # in this order: what is wrong with the command itself says more than that the points do not reach
        commands(b, seat, leader.id, (unit,))
        or judging.judge_order(b, unit, order)
        or futile.idle_attack(b, unit, order)
        or refused(bill(b, leader, paces=way_to(b, leader, unit).paces, orders=1))
    )


@implements("CS-3.2k", "CS-3.2o", "CS-3.3.2a")
def give_order(b: Battlefield, seat: str, values: Values, id: str) -> None:
    """He rides up and gives it."""
    leader, unit = b.world.leaders[values["leader"]], values["unit"]
    way = way_to(b, leader, unit)
    paying = bill(b, leader, paces=way.paces, orders=1)
    order = answers.to_order(values, by=leader.id, rule="CS-3.2m")
    rules = ("CS-3.2k", "CS-3.2m", "CS-3.2o")
    assignments.ordered(b, unit, order, leader.id, "in person", rules=rules, also=paid(b, leader, sure(paying), way))


# -- missions


def judge_mission(b: Battlefield, seat: str, values: Values) -> Refusal | None:
    """Whether he reaches the nearest of those who are to have it, and whether it is a mission."""
    leader, units = b.world.leaders[values["leader"]], tuple(values["units"])
    stranger = commands(b, seat, leader.id, units)
    if stranger is not None or not units:
        return stranger or Refusal("CS-3.3.1a", "a mission is for one unit or for a brigade or regiment")
    way = way_to_nearest(b, leader, units)
    # judged as he will stand then: a mission to follow him starts from there
    there = _moved(leader, way)
    paying = bill(b, leader, paces=way.paces, missions=1)
    return assignments.judge_mission(b, values, units, there, by="in_person") or refused(paying)


@implements("CS-3.2k", "CS-3.3.1a")
def give_mission(b: Battlefield, seat: str, values: Values, id: str) -> None:
    """He rides up to the nearest of them and gives it to all."""
    leader, units = b.world.leaders[values["leader"]], tuple(values["units"])
    way = way_to_nearest(b, leader, units)
    paying = bill(b, leader, paces=way.paces, missions=1)
    mission = assignments.written(b, id, leader.id, units, values)
    also = paid(b, leader, sure(paying), way)
    assignments.assigned(b, mission, "in person", rules=("CS-3.2k", "CS-3.3.1a"), also=also)


def way_to_nearest(b: Battlefield, leader: LeaderState, units: tuple[str, ...]) -> Ride:
    """His shortest way to any of these units."""
    ways = ((way_to(b, leader, unit), unit) for unit in units)
    return min(ways, key=lambda each: (each[0].paces, each[1]))[0]


def _moved(leader: LeaderState, way: Ride) -> LeaderState:
    return replace(leader, position=way.to)


# -- riding, and staying with a unit


def judge_ride(b: Battlefield, seat: str, values: Values) -> Refusal | None:
    """Whether his points carry him so far."""
    leader = b.world.leaders[values["leader"]]
    return refused(bill(b, leader, paces=_straight(leader, values["to"]).paces))


@implements("CS-3.2j")
def ride(b: Battlefield, seat: str, values: Values, id: str) -> None:
    """He rides to a place; the ground does not hold him up."""
    leader = b.world.leaders[values["leader"]]
    way = _straight(leader, values["to"])
    paying = sure(bill(b, leader, paces=way.paces))
    b.privately(
        LeaderRode(leader=leader.id, paces=way.paces, points=paying.spent),
        seat,
        rules=("CS-3.2j",),
        sets=paid(b, leader, paying, way),
    )


def _straight(leader: LeaderState, to: tuple[int, int]) -> Ride:
    goal: Point = (to[0] * SUB, to[1] * SUB)
    return way_near(leader.position, goal, 0)


def judge_attach(b: Battlefield, seat: str, values: Values) -> Refusal | None:
    """Whether he reaches it with two points in hand."""
    leader, unit = b.world.leaders[values["leader"]], values["unit"]
    if leader.attached == unit:
        return Refusal("CS-3.3.2.3b", f"{b.name(leader.id)} is with {b.name(unit)} already")
    way = way_near(leader.position, b.survey.middle(unit), 0)
    paying = bill(b, leader, paces=way.paces, attachments=1)
    return commands(b, seat, leader.id, (unit,)) or refused(paying)


@implements("CS-3.3.2.3b", "CS-3.2k")
def attach(b: Battlefield, seat: str, values: Values, id: str) -> None:
    """He joins the unit's command stand and goes with it from now on."""
    leader, unit = b.world.leaders[values["leader"]], values["unit"]
    way = way_near(leader.position, b.survey.middle(unit), 0)
    paying = bill(b, leader, paces=way.paces, attachments=1)
    b.privately(
        LeaderAttached(leader=leader.id, unit=unit),
        seat,
        rules=("CS-3.3.2.3b", "CS-3.2k"),
        sets=paid(b, leader, sure(paying), way, attached=unit),
    )


def judge_detach(b: Battlefield, seat: str, values: Values) -> Refusal | None:
    """Whether he is with a unit, and has a point to leave it."""
    leader = b.world.leaders[values["leader"]]
    if not leader.attached:
        return Refusal("CS-3.3.2.3b", f"{b.name(leader.id)} is attached to no unit")
    return refused(_leaving(b, leader))


@implements("CS-3.3.2.3b")
def detach(b: Battlefield, seat: str, values: Values, id: str) -> None:
    """He spends a point to ride his own way again; its paces and its order are still his."""
    leader = b.world.leaders[values["leader"]]
    b.privately(
        LeaderDetached(leader=leader.id, unit=leader.attached),
        seat,
        rules=("CS-3.3.2.3b",),
        sets=paid(b, leader, sure(_leaving(b, leader)), attached=""),
    )


def _leaving(b: Battlefield, leader: LeaderState) -> Bill | Refusal:
    """A point opened for riding, unless one is open."""
    # paces in hand are of a point that is open already; leaving on them costs nothing
    if leader.paces:
        return Bill(leader.points, leader.paces, leader.order_in_hand, 0)
    first = bill(b, leader, paces=1)
    # the pace was only asked for to open the point: he has not ridden it yet
    return first if isinstance(first, Refusal) else first._replace(paces=first.paces + 1)


# -- common


def commands(b: Battlefield, seat: str, leader: str, units: tuple[str, ...]) -> Refusal | None:
    """Why he is not their commander, if he is not."""
    under = set(units_under(b, seat, leader))
    stranger = next((unit for unit in units if unit not in under), None)
    if stranger is None:
        return None
    return Refusal("CS-3.2k", f"{b.name(stranger)} is not under {b.name(leader)}'s command on this table")


def refused(paying: Bill | Refusal) -> Refusal | None:
    return paying if isinstance(paying, Refusal) else None


def sure(paying: Bill | Refusal) -> Bill:
    """A bill that was judged before."""
    assert isinstance(paying, Bill), paying
    return paying
