"""Foot goes into buildings and works and comes out of them (CS-3.3.2.3ac, CS-6.2h)."""

from __future__ import annotations

from grognard.ground.features import BUILT, AreaFeature
from grognard.ground.shapes import distance, nearest_on, pairs, placed, point_along
from grognard.ground.units import Point, to_sub
from grognard.kernel.checks import Refusal, implements

from ..checks.command.special_orders import SpecialOrderFacts
from ..table.battlefield import Battlefield
from ..table.ground import structures
from ..table.state import Order, UnitState

INSIDE = to_sub(10)
"""So far beyond the wall the middle of a battalion is that has just gone in."""


def within_reach(b: Battlefield, unit: str) -> list[str]:
    """Standing buildings and works that it is in or touches."""
    return [name for name in structures.in_touch(b, unit) if structures.level_of(b, name)]


def in_building(b: Battlefield, now: UnitState) -> bool:
    """Whether a garrison holds something built, not just works."""
    held = structures.holds(b, b.survey.middle(now.id))
    return now.formation == "garrison" and any(b.built[name].kind in BUILT for name in held)


@implements("CS-3.3.2.3ac")
def judge_occupy(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    """Why it cannot go in."""
    rated = b.entry(now.id).rated
    if rated.arm != "infantry" or rated.irregular:
        return Refusal("CS-3.3.2.3ac", "only formed foot occupies buildings or works")
    if order.formation:
        return Refusal(
            "CS-3.3.2.3ac", "to occupy a place takes no formation chit: its companies stand as the place has it"
        )
    return refusal(b, now)


def refusal(b: Battlefield, now: UnitState) -> Refusal | None:
    """Why there is nothing to go into."""
    if now.formation == "garrison":
        return Refusal("CS-3.3.2.3ac", "it holds the place already")
    if not within_reach(b, now.id):
        within = structures.touch(b.rules.tables)
        return Refusal("CS-3.3.2.3ac", f"there are neither buildings nor works within {within} paces of it")
    return None


@implements("CS-3.3.2.3ac")
def judge_leave(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    """Why it cannot come out: out of buildings it needs to be told in what formation."""
    if now.formation != "garrison":
        return Refusal("CS-3.3.2.3ac", "it holds neither buildings nor works")
    if not in_building(b, now):
        return None
    facts = SpecialOrderFacts(order="leave_building", formation_chit=bool(order.formation))
    return b.rules["special-order"].refusal(facts)


@implements("CS-3.3.2.3ac")
def judge_march(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    """A garrison that marches has to leave first. No special chit lies beside a movement chit (CS-3.2m), so that a
    formation chit stands for both; out of works it may also come with the special chit alone, and march next turn."""
    if not order.way or now.formation != "garrison" or order.formation:
        return None
    if in_building(b, now):
        return Refusal("CS-3.3.2.3ac", b.rules.tables.row("CS-3.3.2.3ac", "leave_building").label)
    return Refusal("CS-3.3.2.3ac", "it has to leave the works first: the special chit, or a formation chit")


@implements("CS-6.2h")
def through_doors(b: Battlefield, now: UnitState, to: str) -> bool:
    """Whether a change of formation takes a unit into buildings or out of them; works have no doors."""
    # from one garrison to another, or not at all: no door is passed
    if (to == "garrison") == (now.formation == "garrison"):
        return False
    if now.formation == "garrison":
        return in_building(b, now)
    name = next(iter(within_reach(b, now.id)), "")
    return bool(name) and b.built[name].kind in BUILT


def place_inside(b: Battlefield, now: UnitState, middle: Point, heading: int, depth: int) -> Point | None:
    """Where its front has its middle once it is in; None where it is in already."""
    name = next(iter(within_reach(b, now.id)), "")
    if not name or b.built[name].holds(middle):
        return None
    return placed(_just_inside(b.built[name], middle), heading, 0, depth / 2)


def _just_inside(area: AreaFeature, spot: Point) -> Point:
    """The nearest place in an area, a little beyond its edge if that is still in it."""
    edge = min(
        (nearest_on(*side, spot) for side in pairs(area.rings[0])), key=lambda each: (distance(each, spot), each)
    )
    west, south, east, north = area.box
    middle = ((west + east) // 2, (south + north) // 2)
    inner = point_along(edge, middle, INSIDE) if distance(edge, middle) > INSIDE else middle
    # a crooked outline may have the way to its middle outside of it
    return inner if area.holds(inner) else edge
