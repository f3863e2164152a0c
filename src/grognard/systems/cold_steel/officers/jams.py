"""Out of a jam: what a unit can do when neither its way nor a step aside is open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from grognard.ground.units import SUB, to_sub
from grognard.miniatures.motion.nearness import overlap, trimmed

from ..maneuver.plans import Plan, plan
from ..table.battlefield import Battlefield
from ..table.bodies import shape, standing
from ..table.ground.ways import Spot, relative, spot_of
from ..table.state import Oblique, Order, OrderedMove, Straight, UnitState, Wheel
from ..terms import Gait
from . import habits
from .clearance import NARROW, clear_way, rate, solid

if TYPE_CHECKING:
    from grognard.ground.shapes import Quad


WORTH = 8
"""Paces, or degrees, below which a move is not worth an order."""
TURNS = (45, 100)
"""Degrees that one tries to wheel, to either side."""
BACK = 30
"""Paces that one steps back to make room."""
ABOUT = 300
"""Paces within which friends are looked at."""
TROUBLE = 30
"""Paces of the way that it is worth not to disorder a friend, and oneself, by passing through him."""
MOST_DISORDER = 4
"""Markers with which an officer passes through nobody any more."""
SAFE, FILES_OFF = 280, 480
"""Paces from the enemy at which a unit can afford to lose its order, and at which it files off into road column."""


class WayOut(NamedTuple):
    """A way out: what is gained by it in paces, and the move."""

    gain: float
    move: OrderedMove


def way_out(b: Battlefield, now: UnitState, spot: Spot) -> Order | None:
    """The order that gets a unit farthest toward a place without running into anybody, be it by a turn or in a narrower
    column, else through friends; None if it is quite shut in, or if it is time to wait."""
    if habits.one_turn_in_three(b, now):
        return None  # most jams dissolve if one waits for those ahead
    friends = _about(b, now)
    clear = _clear(b, now, spot, friends)
    # worth more than a few paces: else the way through friends is looked at as well
    if clear is not None and clear.gain > WORTH:
        return _told(clear.move)
    enemy = habits.to_the_enemy(b, now)
    # so far from the enemy that nobody catches it in road column
    narrow = habits.form(b, now.id, "march_column") if enemy > FILES_OFF and now.formation not in NARROW else None
    if narrow is not None:
        return narrow
    through = _through(b, now, spot, friends) if enemy > SAFE and now.disorder < MOST_DISORDER else None
    return through or (_told(clear.move) if clear is not None and clear.gain > 0 else None)


def _told(move: OrderedMove) -> Order:
    return Order(move, by="mission")


def _clear(b: Battlefield, now: UnitState, spot: Spot, friends: Sequence[UnitState]) -> WayOut | None:
    """The best of the ways on which it runs into nobody."""
    best: WayOut | None = None
    for move in _tries(b, now, spot):
        room = _room(b, now, move)
        if room < WORTH:
            continue
        there = replace(move, paces=min(move.paces or room, room))
        # planned in full: what the ground costs shows only so
        planned = plan(b, now.id, _told(there), priced=False)
        if not _worth_it(now, planned):
            continue
        gain = _gain(now, planned, spot)
        # whom it meets is asked last, and only of what would be better than the best so far
        if (best is None or gain > best.gain) and (move.way != "wheel" or not _met(b, now, planned, friends)):
            best = WayOut(gain, there)
    return best


def _through(b: Battlefield, now: UnitState, spot: Spot, friends: Sequence[UnitState]) -> Order | None:
    """The way through friends that is worth the disorder on both sides, if one ends it clear of everybody."""
    best: WayOut | None = None
    for move in _bold(b, now, spot):
        planned = plan(b, now.id, _told(move), priced=False)
        if not _worth_it(now, planned):
            continue
        gain, least = _gain(now, planned, spot), best.gain if best is not None else 0.0
        # who would end on somebody's ground stops short of it in the battle, and has gained nothing
        if gain > least and not _met(b, now, planned, friends, last=True):
            gain -= TROUBLE * len(_met(b, now, planned, friends))
            if gain > least:
                best = WayOut(gain, move)
    return _told(best.move) if best is not None else None


def _tries(b: Battlefield, now: UnitState, spot: Spot) -> Iterator[OrderedMove]:
    most = b.rules.tables.number("CS-3.3.2.1b", "degrees")
    yield Straight()
    yield Oblique(most)
    yield Oblique(-most)
    off = round(relative(now, spot)[1])
    for turn in (*TURNS, abs(off)):
        yield Wheel(turn)
        yield Wheel(-turn)
    if b.entry(now.id).rated.arm == "infantry":
        yield Straight("backward", paces=BACK)


def _bold(b: Battlefield, now: UnitState, spot: Spot) -> Iterator[OrderedMove]:
    """The same, whoever is in the way; at two gaits, for where the one ends on somebody's ground the other may not."""
    gaits: tuple[Gait, ...] = ("quick", "march")
    off = relative(now, spot)[1]
    for move in _tries(b, now, spot):
        # turns away from the place are no use here: they only gain room, and he makes his own
        if move.way == "backward" or (isinstance(move, Wheel) and move.degrees * off <= 0):
            continue
        for gait in gaits:
            yield replace(move, gait=gait, paces=rate(b, now, gait), through=True)


def _about(b: Battlefield, now: UnitState) -> list[UnitState]:
    near = b.survey.about(now.position, to_sub(ABOUT))
    return [friend for friend in near if friend.side == now.side and friend.id != now.id and solid(now, friend)]


def _worth_it(now: UnitState, planned: Plan) -> bool:
    x, y = planned.places[-1].position
    gone = hypot(x - now.position[0], y - now.position[1]) / SUB
    return gone >= WORTH or abs(planned.degrees) >= WORTH


def _room(b: Battlefield, now: UnitState, move: OrderedMove) -> int:
    """Paces that friends leave free straight along a way; about turns see below."""
    limit = rate(b, now, "march")
    if isinstance(move, Wheel):
        return limit
    off = move.degrees if isinstance(move, Oblique) else 180 if move.way == "backward" else 0
    return int(clear_way(b, now, off, limit, everybody=True))


def turns_freely(b: Battlefield, now: UnitState, move: OrderedMove) -> bool:
    """Whether friends leave room for the turn with which a move begins."""
    turn = plan(b, now.id, _told(replace(move, paces=1)), priced=False)
    return not _met(b, now, turn, _about(b, now))


def _met(
    b: Battlefield, now: UnitState, planned: Plan, friends: Sequence[UnitState], *, last: bool = False
) -> list[str]:
    """Friends on whose ground it would be at the end of any quarter, or of the last one."""
    body = shape(b, now)
    before = trimmed(body, standing(now))
    frames: list[Quad] = [trimmed(body, place) for place in (planned.places[-1:] if last else planned.places)]
    found = []
    for friend in friends:
        theirs = _ground_of(b, friend)
        # on whose ground he stands already he does not come: he may move off it
        if any(overlap(frame, theirs) for frame in frames) and (last or not overlap(before, theirs)):
            found.append(friend.id)
    return found


def _ground_of(b: Battlefield, friend: UnitState) -> Quad:
    # asked of the same friends by all about them
    return b.memo.keep(("trimmed", friend.id), friend, lambda: trimmed(shape(b, friend), standing(friend)))


def _gain(now: UnitState, planned: Plan, spot: Spot) -> float:
    """Paces nearer to the place, a turn toward it counting for something."""
    last = planned.places[-1]
    after = replace(now, position=last.position, heading=last.heading)
    nearer = hypot(*_gap(spot_of(now), spot)) - hypot(*_gap(spot_of(after), spot))
    turned = abs(relative(now, spot)[1]) - abs(relative(after, spot)[1])
    # degrees and paces in one sum: both are what a turn is worth to somebody shut in
    return nearer + turned


def _gap(a: Spot, b: Spot) -> Spot:
    return a[0] - b[0], a[1] - b[1]
