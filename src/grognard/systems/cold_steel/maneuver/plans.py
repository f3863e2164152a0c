"""What each unit does in this movement phase: by its order, or against it; and a preview for those who give orders."""

from __future__ import annotations

from functools import partial
from math import hypot, radians, sin
from typing import Any, NamedTuple

from msgspec.structs import replace

from grognard.ground.relations import bearing as bearing_of
from grognard.ground.units import SUB
from grognard.kernel.checks import Result, implements
from grognard.miniatures.motion.meetings import end_of
from grognard.miniatures.motion.nearness import between
from grognard.miniatures.motion.placements import Placement, off, wheels_toward

from ..checks.morale.aftermath import MoraleStatusFacts
from ..checks.movement.march import InterpenetrationFacts
from ..facts.marching import facts, one_stand, order_lost
from ..table.battlefield import Battlefield
from ..table.bodies import shape, standing
from ..table.ground.underfoot import PLAIN, behind, under_way
from ..table.state import FallBack, Marching, Order, Straight, UnitState, Wheel, Withdraw
from . import retreats
from .contact import close_range
from .courses import LOOSE, ordered
from .movers import Mover
from .room import friends_in, ground_for


class Plan(NamedTuple):
    """A move as it would go if nobody were in the way."""

    places: tuple[Placement, ...]
    """Where it stands at the end of each quarter."""
    formation: str
    """The formation it has at the end."""
    paces: int
    degrees: int
    quarters: int
    """Quarters of the turn that a change of formation takes."""
    unfinished: int
    """Quarters that it still takes next turn."""
    disorder: int
    rules: tuple[str, ...]
    among: tuple[str, ...] = ()
    """Friends into whom it runs as it forms (CS-6.8); the disorder of that is counted."""
    too_near: bool = False
    """It cannot form as it is told for an enemy who stands too near (CS-3.2m)."""
    held: str = ""
    """The special rule of the battle that lets it go no farther."""
    stopped: bool = False
    """An enemy in sight ends it before it has gone so far as it was told."""


def plan(b: Battlefield, unit: str, order: Order, *, priced: bool = True) -> Plan:
    """What an order would make of a unit this turn, by what its commander knows. Changes nothing. Not priced, it does
    not say what disorder that costs."""
    # a copy with the order on it: looking at an order must not change the battle
    now = replace(b.unit(unit), order=order)
    mover = by_order(b, now, order) if now.where == "table" else None
    here = Placement(now.position, now.heading)
    if mover is None:
        return Plan((here,) * 4, now.formation, 0, 0, 0, 0, 0, ())
    places, standing, place = [], now, here
    done, among, seat = mover.change is None, [], b.seat_of(unit)
    # enemies hidden from this seat do not count: a preview that stops short of them would give them away
    known = partial(b.knows, seat)
    for quarter in range(mover.quarters):
        if not done and mover.change and mover.ready_in(quarter):
            there = ground_for(b, now, mover.change, near=mover.attack or mover.flees, known=known)
            if there is not None:
                place, done = there, True
                among = friends_in(b, now, mover.change, place, known)
                standing = replace(now, formation=mover.change.to, interval=mover.change.interval)
        step = mover.step(quarter, place, shape(b, standing))
        place = end_of(step) if step else place
        places.append(place)
    went = mover.straight // SUB
    lost = disorder_of(b, standing, mover, [here, *places]) if priced and mover.moves else 0
    # in the battle each friend is met by himself; here they are added up at once
    if priced and among:
        lost += b.settle("interpenetration", InterpenetrationFacts(others=min(10, len(among)))).disorder
    rules = tuple(dict.fromkeys((*mover.rules, *(mover.change.rules if mover.change else ()))))
    barred = not done and not mover.forming
    # kept from forming by an enemy, it needs at least one quarter more
    left = mover.forming + barred
    return Plan(
        tuple(places), standing.formation, went, mover.degrees, mover.began, left, lost, rules, tuple(among), barred,
        mover.held,
    )  # fmt: skip


def disorder_of(b: Battlefield, now: UnitState, mover: Mover, places: list[Placement]) -> int:
    """Disorder that a way costs."""
    result = way_cost(b, now, mover, places)
    return int(result.outcome.disorder) if result.outcome is not None else 0


def way_cost(b: Battlefield, now: UnitState, mover: Mover, places: list[Placement]) -> Result[Any]:
    """The check of what order a way cost: ground that any stand was in, obstacles and defiles the last one cleared."""
    body, narrow = shape(b, now), one_stand(now.formation) or not mover.formed
    # found plain as the course was laid; a change of formation takes up other ground than that
    met = PLAIN if mover.plain and not mover.change else under_way(b, body, places, narrow=narrow)
    cleared = behind(b, body, places, narrow=narrow) if met.obstacles or met.defiles or now.astride else None
    # the marker for an obstacle comes with the last stand across it (CS-6.2d), so only those behind it count
    met = met._replace(obstacles=cleared.obstacles if cleared else 0, structures=met.structures or mover.doors)
    more: dict[str, Any] = {"defile": "cleared" if cleared and cleared.defiles else "none"}
    if not mover.formed:
        more.update(LOOSE)
    march = facts(b, now, now.formation, mover.gait, met, pays_frontage=mover.pays_frontage, **more)
    return order_lost(b, march)


def mover_of(b: Battlefield, now: UnitState) -> Mover | None:
    """What a unit does this turn; None if it stands."""
    if now.held or now.prone or now.aboard:
        return None
    # morale comes before orders: who runs does not read them
    if now.status in ("broken", "routed"):
        return retreats.flight(b, now)
    if now.parent:
        return None  # skirmishers keep their station by themselves
    if now.retire:
        found = retreats.retire(b, now)
        # out of musket range already: it may do as it is told, but not advance (CS-4.4.2)
        if found is not None:
            return found
    return by_order(b, now, now.order or Order())


def by_order(b: Battlefield, now: UnitState, order: Order) -> Mover | None:
    """What a unit does that obeys, as far as its morale and the enemy upon it let it."""
    match order.move:
        case FallBack():
            return retreats.fall_back(b, now, order.move, order.rule)
        case Withdraw():
            return retreats.withdraw(b, now, order, order.move)
    mover = ordered(b, now.id, reinforcing(b, now, order))
    if mover is None or not mover.moves:
        return mover
    if engaged(b, now.id) or advances_unsteadily(b, now, mover):
        # it stays where it is, but may still form there
        mover.straight = mover.degrees = mover.wheel = 0
        if mover.change is None:
            return None
    return mover


@implements("CS-9.1b")
def engaged(b: Battlefield, unit: str) -> bool:
    """Whether an enemy who is not running away stands in P3 of it: then it does not move by its own will."""
    near = close_range(b)
    return any(holds(b, foe) for foe in b.survey.gaps(unit, near) if foe_of(b, unit, foe))


def foe_of(b: Battlefield, unit: str, other: str) -> bool:
    """Whether they are enemies."""
    return b.unit(unit).side != b.unit(other).side


def holds(b: Battlefield, foe: str) -> bool:
    """Whether a unit stops enemies by being near: formed ones do, runaways and skirmishers out in front do not."""
    now = b.unit(foe)
    return now.status not in ("broken", "routed") and not now.parent


@implements("CS-5.2.3a", "CS-4.4.2")
def advances_unsteadily(b: Battlefield, now: UnitState, mover: Mover) -> bool:
    """Whether a wavering unit, or one told to retire, would come nearer to the nearest enemy it sees."""
    if now.status != "wavering" and not now.retire:
        return False
    gaps = b.survey.gaps(now.id)
    seen = [(apart, foe) for foe, apart in gaps.items() if foe_of(b, now.id, foe) and b.survey.sees(now.id, foe)]
    if not seen:
        return False
    # the nearest it sees, by the ruling on wavering troops (CS-5.2.3a); others it may approach
    apart, foe = min(seen)
    place, standing = Placement(now.position, now.heading), now
    nearer = False
    for quarter in range(mover.began, mover.quarters):
        step = mover.step(quarter, place, shape(b, standing))
        place = end_of(step) if step else place
        there = shape(b, standing).at(*place)
        # nearer at any moment counts, also if it would end no nearer
        nearer = nearer or between(there, b.survey.body(foe)) < apart
    # whoever has to retire is barred from advancing in the same way
    return not b.settle("morale-status", MoraleStatusFacts(status="wavering", order_advances=nearer)).obeys


@implements("CS-9.2.3b", "CS-9.2.3d")
def reinforcing(b: Battlefield, now: UnitState, order: Order) -> Order:
    """Cavalry that joins a melee may wheel to reach its enemy, so far and no farther; others go as they were told."""
    target = order.target
    joins = order.attacks and target in b.world.units
    move = order.move
    if not joins or not isinstance(move, Straight) or move.way != "forward":
        return order
    # only a melee may be joined, no firefight (CS-9.2.3a)
    if b.entry(now.id).rated.arm != "cavalry" or not b.unit(target).melee:
        return order
    if b.unit(target).where != "table" or _ahead(b, now, target):
        return order
    _, degrees = wheels_toward(standing(now), shape(b, now).width, b.survey.middle(target))
    if abs(degrees) > b.rules.tables.number("CS-9.2.3d", "most_wheel"):
        return order
    # gait and paces as ordered: only the direction is helped
    going = {name: getattr(move, name) for name in Marching.__struct_fields__}
    return replace(order, move=Wheel(degrees, **going))


def _ahead(b: Battlefield, now: UnitState, target: str) -> bool:
    """Whether the target lies straight before its front."""
    body = shape(b, now)
    spot = b.survey.middle(target)
    turn = off(now.heading, round(bearing_of(now.position, spot)))
    x, y = spot[0] - now.position[0], spot[1] - now.position[1]
    return abs(turn) < 90 and abs(hypot(x, y) * sin(radians(turn))) <= body.width / 2
