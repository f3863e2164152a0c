"""Step 1b: commands written for aides and regimental commanders, and messages (CS-3.2a to CS-3.2h)."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.battle.decisions import Values
from grognard.battle.events import Set
from grognard.ground.shapes import distance
from grognard.ground.units import SUB
from grognard.kernel.checks import Refusal, implements

from ...checks.command.orders import MessageFacts, RegimentalCommandFacts, limit
from ...events.command import AideSent, CourierSent, RegimentTold
from ...orders import answers, assignments, futile, judging, order_text
from ...orders.riders import carried_out
from ...table.battlefield import Battlefield
from ...table.state import Command, LeaderState, Order, Rider
from .in_person import commands, refused, sure
from .spending import Ride, bill, idle_aides, paid, way_near

# -- aides


@implements("CS-3.2a")
def judge_aide(b: Battlefield, seat: str, values: Values) -> Refusal | None:
    """Whether he has an aide by him, a point, and something to write. What the unit can do is judged when it gets it:
    much may happen until then."""
    leader = b.world.leaders[values["leader"]]
    if not idle_aides(b, leader):
        row = b.rules.tables.row("CS-3.2a", "too_far")
        return Refusal("CS-3.2a", f"no aide of {b.name(leader.id)} waits for a command: {row.label}")
    return _judge_command(b, seat, leader, values) or refused(bill(b, leader, written=1))


def _judge_command(b: Battlefield, seat: str, leader: LeaderState, values: Values) -> Refusal | None:
    units = addressed(values)
    if not units:
        return Refusal("CS-3.2a", "to whom? Say unit, or units for a mission")
    # an aide is bound to the chain of command; to others one can only write a message
    stranger = commands(b, seat, leader.id, units)
    if stranger is not None:
        return stranger
    if values["what"] == "order":
        # the chits alone: whether the unit is able to do it is seen when the aide is there
        order = answers.to_order(values)
        return judging.judge_chits(b, units[0], order) or futile.nobody_to_attack(order)
    if values["kind"] == "":
        return Refusal("CS-3.3.1d", "what mission? Say its kind")
    return assignments.judge_mission(b, values, units, leader, by="aide")


def addressed(values: Values) -> tuple[str, ...]:
    """Whom a command is for: one unit an order, one or several a mission."""
    several = tuple(values["units"]) if values["what"] == "mission" else ()
    return several or ((values["unit"],) if values["unit"] else ())


@implements("CS-3.2a", "CS-3.2k")
def send_aide(b: Battlefield, seat: str, values: Values, id: str) -> None:
    """An aide takes the chits, or the written mission, with him; he rides in the movement phase."""
    leader = b.world.leaders[values["leader"]]
    aide = idle_aides(b, leader)[0]
    units = addressed(values)
    command, sets = _written(b, leader.id, units, values, id)
    # to the nearest of them; by name where two are as near, so that the same answer has the same end
    goal = min(units, key=lambda unit: (distance(leader.position, b.survey.middle(unit)), unit))
    fields = {"to": goal, "carries": command, "delivered": 0, "back": False}
    b.privately(
        AideSent(
            leader=leader.id,
            unit=goal,
            command=command.text,
            paces=-(-distance(leader.position, b.survey.middle(goal)) // SUB),
        ),
        seat,
        rules=("CS-3.2a", "CS-3.2k"),
        sets=[Set("riders", aide, fields), *sets, *paid(b, leader, sure(bill(b, leader, written=1)))],
    )


def _written(b: Battlefield, leader: str, units: tuple[str, ...], values: Values, id: str) -> tuple[Command, list[Set]]:
    """The command on paper; a mission waits in the dispatch until its units get it."""
    if values["what"] == "order":
        order = answers.to_order(values, by=leader, rule="CS-3.2e")
        return Command("order", units, order, text=order_text.said(order)), []
    mission = assignments.written(b, id, leader, units, values)
    fields = {name: getattr(mission, name) for name in mission.__struct_fields__}
    return Command("mission", units, mission=id, text=f"mission: {mission.kind}"), [Set("missions", id, fields)]


# -- regimental commanders


def regiments(b: Battlefield, seat: str, leader: str | None = None) -> dict[str, list[str]]:
    """Regiments of several units on the table, each with its units; the first is where its commander is."""
    found: dict[str, list[str]] = {}
    for unit, entry in b.roster.units.items():
        mine = b.seat_of(unit) == seat and (leader is None or leader in entry.leaders)
        # a unit sent off the table is out of its colonel's hearing
        if entry.regiment and mine and b.unit(unit).where == "table":
            found.setdefault(entry.regiment, []).append(unit)
    return {name: units for name, units in found.items() if len(units) > 1}


@implements("CS-3.2g", "CS-3.2h")
def judge_regiment(b: Battlefield, seat: str, values: Values) -> Refusal | None:
    """Whether he can ride to the regimental commander and what he says can be carried out."""
    leader = b.world.leaders[values["leader"]]
    units = regiments(b, seat, leader.id).get(values["regiment"])
    if not units:
        return Refusal("CS-3.2g", f"{values['regiment']} is not under {b.name(leader.id)}, or is not several units")
    # he must come up to the colonel, and the ride and the order are paid as one
    way = way_to_colonel(b, leader, units)
    paying = bill(b, leader, paces=way.paces, written=1)
    return refused(paying) or _judge_regimental(b, units, values)


def _judge_regimental(b: Battlefield, units: list[str], values: Values) -> Refusal | None:
    stray = next((unit for unit in values["others"] if unit not in units), None)
    if stray is not None:
        return Refusal("CS-3.2g", f"{b.name(stray)} is not of this regiment")
    reached = in_earshot(b, units)
    if not reached:
        return Refusal("CS-3.2g", b.rules.tables.row("CS-3.2g", "out_of_reach").label)
    if values["what"] == "mission":
        if values["kind"] == "":
            return Refusal("CS-3.3.1d", "what mission? Say its kind")
        return assignments.judge_mission(b, values, reached, None, by="aide")
    for unit in reached:
        wrong = judging.judge_chits(b, unit, _for(unit, values, ""))
        if wrong is not None:
            return wrong
    return None


def in_earshot(b: Battlefield, units: list[str]) -> list[str]:
    """The units near enough to the regimental commander, who is with the first."""
    far = limit(b.rules.tables, "CS-3.2g", "out_of_reach") * SUB
    post = b.survey.middle(units[0])
    return [unit for unit in units if distance(post, b.survey.middle(unit)) <= far]


def way_to_colonel(b: Battlefield, leader: LeaderState, units: list[str]) -> Ride:
    """His way to the regimental commander, who is with the first of the regiment's units."""
    return way_near(leader.position, b.survey.middle(units[0]), limit(b.rules.tables, "CS-3.2g", "too_far"))


def _for(unit: str, values: Values, leader: str) -> Order:
    """What the command says to one of them."""
    prefix = "other_" if unit in values["others"] else ""
    return answers.to_order(values, by=leader, rule="CS-3.2g", prefix=prefix)


@implements("CS-3.2g", "CS-3.2h", "CS-3.2k")
def tell_regiment(b: Battlefield, seat: str, values: Values, id: str) -> None:
    """The regimental commander passes it on to all within his reach, at once or with the delay of a large regiment
    or a command of several parts."""
    leader = b.world.leaders[values["leader"]]
    units = regiments(b, seat, leader.id)[values["regiment"]]
    way = way_to_colonel(b, leader, units)
    paying = sure(bill(b, leader, paces=way.paces, written=1))
    reached = in_earshot(b, units)
    parts, written = _parts(b, leader.id, reached, values, id)
    # counted by the whole regiment, not by those in earshot: its size is what slows it (CS-3.2h)
    due = b.settle(
        "regimental-command",
        RegimentalCommandFacts(turn=b.world.turn, battalions=min(20, len(units)), different_orders=len(parts)),
    ).turn
    post = b.survey.middle(units[0])
    commander = [
        # the colonel is kept as a rider who stands still, so that a delayed command waits as a letter does
        Rider(f"{id}/{i}", leader.side, leader.id, post, "regiment", units[0], replace(part, acted_on=due))
        for i, part in enumerate(parts)
    ]
    b.privately(
        RegimentTold(
            leader=leader.id,
            unit=units[0],
            regiment=values["regiment"],
            number=len(reached),
            turns=due - b.world.turn,
            command="; ".join(part.text for part in parts),
        ),
        seat,
        rules=("CS-3.2g", "CS-3.2h", "CS-3.2k"),
        sets=[*written, *(_new(rider) for rider in commander), *paid(b, leader, paying, way)],
    )
    for rider in commander:
        if due <= b.world.turn:
            carried_out(b, b.world.riders[rider.id])


def _parts(b: Battlefield, leader: str, reached: list[str], values: Values, id: str) -> tuple[list[Command], list[Set]]:
    """The different orders of a command, each with the units that get it."""
    if values["what"] == "mission":
        command, sets = _written(b, leader, tuple(reached), values, id)
        return [command], sets
    by_order: dict[Order, list[str]] = {}
    for unit in reached:
        # units told the same share one order: different orders are what costs a turn (CS-3.2h)
        by_order.setdefault(_for(unit, values, leader), []).append(unit)
    return [Command("order", tuple(them), order, text=order_text.said(order)) for order, them in by_order.items()], []


def _new(rider: Rider) -> Set:
    return Set("riders", rider.id, {name: getattr(rider, name) for name in rider.__struct_fields__})


# -- messages


def correspondents(b: Battlefield, seat: str) -> tuple[str, ...]:
    """Leaders of the own side on the table."""
    side = b.seating.side_of(seat)
    return tuple(leader.id for leader in b.world.leaders.values() if leader.side == side and leader.where == "table")


@implements("CS-3.2c")
def judge_message(b: Battlefield, seat: str, values: Values) -> Refusal | None:
    """Whether it is short enough, for somebody else, and he has a point for it."""
    leader = b.world.leaders[values["leader"]]
    if values["to"] == leader.id or not values["text"].strip():
        return Refusal("CS-3.2c", "a message says something to another leader")
    words = len(values["text"].split())
    # words only: how far the courier has to ride does not matter when it is written
    too_long = b.rules["message"].refusal(MessageFacts(distance=0, words=words))
    return too_long or refused(bill(b, leader, messages=1))


@implements("CS-3.2c", "CS-3.2k")
def send_message(b: Battlefield, seat: str, values: Values, id: str) -> None:
    """A courier takes it."""
    leader = b.world.leaders[values["leader"]]
    paying = sure(bill(b, leader, messages=1))
    courier = Rider(
        id, leader.side, leader.id, leader.position, "courier", values["to"], Command("message", text=values["text"])
    )
    b.privately(
        CourierSent(leader=leader.id, to=values["to"], letter=values["text"]),
        seat,
        rules=("CS-3.2c", "CS-3.2k"),
        sets=[_new(courier), *paid(b, leader, paying)],
    )
