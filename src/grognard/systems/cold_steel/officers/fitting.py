"""Whether chits fit a unit's mission: whom it may attack, where it may go (CS-3.3.1)."""

from __future__ import annotations

from math import atan2, ceil, degrees, hypot, radians
from typing import Any

from msgspec.structs import replace

from grognard.ground.units import SUB, gap
from grognard.kernel.checks import Refusal, implements
from grognard.kernel.sources import NO_DICE

from ..checks.command.missions import MissionAttackFacts, MissionChitsFacts, MissionMoveFacts
from ..checks.command.orders import limit
from ..orders.groups import in_frame, ward_spot
from ..table import bodies
from ..table.battlefield import FAR, Battlefield
from ..table.ground.ways import Spot, ahead_of, spot_of
from ..table.state import Halted, Marching, Mission, Oblique, Order, UnitState, Wheel
from . import places
from .clearance import rate
from .sightings import Post
from .steering import IN_PLACE, next_stop, wheeled

SLACK = 30
"""Paces by which a unit that keeps its place by another may be out of it."""


@implements("CS-3.3.1a")
def fits(b: Battlefield, unit: str, order: Order) -> Refusal | None:
    """Why chits do not fit the unit's mission; nothing if they do, or if it has none."""
    post = Post(b, unit)
    mission = post.mission
    if mission is None:
        return None
    # before anything else: without his leader even a halt would be a change of chits
    if mission.kind == "follow_me" and leaderless(b, mission):
        return _chits(post, order)
    if not (order.way or order.attacks):
        return None
    return b.rules["mission-move"].refusal(_move(post, mission, order))


@implements("CS-3.3.1l")
def _chits(post: Post, order: Order) -> Refusal | None:
    """Units that follow a leader keep their chits once he is hurt or has left his place."""
    changed = chits(order) != chits(post.now.order or Order())
    facts = MissionChitsFacts(mission="follow_me", changed=changed, leader_wounded=True)
    return post.b.rules["mission-chits"].refusal(facts)


def leaderless(b: Battlefield, mission: Mission) -> bool:
    """Whether a leader who is followed is wounded, or has left his place."""
    return wounded(b, mission) or shifted(b, mission)


def chits(order: Order) -> tuple[object, ...]:
    """What the chits themselves say, whoever placed them."""
    move = order.move.after if isinstance(order.move, Halted) else order.move
    gait = move.gait if move is not None else "march"
    degrees = move.degrees if isinstance(move, (Oblique, Wheel)) else 0
    return order.way, gait, degrees, order.form, order.attacks, order.target, order.chit


def wounded(b: Battlefield, mission: Mission) -> bool:
    """Whether the leader has been wounded since the mission was given."""
    leader = b.world.leaders.get(mission.ward)
    if leader is None or leader.where != "table":
        return True
    # only since then: he was followed in spite of older wounds
    return leader.hurt not in ("", "horse_shot") and leader.hurt_on >= mission.given


def shifted(b: Battlefield, mission: Mission) -> bool:
    """Whether the leader has gone where none of the units can keep its place by him this turn. He rides first, in the
    command phase, and they follow in the movement phase: as long as they can, he is in his place."""
    leader = b.world.leaders.get(mission.ward)
    if leader is None or leader.where != "table":
        return True
    here = [b.unit(unit) for unit in mission.units if b.unit(unit).where == "table"]
    places = ((now, station(b, mission, now.id)) for now in here)
    # the farthest that any unit could go this turn, and a little more
    return not any(place and gap(spot_of(now), place) <= rate(b, now, "double") + SLACK for now, place in places)


def _move(post: Post, mission: Mission, order: Order) -> MissionMoveFacts:
    """The facts of a move, as far as the unit's side can know them."""
    b, end = post.b, whither(post.b, post.now, order)
    facts: dict[str, Any] = {
        "mission": mission.kind,
        # an attack on nobody in particular is no attack on somebody forbidden
        "attacks": order.attacks and bool(order.target),
        "on_route": on_route(b, mission, post.now, end) and not _turns_back(b, mission, post.now, end, order),
        "keeps_station": keeps_station(b, mission, post.now, end),
        "movement": order.way if order.way in _MOVEMENTS else "forward",
        "before": min(FAR, post.nearest),
        "after": nearest_after(post, end, order),
    }
    if mission.kind == "maneuver":
        facts |= {"figures": strength(b, mission), "enemy_figures": enemy_strength(post)}
    # no target named: the nearest who stands is the one it would come upon
    target = order.target or (post.standing[0].id if post.standing else "")
    # only who is known: the verdict must not hang on an enemy whom the player cannot see
    if target and b.knows(post.seat, target) and target in b.world.units:
        facts |= target_facts(b, mission, post.id, target)
    return MissionMoveFacts(**facts)


_MOVEMENTS = ("forward", "oblique", "backward", "wheel", "conversion", "prolong")


def attacks(b: Battlefield, mission: Mission, unit: str, target: str) -> bool:
    """Whether the mission has the unit attack this enemy."""
    facts = MissionAttackFacts(mission=mission.kind, **target_facts(b, mission, unit, target))
    return bool(b.rules["mission-attack"].roll(facts, NO_DICE).settled.attacks)


def target_facts(b: Battlefield, mission: Mission, unit: str, target: str) -> dict[str, Any]:
    """Where an enemy stands, by the lights of a mission."""
    spot = spot_of(b.unit(target))
    match mission.kind:
        case "attack":
            return _by_the_route(b, mission, spot)
        case "protect":
            near = _from_ward(b, mission, target)
            # a ward that is gone has no distance: then nobody is too near him
            return {"from_ward": near, "from_unit": min(FAR, b.survey.distance(unit, target))} if near < FAR else {}
        case "defense":
            return {"distance": _outside(mission.objective, spot, mission.radius)}
        case "rearguard":
            positions = [*mission.route, mission.objective]
            return {"distance": min(_outside(each, spot, mission.radius) for each in positions)}
    return {}


def _from_ward(b: Battlefield, mission: Mission, target: str) -> int:
    """Paces from an enemy to the unit or leader protected; too far to matter if he is gone."""
    leader, ward = b.world.leaders.get(mission.ward), b.world.units.get(mission.ward)
    if leader is not None and leader.where == "table":
        return min(FAR, b.survey.distance_to(target, leader.position))
    return min(FAR, b.survey.distance(ward.id, target)) if ward is not None and ward.where == "table" else FAR


@implements("CS-3.3.1e")
def _by_the_route(b: Battlefield, mission: Mission, spot: Spot) -> dict[str, Any]:
    """Along the route, about the objective, or past it: whichever is nearest."""
    line = places.route(b, mission)
    last, end = line[-2], line[-1]
    across, past = in_frame(end, _heading(last, end), spot)
    if past > 0:
        # past the objective counts straight on; to its sides it is still at the objective
        beyond = past if abs(across) <= past else hypot(across, past)
        where = "beyond_objective" if abs(across) <= past else "at_objective"
        return {"where": where, "distance": min(FAR, ceil(beyond))}
    return {"where": "along_route", "distance": min(FAR, ceil(places.to_route(b, mission, spot)))}


def _heading(a: Spot, z: Spot) -> float:
    return degrees(atan2(z[0] - a[0], z[1] - a[1]))


def _outside(middle: Spot, spot: Spot, radius: int) -> int:
    # a pace outside is outside: rounded up
    return min(FAR, max(0, ceil(hypot(spot[0] - middle[0], spot[1] - middle[1]) - radius)))


# -- where a move leads


def whither(b: Battlefield, now: UnitState, order: Order) -> UnitState:
    """Roughly where a unit is after a move over good ground, and how it faces."""
    move = order.move
    if not isinstance(move, Marching):
        return now
    pace = rate(b, now, move.gait)
    go = min(pace, move.paces or pace)
    match move:
        case Wheel():
            return _turned(b, now, move, pace)
        case Oblique():
            return _shifted(now, now.heading + move.degrees, go)
    return _shifted(now, now.heading, -go if move.way == "backward" else go)


def _turned(b: Battlefield, now: UnitState, turn: Wheel, pace: int) -> UnitState:
    wide = bodies.front(b, now)
    on_centre = turn.way == "conversion"
    spent = abs(radians(turn.degrees)) * wide / (2 if on_centre else 1)
    after = wheeled(now, turn.degrees, wide)
    if on_centre:
        after = replace(now, heading=after.heading)
    left = max(0.0, pace - spent)
    return _shifted(after, after.heading, min(left, turn.paces or left))


def _shifted(now: UnitState, heading: float, paces: float) -> UnitState:
    x, y = ahead_of(spot_of(now), heading, 0.0, paces)
    return replace(now, position=(round(x * SUB), round(y * SUB)))


def nearest_after(post: Post, end: UnitState, order: Order) -> int:
    """Paces to the nearest known enemy after a move, if he stays where he is."""
    if not post.standing and not post.ghosts:
        return FAR
    if isinstance(order.move, Wheel) and order.move.paces == IN_PLACE:
        return min(FAR, post.nearest)  # who only turns to face an enemy does not go toward him
    x, y = spot_of(end)
    ox, oy = post.spot
    found = [FAR]
    for foe in post.standing:
        fx, fy = spot_of(foe.now)
        # by how much nearer the middles come: the exact distance is known only for where it stands now
        nearer = hypot(fx - ox, fy - oy) - hypot(fx - x, fy - y)
        found.append(max(0, ceil(foe.paces - nearer)))
    found += [ceil(hypot(gx - x, gy - y)) for gx, gy in post.ghosts]
    return min(found)


def on_route(b: Battlefield, mission: Mission, now: UnitState, end: UnitState) -> bool:
    """Whether a move keeps to the route: within its breadth on one's own lane, nearer to it than before, or on the way
    to its next place that the ground leaves open."""
    if mission.kind not in ("attack", "maneuver"):
        return True
    right, ahead = places.own_place(mission, now.id)
    # as broad as the rule has it, about the lane that its own place in the group gives it
    breadth = b.rules.tables.number("CS-3.3.1e", "along_route") + hypot(right, ahead)
    after = places.to_route(b, mission, spot_of(end))
    if after <= breadth or after < places.to_route(b, mission, spot_of(now)):
        return True
    stop, _ = next_stop(b, now.id, places.next_place(b, mission, now.id).spot)
    # a way round, away from the line but toward the next open place, keeps to the route too
    return gap(spot_of(end), stop) < gap(spot_of(now), stop)


@implements("CS-3.3.1a", "CS-3.3.1e")
def _turns_back(b: Battlefield, mission: Mission, now: UnitState, end: UnitState, order: Order) -> bool:
    """Whether a unit that is to attack would step back from the next place on its way."""
    if mission.kind != "attack" or order.way != "backward":
        return False
    stop, _ = next_stop(b, now.id, places.next_place(b, mission, now.id).spot)
    # going back to go round is not turning back
    return gap(spot_of(end), stop) > gap(spot_of(now), stop)


def keeps_station(b: Battlefield, mission: Mission, now: UnitState, end: UnitState) -> bool:
    """Whether a move leaves a unit by its ward or leader, or brings it back there."""
    if mission.kind not in ("protect", "follow_me"):
        return True
    place = station(b, mission, now.id)
    if place is None:
        return True
    before, after = (gap(spot_of(each), place) for each in (now, end))
    # no farther out of place than it is: who is late may still be on his way
    return after <= max(SLACK, before)


def station(b: Battlefield, mission: Mission, unit: str) -> Spot | None:
    """A unit's place by its ward or leader; None if he is gone."""
    ward = b.world.units.get(mission.ward)
    if ward is not None and ward.where != "table":
        return None
    spot = ward_spot(b, mission)
    if spot is None:
        return None
    right, ahead = places.own_place(mission, unit)
    return ahead_of(spot, ward.heading if ward else 0.0, right, ahead)


@implements("CS-3.3.1i")
def strength(b: Battlefield, mission: Mission) -> int:
    """Figures of the force on a mission."""
    return max(1, min(2000, sum(b.live(unit) for unit in mission.units if b.unit(unit).where == "table")))


def enemy_strength(post: Post) -> int:
    """Figures of all enemies about whom its side knows."""
    counted = limit(post.b.rules.tables, "CS-3.3.1i", "too_near", "counted")
    return min(2000, sum(foe.left for foe in post.foes if foe.paces <= counted))
