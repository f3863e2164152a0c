"""From chits to courses: what a unit's order makes it do in the four quarters of this turn."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Literal

from msgspec.structs import replace

from grognard.army.oob import FormationName
from grognard.ground.placing import Shape
from grognard.ground.units import SUB
from grognard.kernel.checks import Refusal, implements
from grognard.kernel.sources import NO_DICE
from grognard.miniatures.motion.borders import room, room_round
from grognard.miniatures.motion.placements import EDGES, Placement, converted, off, shifted, to_the_edge, wheeled
from grognard.miniatures.motion.scanning import farthest
from grognard.miniatures.motion.scanning import most as most_that

from .. import beyond
from ..checks.command.marching_orders import WheelFacts, pivot_of
from ..checks.command.orders import LeftoverMovementFacts
from ..facts import eighteenth
from ..facts.marching import facts, one_stand, rate
from ..table.battlefield import Battlefield
from ..table.bodies import shape
from ..table.forms import in_column
from ..table.ground.underfoot import PLAIN, Met, under_way
from ..table.state import Marching, Oblique, Order, OrderedMove, UnitState, Wheel
from ..terms import Gait
from ..works import occupying
from .forming import ReckonedChange, change_of, place_after, quarters_in_a_turn
from .movers import Mover

HOW = {
    "": "stands", "forward": "advances", "oblique": "obliques", "backward": "steps back", "wheel": "wheels",
    "conversion": "turns on its centre", "prolong": "is prolonged",
}  # fmt: skip
ARC = 30
"""Degrees: the ground under a wheel is looked at from one such part of it to the next."""


def ordered(b: Battlefield, unit: str, order: Order) -> Mover | None:
    """The course of a unit that carries out its order, formation first (CS-6.7.1a); None if it just stands."""
    now = b.unit(unit)
    change = _pending(now) or change_of(b, unit, order)
    # what was possible when the chit was placed may not be now; then it marches as it is
    if isinstance(change, Refusal):
        change = None
    move = order.move if isinstance(order.move, Marching) else None
    if change is None and move is None:
        return None
    rules = (order.rule or "CS-6.1a",)
    gait: Gait = move.gait if move is not None else "march"
    mover = begun(b, now, gait, change, rules=rules, walking=order.walking)
    mover.how, mover.bounds = HOW.get(order.way, "moves"), b.bounds(unit)
    mover.attack, mover.target = order.attacks, order.target
    # at the double nobody fires (CS-8.2.2c), so there is nothing to halt for
    mover.onrush = order.attacks and gait != "double" and eighteenth.fires_first(b, unit)
    if move is not None:
        mover.pays_frontage, mover.through = move.pays_frontage, move.through
        # a change that is not done at the end of the turn comes before any march (CS-6.7.1c)
        if mover.time > mover.spread and not mover.forming:
            _go(b, now, mover, move)
    return mover


@implements("CS-A.1d", "CS-6.7.1c")
def _pending(now: UnitState) -> ReckonedChange | None:
    """What is left of a change that was begun on an earlier turn: it comes before anything else."""
    left = now.forming
    if left is None:
        return None
    return ReckonedChange(left.to, left.interval, left.heading, left.quarters, rules=("CS-A.1d", "CS-6.7.1c"))


@implements("CS-6.7.1a", "CS-6.7.1b")
@implements("CS-M2-8.2.2")
def begun(
    b: Battlefield,
    now: UnitState,
    gait: Gait,
    change: ReckonedChange | None,
    *,
    rules: tuple[str, ...],
    walking: bool = False,
) -> Mover:
    """A mover with its time: quarters for a change of formation, the rest for moving."""
    whole = quarters_in_a_turn(b.rules.tables)
    began = min(whole, change.quarters) if change else 0
    formation = change.to if change else now.formation
    # guns off their limbers are moved by hand, which has no gaits (prolong, CS-3.3.2.1a)
    if formation in ("unlimbered", "unlimbered_open"):
        gait = "march"
    mover = Mover(now.id, "", gait, rules, whole, change=change, began=began, walking=walking)
    if change is not None:
        mover.forming = change.quarters - began
        mover.doors = occupying.through_doors(b, now, change.to)
    mover.path.append(Placement(now.position, now.heading))
    if began < whole:
        mover.time = rate(b, facts(b, now, formation, gait, quarters_spent=began, walking_fire=walking)) * SUB
    if change is not None and change.paces:
        _take_spacing(b, now, mover, change)
    return mover


def _take_spacing(b: Battlefield, now: UnitState, mover: Mover, change: ReckonedChange) -> None:
    """New spacing that cannot be taken up this turn goes on in quarters of the next."""
    need = change.paces * SUB
    mover.spread = min(need, mover.time)
    if need > mover.time:
        full = max(1, rate(b, facts(b, now, now.formation, mover.gait)) * SUB)
        # rounded up: a change is only ever complete at the end of a quarter
        mover.forming = ceil((need - mover.time) * mover.quarters / full)


@implements("CS-3.2n", "CS-A.1g")
def _go(b: Battlefield, now: UnitState, mover: Mover, move: OrderedMove) -> None:
    """Wheel and march with the time that is left."""
    formation = mover.change.to if mover.change else now.formation
    interval = mover.change.interval if mover.change else now.interval
    body = shape(b, now, formation, interval)
    # it marches from where the new formation will stand, not from where it stands now
    place = mover.path[0]
    if mover.change:
        place = place_after(b, now, place, mover.change)
    places = [place]
    if move.way == "conversion" and in_column(replace(now, formation=formation)):
        return  # no conversion march in column (CS-A.1g)
    if isinstance(move, Wheel) and move.degrees:
        places = _wheel(b, now, mover, body, formation, place, move)
        # the wheel is not finished: straight on from here would be a way that nobody ordered
        if mover.degrees != move.degrees:
            return
    mover.aside = move.degrees if isinstance(move, Oblique) else 180 if move.way == "backward" else 0
    bearing = (places[-1].heading + mover.aside) % 360
    mover.leaves = move.way in ("forward", "backward") and may_leave(b, now, places[-1], bearing)
    mover.straight = reach(b, now, mover, body, formation, places, bearing, move.paces)


@implements("CS-3.3.2.1a", "CS-3.3.2.1c", "CS-3.2n", "CS-6.2a")
def _wheel(
    b: Battlefield,
    now: UnitState,
    mover: Mover,
    body: Shape,
    formation: FormationName,
    place: Placement,
    turn: Wheel,
) -> list[Placement]:
    """As far round as its rate lets it, less what the ground costs that a stand of it gets into: the places on the
    way. What the fastest stand travels is taken off the march."""
    mover.on_centre = pivot_of(b.rules.tables, turn.way) == "centre"
    kind: Literal["wheel", "conversion"] = "conversion" if mover.on_centre else "wheel"
    sign, asked = (1 if turn.degrees > 0 else -1), min(360, abs(turn.degrees))
    # whole paces, within what the check takes
    front, top = max(1, min(5000, round(body.width / SUB))), _straight_ahead(b, mover)

    def cost(degrees: int) -> int:
        paces: int = b.settle("wheel", WheelFacts(front=front, degrees=degrees, order=kind)).paces
        return paces * SUB

    def way(degrees: int) -> list[Placement]:
        turns = [sign * each for each in (*range(ARC, degrees, ARC), degrees)]
        return [place, *(converted(place, t) if mover.on_centre else wheeled(place, body.width, t) for t in turns)]

    def fits(degrees: int) -> bool:
        if not b.ground.on_table(way(degrees)[-1].position):
            return False  # nobody wheels off the table
        # one stand in bad ground is enough for the whole unit to pay (CS-6.2a), so all of the sweep is looked at
        met = under_way(b, body, way(degrees), narrow=one_stand(formation))
        return cost(degrees) <= _allowed(b, now, mover, formation, met, top)

    # the rate alone is cheap to try; only what it allows is tried on the ground
    paid = most_that(lambda degrees: _straight_ahead(b, mover, cost(degrees)) >= 0, asked)
    held = _held_round(mover, lambda degrees: way(degrees)[-1], paid)
    degrees = most_that(fits, held) if held else 0
    mover.held = mover.held if degrees == held else ""
    if not degrees:
        return [place]
    mover.degrees, mover.wheel = sign * degrees, cost(degrees)
    return way(degrees)


@implements("CS-6.1a")
def _held_round(mover: Mover, at: Callable[[int], Placement], top: int) -> int:
    """As many degrees of a wheel as leave the middle of its front where it may not leave."""
    if mover.bounds is None or not top:
        return top
    held = room_round(mover.bounds, at, top, ARC)
    mover.held = mover.bounds.title if held < top else ""
    return held


@implements("CS-6.1a")
def _held_ahead(mover: Mover, place: Placement, bearing: int, top: int) -> int:
    """As many sixteenths along a bearing as leave the middle of its front where it may not leave."""
    if mover.bounds is None:
        return top
    held = room(mover.bounds, place, bearing, top)
    mover.held = mover.bounds.title if held < top else ""
    return held


@implements("CS-3.2n")
def _straight_ahead(b: Battlefield, mover: Mover, wheel: int = 0) -> int:
    """Sixteenths it may still go straight ahead after such a wheel; less than nothing if there is no time to make it.
    The quarters of a change of formation are off its rate already, new spacing is not."""
    march = LeftoverMovementFacts(rate=(mover.time - mover.spread) // SUB, wheel=wheel // SUB)
    left = b.rules["leftover-movement"].roll(march, NO_DICE)
    return -1 if left.refusal else left.settled.paces * SUB


def reach(
    b: Battlefield,
    now: UnitState,
    mover: Mover,
    body: Shape,
    formation: FormationName,
    places: list[Placement],
    bearing: int,
    most: int = 0,
) -> int:
    """Sixteenths that a unit can go straight along a bearing: its rate less what the ground costs, no farther than it
    is told, not over what it cannot pass, not off the table."""
    top = _straight_ahead(b, mover, mover.wheel)
    if most:
        top = min(top, most * SUB)
    if not mover.leaves:
        top = min(top, to_the_edge(b.ground.size, places[-1], body.depth, bearing))
    if top > 0:
        top = _held_ahead(mover, places[-1], bearing, top)
    if top <= 0:
        return 0

    def fits(distance: int) -> int:
        met = under_way(b, body, [*places, shifted(places[-1], bearing, distance)], narrow=one_stand(formation))
        # the scan always tries the whole way first, so this is known of every course
        if distance == top:
            mover.plain = met == PLAIN
        return _allowed(b, now, mover, formation, met, top)

    far = farthest(fits, top)
    mover.held = mover.held if far == top else ""
    return far


def _allowed(b: Battlefield, now: UnitState, mover: Mover, formation: FormationName, met: Met, top: int) -> int:
    """Sixteenths it may go if this is what it meets; less than nothing where it cannot go at all."""
    # by far the most frequent case: no need to ask the rules about open ground
    if met == PLAIN and not mover.pays_frontage and not mover.doors:
        return top
    if not met.passable or (mover.formed and too_wide(b, now, formation, met)):
        return -1
    met = met._replace(structures=met.structures or mover.doors)
    # rounded up: a pace begun is a pace gone
    spent = -(-(mover.spread + mover.wheel) // SUB)
    march = facts(
        # the time for the change is a share of the full rate, before the ground is paid for (CS-6.7.1b)
        b, now, formation, mover.gait, met, quarters_spent=mover.began, paces_spent=spent,
        pays_frontage=mover.pays_frontage and mover.formed, walking_fire=mover.walking,
        **({} if mover.formed else LOOSE),
    )  # fmt: skip
    return min(top, rate(b, march) * SUB)


LOOSE = {"men": 0, "one_stand_front": True}
"""Facts of those who move in no formation: no front to keep, nothing too narrow for them."""


@implements("CS-6.2e", "CS-6.2g")
def too_wide(b: Battlefield, now: UnitState, formation: FormationName, met: Met) -> bool:
    """Bridges and defiles are passed on a one-stand front, dense towns so or in open order."""
    if b.entry(now.id).rated.irregular or one_stand(formation):
        return False
    loose = formation in ("open_order", "extended_order", "skirmish_squares", "garrison")
    return bool(met.defiles) or ("dense_buildings" in met.terrain and not loose)


def may_leave(b: Battlefield, now: UnitState, place: Placement, bearing: int) -> bool:
    """Whether it marches straight at an edge by which it may leave: its side's own, one that the scenario names, or one
    by which it is sent round beyond the table."""
    edges = {b.roster.sides[now.side].deployment_edge, *beyond.exits(b, now)}
    # where a side wins by getting troops off an edge, they may of course go off it
    edges |= {each.edge for each in b.scenario.header.victory.condition if each.side == now.side and each.edge}
    # nearer to square on this edge than on any other
    return any(abs(off(bearing, EDGES[edge])) <= 45 for edge in edges)
