"""Who has come into sight, who has gone out of it, and where he was seen last.

For every enemy that a seat has made out the world keeps a `Ghost`: the place where it was seen last. While the enemy is
in sight its turn is 0, and the view does not show it; from the turn it was lost from sight it stands where it was seen.
A seat that sees it destroyed or leave the table has no ghost of it any more.
"""

from __future__ import annotations

from math import ceil
from typing import Any

from grognard.battle.events import Set
from grognard.battle.kinds import Noted
from grognard.ground.shapes import distance
from grognard.ground.units import SUB, Point
from grognard.kernel.checks import implements

from ..events.ending import EnemySighted, LostFromSight
from ..table.battlefield import Battlefield
from ..table.state import Ghost, ghost_key
from . import fog


@implements("CS-B.8b")
def update(b: Battlefield) -> None:
    """All look about: after movement, and at the end of the turn."""
    # before the look: who is not placed cannot be seen
    fog.place(b)
    b.knowledge.look()
    for seat in b.seats:
        _notice(b, seat.id, seat.side)


def _notice(b: Battlefield, seat: str, side: str) -> None:
    known = {ghost.unit: ghost for ghost in b.world.ghosts.values() if ghost.seat == seat}
    seen = [unit for unit in b.world.units if unit in b.knowledge.seen_by(seat) and b.unit(unit).side != side]
    # unknown so far, or lost from sight and seen again
    new = [unit for unit in seen if unit not in known or known[unit].turn]
    lost = [ghost for unit, ghost in known.items() if not ghost.turn and unit not in seen]
    if new:
        sets = [_sight(b, seat, unit) for unit in new]
        b.privately(EnemySighted(units=_known_as(b, seat, new)), seat, rules=("CS-1.6.3e",), sets=sets)
    if lost:
        sets = [Set("ghosts", ghost_key(seat, ghost.unit), {"turn": b.world.turn}) for ghost in lost]
        missing = [ghost.unit for ghost in lost]
        b.privately(LostFromSight(units=_known_as(b, seat, missing)), seat, rules=("CS-1.6.3e",), sets=sets)
    _keep_up(b, seat, [known[unit] for unit in seen if unit in known and not known[unit].turn])


def _known_as(b: Battlefield, seat: str, units: list[str]) -> list[str]:
    """Who they are, or what the seat takes them for (CS-1.6.3a)."""
    return [b.called(seat, unit) or unit for unit in units]


def _keep_up(b: Battlefield, seat: str, in_sight: list[Ghost]) -> None:
    """Remember where those in sight are now, and forget places that are seen to be empty."""
    moved = (Set("ghosts", ghost_key(seat, ghost.unit), _changes(b, ghost)) for ghost in in_sight)
    sets = [each for each in moved if each.fields]
    past = [ghost for ghost in b.world.ghosts.values() if ghost.seat == seat and ghost.turn]
    if past:
        posts = lookouts(b, seat)
        # a ghost stays until its place is seen to be empty, and no longer
        sets += [Set("ghosts", ghost_key(seat, g.unit), None) for g in past if overlooked(b, posts, g.position)]
    if sets:
        b.emit(Noted(), sets=sets, to=())


def _sight(b: Battlefield, seat: str, unit: str) -> Set:
    now = b.unit(unit)
    fields: dict[str, Any] = {
        "seat": seat, "unit": unit, "position": now.position, "heading": now.heading, "formation": now.formation,
        "turn": 0,
    }  # fmt: skip
    return Set("ghosts", ghost_key(seat, unit), fields)


def _changes(b: Battlefield, ghost: Ghost) -> dict[str, Any]:
    now = b.unit(ghost.unit)
    return {
        name: value
        for name in ("position", "heading", "formation")
        if (value := getattr(now, name)) != getattr(ghost, name)
    }


def lookouts(b: Battlefield, seat: str) -> list[Point]:
    """The places from which a seat's units and leaders look."""
    leaders = (leader for leader in b.world.leaders.values() if leader.where == "table")
    own = [leader.position for leader in leaders if b.owners(leader.id) == (seat,)]
    return [b.survey.body(unit).eye for unit in b.knowledge.eyes(seat)] + own


def overlooked(b: Battlefield, posts: list[Point], place: Point) -> bool:
    """Whether a place is seen from one of these."""
    # in clear air there is no limit to ask about
    limited = not b.air.far_sighted
    return any(
        (not limited or b.air.clear_enough(ceil(distance(post, place) / SUB))) and b.survey.glance(post, place)
        for post in posts
    )
