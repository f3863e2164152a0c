"""Those who go back: broken and routed troops, fall back and withdraw, the retirement of a shaken division."""

from __future__ import annotations

from math import hypot

from msgspec.structs import replace

from grognard.ground.shapes import placed
from grognard.ground.units import SUB, Point, to_sub
from grognard.kernel.checks import Refusal, implements
from grognard.miniatures.motion import retreats as ways_back
from grognard.miniatures.motion.placements import EDGES

from ..checks.morale.aftermath import MoraleStatusFacts
from ..checks.setting_up.measures import reach as zone_end
from ..facts.situations import threatening
from ..table.battlefield import Battlefield
from ..table.bodies import shape, standing
from ..table.ground.cover import cover_at
from ..table.state import FallBack, FormationChit, Order, UnitState, Withdraw
from ..terms import Gait
from .courses import begun, reach
from .forming import change_of
from .movers import Mover

LOOK = 30
"""Paces between the places where broken troops look for cover."""


def away_from(b: Battlefield, unit: str, enemy: str) -> int:
    """The bearing straight away from an enemy; straight to its own edge where there is none."""
    if not enemy or b.unit(enemy).where != "table":
        return EDGES[b.roster.sides[b.unit(unit).side].deployment_edge]
    return ways_back.away_from(b.survey.middle(unit), b.survey.middle(enemy), b.unit(unit).heading)


@implements("CS-5.2.3b", "CS-5.2.3c")
def flight(b: Battlefield, now: UnitState) -> Mover | None:
    """Broken troops withdraw toward cover and stay there if they are left alone; routed troops run until rallied."""
    enemy, _ = b.survey.nearest_enemy(now.id)
    if not enemy:
        return None
    cover = bool(cover_at(b, b.survey.middle(now.id)))
    level = MoraleStatusFacts(status=now.status, in_cover=cover, charged=charged(b, now.id), fired_on=fired_on(now))
    does = b.settle("morale-status", level)
    if not does.gait:
        return None
    straight = away_from(b, now.id, enemy)
    if now.status == "routed":
        bearing, most = homeward(b, now.side, straight), 0
    else:
        bearing, most = toward_cover(b, now, straight, enemy, does.may_bend)
        # charged or fired on, it does not stop in cover but runs through (CS-5.2.3b)
        most = most if does.halts_in_cover else 0
    rule = "CS-5.2.3c" if now.status == "routed" else "CS-5.2.3b"
    how = "flees" if now.status == "routed" else "streams back"
    mover = retreat(b, now, bearing, does.gait, how, (rule,), formed=does.in_formation, most=most, about=True)
    mover.beaten = True
    return mover


def fired_on(now: UnitState) -> bool:
    """Whether it was fired on last turn."""
    before = now.before
    return bool(before.shot_at or before.cannon_hits or before.musket_hits or before.fire_hurt)


def charged(b: Battlefield, unit: str) -> bool:
    """Whether an enemy is under way to close with it."""
    foes = (foe.order for foe in b.enemies(b.unit(unit).side))
    return any(order is not None and order.attacks and order.target == unit for order in foes)


def homeward(b: Battlefield, side: str, straight: int) -> int:
    """Half-way between straight away from the enemy and straight to its own edge, unless that is at the enemy."""
    return ways_back.halfway_home(straight, EDGES[b.roster.sides[side].deployment_edge])


def toward_cover(b: Battlefield, now: UnitState, straight: int, enemy: str, bend: int) -> tuple[int, int]:
    """The bearing to the nearest cover within reach that is farther from the enemy, and the paces to it; straight away
    and nothing where there is none."""
    here, foe = b.survey.middle(now.id), b.survey.middle(enemy)
    # three bearings to either side: enough to find a wood, and cheap
    step = bend // 3
    ways = [straight] + [straight + sign * turn for turn in range(step, bend + 1, step) for sign in (1, -1)]
    # no broken unit gets farther in a turn than horse at a trot
    far = b.rules.tables.row("CS-6.1a", "mounted").columns["quick"]
    # the nearest cover first; at one distance, straight back before bent
    for paces in range(LOOK, far + 1, LOOK):
        for bearing in ways:
            spot = placed(here, bearing, 0, to_sub(paces))
            if cover_at(b, spot) and _farther(spot, here, foe):
                return bearing % 360, paces
    return straight, 0


def _farther(spot: Point, here: Point, foe: Point) -> bool:
    return hypot(spot[0] - foe[0], spot[1] - foe[1]) > hypot(here[0] - foe[0], here[1] - foe[1])


@implements("CS-4.1i")
def fall_back(b: Battlefield, now: UnitState, move: FallBack | Withdraw, rule: str) -> Mover | None:
    """Directly away from whoever threatens it, ending faced to him."""
    enemy = _whom(b, now, move.away_from)
    if not enemy:
        return None
    bearing = away_from(b, now.id, enemy)
    rules = (rule or "CS-4.1i",)
    mover = retreat(b, now, bearing, _gait(move), "falls back", rules, formed=True, about=False)
    mover.beaten, mover.face_at_end = True, (bearing + 180) % 360
    return mover


def _gait(move: FallBack | Withdraw) -> Gait:
    # nobody falls back slower than at quick or trot (CS-4.1i, CS-4.1c)
    return move.gait if move.gait != "march" else "quick"


def _whom(b: Battlefield, now: UnitState, named: str) -> str:
    """The enemy named, else the nearest who threatens it, else the nearest."""
    # whoever it was told to keep from may have left the table since
    if named and named in b.world.units and b.unit(named).where == "table":
        return named
    found = threatening(b, now.id)
    return found[0] if found else b.survey.nearest_enemy(now.id)[0]


@implements("CS-4.1c")
def withdraw(b: Battlefield, now: UnitState, order: Order, move: Withdraw) -> Mover | None:
    """Guns limber in a hurry and drive off for the rest of the turn; others go back as if they fell back."""
    if b.entry(now.id).rated.arm != "artillery":
        return fall_back(b, now, move, order.rule)
    enemy = b.survey.nearest_enemy(now.id)[0]
    if not enemy:
        return None
    bearing = away_from(b, now.id, enemy)
    if now.formation.startswith("unlimbered"):
        order = replace(order, formation=FormationChit("limbered"))
    return retreat(
        b, now, bearing, _gait(move), "drives off", (order.rule or "CS-4.1c",), formed=True, about=True, order=order
    )


@implements("CS-4.4.2")
def retire(b: Battlefield, now: UnitState) -> Mover | None:
    """Back until it is out of musket range of every enemy; who is already there stays."""
    enemy, paces = b.survey.nearest_enemy(now.id)
    clear = zone_end(b.rules.tables, "P2")
    # P1 begins one pace beyond musket range: there it need not go farther
    if not enemy or paces > clear:
        return None
    bearing = away_from(b, now.id, enemy)
    mover = retreat(b, now, bearing, "quick", "retires", ("CS-4.4.2",), formed=True, about=False)
    mover.until_clear = clear * SUB
    return mover


def retreat(
    b: Battlefield,
    now: UnitState,
    bearing: int,
    gait: Gait,
    how: str,
    rules: tuple[str, ...],
    *,
    formed: bool,
    about: bool,
    most: int = 0,
    order: Order | None = None,
) -> Mover:
    """A move along a bearing whatever the unit faces, turning aside where the ground bars the way or other enemies wait
    at it. `about`: it turns its back to the enemy."""
    change = change_of(b, now.id, order) if order else None
    change = None if isinstance(change, Refusal) else change
    mover = begun(b, now, gait, change, rules=rules)
    mover.how, mover.flees, mover.formed, mover.leaves = how, True, formed, True
    formation = change.to if change else now.formation
    # no time left after the change: it limbers this turn and goes in the next
    if mover.began >= mover.quarters or mover.forming:
        return mover
    body = shape(b, now, formation)
    foes = _in_the_way(b, now, mover.time)
    last = bearing

    def far_along(tried: int) -> int:
        nonlocal last
        last = tried
        return reach(b, now, mover, body, formation, [standing(now)], tried, most)

    def far_enough(far: int) -> bool:
        # half of what it could go is good enough; else it looks for a way round
        return 2 * far >= mover.time or (most > 0 and far >= most * SUB)

    def clean(tried: int, far: int) -> bool:
        return _keeps_off(b, now, tried, far, foes)

    found = ways_back.way_back(bearing, far_along, far_enough, clean)
    mover.straight, mover.bearing = found.distance, found.bearing
    # `plain` was noted for the bearing tried last; that of another one is not known
    mover.plain = mover.plain and found.bearing == last
    if about:
        mover.facing = mover.bearing
    return mover


def _in_the_way(b: Battlefield, now: UnitState, way: int) -> dict[str, int]:
    """Enemies whom a unit sees and who would fire at it or stop it on its way back, and the paces to each of them."""
    within = way // SUB + zone_end(b.rules.tables, "P2")
    units = b.world.units
    seen = [foe for foe in b.survey.enemies_within(now.id, within) if b.survey.sees(now.id, foe)]
    # card: what stands on it cannot be told, so nobody keeps clear of it
    steady = [foe for foe in seen if units[foe].status not in ("broken", "routed") and not units[foe].card]
    return {foe: b.survey.distance_to(foe, b.survey.middle(now.id)) for foe in steady}


@implements("CS-5.2.3b", "CS-4.1i", "CS-9.2.2h")
def _keeps_off(b: Battlefield, now: UnitState, bearing: int, far: int, foes: dict[str, int]) -> bool:
    """Whether a way back leads nearer to none of them within musket range."""
    range_of_muskets, here = zone_end(b.rules.tables, "P2"), b.survey.middle(now.id)
    # half-way too: a way may lead close past somebody and away again
    spots = [placed(here, bearing, 0, at) for at in (far // 2, far)]
    return all(
        # who stands within musket range may stay as near as he is, but no nearer
        b.survey.distance_to(foe, spot) >= min(before, range_of_muskets + 1)
        for foe, before in foes.items()
        for spot in spots
    )


@implements("CS-9.2.2h")
def stops_at_edge(b: Battlefield, now: UnitState) -> bool:
    """Whether a unit that falls back keeps to the table: by a variant, unless it is broken or routed."""
    stops: bool = b.rules.tables.value("CS-9.2.2h", "steady_stop_at_edge")
    return stops and now.status not in ("broken", "routed")
