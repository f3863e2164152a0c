"""The facts of command: what an order asks, who may be told, who is engaged or threatened."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from grognard.ground.units import Point
from grognard.kernel.checks import Check, Refusal, implements
from grognard.miniatures.motion.placements import bearing_to, off

from ..checks.command.brigades import BrigadeEffectsFacts, BrigadeEffectsResult
from ..checks.command.command import CommandFacts, Standing, UnitMovesFacts
from ..checks.command.friction import EngagementFacts, worst
from ..checks.command.initiative import InitiativeFacts
from ..checks.command.orders import MayOrderFacts, OrderGroupFacts
from ..table.field import MOST_INCHES, PowderField
from ..table.ground import on_road
from ..table.orders import Order, deeds, gun_move
from ..terms import Engagement, Formation, Giving, Special, branch
from .rates import gun_class

CLOSE_BY = 24
"""Inches within which one looks for the nearest enemy first."""
FLANK = (45, 135)
"""Degrees off its front between which a move leads into a flank zone."""


def commanders(b: PowderField, side: str) -> list[str]:
    """The commanders of a side who are there, in the order in which they speak: the lowest first, the general last."""
    return [
        leader.id
        for leader in b.world.leaders.values()
        if leader.side == side and leader.where == "table" and not leader.fell_on
    ]


def commands_more(b: PowderField, leader: str) -> bool:
    """Whether a commander has brigades of others under him."""
    return any(b.commander_of(unit).id != leader for unit in b.under(leader))


def standing_of(b: PowderField, unit: str) -> Standing:
    """The standing order of a unit's brigade."""
    return b.brigade_of(unit).order or "none"


def enemy_near(b: PowderField, unit: str) -> tuple[str, int]:
    """The nearest enemy of whom a unit's commander knows, and how far it is; "" and `MOST_INCHES` if there is none.
    Nobody is troubled, or moved to act, by an enemy whom he does not see."""
    seat = b.seat_of(unit)
    of = b.survey.standing, b.knowledge.looks
    return b.memo.keep_while(("enemy near", unit, seat), of, lambda: _enemy_near(b, unit, seat))


def _enemy_near(b: PowderField, unit: str, seat: str) -> tuple[str, int]:
    # mostly the nearest is known, and then there is no need to put all others in their order
    reaches = (b.nearest_enemy(unit)[1], CLOSE_BY, MOST_INCHES)
    near = (foe for reach in reaches for foe in b.survey.enemies_within(unit, reach))
    foe = next((each for each in near if b.knows(seat, each)), "")
    return (foe, b.inches(unit, foe)) if foe else ("", MOST_INCHES)


# -- the command test


@implements("BP-CMD-1", "BP-CMD-3", "BP-CMD-6")
def command_facts(b: PowderField, leader: str, units: Sequence[str], order: Order, giving: Giving) -> CommandFacts:
    """What an order to a unit, or a group, is rolled against."""
    # a group is rolled for at its worst: the nearest enemy, the farthest unit, the worst state
    enemy = min(enemy_near(b, unit)[1] for unit in units)
    states = [b.unit(unit).engagement for unit in units]
    facts = CommandFacts(
        **_shared(b, units, order),
        staff=b.world.leaders[leader].staff,
        giving=giving,
        distance=max(b.staff_inches(leader, unit) for unit in units),
        apart=max(near(b, leader, unit) for unit in units),
        enemy=enemy,
        on_road=all(on_road(b, unit) for unit in units),
        sideways=any(_sideways(b, unit, order.to) for unit in units),
        charges=order.word == "charge",
        engagement=worst(b.t, list(states)) if b.on("friction_zones") else "unengaged",
        # of one brigade, all of them
        brigade=b.brigade_of(units[0]).morale,
        shaken=any(b.unit(unit).casualties >= b.unit(unit).stamina for unit in units),
    )
    return b.specially("command", facts, side=b.world.leaders[leader].side)


def _shared(b: PowderField, units: Sequence[str], order: Order) -> dict[str, Any]:
    """What all of them bring to an order."""
    states = [b.unit(unit) for unit in units]
    first = states[0]
    # a gift helps a group only if all have it
    special: frozenset[Special] = frozenset.intersection(*(frozenset(each.special) for each in states))
    asked = deeds(first, order)
    return {
        "formations": frozenset[Formation](each.formation for each in states),
        "special": special,
        "arm": first.arm,
        "guns": gun_class(b, first),
        "how": gun_move(first, order) or "none",
        "first": asked[0] if asked else "hold",
        "unlimbers": "unlimber" in asked,
        "in_woods": any(each.started_in_woods for each in states),
        "standing": standing_of(b, units[0]),
    }


def unit_moves_facts(
    b: PowderField, unit: str, order: Order, giving: Giving, *, rating: int, rolled: int
) -> UnitMovesFacts:
    """What one unit of those ordered makes of the roll."""
    # alone: its own gifts and state decide what it makes of the common roll
    return UnitMovesFacts(**_shared(b, (unit,), order), rating=rating, rolled=rolled, giving=giving)


def near(b: PowderField, leader: str, unit: str) -> int:
    """Inches from a commander to a unit, a fraction counting as the next."""
    if b.world.leaders[leader].attached == unit:
        return 0
    return min(MOST_INCHES, b.survey.distance_to(unit, b.world.leaders[leader].position))


@implements("BP-GRANDE-3")
def _sideways(b: PowderField, unit: str, to: Point | None) -> bool:
    """Whether a move would lead into one of a unit's flank zones."""
    if to is None:
        return False
    now = b.unit(unit)
    aside = abs(off(now.heading, bearing_to(now.position, to)))
    return FLANK[0] < aside < FLANK[1]


# -- who may be told


@implements("BP-CMD-1", "BP-CMD-4")
def may_order(b: PowderField, leader: str, unit: str, *, reform: bool = False) -> Refusal | None:
    """Why a commander may not speak to a unit; None where he may."""
    now = b.unit(unit)
    if now.where != "table" or unit not in b.under(leader):
        return Refusal("BP-CMD-1", "a commander orders those under him who are there")
    return _may_order(
        b.rules["may-order"], now.ordered, now.moved_by == "initiative", now.disordered, b.in_combat(unit), reform
    )


@lru_cache(maxsize=1024)
def _may_order(
    check: Check[Any, Any], ordered: bool, by_initiative: bool, disordered: bool, in_combat: bool, reform: bool
) -> Refusal | None:
    # kept, because every word to every unit asks it, and there are few answers
    facts = MayOrderFacts(
        ordered=ordered,
        moved_by_initiative=by_initiative,
        disordered=disordered,
        in_combat=in_combat,
        own_brigade=True,
        reform=reform,
    )
    return check.refusal(facts)


@implements("BP-CMD-6", "BP-WOODS-2", "BP-ORD-7")
def may_order_group(b: PowderField, units: Sequence[str]) -> Refusal | None:
    """Why one order may not be given to several; None where it may."""
    brigade = b.brigade_of(units[0])
    if any(b.unit(unit).brigade != brigade.id for unit in units):
        return Refusal("BP-CMD-6", "a brigade order goes to units of one brigade")
    woods: frozenset[Formation] = frozenset(b.unit(unit).formation for unit in units if b.in_woods(unit))
    facts = OrderGroupFacts(
        units=len(units),
        gap=widest_gap(b, units),
        formations=woods if len(units) > 1 else frozenset(),
        brigade=sum(b.here(unit) for unit in brigade.units),
        standing=standing_of(b, units[0]),
    )
    return b.rules["order-group"].refusal(facts)


def widest_gap(b: PowderField, units: Sequence[str]) -> int:
    """The widest gap of the chain by which some units hang together."""
    joined, left, widest = [units[0]], list(units[1:]), 0
    while left:
        # the nearest of those outside joins next: a chain, not a circle
        gap, unit = min((min(b.inches(one, other) for one in joined), other) for other in left)
        widest = max(widest, gap)
        joined.append(unit)
        left.remove(unit)
    return widest


@implements("BP-BRIG-4", "BP-BMOR-3", "BP-BMOR-4")
def brigade_effects(b: PowderField, unit: str) -> BrigadeEffectsResult:
    """What the morale of its brigade means for a unit."""
    now = b.unit(unit)
    found: BrigadeEffectsResult = b.settle(
        "brigade-effects",
        BrigadeEffectsFacts(
            state=b.brigade_of(unit).morale,
            shaken=now.casualties >= now.stamina,
            disordered=now.disordered,
            enemy=enemy_near(b, unit)[1],
            in_combat=b.in_combat(unit),
        ),
    )
    return found


@implements("BP-CMD-7", "BP-DISM-1")
def may_act_alone(b: PowderField, unit: str, order: Order) -> Refusal | None:
    """Why a unit may not do something of its own initiative; None where it may."""
    now = b.unit(unit)
    # before all else: who has moved is not asked how near the enemy is
    if now.where != "table" or now.ordered or now.moved_by:
        return Refusal("BP-CMD-7", "it has moved this turn")
    asked = deeds(now, order)
    if order.word == "retire" and brigade_effects(b, unit).may_retire:
        return None
    facts = InitiativeFacts(
        enemy=enemy_near(b, unit)[1],
        deed=asked[0] if asked else "hold",
        disordered=now.disordered,
        shaken=b.shaken(unit),
        in_combat=b.in_combat(unit),
    )
    return b.rules["initiative"].refusal(facts)


# -- engagement, a draft


@implements("BP-FRIC-1", "BP-FRIC-3", "BP-FRIC-6")
def engagement(b: PowderField, unit: str) -> Engagement:
    """Whether enemies engage or threaten a unit, as they stand now."""
    now = b.unit(unit)
    found: list[Engagement] = []
    for foe in b.survey.enemies_within(unit, b.t.number("BP-FRIC-3", "seen")):
        other = b.unit(foe)
        facts = EngagementFacts(
            distance=b.inches(unit, foe),
            seen=b.survey.sees(unit, foe),
            enemy=branch(other.arm),
            enemy_formation=other.formation,
            arm=branch(now.arm),
            formation=now.formation,
            in_front=b.zone(foe, unit) == "front",
        )
        found.append(b.settle("engagement", facts).state)
    return worst(b.t, found)
