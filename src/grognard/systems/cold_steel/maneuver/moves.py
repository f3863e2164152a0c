"""Moves outside the movement phase, made at once: retreats, pursuits, secondary attacks; what a door costs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.battle.kinds import Noted
from grognard.battle.special.staying import held_by
from grognard.ground.relations import bearing as bearing_of
from grognard.ground.units import SUB, to_sub
from grognard.kernel.checks import implements
from grognard.miniatures.motion.borders import room
from grognard.miniatures.motion.crowds import Crowd
from grognard.miniatures.motion.meetings import NextStep, TimedLeg, UnitPair, end_of, share_on_table
from grognard.miniatures.motion.nearness import between, overlap, trimmed
from grognard.miniatures.motion.placements import Placement, gone_by, middle, turned_about, wheeled, wheels_toward

from ..checks.command.marching_orders import WheelFacts
from ..effects import units as effects
from ..effects.shifting import go
from ..facts.marching import facts, order_lost
from ..table.battlefield import Battlefield
from ..table.bodies import shape, standing
from ..table.ground.underfoot import Met
from ..table.state import UnitState
from ..terms import Gait
from . import retreats
from .contact import close_range, limits, meet
from .courses import LOOSE
from .encounters import interpenetrate
from .friends import kind_of
from .parting import part

__all__ = ["close_with", "follow_up", "part", "retreat", "through_doors"]


@implements("CS-6.2h")
def through_doors(b: Battlefield, unit: str, gait: Gait) -> None:
    """Who went into buildings, or came out of them, without going anywhere else has passing disorder of it."""
    now = b.unit(unit)
    lost = order_lost(b, facts(b, now, now.formation, gait, Met(structures=True), **LOOSE)).outcome
    if lost is not None:
        effects.disorder(b, unit, lost.disorder, rules=("CS-6.2h",), cause="buildings", passing=True)


@implements("CS-5.2.3b", "CS-5.2.3c", "CS-9.2.2i")
def retreat(b: Battlefield, unit: str, *, gait: Gait, away_from: str, rules: Iterable[str], cause: str) -> int:
    """A full move straight away from an enemy, at once; returns the paces. Off the edge of the table it is lost."""
    now = b.unit(unit)
    if now.where != "table":
        return 0
    routed = now.status == "routed"
    bearing = retreats.away_from(b, unit, away_from)
    if routed:
        bearing = retreats.homeward(b, now.side, bearing)
    mover = retreats.retreat(b, now, bearing, gait, cause, tuple(rules), formed=not routed, about=True)
    if mover.bearing is None or not mover.straight:
        return 0
    body = shape(b, now)
    # its back is turned before it goes: the ground it covers is that of the new facing
    turned = turned_about(standing(now), body.depth, mover.bearing)
    step = NextStep(turned, mover.bearing, mover.straight)
    share = _way_clear(b, now, step, flees=True)
    end = end_of(step, share)
    edge = gone_by(b.ground.size, b.survey.middle(unit), middle(end, body.depth))
    # judged after friends and enemies have stopped it: it may never reach the edge
    if edge and retreats.stops_at_edge(b, now):
        end, edge = end_of(step, share_on_table(b.ground.size, step, share, body.depth)), ""
    if edge:
        effects.remove(b, unit, "lost", how="ran off the table", rules=rules, edge=edge)
        return mover.straight // SUB
    return go(b, unit, end, rules=rules, how=cause, retired=True)


@implements("CS-5.4b", "CS-9.2.2i")
def follow_up(b: Battlefield, unit: str, quarry: str, *, rules: Iterable[str]) -> bool:
    """A pursuer follows its quarry so as to stay in P3 of it; whether it could."""
    now, foe = b.unit(unit), b.unit(quarry)
    if now.where != "table" or foe.where != "table":
        return False
    # the router was stopped by something: no need to move to stay with him
    if b.survey.gap(unit, quarry) <= close_range(b):
        return True
    body = shape(b, now)
    heading = round(bearing_of(b.survey.middle(unit), b.survey.middle(quarry))) % 360
    turned = turned_about(standing(now), body.depth, heading)
    there = body.at(*turned)
    # farther than there is to go: meeting the quarry is what stops it
    asked = between(there, b.survey.body(quarry)) + close_range(b)
    step = _kept(b, unit, NextStep(turned, heading, asked))
    if step is None:
        return False
    share = _way_clear(b, now, step, target=quarry)
    held = b.bounds(unit) if step.distance < asked and share >= 1 else None
    go(b, unit, end_of(step, share), rules=rules, how=f"pursues{held_by(held.title)}" if held else "pursues")
    return b.survey.gap(unit, quarry) <= close_range(b)


@implements("CS-9.2.3j")
def close_with(b: Battlefield, unit: str, target: str, *, paces: int, degrees: int, rules: Iterable[str]) -> bool:
    """A secondary attack: wheel at most so far and go at most so many paces into P3 of another enemy. Whether it got
    there; if it cannot it stays where it is."""
    now = b.unit(unit)
    if now.where != "table" or b.unit(target).where != "table":
        return False
    body, place, left = shape(b, now), standing(now), to_sub(paces)
    for turn in _turns(b, now, target):
        if abs(turn) > degrees:
            continue
        turned = wheeled(place, body.width, turn) if turn else place
        cost = b.settle("wheel", WheelFacts(front=max(1, body.width // SUB), degrees=abs(turn))).paces if turn else 0
        step = NextStep(turned, turned.heading, left - cost * SUB)
        kept = _kept(b, unit, step) if step.distance >= 0 else None
        step = kept or step
        # facing the enemy must not carry it onto somebody's ground
        if kept is None or (turn and _blocked(b, now, turned)):
            continue
        end = end_of(step, _way_clear(b, now, step, target=target))
        if between(body.at(*end), b.survey.body(target)) <= close_range(b):
            go(b, unit, end, rules=rules, how="goes on against the next enemy")
            came = (*b.unit(unit).now.came_into, target)
            # a note for the dice only: close combat asks who came upon whom
            b.emit(Noted(unit=unit), sets=[effects.doing(b, unit, came_into=came)], to=())
            return True
    return False


def _kept(b: Battlefield, unit: str, step: NextStep) -> NextStep | None:
    """A step as far as it leads within the ground that a unit may not leave; None where it leads out as it turns."""
    bounds = b.bounds(unit)
    if bounds is None:
        return step
    if not bounds.holds(step.place.position):
        return None
    return step._replace(distance=room(bounds, step.place, step.bearing, step.distance))


def _turns(b: Battlefield, now: UnitState, target: str) -> Sequence[int]:
    """Wheels by which it may face the target: none, or so that its middle is straight ahead."""
    degrees, better = wheels_toward(standing(now), shape(b, now).width, b.survey.middle(target))
    return tuple(dict.fromkeys((0, degrees, better))) if degrees else (0,)


def _blocked(b: Battlefield, now: UnitState, place: Placement) -> bool:
    """Whether a unit that turns would be on the ground of somebody else."""
    frame, body = trimmed(shape(b, now), place), shape(b, now)
    near = [b.unit(each) for each in b.survey.gaps(now.id, body.width + body.depth)]
    return any(overlap(frame, trimmed(shape(b, each), standing(each))) for each in near)


def _way_clear(b: Battlefield, now: UnitState, step: NextStep, *, flees: bool = False, target: str = "") -> float:
    """How much of its way a unit can go while everybody else stands still. It runs through friends, if it ends clear of
    them or has to go back whoever is in the way, and disorders them (CS-6.8)."""
    into, _ = limits(b)
    body = shape(b, now)
    end = end_of(step)
    mine = TimedLeg(
        # who flees slips past enemies; only one right in the way stops him
        now.id, now.side, body.at(*step.place), step, SUB if flees else into, flees=flees, attack=not flees,
        target=target, dx=end.position[0] - step.place.position[0], dy=end.position[1] - step.place.position[1],
    )  # fmt: skip
    room = step.distance + body.width + body.depth + close_range(b)
    near = [b.unit(each) for each in b.survey.gaps(now.id, room)]
    legs = {now.id: mine}
    for each in near:
        # formed troops do not stop for skirmishers and runaways
        skirmishers = bool(each.parent) or each.status in ("broken", "routed")
        legs[each.id] = TimedLeg(each.id, each.side, b.survey.body(each.id), None, into, brushed_aside=skirmishers)
    foes: list[UnitPair] = [(now.id, each.id) for each in near if each.side != now.side]
    meet(b, legs, foes)
    # only formed troops disorder one another (CS-6.8)
    solid = kind_of(b, now) == "formed"
    friends: list[UnitPair] = [
        (each.id, now.id) for each in near if solid and each.side == now.side and kind_of(b, each) == "formed"
    ]
    places = {now.id: standing(now), **{each.id: standing(each) for each in near}}
    crowd = Crowd(legs, places, {now.id: body, **{each.id: shape(b, each) for each in near}})
    # who has to go back goes through friends, even where he cannot end clear of them
    if not flees:
        crowd.make_room(friends)
    if mine.step is None:  # there is not even room to turn
        return 0.0
    for pair in friends:
        if now.id not in b.unit(pair[0]).now.met and not crowd.began_together(pair) and crowd.through(pair):
            interpenetrate(b, now.id, pair[0])
    return mine.share
