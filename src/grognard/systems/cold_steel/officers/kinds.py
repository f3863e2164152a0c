"""What each mission has a unit do (CS-3.3.1d to l)."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot

from msgspec.structs import replace

from grognard.kernel.checks import implements

from ..beyond import leaving
from ..checks.command.missions import MissionWord as Kind
from ..checks.command.orders import limit
from ..checks.setting_up.measures import reach
from ..facts.situations import threatening
from ..orders import judging
from ..table import forms
from ..table.battlefield import Battlefield
from ..table.ground.ways import Spot, ahead_of, relative, spot_of
from ..table.state import Attack, Mission, Order, PlainChit, Straight
from ..terms import Gait
from . import chores, conduct, fitting, habits, places
from .clearance import rate
from .conduct import HALT
from .holding import hold
from .pace import in_hand
from .sightings import Foe, Post
from .steering import face, steer

AT_GOAL = 15
"""Paces from its place at the objective at which a unit that sees no enemy has arrived."""


@implements("CS-3.3.1a")
def follow(b: Battlefield, unit: str) -> Order:
    """The chits by which a unit follows its mission this turn, always such as may be given and fit the mission."""
    post = Post(b, unit)
    # a change begun binds the unit (CS-A.1d): it keeps the chits it has
    if b.unit(unit).forming is not None or post.mission is None:
        return post.now.order or Order()
    if judging.may_take_orders(b, unit) is not None:
        return Order()
    order = in_hand(b, post.now, _wanted(post, post.mission))
    # whatever an officer thinks of, the rules have the last word: a halt is always allowed
    return order if order == HALT or allowed(b, unit, order) else HALT


def allowed(b: Battlefield, unit: str, order: Order) -> bool:
    """Whether an order may be given at all, and fits the mission."""
    return judging.judge_order(b, unit, order) is None and fitting.fits(b, unit, order) is None


def _wanted(post: Post, mission: Mission) -> Order:
    locked = _locked(post)
    # a halt that names the enemy: he fights on, and nobody asks where to march
    if locked:
        return replace(HALT, combat=Attack(locked))
    if post.now.prone and post.nearest > conduct.GUN_RANGE:
        return Order(special=PlainChit("stand_up"), by="mission")
    chore = chores.chore(post)
    if chore is not None:
        return chore
    if post.b.world.turn < mission.wait_until:
        # waiting for its hour it still defends itself where it stands
        return hold(post, post.spot)
    return KINDS[mission.kind](post, mission)


def _locked(post: Post) -> str:
    """The enemy with whom it fights hand to hand: there is nothing to do but fight on."""
    close = [foe.id for foe in post.standing if foe.paces <= reach(post.b.rules.tables, "P3")]
    return next(iter([*post.now.melee, *close]), "")


@implements("CS-3.3.1e")
def attack(post: Post, mission: Mission) -> Order:
    """Along the route to the objective, attacking whomever the mission names on the way."""
    foes = conduct.prey(post)
    going = places.next_place(post.b, mission, post.id)
    if post.arm == "artillery":
        return conduct.battery(post, going.spot, mission.gait)
    if post.arm == "cavalry":
        found = conduct.horse(post, foes, mission.gait)
    else:
        found = conduct.foot(post, foes, mission.gait, assault=True) or conduct.beware(post)
    return found or _go_on(post, going, mission)


def _go_on(post: Post, going: places.RouteGoal, mission: Mission) -> Order:
    """On along the route; at its end, hold what was won."""
    away, _ = relative(post.now, going.spot)
    # with an enemy about, near its place is near enough; else it dresses up to it
    if going.last and away <= (conduct.AT_PLACE if post.standing else AT_GOAL):
        return hold(post, going.spot, mission.gait)
    order = conduct.reform(post) or conduct.march(post, going.spot, mission.gait)
    if post.arm == "cavalry":
        return _short_of_foot(post, order)
    # an enemy may sit unseen in the place itself: whoever attacks it goes in
    storms = going.last and bool(order.way) and post.nearest <= conduct.QUIET and not conduct.loose(post)
    return replace(order, combat=Attack()) if storms else order


def _short_of_foot(post: Post, order: Order) -> Order:
    """Cavalry stays out of musketry until it charges."""
    foot = [foe.paces for foe in post.standing if foe.arm != "cavalry"]
    room = min(foot, default=conduct.LONG_SHOT) - conduct.STAND_OFF
    move = conduct.advancing(order)
    return order if move is None or room >= rate(post.b, post.now, move.gait) else conduct.at_most(order, room)


@implements("CS-3.3.1g")
def defense(post: Post, mission: Mission) -> Order:
    """Hold the place; go for enemies who enter the area if that is worth it."""
    place = places.end_place(post.b, mission, post.id)
    return _counter(post) or hold(post, place, mission.gait)


def _counter(post: Post) -> Order | None:
    """Charge enemies whom the mission lets one attack, when the moment is good."""
    if post.arm == "artillery" or post.now.formation == "garrison":
        return None
    foes = conduct.prey(post)
    if post.arm == "cavalry":
        return conduct.horse(post, foes, "quick")
    musketry = reach(post.b.rules.tables, "P2")
    good = [foe for foe in foes if foe.paces <= musketry and conduct.charges(post, foe)]
    if not good or post.now.formation in forms.SQUARES:
        return None
    return conduct.close(post, good[0], "quick")


@implements("CS-3.3.1f")
def protect(post: Post, mission: Mission) -> Order:
    """Keep one's place by the ward and attack whoever comes too near it."""
    b = post.b
    place = fitting.station(b, mission, post.id)
    if place is None:
        return hold(post, post.spot)
    found = _rescue(post, mission)
    if found is not None:
        return found
    if post.arm == "artillery":
        return conduct.battery(post, place, mission.gait)
    away, _ = relative(post.now, place)
    if away <= conduct.AT_PLACE:
        return hold(post, place, mission.gait)
    return conduct.reform(post) or conduct.march(post, place, _catching_up(post, mission, away))


def _catching_up(post: Post, mission: Mission, away: float) -> Gait:
    """A pace faster when the ward is getting away."""
    return "quick" if mission.gait == "march" and away > rate(post.b, post.now, "march") else mission.gait


def _rescue(post: Post, mission: Mission) -> Order | None:
    """Attack the enemies who have come within reach of the ward."""
    foes = conduct.prey(post)
    if not foes or post.arm == "artillery":
        return None
    if post.arm == "cavalry":
        return conduct.horse(post, foes, "quick")
    return conduct.foot(post, foes, "quick", assault=False)


@implements("CS-4.1b")
def threat_to_ward(b: Battlefield, unit: str) -> str:
    """The nearest enemy in sight of a protecting unit who threatens the unit it protects, or nothing."""
    mission = b.world.missions.get(b.unit(unit).mission)
    if mission is None or mission.kind != "protect" or mission.ward not in b.world.units:
        return ""
    if b.unit(mission.ward).where != "table" or b.unit(unit).where != "table":
        return ""
    foes = [foe for foe in threatening(b, mission.ward) if b.survey.sees(unit, foe)]
    return min(foes, key=lambda foe: (b.survey.distance(unit, foe), foe), default="")


@implements("CS-3.3.1h")
def rearguard(post: Post, mission: Mission) -> Order:
    """Hold a position until the enemy is too near, then go back to the next; attack only who has got into it."""
    stations = [*mission.route, mission.objective]
    at = _station_at(post, mission, stations)
    pressed = post.nearest <= conduct.DEPLOY and at < len(stations) - 1
    counter = _counter(post)
    # only an attack: its other ideas are not for a rearguard
    if counter is not None and counter.attacks:
        return counter
    place = _in_position(mission, post.id, stations[at + 1 if pressed else at])
    if pressed or relative(post.now, place)[0] > conduct.AT_PLACE:
        return _withdraw(post, place)
    return hold(post, place, mission.gait)


def _station_at(post: Post, mission: Mission, stations: list[tuple[int, int]]) -> int:
    """The position it holds or is going to: the nearest, and the later of two that are about as near."""
    gaps = [relative(post.now, _in_position(mission, post.id, each))[0] for each in stations]
    # the later of two as near, or it would go back to the one it has just left
    return max(i for i, gap in enumerate(gaps) if gap <= min(gaps) + conduct.AT_PLACE)


def _in_position(mission: Mission, unit: str, spot: Spot) -> Spot:
    right, ahead = places.own_place(mission, unit)
    return ahead_of(spot, mission.facing, right, ahead)


def _withdraw(post: Post, place: Spot) -> Order:
    """To a place farther back: marching if there is time, else step by step, face to the enemy."""
    order = conduct.march(post, place, "quick")
    # marching off may mean turning one's back: with the enemy near the mission forbids it
    if allowed(post.b, post.id, order):
        return order
    back = Order(Straight("backward"), by="mission")
    return back if allowed(post.b, post.id, back) else HALT


@implements("CS-3.3.1i")
def maneuver(post: Post, mission: Mission) -> Order:
    """Follow the route and keep away from the enemy."""
    going = places.next_place(post.b, mission, post.id)
    keep = limit(post.b.rules.tables, "CS-3.3.1i", "too_near")
    room = post.nearest - keep
    # four to one by the rule of the mission: then it need not keep away (CS-3.3.1i)
    strong = fitting.strength(post.b, mission) >= 4 * fitting.enemy_strength(post)
    if room < 0 and not strong:
        return _keep_away(post, keep)
    away, _ = relative(post.now, going.spot)
    if going.last and away <= conduct.AT_PLACE:
        out = leaving.way_out(post.b, post.id)
        if out is not None:
            return _off_the_table(post, out, mission)
        return hold(post, going.spot, mission.gait) if post.nearest > keep or strong else HALT
    order = conduct.reform(post) or conduct.march(post, going.spot, mission.gait)
    move = conduct.advancing(order)
    if strong or move is None or room >= rate(post.b, post.now, move.gait):
        return order
    return conduct.at_most(order, room)


def _off_the_table(post: Post, out: Spot, mission: Mission) -> Order:
    """Straight on over the edge at which the mission ends, to go round beyond the table (CS-C.1)."""
    _, off = relative(post.now, out)
    if abs(off) > conduct.BROADSIDE:
        return face(post.b, post.id, out)
    return Order(Straight(gait=mission.gait), by="mission")


def _keep_away(post: Post, keep: int) -> Order:
    """Straight away from the nearest known enemy."""
    # places where enemies were seen last count too: nobody walks into them
    known = [spot_of(foe.now) for foe in post.standing] + post.ghosts
    x, y = post.spot
    fx, fy = min(known, key=lambda spot: hypot(spot[0] - x, spot[1] - y))
    far = hypot(fx - x, fy - y) or 1.0
    spot = x + (x - fx) / far * keep, y + (y - fy) / far * keep
    return steer(post.b, post.id, places.on_table(post.b, spot), "quick")


@implements("CS-3.3.1j")
def skirmish(post: Post, mission: Mission) -> Order:
    """Stay 40 to 120 paces from the enemy, or go there; the officer keeps to the middle of that."""
    t = post.b.rules.tables
    near, far = limit(t, "CS-3.3.1j", "too_near", "from"), limit(t, "CS-3.3.1j", "too_far", "to")
    loose = None if post.now.formation in forms.LOOSE else habits.form(post.b, post.id, "open_order")
    foe = next(iter(post.standing), None)
    if foe is None or foe.paces > conduct.AWARE:
        going = places.next_place(post.b, mission, post.id)
        return loose or conduct.reform(post) or steer(post.b, post.id, going.spot, mission.gait)
    if loose is not None and foe.paces > far:
        return loose
    if foe.paces < near:
        # to the middle of the band, so that it need not move again next turn
        return _give_ground(post, foe, (near + far) // 2 - foe.paces)
    if foe.paces > far:
        order = steer(post.b, post.id, spot_of(foe.now), mission.gait)
        return conduct.at_most(order, foe.paces - (near + far) // 2)
    return conduct.firing_at(foe)


def _give_ground(post: Post, foe: Foe, paces: int) -> Order:
    if post.arm == "infantry":
        return Order(Straight("backward", paces=max(1, paces)), by="mission")
    return _keep_away(post, conduct.QUIET)


@implements("CS-3.3.1k", "CS-3.3.1l")
def follow_me(post: Post, mission: Mission) -> Order:
    """Forward or obliquely with the leader; once he is hit or has gone his own way, on as last told."""
    b = post.b
    if fitting.leaderless(b, mission):
        return post.now.order or HALT
    place = fitting.station(b, mission, post.id)
    if place is None:
        return HALT
    away, off = relative(post.now, place)
    most = b.rules.tables.number("CS-3.3.2.1b", "degrees")
    # sideways or back he does not follow: forward and oblique are all that this mission has (CS-3.3.1l)
    if away <= fitting.SLACK or abs(off) > most:
        return HALT
    return steer(b, post.id, place, mission.gait)


KINDS: dict[Kind, Callable[[Post, Mission], Order]] = {
    "attack": attack,
    "protect": protect,
    "defense": defense,
    "rearguard": rearguard,
    "maneuver": maneuver,
    "skirmish": skirmish,
    "follow_me": follow_me,
}
