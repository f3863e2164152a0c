"""The way before a unit: how far it is clear of friends, and how far a turn takes it."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, floor, radians, sin
from typing import NamedTuple

from grognard.ground.units import SUB

from ..table import forms
from ..table.battlefield import Battlefield
from ..table.bodies import shape
from ..table.state import UnitState
from ..terms import Gait

CLEAR = 4
"""Paces kept from friends to the sides and ahead."""

NARROW = ("march_column", "limbered", "open_order", "extended_order", "irregular")
"""Formations that go through where there is no room."""
STANDING = ("unlimbered", "unlimbered_open")


def rate(b: Battlefield, now: UnitState, gait: Gait) -> int:
    """Paces in a turn on good ground."""
    entry = b.entry(now.id)
    if now.formation in STANDING:
        row = "prolonging"
        # by hand there is one gait only
        gait = "march"
    else:
        row = "mounted" if entry.rated.arm == "cavalry" or entry.unit.arm == "horse_artillery" else "foot"
    paces: int = b.rules.tables.row("CS-6.1a", row).columns[gait]
    return paces


def clear_way(b: Battlefield, now: UnitState, off: float, limit: float, *, everybody: bool = False) -> float:
    """Paces that a unit can go in a direction before it runs into a friend who stands still; or into anybody."""
    body = shape(b, now)
    # its own ground in its own frame: the front edge is nought, the rear behind it
    own = Box(-body.width / SUB / 2, body.width / SUB / 2, -body.depth / SUB, 0.0)
    way = sin(radians(off)), cos(radians(off))
    room = limit
    for box in _friends_about(b, now, limit, everybody):
        room = min(room, max(0.0, _contact(own, box, way)))
    return room


def _contact(own: Box, other: Box, way: tuple[float, float]) -> float:
    """Paces along a way until one box touches another; far off if never, or if they part."""
    begin, end = -1e9, 1e9
    sides = (
        (own.left, own.right, other.left, other.right, way[0], 1.0),
        (own.near, own.far, other.near, other.far, way[1], CLEAR),
    )
    for low, high, their_low, their_high, speed, gap in sides:
        # more room is kept ahead than beside: neighbours stand shoulder to shoulder
        to, past = their_low - gap - high, their_high + gap - low
        # no way to go along this axis: who is apart on it stays apart
        if abs(speed) < 1e-9:
            if to >= 0 or past <= 0:
                return 1e9
            continue
        first, last = sorted((to / speed, past / speed))
        begin, end = max(begin, first), min(end, last)
    if begin >= end or end <= 0:
        return 1e9
    if begin < 0:
        # they stand on the same ground, or too near: only the way that parts them sooner is open
        return 0.0 if end > -begin else 1e9
    return begin


def _friends_about(b: Battlefield, now: UnitState, limit: float, everybody: bool) -> Iterator[Box]:
    """Friends in close order near by, those who stand still or all, in the unit's own frame."""
    for friend in b.survey.about(now.position, floor((limit + 400) * SUB)):
        if friend.side != now.side or friend.id == now.id:
            continue
        if solid(now, friend) and (everybody or not marches_along(now, friend)):
            yield _extent(b, now, friend.id)


def solid(now: UnitState, friend: UnitState) -> bool:
    """Whether one would run into this friend: in close order, steady, and not of one's own."""
    if friend.formation in (*forms.LOOSE, "irregular") or friend.status in ("broken", "routed"):
        return False
    return now.parent != friend.id and friend.parent != now.id


def marches_along(now: UnitState, friend: UnitState) -> bool:
    """Whether a friend makes room by going the same way."""
    goes = friend.before.moved != "no"
    if friend.order is not None and not friend.order.way:
        # who has been told to halt will not make room, whatever he did last turn
        goes = False
    # much the same way: he who crosses the front does not make room
    return goes and abs((friend.heading - now.heading + 180) % 360 - 180) <= 30


def _extent(b: Battlefield, now: UnitState, friend: str) -> Box:
    at = radians(now.heading)
    s, c = sin(at) / SUB, cos(at) / SUB
    x, y = now.position
    rights, aheads = [], []
    for px, py in b.survey.body(friend).frame:
        dx, dy = px - x, py - y
        rights.append(dx * c - dy * s)
        aheads.append(dx * s + dy * c)
    return Box(min(rights), max(rights), min(aheads), max(aheads))


class Box(NamedTuple):
    """Ground in a unit's own frame, in paces to the right and ahead of the middle of its front."""

    left: float
    right: float
    near: float
    far: float
