"""One quarter of the movement phase: everybody's next place from where all stand now, then all go there at once."""

from __future__ import annotations

from math import ceil
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from grognard.ground.placing import Shape
from grognard.ground.units import SUB
from grognard.kernel.checks import implements
from grognard.miniatures.motion.crowds import Crowd
from grognard.miniatures.motion.meetings import NextStep, TimedLeg, UnitPair, end_of, keep_apart, share_on_table
from grognard.miniatures.motion.nearness import between, within
from grognard.miniatures.motion.placements import Placement, gone_by, middle

from ... import beyond
from ... import hidden as cards
from ...effects import units as effects
from ...effects.shifting import with_leaders
from ...events.movement import UnitMoved
from ...facts.fire.ranks import stand_off
from ...maneuver.changes import complete
from ...maneuver.contact import close_range, limits, meet
from ...maneuver.encounters import caught, contacts, here, run_through, upon
from ...maneuver.friends import kind_of
from ...maneuver.movers import Mover
from ...maneuver.plans import holds
from ...maneuver.retreats import stops_at_edge
from ...table.battlefield import Battlefield
from ...table.bodies import shape, standing
from ...table.state import UnitState


@implements("CS-2e", "CS-A.1e")
def quarter(b: Battlefield, movers: dict[str, Mover], number: int) -> None:
    """A quarter of a turn: changes that are complete, moves, contacts."""
    b.quarter = number + 1
    # before the moves: a change due in this quarter counts as complete when the enemy arrives (CS-A.1e)
    for mover in movers.values():
        if mover.change is not None and not mover.caught and mover.ready_in(number) and here(b, mover):
            complete(b, mover)
    moved = _move(b, movers, number)
    if b.world.on_cards:
        _turn_cards(b, movers)
    if moved or b.world.on_cards:
        # before contacts: who came in sight in this quarter is known to those he meets
        b.knowledge.look()
    contacts(b, movers, moved)
    caught(b, movers, number)


@implements("CS-1.6.5b")
def _turn_cards(b: Battlefield, movers: dict[str, Mover]) -> None:
    """Figures replace cards that have come near; who was crowded on his card, or breaks for what befell him there,
    stops at once."""
    hidden = {unit: b.unit(unit).order for unit in movers if b.unit(unit).card}
    cards.pass_quarter(b)
    for unit, order in hidden.items():
        # the card's turning took its order away: it was crowded, or broke
        if b.unit(unit).order is not order:
            movers[unit].halted = True


def _move(b: Battlefield, movers: dict[str, Mover], number: int) -> list[str]:
    """Let everybody make the next part of his way; returns who has really moved."""
    on_table = b.on_table()
    places = {unit.id: standing(unit) for unit in on_table}
    shapes = {unit.id: shape(b, unit) for unit in on_table}
    steps = {
        mover.unit: step
        for mover in movers.values()
        if mover.unit in places and (step := _step(b, mover, number, places, shapes)) is not None
    }
    if not steps:
        return []
    legs = {unit.id: _leg(b, unit, movers.get(unit.id), steps.get(unit.id), shapes[unit.id]) for unit in on_table}
    enemies, friends = _pairs(b, legs, shapes, steps)
    # turns come first in a quarter, so they are cleared of enemies before anybody walks
    _turn_in_time(b, legs, places, shapes, enemies)
    crowd = Crowd(legs, places, shapes)
    solid = [pair for pair in friends if _solid(b, pair)]
    barred = [pair for pair in solid if not any(_passes_through(movers.get(unit), number) for unit in pair)]
    # room is made twice: who stops for the enemy may now stand in a friend's way
    crowd.make_room(barred)
    meet(b, legs, enemies)
    crowd.make_room(barred)
    keep_apart(legs, enemies)
    # only those who really went through each other, after everybody's way has been cut short
    run_through(b, movers, crowd, solid)
    moved = [unit for unit in steps if _apply(b, movers[unit], legs[unit], places[unit], shapes[unit])]
    _halt_the_unturned(b, movers, steps, places)
    return moved


@implements("CS-3.2n")
def _halt_the_unturned(
    b: Battlefield, movers: dict[str, Mover], steps: dict[str, NextStep], places: dict[str, Placement]
) -> None:
    """Who had no room to wheel does not march on the way he faced before: he halts, and wheels next turn."""
    for unit, step in steps.items():
        if step.degrees and b.unit(unit).heading == places[unit].heading:
            movers[unit].halted = True


def _step(
    b: Battlefield, mover: Mover, number: int, places: dict[str, Placement], shapes: dict[str, Shape]
) -> NextStep | None:
    """The step it wants to take; none where an enemy holds it."""
    step = mover.step(number, places[mover.unit], shapes[mover.unit])
    if step is None or (step.place == places[mover.unit] and not step.distance):
        return None
    # who runs is not held by an enemy in reach, everybody else is
    if not mover.flees and any(holds(b, foe) for foe in upon(b, mover.unit)):
        return None
    return step


def _leg(b: Battlefield, unit: UnitState, mover: Mover | None, step: NextStep | None, body: Shape) -> TimedLeg:
    into, short = limits(b)
    attack = mover is not None and mover.attack
    # who fires before he closes stops at the range of his fire instead
    if mover is not None and mover.onrush:
        into = max(into, stand_off(b, unit.id))
    flees = (mover is not None and mover.flees) or unit.status in ("broken", "routed")
    leg = TimedLeg(
        unit.id,
        unit.side,
        body.at(*step.place) if step else b.survey.body(unit.id),
        step,
        SUB if unit.status == "routed" else into if attack else short,
        flees=flees,
        attack=attack,
        target=mover.target if mover else "",
    )
    if step is not None:
        end = end_of(step)
        leg.dx, leg.dy = end.position[0] - step.place.position[0], end.position[1] - step.place.position[1]
    return leg


def _pairs(
    b: Battlefield, legs: dict[str, TimedLeg], shapes: dict[str, Shape], steps: dict[str, NextStep]
) -> tuple[list[UnitPair], list[UnitPair]]:
    """Pairs of enemies and of friends who may have to do with each other in this quarter."""
    far = max(leg.limit for leg in legs.values())
    order = {unit: i for i, unit in enumerate(legs)}
    # no pair farther apart than both can go in a quarter can have to do with each other
    room = {unit: legs[unit].speed + (_swing(shapes[unit], steps[unit], b.unit(unit))) for unit in steps}
    widest = max(room.values(), default=0)
    enemies, friends = [], []
    for unit in steps:
        side, own = legs[unit].side, room[unit]
        for other, apart in b.survey.gaps(unit, ceil(own + widest + far)).items():
            reach = own + room.get(other, 0)
            # each pair once: two that both move would be found from either side
            if apart > reach + far or (other in steps and order[other] < order[unit]):
                continue
            pair = (unit, other) if order[unit] < order[other] else (other, unit)
            if legs[other].side != side:
                enemies.append(pair)
            elif apart <= reach:
                friends.append(pair)
    # in the order of the roster: which pair is settled first must not hang on who was looked at
    return sorted(enemies, key=lambda p: (order[p[0]], order[p[1]])), sorted(
        friends, key=lambda p: (order[p[0]], order[p[1]])
    )


def _swing(body: Shape, step: NextStep, now: UnitState) -> int:
    """Sixteenths that turning may carry its farthest stand."""
    return 0 if step.place == standing(now) else body.width + body.depth


def _solid(b: Battlefield, pair: UnitPair) -> bool:
    """Whether both are troops who cannot pass through each other unharmed."""
    return all(kind_of(b, b.unit(unit)) == "formed" for unit in pair)


@implements("CS-6.8")
def _passes_through(mover: Mover | None, number: int) -> bool:
    """Whether friends in its way do not stop a unit. Who has to go back runs into them; who is told to pass through
    them is to be clear of them by the end of the turn."""
    # in the last quarter friends stop it like anybody: it may not end in their midst
    return mover is not None and (mover.flees or (mover.through and number < mover.quarters - 1))


def _turn_in_time(
    b: Battlefield,
    legs: dict[str, TimedLeg],
    places: dict[str, Placement],
    shapes: dict[str, Shape],
    enemies: list[UnitPair],
) -> None:
    """Nobody turns into an enemy: who attacks may come within reach by turning, but not upon him."""
    for pair in enemies:
        for unit, foe in (pair, pair[::-1]):
            leg = legs[unit]
            if leg.step is None or leg.step.place == places[unit]:
                continue
            least = SUB if leg.attack or leg.flees else close_range(b) + 1
            near = within(leg.body, legs[foe].body, least - 1)
            # near already is allowed; nearer by turning is not
            if near and between(leg.body, legs[foe].body) < b.survey.gap(unit, foe):
                leg.stay()
                leg.body = b.survey.body(unit)


def _apply(b: Battlefield, mover: Mover, leg: TimedLeg, place: Placement, body: Shape) -> bool:
    """The unit goes where it got to."""
    if leg.step is None:
        return False
    if mover.flees and stops_at_edge(b, b.unit(mover.unit)):
        leg.share = share_on_table(b.ground.size, leg.step, leg.share, body.depth)
    end = leg.end(place)
    gone = int(leg.step.distance * leg.share)
    # stopped at once by a friend: shuffling up to him would count as having moved when it fires
    shuffles = gone < SUB and leg.share < 1.0 and not leg.attack and end.heading == place.heading
    if end == place or shuffles:  # less than a pace toward a friend who is in the way is no move
        return False
    degrees = leg.step.degrees
    # running totals again, so that the paces of the quarters add up to those of the march
    paces = (mover.gone + gone) // SUB - mover.gone // SUB
    mover.gone += gone
    mover.turned += degrees
    mover.path.append(end)
    # judged by the middle of the body, so that a flank over the edge is not yet gone
    edge = gone_by(b.ground.size, middle(place, body.depth), middle(end, body.depth)) if mover.leaves else ""
    if edge:
        _leave(b, mover, edge)
        return True
    end = _cleared(b, mover, end, body)
    arc = abs(degrees) * mover.wheel // max(1, abs(mover.degrees)) if degrees else 0
    _report(b, mover, end, paces, degrees, arc // SUB)
    return True


def _cleared(b: Battlefield, mover: Mover, end: Placement, body: Shape) -> Placement:
    """Who retires stops as soon as he is far enough from everybody (CS-4.4.2)."""
    if not mover.until_clear:
        return end
    here = body.at(*end)
    foes = b.enemies(b.unit(mover.unit).side)
    if not any(within(here, b.survey.body(foe.id), mover.until_clear) for foe in foes):
        mover.halted = True
    return end


def _report(b: Battlefield, mover: Mover, end: Placement, paces: int, degrees: int, arc: int) -> None:
    now = b.unit(mover.unit)
    doing = replace(
        now.now,
        moved=mover.gait,
        paces=now.now.paces + paces + arc,
        walking=mover.walking,
        turned=now.now.turned or bool(degrees) or end.heading != now.heading,
    )
    told = UnitMoved(unit=mover.unit, how=mover.how, paces=paces, quarter=b.quarter, degrees=degrees or UNSET)
    more = {"retired": True} if mover.beaten else {}
    sets = [b.change(mover.unit, position=end.position, heading=end.heading, now=doing, **more)]
    # leaders attached to it go along, or they would be left behind a quarter at a time
    sets += with_leaders(b, mover.unit, end)
    b.report(told, rules=mover.rules, sets=sets)


def _leave(b: Battlefield, mover: Mover, edge: str) -> None:
    """Off the table: who runs away is lost, who marches off has left."""
    where: Any = "lost" if mover.flees else "left"
    how = "ran off the table" if mover.flees else "marched off the table"
    rules = mover.rules if mover.flees else ("CS-6.1a",)
    effects.remove(b, mover.unit, where, how=how, rules=rules, edge=edge)
    beyond.marched_off(b, mover.unit, edge)
