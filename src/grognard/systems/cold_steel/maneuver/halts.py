"""Where an enemy in sight would stop a unit on its way, if nobody else moves: for previews, by what its seat knows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import hypot
from typing import Any, NamedTuple

from msgspec.structs import replace

from grognard.ground.units import SUB
from grognard.miniatures.motion.nearness import between, within
from grognard.miniatures.motion.placements import Placement

from ..table.battlefield import Battlefield
from ..table.bodies import shape
from ..table.state import Order, UnitState
from .contact import limits
from .plans import Plan, by_order, disorder_of

STEPS = 16
"""In which a quarter is gone through to see where it comes upon somebody."""


class Halt(NamedTuple):
    """How far a unit comes on its way."""

    place: Placement
    quarter: int
    """Of the turn, in which it comes there: 0 where it stands, 4 at the end of its way."""
    foe: str = ""
    """The enemy before whom it stops; nothing where it makes all of its way."""


def formed(b: Battlefield, unit: str, order: Order, found: Plan) -> UnitState:
    """A unit in the formation that it has at the end of a plan, where it stands now."""
    formation: Any = found.formation
    now = b.unit(unit)
    return replace(now, formation=formation, interval=order.formation.interval if order.formation else now.interval)


def halt(b: Battlefield, unit: str, order: Order, found: Plan, aim: str = "") -> Halt:
    """Where it stops: before its aim, or before any other enemy in sight who is in its way. `aim` is one whom its seat
    sees, and counts also where it is near enough already."""
    into, short = limits(b)
    # the same limits as in the battle, so that the preview stops where the unit would
    near = into if order.attacks else short
    standing = formed(b, unit, order, found)
    body, here = shape(b, standing), Placement(standing.position, standing.heading)
    foes = {foe: b.survey.body(foe) for foe in _about(b, unit, found, near + body.width + body.depth, aim)}
    place, quarter, before = here, 0, body.at(*here)
    # in small steps: at the end of a quarter it may have run through him
    for place, quarter in steps(here, found.places):
        now = body.at(*place)
        # most of the way nobody is near: how far they are is asked of those alone who are
        reached = {foe: between(now, at) for foe, at in foes.items() if within(now, at, near)}
        # one from whom it goes off does not stop it, however near he stands
        upon = [foe for foe, far in reached.items() if foe == aim or far < between(before, foes[foe])]
        if upon:
            return Halt(place, quarter, min(upon, key=lambda foe: (reached[foe], foe != aim)))
        before = now
    return Halt(place, quarter)


def stopped(b: Battlefield, unit: str, order: Order, found: Plan, stop: Halt) -> Plan:
    """The same plan as far as the unit comes: what it would have crossed beyond that costs it nothing."""
    if not stop.foe:
        return found
    now = replace(b.unit(unit), order=order)
    mover, here = by_order(b, now, order), Placement(now.position, now.heading)
    if mover is None or not mover.moves:
        return found
    cut = found.places[: max(0, stop.quarter - 1)]
    places = (*cut, *(stop.place for _ in found.places[len(cut) :]))
    went = sum(hypot(x - z, y - w) for ((x, y), _), ((z, w), _) in pairwise((here, *places)))
    standing = formed(b, unit, order, found)
    beyond = disorder_of(b, standing, mover, [here, *found.places]) - disorder_of(b, standing, mover, [here, *places])
    return found._replace(
        places=places, paces=min(found.paces, round(went / SUB)), disorder=found.disorder - beyond, stopped=True
    )


def _about(b: Battlefield, unit: str, found: Plan, around: int, aim: str) -> list[str]:
    """Enemies in sight whom it can come upon on its way."""
    way = [b.unit(unit).position, *(place.position for place in found.places)]
    long = sum(hypot(x - z, y - w) for (x, y), (z, w) in pairwise(way))
    # unseen, nobody must show by where the unit would stop
    seen, side = b.knowledge.seen_by(b.seat_of(unit)), b.unit(unit).side
    near = b.survey.gaps(unit, int(long) + around)
    return [foe for foe in near if foe in seen and b.unit(foe).side != side and (long or foe == aim)]


def steps(here: Placement, places: tuple[Placement, ...]) -> Iterator[tuple[Placement, int]]:
    """All of its way in small steps, each with the quarter in which it is made."""
    yield here, 0
    for quarter, there in enumerate(places, start=1):
        (x, y), (z, w) = here.position, there.position
        for i in range(1, STEPS + 1):
            yield Placement((x + (z - x) * i // STEPS, y + (w - y) * i // STEPS), there.heading), quarter
        here = there
