"""Troops who come onto the table (CS-2e, step 4a): those the scenario sends, and forces from beyond the edge."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from grognard.army.oob import Edge
from grognard.battle.decisions import Answer, Decision, Option
from grognard.battle.events import Set
from grognard.battle.kinds import Noted
from grognard.battle.procedures import Steps, ask, together
from grognard.ground.units import SUB
from grognard.kernel.checks import implements
from grognard.kernel.domains import Number
from grognard.miniatures.motion.nearness import overlap, trimmed, within
from grognard.miniatures.motion.placements import Placement, shifted

from ... import officers as missions
from ...beyond import coming
from ...beyond.assigning import acting_together
from ...beyond.edges import INWARD, EdgeSpot, length, point_of, strayed
from ...beyond.forces import changed, taken_from, there
from ...beyond.marching import APART, room
from ...checks.movement.off_board import LostLocationFacts
from ...desk.others import ARRIVAL
from ...events.beyond import CameOutElsewhere
from ...events.movement import CameOntoTable
from ...facts.marching import one_stand
from ...maneuver.contact import close_range
from ...orders import assignments
from ...table.battlefield import Battlefield
from ...table.bodies import shape
from ...table.ground.underfoot import under_way
from ...table.state import Force, UnitState

ALONG, TRIES = 20, 20
"""Paces along the edge from one try to the next, and how many each way."""
DEEP = 40
"""Paces in from the edge at which the front of a force that comes on stands at most; the tail of a column follows."""
_WAYS: dict[Edge, int] = {"north": 90, "south": 90, "east": 0, "west": 0}
_TO_THE_RIGHT: dict[Edge, int] = {"west": -1, "north": -1, "east": 1, "south": 1}
"""Which way along an edge its right is, for whoever comes on there."""


@implements("CS-2e")
def arrive(b: Battlefield) -> Steps[bool]:
    """Whoever is due comes on. Whether anybody came."""
    scheduled = _as_scheduled(b)
    return (yield from _from_beyond(b)) or scheduled


def _as_scheduled(b: Battlefield) -> bool:
    """Whoever the scenario sends comes on at his place, or the nearest free one along the edge; else he waits."""
    anybody = False
    for entry in b.roster.units.values():
        now, due = b.unit(entry.id), entry.unit.arrival
        if now.where != "waiting" or due is None or due.turn > b.world.turn:
            continue
        place = _free_place(b, now, Placement(now.position, now.heading), due.edge)
        if place is not None:
            _come_on(b, entry.id, place, due.edge, ("CS-2e",))
            anybody = True
    return anybody


def _free_place(b: Battlefield, now: UnitState, here: Placement, edge: Edge, *, firm: bool = False) -> Placement | None:
    """The free place nearest to one; `firm` asks for ground that one can stand on besides."""
    body, near = shape(b, now), close_range(b)
    others = [(trimmed(shape(b, each), Placement(each.position, each.heading)), each) for each in b.on_table()]
    # nearer places first, right and left in turn
    for turn in range(TRIES + 1):
        for way in (1, -1) if turn else (1,):
            tried = shifted(here, _WAYS[edge], way * turn * ALONG * SUB)
            if not b.ground.on_table(tried.position):
                continue
            frame, there = trimmed(body, tried), body.at(*tried)
            if any(overlap(frame, other) for other, _ in others):
                continue
            # a scenario's own place is taken as it is; where a force comes on by choice, the ground has to bear it
            if firm and not under_way(b, body, [tried, tried], narrow=one_stand(now.formation)).passable:
                continue
            if all(each.side == now.side or not within(there, b.survey.body(each.id), near) for _, each in others):
                return tried
    return None


def _come_on(
    b: Battlefield, unit: str, place: Placement, edge: Edge, rules: tuple[str, ...], also: Iterable[Set] = ()
) -> None:
    sets = [*also, b.change(unit, where="table", position=place.position, heading=place.heading, left_by="", how="")]
    # leaders off the table come with the first of their troops
    for leader in b.entry(unit).leaders:
        if b.world.leaders[leader].where == "waiting":
            sets.append(Set("leaders", leader, {"where": "table", "position": place.position}))
            sets += [
                Set("riders", rider.id, {"position": place.position})
                for rider in b.world.riders.values()
                if rider.leader == leader
            ]
    b.report(CameOntoTable(unit=unit, edge=edge), rules=rules, sets=sets)


# -- from beyond the edge


@implements("CS-C.5c")
def _from_beyond(b: Battlefield) -> Steps[bool]:
    """Forces that are due: the lost come out somewhere, the others where their commanders deploy them."""
    if not b.world.forces:
        return False
    coming.check_arrivals(b)
    # the lost are told where they are before anybody deploys: theirs is no choice
    lost = [force for force in coming.due(b) if force.status == "astray"]
    for force in lost:
        _find_the_way(b, force)
    due, no_choice = coming.due(b), {force.id for force in lost}
    where = yield from _places(b, [force for force in due if force.id not in no_choice])
    came = [unit for force in due for unit in _deploy(b, force, where.get(force.id, force.place))]
    if came:
        # they are on the table now: missions are read by what they see from there
        b.knowledge.look()
        _march_on(b, came)
    return bool(came)


@implements("CS-C.5e", "CS-C.5f", "CS-C.5d")
def _find_the_way(b: Battlefield, force: Force) -> None:
    """A lost force learns only now where it has come to."""
    result = b.roll("lost-location", LostLocationFacts(turn=b.world.turn, arrival_turn=force.due), secret=force.seat)
    off = result.settled
    spot = strayed(b, force.side, EdgeSpot(force.edge, force.place), off.paces, off.side)
    b.privately(
        CameOutElsewhere(unit=force.units[0], paces=off.paces, side=off.side, edge=spot.edge),
        force.seat,
        rules=("CS-C.5e", "CS-C.5f"),
        roll=result,
        sets=[changed(force, edge=spot.edge, place=spot.place, status="arriving")],
    )


def _places(b: Battlefield, due: list[Force]) -> Steps[dict[str, int]]:
    """Where along the edge each force comes on; all seats say so at once."""
    by_seat: dict[str, list[Force]] = {}
    for force in due:
        if there(b, force):
            by_seat.setdefault(force.seat, []).append(force)
    found = yield from together(_ask_each(b, forces) for forces in by_seat.values())
    return {force: place for places in found for force, place in places.items()}


def _ask_each(b: Battlefield, forces: list[Force]) -> Steps[dict[str, int]]:
    said = {}
    for force in forces:
        answer: Answer = yield from ask(_decision(b, force))
        said[force.id] = answer.values["place"]
    return said


@implements("CS-C.5c")
def _decision(b: Battlefield, force: Force) -> Decision:
    """Anywhere on the stretch of edge that it made for."""
    half = room(b, force.units) // 2
    stretch = Number(max(0, force.place - half), min(length(b, force.edge), force.place + half))
    here = b.name(force.units[0]) + (f" and {len(force.units) - 1} others" if len(force.units) > 1 else "")
    text, unsaid = f"{here} at the {force.edge} edge", {"place": force.place}
    option = Option("deploy", text, "CS-C.5c", {"place": stretch}, unsaid, form=ARRIVAL.id)
    return Decision(
        force.seat,
        "arrival",
        f"{here}: where at the {force.edge} edge do they come onto the table?",
        [option],
        default=("deploy", {"place": force.place}),
        rules=("CS-C.5c",),
        about={"unit": force.units[0]},
    )


def _deploy(b: Battlefield, force: Force, place: int) -> list[str]:
    """Side by side along the edge, facing the table. Who finds no room waits for the next turn."""
    units = there(b, force)
    wide = [shape(b, unit).width // SUB + APART for unit in units]
    half, most = sum(wide) // 2, length(b, force.edge)
    # no unit of it beyond the ends of the edge, where the edge is long enough
    middle = min(max(half, place), max(half, most - half))
    came, at = [], -half
    for unit, room_for_it in zip(units, wide, strict=True):
        along = middle + _TO_THE_RIGHT[force.edge] * (at + room_for_it // 2)
        at += room_for_it
        deep = min(shape(b, unit).depth, DEEP * SUB)
        here = Placement(point_of(b, EdgeSpot(force.edge, min(max(0, along), most)), deep), INWARD[force.edge])
        free = _free_place(b, unit, here, force.edge, firm=True)
        if free is not None:
            _come_on(b, unit.id, free, force.edge, ("CS-C.5c", "CS-2e"), taken_from(b, (unit.id,)))
            came.append(unit.id)
    _take_up(b, force, came)
    coming.disband(b, force.id)
    return came


@implements("CS-3.3.1b", "CS-C.3a")
def _take_up(b: Battlefield, force: Force, came: list[str]) -> None:
    """What they were told before they marched holds now, brigade by brigade."""
    if force.mission is None:
        return
    for number, group in enumerate(acting_together(b, came), 1):
        mission = replace(force.mission, id=f"{force.id}/{b.world.turn}-{number}", units=group)
        assignments.assigned(b, mission, "before it marched", rules=("CS-3.3.1b", "CS-C.3a"))


@implements("CS-C.5c")
def _march_on(b: Battlefield, came: list[str]) -> None:
    """They move this turn, as their missions tell them."""
    sets = [b.change(unit, order=missions.follow(b, unit)) for unit in came if b.unit(unit).mission in b.world.missions]
    if sets:
        b.emit(Noted(), rules=("CS-C.5c",), sets=sets, to=())
