"""Friends before the guns, and officers who will not fire through them: 7.7."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.ground.arcs import may_bear, muzzle
from grognard.ground.relations import Body
from grognard.ground.shapes import distance_to_segment
from grognard.ground.units import to_sub
from grognard.kernel.checks import implements

from ...table.battlefield import Battlefield
from ...table.bodies import body_of
from ...table.ground import arcs
from . import firing
from .laying import Bearing, Laid, bearing_pieces, has_rockets, pivoted

NEAR = 40
"""Paces from a piece's line of fire within which an officer minds his friends. The rules put them at risk anywhere in
the arc, which nearly always holds some: guns that minded all of them would never fire."""


def masking(b: Battlefield, laid: Laid) -> list[str]:
    """The friends near the line of fire of some piece whom its shot may strike."""
    # where a rocket goes nobody can tell, so nobody can be spared
    if has_rockets(b, laid.unit):
        return []
    found = friends_in_the_way(b, laid)
    return list(
        dict.fromkeys(friend for piece, friend in found if friend and _near_the_line(b, piece, laid.target, friend))
    )


def _near_the_line(b: Battlefield, piece: Bearing, target: str, friend: str) -> bool:
    line = muzzle(piece.stand), b.survey.middle(target)
    places = (*b.survey.body(friend).frame, b.survey.middle(friend))
    # corners and middle: a long line may cross the line of fire with neither flank near it
    return min(distance_to_segment(place, *line) for place in places) <= to_sub(NEAR)


def pressed(b: Battlefield, laid: Laid, friends: list[str]) -> bool:
    """Whether the enemy is within musketry of the guns, or of those before them, who need every shot."""
    return any(b.survey.distance(who, laid.target) <= firing.musketry(b) for who in (laid.unit, *friends))


@implements("CS-7.7a")
def friends_in_the_way(b: Battlefield, laid: Laid) -> list[tuple[Bearing, str]]:
    """The pieces that bear on a target, each with the friend whom doubles would strike, or none; for guns that are
    still to be swung round, as they will stand."""
    body = _as_laid(b, laid)
    bearing = bearing_pieces(b, laid.unit, laid.target, body)
    farthest = max((each.paces for each in bearing), default=0)
    arc = b.rules.tables.number("CS-7.1c", "arc")
    # one pace more: a friend as far off as the target is still at risk (CS-7.7a)
    friends = firing.friends_before(b, laid.unit, farthest + 1, arc, body.frame)
    return [(each, _friend_in_arc(b, laid, each, friends, arc)) for each in bearing]


def _as_laid(b: Battlefield, laid: Laid) -> Body:
    if not laid.pivots:
        return b.survey.body(laid.unit)
    # a copy that has turned already: who is in the way is judged before the guns are swung round
    return body_of(b, replace(b.unit(laid.unit), heading=pivoted(b, laid.unit, laid.target)))


def _friend_in_arc(b: Battlefield, laid: Laid, piece: Bearing, friends: list[str], arc: int) -> str:
    """The friend in a piece's arc, no farther than the target, who is closest to its line of fire."""
    found = []
    for friend in friends:
        if not may_bear(piece.stand, b.survey.body(friend).frame, arc):
            continue
        paces = arcs.reach(piece.stand, firing.outline(b, friend), arc)
        if paces is not None and paces <= piece.paces:
            # the friend nearest to the line of fire is the one struck, by the ruling (CS-7.7a)
            off = distance_to_segment(b.survey.middle(friend), muzzle(piece.stand), b.survey.middle(laid.target))
            found.append((off, friend))
    return min(found)[1] if found else ""
