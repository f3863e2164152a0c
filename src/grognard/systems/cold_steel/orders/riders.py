"""Aides and couriers: they ride in the movement phase, and what they bring is acted on in the next command phase."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.battle.events import Set
from grognard.battle.kinds import Noted
from grognard.ground.shapes import distance
from grognard.ground.units import Point, to_sub
from grognard.kernel.checks import implements

from ..checks.command.orders import MessageFacts, limit
from ..events.command import AideArrived, AideBack, AideTurnedBack, CourierArrived, LetterRead, OrderVoid
from ..table.battlefield import Battlefield
from ..table.ground import bridleways
from ..table.state import Mission, Order, Rider
from . import assignments, judging, order_text

HOW = {"aide": "by aide", "regiment": "by the colonel", "courier": "by courier"}


# -- the movement phase


@implements("CS-3.2b", "CS-3.2f")
def ride(b: Battlefield) -> None:
    """Everybody on horseback with a dispatch rides on; leaders who go with troops go along. The movement phase calls
    it once the units have moved, since riders seek them where they are."""
    # before the dispatches: riders seek leaders where they are now
    go_along(b)
    arrived = [end for rider in list(b.world.riders.values()) if (end := _ride(b, rider)) is not None]
    for rider in arrived:
        _arrive(b, rider)


def _ride(b: Battlefield, rider: Rider) -> Rider | None:
    """One turn's ride; returns him if he has come where he was going."""
    goal = _goal(b, rider)
    # waits by his leader and has nothing to carry
    if goal is None or (goal == rider.position and not rider.back and rider.carries is None):
        return None
    near = to_sub(limit(b.rules.tables, "CS-3.2a", "too_far"))
    far = to_sub(b.rules.tables.number("CS-3.2b", "paces"))
    # round enemies and water as far as his own side knows them
    way = bridleways.course(b, b.owners(rider.leader)[0], rider.side, rider.position, goal)
    at = bridleways.ridden(rider.position, way, far)
    if at != rider.position:
        _noted(b, Set("riders", rider.id, {"position": at}))
    # back with his leader he need only be near; a dispatch has to be put into a hand
    there = distance(at, goal) <= (near if rider.carries is None else 0)
    return b.world.riders[rider.id] if there and (rider.carries is not None or rider.back) else None


def _goal(b: Battlefield, rider: Rider) -> Point | None:
    """Where he rides: to the unit or leader he seeks as it moves, or back; nowhere once he has delivered."""
    # a colonel stands still; who has delivered waits for the next command phase
    if rider.kind == "regiment" or rider.delivered:
        return None
    if rider.carries is None:
        return b.world.leaders[rider.leader].position
    if rider.to in b.world.leaders:
        return b.world.leaders[rider.to].position
    if b.unit(rider.to).where == "table":
        return b.survey.middle(rider.to)
    return _turns_back(b, rider)


def _turns_back(b: Battlefield, rider: Rider) -> Point:
    """The unit is gone: others of the group may still have the mission, else the command is void."""
    assert rider.carries is not None
    others = [unit for unit in rider.carries.units if b.unit(unit).where == "table"]
    if others:
        # the mission is theirs as well: he rides on to the next of them
        _noted(b, Set("riders", rider.id, {"to": others[0]}))
        return b.survey.middle(others[0])
    void = [Set("missions", rider.carries.mission, None)] if rider.carries.mission else []
    b.privately(
        AideTurnedBack(leader=rider.leader, unit=rider.to),
        b.owners(rider.leader)[0],
        rules=("CS-3.2f",),
        sets=[Set("riders", rider.id, {"carries": None, "to": "", "back": True}), *void],
    )
    return b.world.leaders[rider.leader].position


def _arrive(b: Battlefield, rider: Rider) -> None:
    seat = b.owners(rider.leader)[0]
    if rider.carries is None:
        b.privately(
            AideBack(leader=rider.leader), seat, rules=("CS-3.2f",), sets=[Set("riders", rider.id, {"back": False})]
        )
        return
    there = Set("riders", rider.id, {"delivered": b.world.turn})
    if rider.kind == "courier":
        b.privately(CourierArrived(leader=rider.leader, to=rider.to), seat, rules=("CS-3.2c",), sets=[there])
        return
    b.privately(
        AideArrived(leader=rider.leader, unit=rider.to, command=rider.carries.text),
        seat,
        rules=("CS-3.2b",),
        sets=[there],
    )


@implements("CS-3.3.2.3b")
def go_along(b: Battlefield) -> None:
    """Attached leaders move with their units, free of points, and stay behind where the unit is no more."""
    sets = []
    for leader in b.world.leaders.values():
        if leader.where != "table" or not leader.attached:
            continue
        if b.unit(leader.attached).where != "table":
            sets.append(Set("leaders", leader.id, {"attached": ""}))
        elif b.survey.middle(leader.attached) != leader.position:
            sets.append(Set("leaders", leader.id, {"position": b.survey.middle(leader.attached)}))
    if sets:
        b.emit(Noted(), rules=("CS-3.3.2.3b",), sets=sets, to=())


# -- the command phase


@implements("CS-3.2d", "CS-3.2e", "CS-3.2h")
def take_effect(b: Battlefield) -> None:
    """What has arrived is acted on: commands by aide, regimental commands that are due, messages."""
    for rider in list(b.world.riders.values()):
        if rider.carries is None:
            continue
        if rider.kind == "regiment":
            if rider.carries.acted_on <= b.world.turn:
                carried_out(b, rider)
        elif rider.delivered and rider.kind == "aide":
            carried_out(b, rider)
        elif rider.delivered:
            _read(b, rider)


@implements("CS-3.2e")
def carried_out(b: Battlefield, rider: Rider) -> None:
    """The units act on a command; the aide who brought it rides back, a colonel has done his part."""
    command = rider.carries
    assert command is not None
    away = {"carries": None, "to": "", "delivered": 0, "back": True}
    _noted(b, Set("riders", rider.id, None if rider.kind == "regiment" else away))
    if command.kind == "order":
        assert command.order is not None
        for unit in command.units:
            _obeys(b, unit, command.order, rider)
    else:
        _takes_up(b, b.world.missions[command.mission], rider)


def _obeys(b: Battlefield, unit: str, order: Order, rider: Rider) -> None:
    # judged only now, by how the unit stands when it gets it
    refusal = judging.judge_order(b, unit, order)
    rule = "CS-3.2g" if rider.kind == "regiment" else "CS-3.2e"
    if refusal is None:
        assignments.ordered(b, unit, order, rider.leader, HOW[rider.kind], rules=(rule,))
        return
    b.privately(
        OrderVoid(unit=unit, leader=rider.leader, chits=order_text.said(order), reason=refusal.reason),
        b.seat_of(unit),
        rules=(rule, refusal.rule),
    )


def _takes_up(b: Battlefield, mission: Mission, rider: Rider) -> None:
    # those still on the march get it too, and take it up when they come
    here = tuple(unit for unit in mission.units if b.unit(unit).where in ("table", "waiting"))
    if here:
        assignments.assigned(b, replace(mission, units=here), HOW[rider.kind], rules=("CS-3.2e", "CS-3.3.1a"))
    else:
        _noted(b, Set("missions", mission.id, None))


@implements("CS-3.2d")
def _read(b: Battlefield, rider: Rider) -> None:
    """He reads it in the command phase after it came; a turn later if he was seriously wounded when it came. A dead
    man's successor finds it when he takes command."""
    to = b.world.leaders[rider.to]
    command = rider.carries
    assert command is not None
    if to.hurt == "killed" or to.where != "table":
        return
    # wounded in the very turn it came: an older wound no longer delays him (CS-3.2d)
    struck = to.hurt == "serious_wound" and to.hurt_on == rider.delivered
    facts = MessageFacts(
        turn=rider.delivered,
        distance=0,
        words=MessageFacts.nearest("words", len(command.text.split())),
        recipient="seriously_wounded" if struck else "unhurt",
    )
    if b.settle("message", facts).read <= b.world.turn:
        b.privately(
            LetterRead(to=rider.to, leader=rider.leader, letter=command.text),
            b.owners(rider.to)[0],
            rules=("CS-3.2d",),
            sets=[Set("riders", rider.id, None)],
        )


def _noted(b: Battlefield, *sets: Set) -> None:
    b.emit(Noted(), sets=sets, to=())
