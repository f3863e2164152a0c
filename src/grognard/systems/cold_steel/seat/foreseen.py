"""Where an order would bring a unit by the end of its move, and its chances from there: for those who give orders."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from grognard.battle.kinds import many
from grognard.battle.previews import records as pre
from grognard.ground.units import SUB
from grognard.miniatures.motion.nearness import between
from grognard.miniatures.motion.placements import Placement

from ..events.words import formation_in_words
from ..maneuver.contact import limits
from ..maneuver.plans import Plan, plan
from ..phases.command import marks
from ..table.battlefield import Battlefield
from ..table.bodies import shape
from ..table.state import Halted, Order, UnitState
from . import chances, intentions

STEPS = 16
"""In which a quarter is gone through to see where it comes upon its target."""


class End(NamedTuple):
    """How a unit would stand after its move."""

    state: UnitState
    paces: int
    """Then to its target."""
    contact: bool
    """It would close with the target."""


def end(b: Battlefield, unit: str, order: Order, found: Plan, target: str = "") -> End | None:
    """Where it would stop before its target, or how far it would come; None without a target in sight, or where it
    would still be forming. An order that names no enemy stops before `target`, if that is in its way."""
    seat, aim = b.seat_of(unit), order.target or target
    # unseen, it must not show by where the unit would stop
    if not aim or aim not in b.knowledge.seen_by(seat) or found.unfinished:
        return None
    into, short = limits(b)
    # the same limits as in the battle, so that the preview stops where the unit would
    near, foe = into if order.attacks else short, b.survey.body(aim)
    now = b.unit(unit)
    formation: Any = found.formation
    interval = order.formation.interval if order.formation else now.interval
    standing = replace(now, formation=formation, interval=interval)
    drawn = shape(b, standing)
    # in small steps: at the end of a quarter it may have run through him
    for place in _way(Placement(now.position, now.heading), found.places):
        if between(drawn.at(*place), foe) <= near:
            break
    apart = between(drawn.at(*place), foe)
    contact = order.attacks and apart <= into
    # rounded up, as distances always are
    return End(_arrived(standing, place, order, found, contact, aim), -(-apart // SUB), contact)


def _way(here: Placement, places: tuple[Placement, ...]) -> Iterator[Placement]:
    """All of its way in small steps."""
    yield here
    for there in places:
        (x, y), (z, w) = here.position, there.position
        for i in range(1, STEPS + 1):
            yield Placement((x + (z - x) * i // STEPS, y + (w - y) * i // STEPS), there.heading)
        here = there


def _arrived(now: UnitState, place: Placement, order: Order, found: Plan, contact: bool, aim: str) -> UnitState:
    """The unit as fire and combat would find it this turn."""
    gone = found.paces > 0 or bool(found.degrees)
    gait = order.move.gait if order.move is not None and not isinstance(order.move, Halted) else "march"
    # as if the turn were half played: fire asks whether it moved, combat whether it came upon him
    doing = replace(
        now.now,
        moved=gait if gone else "no",
        paces=found.paces,
        turned=bool(found.degrees or found.quarters),
        quarters=found.quarters,
        came_into=(aim,) if contact else (),
    )
    return replace(
        now,
        position=place.position,
        heading=place.heading % 360,
        # what the way costs counts in the combat at its end
        disorder=now.disorder + found.disorder,
        order=order,
        now=doing,
    )


def odds(b: Battlefield, unit: str, order: Order, found: Plan) -> tuple[pre.OddsOf, ...]:
    """Its chances against the target of its order when the move is over, if nobody else moves."""
    there = end(b, unit, order, found)
    if there is None:
        return ()
    return tuple(chances.planned(b, b.seat_of(unit), there.state, order.target, after(found)))


def after(found: Plan) -> str:
    """The move before fire and combat, in words; nothing where it stays as it is."""
    if found.paces or found.degrees:
        return "after its move"
    return f"once it has formed {formation_in_words(found.formation)}" if found.quarters else ""


BEFORE_MOVING = ("command", "initiative", "rally_and_morale")


def against(b: Battlefield, seat: str, unit: str, target: str) -> list[pre.OddsOf]:
    """All that the unit could do to an enemy in sight this turn: from where its order leads it, or its officers do,
    while it has not moved yet; else as both stand now."""
    chances.must_see(b, seat, unit, target)
    order = _doing(b, seat, unit) if b.world.phase in BEFORE_MOVING else None
    found = plan(b, unit, order) if order is not None else None
    there = end(b, unit, order, found, target) if order is not None and found is not None else None
    if found is None or there is None or not after(found):
        return chances.odds(b, seat, unit, target)
    return chances.planned(b, seat, there.state, target, after(found))


def _doing(b: Battlefield, seat: str, unit: str) -> Order | None:
    """What it will do this turn as far as one can tell now."""
    if b.world.phase == "command" and unit in marks.left_to_officers(b, seat, marks.told_now(b)):
        return intentions.meant(b, seat, unit)
    return b.unit(unit).order


def notes(b: Battlefield, unit: str, order: Order, found: Plan) -> Iterator[str]:
    """What the order comes to at its target, in words."""
    there = end(b, unit, order, found)
    if there is None:
        return
    name, foe = b.name(unit), b.name_to(b.seat_of(unit), order.target)
    if there.contact:
        yield f"{name} would close with {foe}, if it stays where it is"
    elif order.way:
        yield f"{name} would come to {many(there.paces, 'pace')} from {foe}"
    elif order.attacks:
        yield f"{name} stays {many(there.paces, 'pace')} from {foe}: without a movement chit it only fires"
