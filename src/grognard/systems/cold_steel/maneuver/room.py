"""Ground for a new formation: how near it may bring a unit to the enemy, and which friends are in the way of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from grognard.ground.placing import Shape
from grognard.ground.relations import Body
from grognard.ground.units import SUB
from grognard.kernel.checks import implements
from grognard.miniatures.motion.nearness import between, overlap, trimmed, within
from grognard.miniatures.motion.placements import Placement, shifted

from ..table.battlefield import Battlefield
from ..table.bodies import shape, standing
from ..table.state import UnitState
from .contact import limits
from .forming import ReckonedChange, place_after
from .friends import kind_of

STEP = 4
"""Paces from one place that is tried, farther back, to the next."""
URGENT = ("open_square", "closed_square", "skirmish_squares")
"""Formations that are taken however near the enemy is: nobody goes at him in them."""


IsKnown = Callable[[str], bool]


def everybody(_unit: str) -> bool:
    """Whoever it is."""
    return True


@implements("CS-3.2m")
def ground_for(
    b: Battlefield, now: UnitState, change: ReckonedChange, *, near: bool, known: IsKnown = everybody
) -> Placement | None:
    """Where a unit stands in its new formation: on the ground of its leading element, or so far back on the ground it
    covered that it comes into P3 of nobody; None if an enemy is too near for that. `near`: it may come into P3, though
    not upon anybody. `known`: the enemies who are taken into account."""
    new = _formed(now, change)
    body, first = shape(b, new), place_after(b, now, standing(now), change)
    _, short = limits(b)
    # a square is formed to receive the enemy: being in his P3 is the very case it is for
    least = SUB if near or change.to in URGENT else short
    foes = [
        (b.survey.body(foe), min(least, apart))
        for foe, apart in _about(b, now, body, short)
        if _foe(b, now, foe, known)
    ]
    return next((place for place in _back(b, now, body, first) if _off_all(body, place, foes)), None)


def _formed(now: UnitState, change: ReckonedChange) -> UnitState:
    return replace(now, formation=change.to, interval=change.interval)


def _about(b: Battlefield, now: UnitState, body: Shape, more: int) -> Iterator[tuple[str, int]]:
    """Everybody whom a unit may meet by forming, and how far off he is now."""
    old = shape(b, now)
    # no corner of either formation can lie farther off than this
    far = body.width + body.depth + old.width + old.depth + more
    return iter(b.survey.gaps(now.id, far).items())


def _foe(b: Battlefield, now: UnitState, other: str, known: IsKnown) -> bool:
    return b.unit(other).side != now.side and known(other)


def _off_all(body: Shape, place: Placement, foes: list[tuple[Body, int]]) -> bool:
    """Whether it stands far enough from every enemy there. Who is nearer already comes no nearer."""
    here = body.at(*place)
    return not any(within(here, foe, least - 1) and between(here, foe) < least for foe, least in foes)


def _back(b: Battlefield, now: UnitState, body: Shape, first: Placement) -> Iterator[Placement]:
    """Its place, then places on the ground that it covered, from front to rear."""
    yield first
    # faced to a flank there is no ground straight behind it that it had covered
    depth = shape(b, now).depth - body.depth if first.heading == now.heading else 0
    for back in range(STEP * SUB, depth + 1, STEP * SUB):
        yield shifted(first, (first.heading + 180) % 360, back)


@implements("CS-6.8")
def friends_in(
    b: Battlefield, now: UnitState, change: ReckonedChange, place: Placement, known: IsKnown = everybody
) -> list[str]:
    """Formed friends whose ground a unit would come on by forming, and is not on already."""
    new = _formed(now, change)
    if kind_of(b, new) != "formed":
        return []
    body = shape(b, new)
    frame, before = trimmed(body, place), trimmed(shape(b, now), standing(now))
    found = []
    for each, _ in _about(b, now, body, 0):
        other = b.unit(each)
        if other.side != now.side or kind_of(b, other) != "formed" or not known(each):
            continue
        theirs = trimmed(shape(b, other), standing(other))
        # whom it stood in before it did not run into by forming
        if overlap(frame, theirs) and not overlap(before, theirs):
            found.append(each)
    return found
