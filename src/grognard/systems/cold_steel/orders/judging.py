"""Why an order is refused (CS-3.2m, CS-3.3.2): by the chits themselves, or by how the unit stands.

Used wherever orders come from: a leader in person, an aide, a mission, an automatic order.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from grognard.ground.units import SUB, direction
from grognard.kernel.checks import Check, Refusal, implements
from grognard.miniatures.motion.borders import room
from grognard.miniatures.motion.placements import Placement

from ..checks.command.marching_orders import MovementOrderFacts
from ..checks.command.orders import OrderFacts as Chits
from ..checks.command.special_orders import SpecialOrderFacts, SpecialOrderWord
from ..events.words import formation_in_words
from ..facts import eighteenth
from ..facts.situations import engaged
from ..table import forms
from ..table.battlefield import FAR, Battlefield
from ..table.state import FallBack, Marching, Move, Oblique, Order, Straight, UnitState, Wheel, Withdraw
from ..works import boats, occupying
from . import drill, specials


def judge_order(b: Battlefield, unit: str, order: Order) -> Refusal | None:
    """Why a unit cannot be given this order now, if it cannot."""
    # the plainest reason first: one who is routed need not be told that his drill is wrong
    return may_take_orders(b, unit) or judge_chits(b, unit, order) or _as_it_stands(b, b.unit(unit), order)


@implements("CS-6.7.1c", "CS-A.1d", "CS-5.2.3b", "CS-5.2.3c")
def may_take_orders(b: Battlefield, unit: str) -> Refusal | None:
    """Why a unit takes no orders at all just now."""
    return deaf(b.unit(unit), b.name(unit)) or b.waits(unit)


def deaf(now: UnitState, name: str) -> Refusal | None:
    """The same from its state alone."""
    if now.where != "table":
        return Refusal("CS-3.2o", f"{name} is not on the table")
    if now.parent:
        return Refusal("CS-3.3.2.3k", "skirmishers who are out move with their parent, without orders")
    if now.status in ("broken", "routed"):
        rule = "CS-5.2.3b" if now.status == "broken" else "CS-5.2.3c"
        return Refusal(rule, f"{name} is {now.status} and obeys nobody until it rallies")
    if now.forming is not None:
        left = now.forming.quarters
        still = f"{left} quarter{'' if left == 1 else 's'} of a turn to go"
        to = formation_in_words(now.forming.to)
        return Refusal("CS-A.1d", f"{name} must first finish its change of formation to {to}: {still}")
    return None


@implements("CS-3.2m", "CS-3.3.2.1a", "CS-3.3.2.1b")
def judge_chits(b: Battlefield, unit: str, order: Order) -> Refusal | None:
    """Whether the chits make one order, and whether such a unit could ever carry it out."""
    facts = Chits(
        movement_chits=int(bool(order.way)),
        formation_chits=int(order.formation is not None),
        attack_chits=int(order.attacks),
        special_chits=int(order.special is not None),
    )
    refused = b.rules["order"].refusal(facts) or _unsaid(order) or _movement(b, b.unit(unit), order)
    special = specials.of(order)
    if refused is None and order.formation and not (special is not None and special.changes_arm):
        refused = drill.never_formed(b, unit, order.formation.to)
    return refused or eighteenth.judge(b, b.unit(unit), order)


def _unsaid(order: Order) -> Refusal | None:
    """What is still to be said about a special chit."""
    special = specials.of(order)
    return special.complete(order.special) if special is not None and order.special is not None else None


def _movement(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    move = order.move
    # the rules mark these by themselves; they are no chits of the player's
    if isinstance(move, (FallBack, Withdraw)) and not order.by.startswith("automatic"):
        return Refusal("CS-3.3.2.1a", f"nobody is ordered to {move.way.replace('_', ' ')}")
    if not isinstance(move, Marching):
        return None
    if isinstance(move, Wheel) and not move.degrees:
        return Refusal("CS-3.3.2.1a", f"a {move.way} needs degrees, to the left negative")
    then = replace(now, formation=order.form or now.formation)  # a change of formation comes first (CS-3.2n)
    rated = b.entry(now.id).rated
    facts = MovementOrderFacts(
        order=move.way,
        gait=move.gait,
        arm=rated.arm,
        unlimbered=then.formation in drill.GUNS_READY,
        in_column=forms.in_column(then),
        degrees=abs(move.degrees) if isinstance(move, Oblique) else 0,
        nation=rated.nation,
        year=b.year,
    )
    return b.rules["movement-order"].refusal(facts)


def _as_it_stands(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    """What stands against it in the unit's present state and place."""
    return (
        _engaged(b, now, order)
        or _prone(now, order)
        or boats.judge_aboard(now, order)
        or occupying.judge_march(b, now, order)
        or _kept(b, now, order)
        or _formation(b, now, order)
        or judge_special(b, now, order)
        or _wavering(b, now, order)
        or _target(b, now, order)
    )


@implements("CS-9.1b")
def _engaged(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    """Who is in P3 of an enemy can only fight on: the rules let it leave only by winning or losing."""
    # an attack is let through: it says whom to fight, and moves nobody who is held
    if not (order.formation or order.special or (order.way and not order.attacks)) or not engaged(b, now):
        return None
    return Refusal("CS-9.1b", f"{b.name(now.id)} is in close combat and can only fight on")


@implements("CS-6.1a")
def _kept(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    """Who stands at the border of a place that he may not leave is not told to go straight out of it."""
    bounds, move = b.bounds(now.id), order.move
    if bounds is None or order.formation is not None or not isinstance(move, (Straight, Oblique)):
        return None
    aside = move.degrees if isinstance(move, Oblique) else 180 if move.way == "backward" else 0
    goes = room(bounds, Placement(now.position, now.heading), (now.heading + aside) % 360, SUB)
    return None if goes else bounds.refusal


@implements("CS-3.3.2.3ab")
def _prone(now: UnitState, order: Order) -> Refusal | None:
    if now.prone and (order.way or order.formation or order.chit not in ("", "stand_up")):
        return Refusal("CS-3.3.2.3ab", "a unit lying down may only be told to stand up")
    return None


def _formation(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    told, special = order.formation, specials.of(order)
    # made up anew, it forms as what it will be then
    if told is None or (special is not None and special.makes_up):
        return None
    found = drill.formation_change(b, now.id, told.to, told.interval, told.face)
    return found if isinstance(found, Refusal) else None


@implements("CS-3.3.2.3a", "CS-3.3.2.3ab")
def judge_special(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    """Why its special chit cannot be given to a unit here and now, if it has one."""
    special = specials.of(order)
    if special is None:
        return None
    # only some chits care how near the enemy is, and looking for him is slow
    near = b.survey.nearest_enemy(now.id)[1] if special.wary else FAR
    needed = _needed(
        b.rules["special-order"], special.called(b, now), order.formation is not None, bool(order.way), near
    )
    return needed or special.judge(b, now, order)


@lru_cache(maxsize=2048)
def _needed(
    check: Check[Any, Any], chit: SpecialOrderWord, formation_chit: bool, moves: bool, nearest_enemy: int
) -> Refusal | None:
    """Why the check refuses a special chit."""
    # Kept, because every unit that may be told something asks the same few questions about every chit.
    return check.refusal(
        SpecialOrderFacts(order=chit, formation_chit=formation_chit, moves=moves, nearest_enemy=nearest_enemy)
    )


@implements("CS-5.2.3a")
def _wavering(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    """A wavering unit does not go nearer to the nearest enemy that it sees."""
    if order.move is None or not order.way or b.rules.tables.value("CS-5.2.3a", now.status)["may_advance"]:
        return None
    foe = nearest_seen(b, now.id)
    if not foe or not _leads_toward(b, now, order.move, foe):
        return None
    return Refusal("CS-5.2.3a", f"{b.name(now.id)} is wavering and will not advance toward the enemy")


def nearest_seen(b: Battlefield, unit: str) -> str:
    """The nearest enemy that a unit sees, or nothing."""
    side = b.unit(unit).side
    near = sorted((b.survey.distance(unit, foe.id), foe.id) for foe in b.enemies(side))
    return next((foe for _, foe in near if b.survey.sees(unit, foe)), "")


def _leads_toward(b: Battlefield, now: UnitState, move: Move, foe: str) -> bool:
    """Whether the first steps that the chit asks for go nearer to the enemy."""
    back = 180 if move.way in ("backward", "fall_back", "withdraw") else 0
    turn = move.degrees if isinstance(move, (Oblique, Wheel)) else back
    east, north = direction(now.heading + turn)
    # which half-plane the first step leads into: more is judged when it moves (CS-5.2.3a)
    (x, y), (fx, fy) = b.survey.middle(now.id), b.survey.middle(foe)
    return (fx - x) * east + (fy - y) * north > 0


def _target(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    """One points out only what one sees."""
    if not order.target:
        return None
    foe = b.world.units.get(order.target)
    if (
        foe is None
        or foe.side == now.side
        or foe.where != "table"
        # what the seat does not see it cannot point out: a refusal tells no more than that
        or order.target not in b.knowledge.seen_by(b.seat_of(now.id))
    ):
        return Refusal("CS-3.2m", "the target must be an enemy in sight")
    # news on the way: the figure stands there, but by the option nobody may act on it yet (CS-1.6.4c)
    if foe.news > b.world.turn:
        return Refusal("CS-1.6.4d", f"the news of it reaches you on turn {foe.news}: no orders about it before")
    return None
