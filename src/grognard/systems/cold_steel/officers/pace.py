"""The pace at which an officer keeps his men in hand: raw troops on a wide front are not hurried."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.army.oob import FormationName
from grognard.ground.shapes import placed
from grognard.ground.units import to_sub
from grognard.miniatures.motion.placements import Placement

from ..facts.marching import facts, one_stand, order_lost, rate
from ..table.battlefield import Battlefield
from ..table.bodies import shape
from ..table.ground.underfoot import Met, under_way
from ..table.state import Marching, Order, UnitState
from ..terms import Gait

MOVES = ("forward", "oblique", "wheel", "conversion")
SLOWER: dict[Gait, tuple[Gait, ...]] = {"march": ("march",), "quick": ("quick", "march"), "double": ("double",)}
"""Gaits among which an officer chooses who was given this one; nobody is sent at the double without need."""
AHEAD = 60
"""Paces of ground before his front that an officer looks at."""


def in_hand(b: Battlefield, now: UnitState, order: Order) -> Order:
    """The order at the gait that brings a unit farthest without disorder for too wide a front, giving up paces for it
    (CS-6.4a). An attack goes in as it was ordered."""
    rated = b.entry(now.id).rated
    move = order.move
    if not isinstance(move, Marching) or move.way not in MOVES:
        return order
    if order.attacks or rated.arm == "artillery" or rated.irregular:
        return order
    formation, ahead = order.form or now.formation, _ground(b, now)
    if not _loses_order(b, now, formation, move.gait, ahead):
        # its front is not too wide for the gait: nothing to be careful about
        return order
    # the slower gait may get farther: at quick the limit shrinks and the price grows (CS-6.5a)
    paces, gait = max((_paces(b, now, formation, gait, ahead), gait) for gait in SLOWER[move.gait])
    return replace(order, move=replace(move, gait=gait, pays_frontage=True)) if paces > 0 else order


def unwieldy(b: Battlefield, now: UnitState) -> bool:
    """Whether a unit cannot be moved in line without losing its order, on the ground where it is and in this
    weather."""
    return _paces(b, now, "line", "march", _ground(b, now)) <= 0


def _ground(b: Battlefield, now: UnitState) -> Met:
    """What a unit stands in and is about to enter; obstacles cost what they cost at any gait."""
    places = [Placement(placed(now.position, now.heading, 0, far), now.heading) for far in (0, to_sub(AHEAD))]
    return Met(under_way(b, shape(b, now), places, narrow=one_stand(now.formation)).terrain)


def _loses_order(b: Battlefield, now: UnitState, formation: FormationName, gait: Gait, ground: Met) -> bool:
    """Whether its front is too wide for the ground and the gait."""
    hasty, careful = (
        order_lost(b, facts(b, now, formation, gait, ground, pays_frontage=pays)).outcome for pays in (False, True)
    )
    # obstacles and the like cost the same either way: only what care would save counts
    return hasty is not None and careful is not None and bool(hasty.disorder > careful.disorder)


def _paces(b: Battlefield, now: UnitState, formation: FormationName, gait: Gait, ground: Met) -> int:
    """How far it gets in a turn if it takes care."""
    return rate(b, facts(b, now, formation, gait, ground, pays_frontage=True))
