"""The facts of a move: the roll, the allowance, the course, how far it leads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from grognard.battle.special.staying import Bounds
from grognard.ground.placing import Shape
from grognard.ground.shapes import distance as apart
from grognard.ground.units import SUB, Point, to_sub
from grognard.kernel.checks import Refusal, Refused, implements
from grognard.miniatures.motion.moving import CourseLeg, GroundCost, Moved, OnTheSpot, Stops, Straight, Wheel, advance
from grognard.miniatures.motion.neighbours import Neighbour
from grognard.miniatures.motion.placements import Placement, bearing_to, off, shifted, turned_about, wheels_toward
from grognard.miniatures.motion.swaths import Swath
from grognard.miniatures.motion.tolls import Tolls

from ..checks.movement import (
    FULL,
    AllowanceFacts,
    BatteryAction,
    BatteryAllowanceFacts,
    FormationChangeFacts,
    MovementFacts,
)
from ..checks.terrain import PassingThroughFacts
from ..table import bodies, ground
from ..table.field import ClassField
from ..table.state import UnitState
from ..terms import Formation, Status, branch
from .command import commanding_officer

BEHIND = 135
"""Degrees off its front beyond which a unit faces about before it goes: the rear zone."""
MOST = 5
"""Quarters of the best movement roll."""


class MarchOrder(NamedTuple):
    """What a unit is told to do with its move."""

    to: Point | None = None
    facing: int = -1
    """At the end; -1 where it does not matter."""
    keep_front: bool = False
    formation: Formation | None = None
    form_first: bool = True
    fire_after: bool = False


class MoveLaid(NamedTuple):
    """A move as far as it gets, with what it was allowed."""

    moved: Moved
    formation: Formation
    allowance: int
    """In paces, before a change of formation."""
    changed: bool
    """The new formation was taken up."""
    goes_as: Formation
    """The formation in which it goes: its new one if that is taken up first."""
    left: int
    """Sixteenths of its allowance for going."""
    toll: Tolls
    shape: Shape
    highest_rate: int = 4
    """AP of fire that guns may still spend; 0 where they may not fire."""

    @property
    def gone(self) -> int:
        """Paces of its allowance that it used for going."""
        return -(-self.moved.spent // SUB)

    @property
    def swath(self) -> Swath:
        """The ground it goes over."""
        return Swath(self.shape, self.moved.path)


def movement_facts(b: ClassField, unit: str, *, vacating: bool) -> MovementFacts:
    """What the movement roll asks of a unit."""
    now = b.unit(unit)
    return MovementFacts(
        troop_class=now.troop_class,
        co=commanding_officer(b, unit),
        cw=now.cw,
        status=now.status,
        vacating_cover=vacating,
        in_smoke=now.smoke,
        moved_last_turn=now.moved_last_turn,
    )


@implements("CD-move-modifiers")
def vacates(b: ClassField, unit: str, order: MarchOrder) -> bool:
    """Whether a move takes a unit out of the cover it stands in."""
    if not ground.sheltered(ground.cover_at(b.ground, b.survey.middle(unit))):
        return False
    try:
        # with a full move: how far it will really get is not rolled yet
        end = lay(b, unit, order, FULL).moved.place
    except Refused:
        return False
    return not ground.sheltered(ground.cover_at(b.ground, end.position))


# -- how much of a move a unit has


@implements("CD-move-apply", "CD-move-artillery", "CD-formation-change")
def allowed(
    b: ClassField, now: UnitState, order: MarchOrder, quarters: int, *, charging: bool = False, on_road: bool = False
) -> tuple[int, int, int]:
    """Paces of a unit's allowance, paces of it left for going, and the highest rate of fire of guns afterwards."""
    if branch(now.arm) == "artillery":
        action = battery_action(now, order, on_road=on_road)
        found = b.settle(
            "battery-allowance", BatteryAllowanceFacts(carriage=now.carriage, action=action, quarters=quarters)
        )
        return found.paces, found.paces, found.highest_rate
    if order.formation is not None and order.formation != now.formation:
        facts = FormationChangeFacts(arm=now.arm, before=now.formation, after=order.formation, quarters=quarters)
        change = b.settle("formation-change", facts)
        return change.allowance, change.left, 0
    facts_of = AllowanceFacts(
        arm=now.arm, formation=now.formation, quarters=quarters, charging=charging, on_road=on_road
    )
    paces: int = b.settle("allowance", facts_of).paces
    return paces, paces, 0


def battery_action(now: UnitState, order: MarchOrder, *, on_road: bool) -> BatteryAction:
    """The column of the artillery's list that a move falls in: who ends unlimbered and went on limbers unlimbers, and
    who stood unlimbered limbers up first."""
    end = order.formation or now.formation
    # guns that stand in action and shall again must limber, move and unlimber
    if now.formation == "unlimbered" and end == "unlimbered":
        return "limber_unlimber_fire"
    if end == "unlimbered" and order.fire_after:
        return "unlimber_fire"
    if end != now.formation:
        return "limber_or_unlimber"
    return "road" if on_road else "field"


# -- the course


def course_to(b: ClassField, now: UnitState, start: Placement, order: MarchOrder, left: int) -> list[CourseLeg]:
    """Legs that lead to where a unit with so many sixteenths left was told to go: it faces about for what lies behind
    it, wheels and goes straight on; or it goes there with its front kept."""
    shape = bodies.shape(b.t, now)
    legs: list[CourseLeg] = []
    place = start
    if order.to is not None and order.keep_front:
        aside = off(place.heading, bearing_to(place.position, order.to))
        legs.append(Straight(min(left, apart(place.position, order.to)), aside))  # no pace costs less than a pace
    elif order.to is not None:
        turn = off(place.heading, bearing_to(place.position, order.to))
        if abs(turn) > BEHIND:
            # facing about is a change of formation, and costs as much of the allowance
            about = left * b.t.number("CD-formation-change", "part") // b.t.number("CD-formation-change", "of")
            legs.append(OnTheSpot(180, about))
            place = turned_about(place, shape.depth, (place.heading + 180) % 360)
        _, wheel = wheels_toward(place, shape.width, order.to)
        if wheel:
            legs.append(Wheel(wheel, "centre" if _turns_on_the_spot(now) else "flank"))
        legs.append(Straight(min(left, apart(place.position, order.to))))
    return legs


def _wheel_to(now: UnitState, shape: Shape, start: Placement, to: Point) -> list[CourseLeg]:
    """On to a place after a stretch straight ahead."""
    place = shifted(start, start.heading, shape.width + shape.depth)
    _, wheel = wheels_toward(place, shape.width, to)
    legs: list[CourseLeg] = [Wheel(wheel, "centre" if _turns_on_the_spot(now) else "flank")] if wheel else []
    return [*legs, Straight(apart(place.position, to))]


def _turns_on_the_spot(now: UnitState) -> bool:
    return now.formation in ("general", "square", "limbered")


def facing_leg(place: Placement, facing: int) -> list[CourseLeg]:
    """The wheel with which a unit takes up its new front."""
    turn = off(place.heading, facing)
    if facing < 0 or not turn:
        return []
    return [Wheel(turn, "centre")]


# -- how far it leads


@implements("CD-passing-through")
def neighbours(b: ClassField, unit: str, reach: int, *, target: str = "", keep: int | None = None) -> list[Neighbour]:
    """All whom a mover could meet: enemies it keeps off, friends it may pass through if both are in good order."""
    now = b.unit(unit)
    off_foes = to_sub(b.paces(b.t.number("CD-move-apply", "apart")) if keep is None else keep)
    found, units = list[Neighbour](), b.units
    for other in b.survey.within(unit, reach):
        there = units[other]
        if there.side == now.side:
            found.append(_neighbour(b, there, False, 0, _lets_through(b, now.status, there.status)))
        else:
            # its target it comes up to; of all other enemies it keeps its distance
            found.append(_neighbour(b, there, True, 0 if other == target else off_foes, False))
    return found


def _neighbour(b: ClassField, there: UnitState, foe: bool, keep: int, through: bool) -> Neighbour:
    """A unit as movers meet it; most stand where they stood for the last one, with what was measured about them."""
    met: dict[tuple[bool, int, bool], Neighbour] = b.memo.keep(("neighbour", there.id), there, dict)
    key = foe, keep, through
    if key not in met:
        place = Placement(there.position, there.heading)
        met[key] = Neighbour(there.id, bodies.shape(b.t, there), place, foe, keep=keep, through=through)
    return met[key]


def _lets_through(b: ClassField, mover: Status, friend: Status) -> bool:
    def asked() -> bool:
        return b.rules["passing-through"].refusal(PassingThroughFacts(mover=mover, friend=friend)) is None

    return b.memo.keep(("passing through", mover, friend), b.rules, asked)


@implements("CD-move-apply", "CD-terrain-apply")
def lay(b: ClassField, unit: str, order: MarchOrder, quarters: int, left: int | None = None) -> MoveLaid:
    """A unit's move by an order after a movement roll: how far it gets, with no more than so many sixteenths left of
    its allowance. Changes nothing. Refused where the rules allow no such move at all."""
    # who leaves cover is asked about before the roll as well, with a full move, which it often comes to
    of = b.unit(unit), b.field_as_before("units", "status"), b.survey.standing
    laid: dict[tuple[MarchOrder, int, int | None, Bounds | None], MoveLaid]
    laid = b.memo.keep_while(("laid", unit), of, dict)
    key = order, quarters, left, b.bounds(unit)
    if key not in laid:
        laid[key] = _lay(b, unit, order, quarters, left)
    return laid[key]


def _lay(b: ClassField, unit: str, order: MarchOrder, quarters: int, left: int | None) -> MoveLaid:
    now = b.unit(unit)
    by_road = now.formation in ("road", "limbered") and order.formation in (None, now.formation)
    if by_road:
        laid = _laid(b, now, order, quarters, left, on_road=True)
        # the road's rate only for a way that is on the road from end to end; else it is laid again
        if laid.toll.on_road(laid.swath.tracks(narrow=True)[0]):
            return laid
    return _laid(b, now, order, quarters, left, on_road=False)


def _laid(
    b: ClassField, now: UnitState, order: MarchOrder, quarters: int, most: int | None, *, on_road: bool
) -> MoveLaid:
    allowance, paces, rate = allowed(b, now, order, quarters, on_road=on_road)
    left = to_sub(paces) if most is None else min(most, to_sub(paces))
    new = order.formation or now.formation
    changes = new != now.formation
    going_as = new if changes and order.form_first else now.formation
    if branch(now.arm) == "artillery":
        going_as = "limbered"
    mover, start = replace(now, formation=going_as), Placement(now.position, now.heading)
    toll = ground.tolls(b, mover, going_as, by_road=on_road)
    shape = bodies.shape(b.t, mover)
    reach = left + 2 * (shape.width + shape.depth)
    # friends let it wheel through them if it ends clear of them
    stops = Stops(b.ground.size, neighbours(b, now.id, reach), wheels_through=True, bounds=b.bounds(now.id))
    sideways = order.keep_front and order.to is not None
    going: GroundCost = _dearer(toll, b.t.number("CD-move-apply", "aside")) if sideways else toll
    legs = course_to(b, mover, start, order, left) if quarters else []
    moved = advance(shape, start, legs, left, going, stops)
    if order.to is not None and not moved.straight and moved.stopped in ("friend", "edge") and not sideways:
        # no room to wheel where it stands: straight on first, if that brings it nearer
        ahead = [Straight(shape.width + shape.depth), *_wheel_to(mover, shape, start, order.to)]
        other = advance(shape, start, ahead, left, going, stops)
        if apart(other.place.position, order.to) < apart(moved.place.position, order.to):
            moved = other
    # with the enemy upon it, it does not turn away
    if order.facing >= 0 and quarters and not moved.foes:
        turned = advance(shape, moved.place, facing_leg(moved.place, order.facing), left - moved.spent, toll, stops)
        moved = turned._replace(
            spent=moved.spent + turned.spent,
            straight=moved.straight,
            path=(*moved.path, *turned.path[1:]),
            through=moved.through + turned.through,
            stopped=moved.stopped or turned.stopped,
            met=moved.met or turned.met,
            held=moved.held,
        )
    return MoveLaid(
        moved,
        new,
        allowance,
        changes,
        going_as,
        left,
        toll,
        shape,
        rate if branch(now.arm) == "artillery" else b.t.number("CD-ap-cost", "highest_rate"),
    )


def _dearer(toll: Tolls, times: int) -> GroundCost:
    def going(swath: Swath) -> int | None:
        cost = toll(swath)
        return None if cost is None else cost * times

    return going


def why_not(b: ClassField, unit: str, order: MarchOrder) -> Refusal | None:
    """Why the rules allow no such move; None where they do."""
    try:
        allowed(b, b.unit(unit), order, FULL)
    except Refused as refused:
        return refused.refusal
    return _kept(b, unit, order) if b.bounds(unit) is not None else None


def _kept(b: ClassField, unit: str, order: MarchOrder) -> Refusal | None:
    """Why a march leads nowhere: it may not leave where it stands, at the border of which it is."""
    laid = lay(b, unit, order, FULL)
    stays = laid.moved.held and laid.moved.place == b.placement(unit) and not laid.changed
    return b.kept_from(unit, order.to) if stays and order.to is not None else None


# -- the way of a charge


class ChargeWay(NamedTuple):
    """The way of a charger to its target."""

    reaches: bool
    """Whether it comes upon the target, if it can go so far."""
    cost: int
    """Paces of allowance that it takes."""
    length: int
    """Paces of the way."""
    legs: tuple[CourseLeg, ...]
    barred_by: str = ""
    """Who stands in the way to the target, of either side; nothing where nobody does."""


def charge_way(b: ClassField, unit: str, target: str) -> ChargeWay:
    """How a charge would go: a wheel toward its target, then straight on. Who may be told to charge is asked first,
    and again when it does; in between mostly nobody has changed."""
    # where all stand, and in which status: only those in order let others through
    of = b.field_as_before("units", "status"), b.survey.standing
    key = "charge way", unit, target, b.bounds(unit)
    return b.memo.keep_while(key, of, lambda: _charge_way(b, unit, target))


def _charge_way(b: ClassField, unit: str, target: str) -> ChargeWay:
    now = b.unit(unit)
    shape, start = bodies.shape(b.t, now), b.placement(unit)
    spot = b.survey.middle(target)
    _, wheel = wheels_toward(start, shape.width, spot)
    legs: list[CourseLeg] = [Wheel(wheel, "flank")] if wheel else []
    legs.append(Straight(apart(start.position, spot)))
    far = 4 * to_sub(b.paces(b.t.value("CD-move-rates", "light_cavalry")["road"]))
    moved = run_up(b, unit, target, legs, far)
    met = target in [each.id for each in moved.foes]
    length = b.paces_between(start.position, moved.place.position)
    barred_by = next((each.id for each in moved.met), "") if not met else ""
    return ChargeWay(met, -(-moved.spent // SUB), length, tuple(legs), barred_by)


def run_up(b: ClassField, unit: str, target: str, legs: Sequence[CourseLeg], allowance: int, keep: int = 0) -> Moved:
    """As far as a charger gets, in sixteenths of allowance; with `keep` it stops so many paces short of its target."""
    now = b.unit(unit)
    shape = bodies.shape(b.t, now)
    toll = ground.tolls(b, now, now.formation, by_road=False)
    near = neighbours(b, unit, allowance + 2 * (shape.width + shape.depth), target=target, keep=1)
    if keep:
        near = [_keeping(each, to_sub(keep)) if each.id == target else each for each in near]
    stops = Stops(b.ground.size, near, bounds=b.bounds(unit))
    return advance(shape, b.placement(unit), legs, allowance, toll, stops)


def _keeping(each: Neighbour, keep: int) -> Neighbour:
    return Neighbour(each.id, each.shape, each.place, each.foe, keep=keep, through=each.through)
