"""Out of a jam: what a unit can do when neither its way nor a step aside is open."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.ground.relations import Body
from grognard.ground.shapes import distance_of_quads
from grognard.ground.units import SUB, to_sub

from ..battlefield import Battlefield
from ..bodies import shape
from ..state import Order, UnitState
from . import habits
from .steering import NARROW, clear_way, rate, relative, solid, spot_of
from .ways import Spot

if TYPE_CHECKING:
    from ..phases.movement import Plan

WORTH = 8
"""Paces, or degrees, below which a move is not worth an order."""
TURNS = (45, 100)
"""Degrees that one tries to wheel, to either side."""
BACK = 30
"""Paces that one steps back to make room."""
PATIENCE = 2
"""Turns after which one tries again."""
ABOUT = 300
"""Paces within which friends are looked at."""


def way_out(b: Battlefield, now: UnitState, spot: Spot) -> Order | None:
    """The order that gets a unit farthest toward a place without running into anybody, be it by a turn, in a narrower
    column or by a step back; None if it is quite shut in, or if it is time to wait."""
    from ..phases.movement import plan

    if (b.world.turn + len(now.id)) % PATIENCE:
        return None  # most jams dissolve if one waits for those ahead
    friends = [b.body(each.id) for each in _about(b, now)]
    best: tuple[float, Order] | None = None
    for order in _tries(b, now):
        room = _room(b, now, order)
        if room < WORTH:
            continue
        planned = plan(b, now.id, replace(order, paces=min(order.paces or room, room)))
        if not _worth_it(now, planned) or not _clear(b, now, order, planned, friends):
            continue
        gain = _gain(now, planned, spot)
        if best is None or gain > best[0]:
            best = gain, replace(order, paces=min(order.paces or room, room))
    if best is not None and best[0] > 0:
        return best[1]
    narrow = habits.form(b, now.id, "march_column") if now.formation not in NARROW else None
    return narrow or (best[1] if best and best[0] > -BACK else None)


def _tries(b: Battlefield, now: UnitState) -> Iterator[Order]:
    most = b.rules.tables.number("CS-3.3.2.1b", "degrees")
    yield Order("forward", by="mission")
    yield Order("oblique", degrees=most, by="mission")
    yield Order("oblique", degrees=-most, by="mission")
    for turn in TURNS:
        yield Order("wheel", degrees=turn, by="mission")
        yield Order("wheel", degrees=-turn, by="mission")
    if b.entry(now.id).rated.arm == "infantry":
        yield Order("backward", paces=BACK, by="mission")


def _about(b: Battlefield, now: UnitState) -> list[UnitState]:
    far, (x, y) = to_sub(ABOUT), now.position
    return [
        friend
        for friend in b.on_table(now.side)
        if friend.id != now.id
        and solid(now, friend)
        and abs(friend.position[0] - x) <= far
        and abs(friend.position[1] - y) <= far
    ]


def _worth_it(now: UnitState, planned: Plan) -> bool:
    x, y = planned.places[-1].position
    gone = hypot(x - now.position[0], y - now.position[1]) / SUB
    return gone >= WORTH or abs(planned.degrees) >= WORTH


def _room(b: Battlefield, now: UnitState, order: Order) -> int:
    """Paces that friends leave free straight along a way; about turns see below."""
    limit = rate(b, now, "march")
    if order.movement == "wheel":
        return limit
    off = {"forward": 0, "backward": 180}.get(order.movement, order.degrees)
    return int(clear_way(b, now, off, limit, everybody=True))


def _clear(b: Battlefield, now: UnitState, order: Order, planned: Plan, friends: list[Body]) -> bool:
    """Whether friends leave a turn free, at the end of every quarter of it."""
    if order.movement != "wheel":
        return True
    body = shape(b, now)
    bodies = [body.at(*place) for place in planned.places]
    return not any(_meet(own, friend) for own in bodies for friend in friends)


def _meet(one: Body, other: Body) -> bool:
    return not distance_of_quads(one.frame, other.frame)


def _gain(now: UnitState, planned: Plan, spot: Spot) -> float:
    """Paces nearer to the place, a turn toward it counting for something."""
    last = planned.places[-1]
    after = replace(now, position=last.position, heading=last.heading)
    nearer = hypot(*_gap(spot_of(now), spot)) - hypot(*_gap(spot_of(after), spot))
    turned = abs(relative(now, spot)[1]) - abs(relative(after, spot)[1])
    return nearer + turned / 4


def _gap(a: Spot, b: Spot) -> Spot:
    return a[0] - b[0], a[1] - b[1]
