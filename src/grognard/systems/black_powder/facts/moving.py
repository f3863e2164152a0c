"""The facts of moves: how far a unit gets with one move of an order, whom it meets, how a charge runs up."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace

from grognard.ground.shapes import distance as apart
from grognard.ground.shapes import placed
from grognard.ground.units import Point
from grognard.kernel.checks import implements
from grognard.miniatures.motion.moving import CourseLeg, GroundCost, Moved, OnTheSpot, Stops, Straight, Wheel, advance
from grognard.miniatures.motion.nearness import overlap, trimmed
from grognard.miniatures.motion.neighbours import Neighbour, StruckSide, against
from grognard.miniatures.motion.placements import (
    Placement,
    bearing_to,
    middle,
    off,
    turned_about,
)
from grognard.miniatures.motion.swaths import Swath

from ..table import bodies, ground
from ..table.field import PowderField
from ..table.orders import Order, gun_move
from ..table.state import UnitState
from ..terms import Formation, Zone, dispersed
from .keeping import keep_off
from .rates import rate_of

WAYS = 1000
"""Ways that are remembered."""
BEHIND = 135
"""Degrees off its front beyond which a unit faces about before it goes: its rear zone."""
NEAR = 2
"""Who is no farther than half an inch from where he was told to go has arrived: courses are in whole degrees."""
_SIDES: dict[Zone, StruckSide] = {"front": "front", "left_flank": "left", "right_flank": "right", "rear": "rear"}


class MoveStep(NamedTuple):
    """What a unit does with one move of its order."""

    did: Literal["form", "go"]
    place: Placement
    formation: Formation
    arrived: bool
    """There is nothing left of its order."""
    moved: Moved | None = None
    swath: Swath | None = None
    woods: bool = False
    """It began in woods or went into them."""

    @property
    def gone(self) -> int:
        """Sixteenths between where it stood and where it stands."""
        return apart(self.moved.path[0].position, self.place.position) if self.moved else 0

    @property
    def through(self) -> tuple[str, ...]:
        """Friends it has passed through."""
        return self.moved.through if self.moved else ()


def after(unit: UnitState, step: MoveStep) -> UnitState:
    """A unit as it is when a move is done."""
    return replace(unit, position=step.place.position, heading=step.place.heading, formation=step.formation)


# -- one move of an order


@implements("BP-MOVE-2", "BP-ARTM-1", "BP-ARTM-4")
def next_step(b: PowderField, unit: str, order: Order, *, last: bool = False) -> MoveStep | None:
    """What a unit does with its next move; None if nothing is left of its order, or it cannot. `last`: it has no more
    moves after this one. Changes nothing."""
    now = b.unit(unit)
    changes = bool(order.formation) and order.formation != now.formation
    unlimbers = changes and order.formation == "unlimbered"
    if changes and not unlimbers and (order.form_first or _arrived(b, now, order)):
        return _form(b, now, order)
    if _arrived(b, now, order):
        # on the spot: guns may unlimber with a move of no distance
        return _form(b, now, order) if unlimbers else None
    step = _go(b, now, order)
    # with its last move it must, or it would end on its limbers against its order
    if unlimbers and (step.arrived or last or order.word != "move"):
        return _unlimbered(b, step, now, order)
    if step.arrived and changes and not unlimbers:
        # there, but the change of formation is still to come
        step = step._replace(arrived=False)
    return step if step.gone or step.place.heading != now.heading else None


def _arrived(b: PowderField, now: UnitState, order: Order) -> bool:
    there = order.to is None or apart(now.position, order.to) <= b.inch // NEAR
    return there and (order.facing < 0 or now.heading == order.facing)


def _form(b: PowderField, now: UnitState, order: Order) -> MoveStep:
    """A change of formation takes a whole move; the middle stays where it is."""
    assert order.formation
    place = reformed(b, now, order.formation)
    # guns that unlimber may face any way; others keep their front
    if order.formation == "unlimbered" and order.facing >= 0:
        place = set_on_table(b, turned_about(place, bodies.shape(b.t, now, order.formation).depth, order.facing))
    done = replace(now, position=place.position, heading=place.heading, formation=order.formation)
    last = not order.form_first or order.formation == "unlimbered"
    return MoveStep("form", place, order.formation, last or _arrived(b, done, order))


def _unlimbered(b: PowderField, step: MoveStep, now: UnitState, order: Order) -> MoveStep:
    """Guns that unlimber at the end of a move face as they were told, and go no farther."""
    place = reformed(b, after(now, step), "unlimbered")
    if order.facing >= 0:
        place = set_on_table(b, turned_about(place, bodies.shape(b.t, now, "unlimbered").depth, order.facing))
    return step._replace(place=place, formation="unlimbered", arrived=True)


def reformed(b: PowderField, now: UnitState, formation: Formation) -> Placement:
    """Where a unit stands in another formation: the middle of its ground stays, on the table with its front."""
    here = middle(Placement(now.position, now.heading), bodies.shape(b.t, now).depth)
    deep = bodies.shape(b.t, now, formation).depth
    x, y = placed(here, now.heading, 0, deep / 2)
    width, height = b.ground.size
    return Placement((min(max(x, 0), width), min(max(y, 0), height)), now.heading)


def _go(b: PowderField, now: UnitState, order: Order) -> MoveStep:
    """As far as one move leads toward where it was told to go, and round to its new front if anything is left."""
    by_road = now.formation in ("march_column", "limbered")
    # first as if there were none: only a way that meets them goes at the slower rate
    step = _gone(b, now, order, woods=False, by_road=by_road)
    if step.swath is not None and ground.through_woods(b, step.swath):
        step = _gone(b, now, order, woods=True, by_road=by_road)._replace(woods=True)
    return step


def _gone(b: PowderField, now: UnitState, order: Order, *, woods: bool, by_road: bool) -> MoveStep:
    allowance = b.sub(rate_of(b, now, gun_move(now, order), woods=woods))
    shape = bodies.shape(b.t, now)
    # somewhat farther than it can go: wings swing out in a wheel
    reach = allowance + 2 * (shape.width + shape.depth)
    near = neighbours(b, now.id, reach, passage=order.passage, heeds_threat=order.word != "charge")
    burning = b.special.burning(b.moment()[0])
    bounds = b.bounds(now.id)
    key = now.id, now.position, now.heading, now.formation, order, allowance, burning, bounds
    step: MoveStep = _kept(
        b,
        key,
        near,
        lambda: _way(
            b, now, order, allowance, ground.going(b, now, by_road=by_road), Stops(b.ground.size, near, bounds=bounds)
        ),
    )
    return step


def _kept(b: PowderField, key: Hashable, near: list[Neighbour], lay_it: Callable[[], Any]) -> Any:
    """What came of a way, as long as those about it stand as they did."""
    known = b.ways.get(key)
    if known is None or known[0] != near:
        if len(b.ways) >= WAYS:
            b.ways.clear()
        known = b.ways[key] = near, lay_it()
    return known[1]


def _way(b: PowderField, now: UnitState, order: Order, allowance: int, cost: GroundCost, stops: Stops) -> MoveStep:
    shape, start = bodies.shape(b.t, now), Placement(now.position, now.heading)
    moved = advance(shape, start, course_to(b, now, order), allowance, cost, stops)
    # a wheel at the end only where it came to its place, and with what is left of the move
    if order.facing >= 0 and not moved.foes and moved.stopped in ("", "friend") and _there(b, moved, order):
        turn = off(moved.place.heading, order.facing)
        legs: list[CourseLeg] = [Wheel(turn, "centre")] if turn else []
        turned = advance(shape, moved.place, legs, allowance - moved.spent, cost, stops)
        moved = turned._replace(
            spent=moved.spent + turned.spent,
            straight=moved.straight,
            path=(*moved.path, *turned.path[1:]),
            through=moved.through + turned.through,
        )
    done = replace(now, position=moved.place.position, heading=moved.place.heading)
    # who has run into something will not get on with another move either
    stuck = moved.stopped not in ("", "allowance")
    # who faces about at the edge of the table steps back onto it
    place = set_on_table(b, moved.place)
    return MoveStep("go", place, now.formation, _arrived(b, done, order) or stuck, moved, Swath(shape, moved.path))


def first_march(b: PowderField, unit: str, order: Order) -> MoveStep:
    """How far the first move leads that a unit marches, in the formation into which it falls for it. Changes
    nothing."""
    now = _fallen_in(b, unit, order)
    with b.survey.supposing(now):
        return _go(b, now, order)


def room_ahead(b: PowderField, unit: str, order: Order) -> Moved:
    """How far friends and enemies would let a unit go with such a move, as if all ground were open. Changes nothing."""
    now = _fallen_in(b, unit, order)
    shape, allowance = bodies.shape(b.t, now), b.sub(rate_of(b, now, gun_move(now, order)))
    with b.survey.supposing(now):
        near = neighbours(b, unit, allowance + 2 * (shape.width + shape.depth), passage=order.passage)
        start, course = Placement(now.position, now.heading), course_to(b, now, order)
        key = "room", now.id, now.position, now.heading, now.formation, order, allowance
        stops = Stops(b.ground.size, near)
        moved: Moved = _kept(b, key, near, lambda: advance(shape, start, course, allowance, _open, stops))
        return moved


def _open(swath: Swath) -> int:
    return swath.length


def _fallen_in(b: PowderField, unit: str, order: Order) -> UnitState:
    """A unit in the formation into which it falls before it goes."""
    now = b.unit(unit)
    if not order.formation or not order.form_first or order.formation in (now.formation, "unlimbered"):
        return now
    place = reformed(b, now, order.formation)
    return replace(now, position=place.position, heading=place.heading, formation=order.formation)


def shoved(b: PowderField, unit: str, to: Point, inches: int) -> MoveStep:
    """A unit moved by another hand: so many inches at most, in any direction, its front and formation kept."""
    now = b.unit(unit)
    shape, start = bodies.shape(b.t, now), b.placement(unit)
    allowance = b.sub(inches)
    near = neighbours(b, unit, allowance + 2 * (shape.width + shape.depth))
    stops = Stops(b.ground.size, near, bounds=b.bounds(unit))
    legs: list[CourseLeg] = [Straight(apart(start.position, to), off(start.heading, bearing_to(start.position, to)))]
    moved = advance(shape, start, legs if apart(start.position, to) else [], allowance, bare_length(b), stops)
    return MoveStep("go", moved.place, now.formation, True, moved, Swath(shape, moved.path), woods=True)


def _there(b: PowderField, moved: Moved, order: Order) -> bool:
    return order.to is None or apart(moved.place.position, order.to) <= b.inch // NEAR


def course_to(b: PowderField, now: UnitState, order: Order) -> list[CourseLeg]:
    """Legs that lead to where a unit was told to go: it faces about for what lies behind it, wheels and goes straight
    on; or it goes there with its front kept."""
    if order.to is None or apart(now.position, order.to) <= b.inch // NEAR:
        return []
    place, shape = Placement(now.position, now.heading), bodies.shape(b.t, now)
    bearing = bearing_to(place.position, order.to)
    if order.keep_front or dispersed(now.formation):
        return [Straight(apart(place.position, order.to), off(place.heading, bearing))]
    legs: list[CourseLeg] = []
    # by turning about on the spot instead of a half circle of its whole front
    if abs(off(place.heading, bearing)) > BEHIND:
        legs.append(OnTheSpot(180))
        place = turned_about(place, shape.depth, (place.heading + 180) % 360)
    return [*legs, *_toward(place, order.to)]


def _toward(place: Placement, spot: Point) -> list[CourseLeg]:
    """A turn on the middle of the front, which costs what its wings go, and straight on."""
    turn = off(place.heading, bearing_to(place.position, spot))
    legs: list[CourseLeg] = [Wheel(turn, "centre")] if turn else []
    return [*legs, Straight(apart(place.position, spot))]


def lay(b: PowderField, unit: str, order: Order, moves: int) -> tuple[MoveStep, ...]:
    """All that a unit would do with so many moves of an order, if nobody meddles. Changes nothing."""
    now, steps = b.unit(unit), []
    for i in range(min(moves, order.most)):
        # each step is laid from where the one before ended, without touching the battle
        with b.survey.supposing(now):
            step = next_step(b, unit, order, last=i + 1 == min(moves, order.most))
        if step is None:
            break
        steps.append(step)
        now = after(now, step)
        if step.arrived:
            break
    return tuple(steps)


# -- whom it may meet


@implements("BP-MOVE-4", "BP-POL-3")
def neighbours(
    b: PowderField,
    unit: str,
    reach: int,
    *,
    target: str = "",
    keep: float = 1,
    charging: bool = False,
    passage: bool = False,
    heeds_threat: bool = True,
) -> list[Neighbour]:
    """All whom a mover could meet within so many sixteenths: enemies to which it keeps so many inches, friends whom it
    passes through if it comes out clear behind them. A charge passes through nobody but skirmishers and guns; in the
    draft on the passage of lines neither does a unit that was not told to (`passage`). Who fights hand-to-hand is
    passed by nobody."""
    now, announced = b.unit(unit), passage or not b.on("passage_of_lines")
    friction = b.on("friction_zones") and keep == 1 and heeds_threat and not charging
    found = []
    for other in b.survey.gaps(unit, reach):
        there = b.unit(other)
        foe = there.side != now.side
        loose = dispersed(there.formation) or there.formation in b.t.value("BP-POL-3", "free")
        loose = loose or (there.formation == "square" and now.formation == "skirmish")
        room = keep_off(b, unit, other) if friction and foe else keep
        found.append(
            Neighbour(
                other,
                bodies.shape(b.t, there),
                b.placement(other),
                foe,
                keep=(0 if other == target else b.sub(room)) if foe else 0,
                through=not foe
                and (loose or (announced and not charging))
                and _lets_through(now, there)
                and not b.in_combat(other),
            )
        )
    return found


def _lets_through(mover: UnitState, friend: UnitState) -> bool:
    """A square passes through nobody, and only skirmish companies pass through a square."""
    return mover.formation != "square" and (friend.formation != "square" or mover.formation == "skirmish")


# -- charges


class ChargeRun(NamedTuple):
    """The way of a charger with one move."""

    moved: Moved
    reaches: bool
    """It comes upon its target."""
    woods: bool = False


def run_up(b: PowderField, unit: str, target: str, *, seat: str = "") -> ChargeRun:
    """One move of a charge: a turn toward the target, then straight on. Changes nothing. With a seat, only those of
    whom it knows are in the way."""
    now = b.unit(unit)
    shape, start = bodies.shape(b.t, now), b.placement(unit)
    legs = _toward(start, b.survey.middle(target))
    for woods in (False, True):
        allowance = b.sub(rate_of(b, now, "", woods=woods))
        near = neighbours(b, unit, allowance + 2 * (shape.width + shape.depth), target=target, keep=0, charging=True)
        # or the answer would betray somebody whom the seat does not see
        near = [each for each in near if not seat or b.knows(seat, each.id)]
        stops = Stops(b.ground.size, near, bounds=b.bounds(unit))
        key = "run", unit, start, now.formation, tuple(legs), allowance, stops.bounds
        moved, in_woods = _kept(b, key, near, partial(_run, b, now, start, legs, allowance, stops))
        if woods or not in_woods:
            break
    return ChargeRun(moved, target in [each.id for each in moved.foes], in_woods)


def _run(
    b: PowderField, now: UnitState, start: Placement, legs: Sequence[CourseLeg], allowance: int, stops: Stops
) -> tuple[Moved, bool]:
    """The way of a charger, and whether it leads through woods."""
    shape = bodies.shape(b.t, now)
    moved = advance(shape, start, legs, allowance, ground.going(b, now), stops)
    return moved, ground.through_woods(b, Swath(shape, moved.path))


@implements("BP-CHG-1")
def moves_to_contact(b: PowderField, unit: str, target: str, most: int = 3) -> int:
    """With which of its moves a charger would come upon a target, if nobody meddles of whom its commander does not
    know; 0 if with none. That move must begin with the target in its front zone."""
    now = b.unit(unit)
    for n in range(1, most + 1):
        with b.survey.supposing(now):
            run = run_up(b, unit, target, seat=b.seat_of(unit))
            # asked before the move, since it must begin there
            if b.zone(unit, target) == "front" and run.reaches:
                return n
            step = next_step(b, unit, Order("move", to=b.survey.middle(target)))
        if step is None or not step.gone:
            return 0
        now = after(now, step)
    return 0


@implements("BP-INF-1")
def contact_place(b: PowderField, unit: str, target: str, face: Zone, natural: Placement) -> Placement:
    """Where a formed charger stands in contact: its centre at the centre of the face it strikes, unless troops are in
    the way, the table ends or it may not leave where it is; then where it came up."""
    now = b.unit(unit)
    shape = bodies.shape(b.t, now)
    place = against(shape, b.survey.body(target), _SIDES[face])
    x, y = middle(place, shape.depth)
    width, height = b.ground.size
    if not (0 <= x <= width and 0 <= y <= height) or b.kept_from(unit, place.position) is not None:
        return natural
    mine = trimmed(shape, place)
    # wide enough for the longest line that could reach into the place
    others = [each for each in b.survey.gaps(unit, 4 * b.inch * 12) if each != target]
    taken = any(overlap(mine, trimmed(bodies.shape(b.t, b.unit(each)), b.placement(each))) for each in others)
    return natural if taken else place


def stacked_place(b: PowderField, unit: str, ahead: str) -> Placement:
    """Where a unit of a massed column stands behind the one before it (BP-MASS-1)."""
    first = b.unit(ahead)
    deep = bodies.shape(b.t, first).depth
    return Placement(placed(first.position, first.heading, 0, -deep), first.heading)


def bare_length(b: PowderField) -> GroundCost:
    """Ground costs nothing but its length; what nobody can pass stops."""

    def cost(swath: Swath) -> int | None:
        return swath.length if all(b.ground.passable(track) for track in swath.tracks()) else None

    return cost


def set_on_table(b: PowderField, place: Placement) -> Placement:
    """The same place, or the nearest on the table."""
    (x, y), (width, height) = place.position, b.ground.size
    return Placement((min(max(x, 0), width), min(max(y, 0), height)), place.heading)
