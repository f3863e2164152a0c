"""Ways back by a result: how far a unit gets, through whom, and whether it is caught."""

from __future__ import annotations

from typing import NamedTuple

from grognard.battle.events import Set
from grognard.ground.units import SUB, to_sub
from grognard.kernel.checks import implements
from grognard.miniatures.motion.moving import GroundCost, Moved, Stops
from grognard.miniatures.motion.neighbours import Neighbour
from grognard.miniatures.motion.placements import Placement, bearing_to, turned_about
from grognard.miniatures.motion.retreats import away_from, retreat
from grognard.miniatures.motion.swaths import Swath

from ..checks.status import MoraleMoveFacts
from ..events.troops import FellBack
from ..facts.command import FAR
from ..table import bodies
from ..table.field import ClassField
from ..table.state import LeaderState
from ..terms import Effect
from .losses import remove, surrender_whole

NEAR = 1
"""Paces that a unit going back keeps off an enemy."""


class WentBack(NamedTuple):
    """What came of a way back: whom it passed through, and whether the unit is still there."""

    through: tuple[str, ...] = ()
    here: bool = True


def neighbours(b: ClassField, unit: str, reach: int, *, keep: int = NEAR, through: bool = True) -> list[Neighbour]:
    """All units that a mover could meet within so many sixteenths: enemies it keeps off, friends it may pass."""
    side, found = b.unit(unit).side, []
    for other in b.survey.gaps(unit, reach):
        now = b.unit(other)
        foe = now.side != side
        found.append(
            Neighbour(
                other,
                bodies.shape(b.t, now),
                b.placement(other),
                foe,
                keep=to_sub(keep) if foe else 0,
                through=through and not foe,
            )
        )
    return found


def passable_only(b: ClassField) -> GroundCost:
    """Ground costs nothing but its length; what nobody can pass stops."""

    def going(swath: Swath) -> int | None:
        if not all(b.ground.passable(track) for track in swath.tracks()):
            return None
        return swath.length

    return going


def straight_back(
    b: ClassField, unit: str, enemy: str, distance: int, *, about: bool, leaves: bool = False, willing: bool = False
) -> Moved:
    """The way of a unit that goes back so many paces from an enemy, or from where it faces; it leaves the table only if
    it runs. `willing`: it goes of its own will, and so does not leave a place that it may not leave."""
    now = b.unit(unit)
    shape, far = bodies.shape(b.t, now), to_sub(distance)
    here = b.survey.middle(unit)
    bearing = (now.heading + 180) % 360
    start = b.placement(unit)
    if enemy and b.here(enemy):
        there = b.survey.middle(enemy)
        bearing = away_from(here, there, now.heading)
        # it goes back with its face to the enemy, so it turns to him first
        if not about and here != there:
            start = turned_about(start, shape.depth, bearing_to(here, there))
    reach = far + 2 * (shape.width + shape.depth)
    bounds = b.bounds(unit) if willing else None
    stops = Stops(b.ground.size, neighbours(b, unit, reach), leaves=leaves, bounds=bounds)
    return retreat(shape, start, bearing, far, passable_only(b), stops, about=about, enough=far)


@implements("CD-morale-moves", "CD-abbreviations")
def go_back(b: ClassField, unit: str, enemy: str, effect: Effect) -> WentBack:
    """A morale move: 5 inches with its face to the enemy, 10 or 12 with its back to him; who runs is then removed, and
    so is who is stopped with an enemy upon him."""
    result = b.settle("morale-move", MoraleMoveFacts(effect=effect))
    if not result.back:
        return WentBack()
    moved = straight_back(b, unit, enemy, result.back, about=result.facing == "away", leaves=result.removed)
    _set_down(b, unit, moved, effect)
    stopped = moved.stopped in ("foe", "ground", "edge")
    # after it has gone: who is stopped with the enemy upon him is taken
    near = min((b.survey.distance(unit, foe) for foe in b.survey.enemies_within(unit, b.paces(1))), default=FAR)
    caught = b.settle("morale-move", MoraleMoveFacts(effect=effect, stopped=stopped, enemy=near)).surrenders
    if moved.edge:
        remove(b, unit, "left", rules=("CD-morale-moves",), edge=moved.edge)
    elif caught and b.branch(unit) != "artillery":
        surrender_whole(b, unit, rules=("CD-morale-moves",))
    elif result.removed:
        remove(b, unit, "routed", rules=("CD-morale-moves",))
    return WentBack(moved.through, b.here(unit))


def recoil(b: ClassField, unit: str, enemy: str, back: int, rule: str) -> WentBack:
    """So many paces back with its face to the enemy, its status as it was."""
    moved = straight_back(b, unit, enemy, back, about=False)
    _set_down(b, unit, moved, "none", rule)
    return WentBack(moved.through, b.here(unit))


def _set_down(b: ClassField, unit: str, moved: Moved, effect: Effect, rule: str = "CD-morale-moves") -> None:
    size = b.ground.size
    x, y = moved.place.position
    place = Placement((min(max(x, 0), size[0]), min(max(y, 0), size[1])), moved.place.heading)
    b.report(
        FellBack(unit=unit, paces=moved.straight // SUB, how=effect),
        rules=(rule,),
        sets=[b.change(unit, position=place.position, heading=place.heading), *carried_along(b, unit, place)],
    )


@implements("CD-leader-movement")
def carried_along(b: ClassField, unit: str, place: Placement) -> list[Set]:
    """Leaders with a unit go where it goes; who is attached to its brigade goes with it if it is nearest to him."""
    return [
        b.change_leader(leader.id, position=place.position)
        for leader in b.world.leaders.values()
        if leader.attached
        and leader.attached == (unit if leader.attached_to == "regiment" else _beside(b, unit, leader))
    ]


def _beside(b: ClassField, unit: str, leader: LeaderState) -> str:
    """The brigade of a unit, if of all its units this is the nearest to a leader."""
    now = b.unit(unit)
    if leader.attached != now.brigade:
        return ""
    others = [each for each in b.on_table(now.side) if each.brigade == now.brigade]
    near = min(others, key=lambda each: (b.paces_between(each.position, leader.position), each.id), default=now)
    return now.brigade if near.id == unit else ""
