"""Where an order would bring a unit by the end of its move, and its chances from there: for those who give orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from grognard.battle.kinds import many
from grognard.battle.previews import records as pre
from grognard.ground.units import SUB
from grognard.miniatures.motion.nearness import between
from grognard.miniatures.motion.placements import Placement

from ..events.words import formation_in_words
from ..facts.fire import overruling
from ..maneuver.contact import limits
from ..maneuver.halts import formed, halt, steps, stopped
from ..maneuver.plans import Plan, plan
from ..phases.command import marks
from ..phases.firing import attended
from ..table.battlefield import Battlefield
from ..table.bodies import shape
from ..table.state import Halted, Order, UnitState
from . import chances, intentions


class End(NamedTuple):
    """How a unit would stand after its move."""

    state: UnitState
    paces: int
    """Then to its target."""
    contact: bool
    """It would close with the target, or with whoever is in the way to it."""
    barred_by: str
    """Another enemy who stops it before its target."""


def end(b: Battlefield, unit: str, order: Order, found: Plan, target: str = "") -> End | None:
    """Where it would stop before its target or before another enemy, or how far it would come; None without a target
    in sight, or where it would still be forming. An order that names no enemy stops before `target`, if that is in its
    way."""
    seat, aim = b.seat_of(unit), order.target or target
    # unseen, it must not show by where the unit would stop
    if not aim or aim not in b.knowledge.seen_by(seat) or found.unfinished:
        return None
    into, _ = limits(b)
    stop, standing = halt(b, unit, order, found, aim), formed(b, unit, order, found)
    there = shape(b, standing).at(*stop.place)
    apart = between(there, b.survey.body(aim))
    upon = order.attacks and apart <= into
    barred_by = "" if upon or stop.foe == aim else stop.foe
    met = aim if upon else barred_by if order.attacks else ""
    # rounded up, as distances always are
    found = stopped(b, unit, order, found, stop)
    return End(_arrived(standing, stop.place, order, found, met), -(-apart // SUB), bool(met), barred_by)


def _arrived(now: UnitState, place: Placement, order: Order, found: Plan, met: str) -> UnitState:
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
        came_into=(met,) if met else (),
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
    """Its chances when the move is over, if nobody else moves: against the target of its order, or whomever it comes
    upon before that."""
    there = end(b, unit, order, found)
    if there is None:
        return ()
    seat = b.seat_of(unit)
    if not there.contact:
        fought = chances.planned(b, seat, there.state, order.target, after(found))
        return tuple(_not_met(b, unit, order, there, fought))
    if not there.barred_by:
        return tuple(chances.planned(b, seat, there.state, order.target, after(found)))
    name = b.name_to(seat, there.barred_by)
    met = chances.planned(b, seat, there.state, there.barred_by, after(found))
    return tuple(replace(each, title=f"{each.title}, against {name}") for each in met)


def _not_met(b: Battlefield, unit: str, order: Order, there: End, fought: Iterable[pre.OddsOf]) -> Iterator[pre.OddsOf]:
    """The odds of a turn in which it does not come to hand to hand: to whoever attacks it is said when it would."""
    for each in fought:
        if each.check != chances.COMBAT:
            yield each
        elif order.attacks:
            yield chances.denied(each, f"no contact this turn: {b.name(unit)} {_short_of(there)}", "CS-3.2m")


def _short_of(there: End) -> str:
    """How far short of its target it stays, and in how many such turns it would be there."""
    if not there.state.now.paces:
        return f"stays {_paces(there)} off"
    more = -(-there.paces // there.state.now.paces)
    return f"comes to {_paces(there)}, at this gait {many(more, 'more turn')} off"


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
    fought = chances.planned(b, seat, there.state, target, after(found))
    if not there.contact and order is not None:
        return list(_not_met(b, unit, order, there, fought)) if order.attacks or target == order.target else fought
    if there.barred_by in ("", target):
        return fought
    name = b.name_to(seat, there.barred_by)
    return [chances.barred(each, f"{name} in the way: it would close with {name}") for each in fought]


def _doing(b: Battlefield, seat: str, unit: str) -> Order | None:
    """What it will do this turn as far as one can tell now."""
    if b.world.phase == "command" and unit in marks.left_to_officers(b, seat, marks.told_now(b)):
        return intentions.meant(b, seat, unit)
    return b.unit(unit).order


def friends_ridden_through(b: Battlefield, unit: str, order: Order, found: Plan) -> list[str]:
    """Friends on whose ground its way leads, as they stand now."""
    found = stopped(b, unit, order, found, halt(b, unit, order, found, order.target))
    body, now = shape(b, formed(b, unit, order, found)), b.unit(unit)
    way = [body.at(*place) for place, _ in steps(Placement(now.position, now.heading), found.places)]
    near = b.survey.friends_within(unit, found.paces + (body.width + body.depth) // SUB) if found.paces else []
    # its own skirmishers come in as it passes
    friends = [each for each in near if b.unit(each).parent != unit]
    return [each for each in friends if any(not between(there, b.survey.body(each)) for there in way[1:])]


def notes(b: Battlefield, unit: str, order: Order, found: Plan) -> Iterator[str]:
    """What the order comes to at its target, in words, and who else would stop it."""
    name, seat = b.name(unit), b.seat_of(unit)
    there = end(b, unit, order, found)
    if there is None:
        stop = halt(b, unit, order, found)
        if stop.foe:
            yield f"{b.name_to(seat, stop.foe)} in the way: {name} would stop short of it"
        return
    yield from _by_the_list(b, unit, order.target, there)
    foe = b.name_to(seat, order.target)
    if there.barred_by:
        other = b.name_to(seat, there.barred_by)
        comes = f"close with {other}, not with {foe}" if there.contact else f"stop {_paces(there)} from {foe}"
        yield f"{other} in the way: {name} would {comes}, if nobody else moves"
    elif there.contact:
        yield f"{name} would close with {foe}, if it stays where it is"
        yield f"the odds leave out what fire on the way may cost {name}"
    elif order.way:
        yield f"{name} would come to {_paces(there)} from {foe}"
    elif order.attacks:
        yield f"{name} stays {_paces(there)} from {foe}: without a movement chit it only fires"


def _by_the_list(b: Battlefield, unit: str, ordered: str, there: End) -> Iterator[str]:
    """Whom it would fire at instead of the target of its order, where nobody is with it who may name one."""
    if there.contact or unit in attended(b):
        return
    seat = b.seat_of(unit)
    with b.survey.supposing(there.state):
        found = overruling.foreseen(b, unit, ordered, b.knowledge.seen_by(seat))
    if found is not None:
        why = f"this comes first: {found.why} (CS-7.5a)" if found.why else "at whom it cannot fire from there"
        fires = f"{b.name(unit)} would fire at {b.name_to(seat, found.target)}, not at {b.name_to(seat, found.ordered)}"
        yield f"{fires}: {why}; only a commander with it may name another (CS-7.5b)" if found.why else f"{fires}, {why}"


def _paces(there: End) -> str:
    return many(there.paces, "pace")
