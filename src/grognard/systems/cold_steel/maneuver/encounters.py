"""What comes of meetings in a quarter: contact with the enemy, friends run through, units caught while forming."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.ground.units import SUB
from grognard.kernel.checks import implements
from grognard.miniatures.motion.crowds import Crowd
from grognard.miniatures.motion.meetings import UnitPair

from ..checks.formations.forming import CaughtFormingFacts
from ..checks.movement.march import InterpenetrationFacts
from ..effects import units as effects
from ..events.movement import CaughtForming, ClosedWith, RanThrough
from ..table.battlefield import Battlefield
from .contact import close_range
from .friends import kind_of
from .movers import Mover
from .plans import foe_of, holds

TOUCHING = 3 * SUB
"""Sixteenths: cavalry no farther behind its friends has come up against their rear."""


@implements("CS-6.8")
def run_through(b: Battlefield, movers: dict[str, Mover], crowd: Crowd, friends: list[UnitPair]) -> None:
    """Friends who passed through each other are both disordered, once a turn."""
    for pair in friends:
        # who stood in each other as the quarter began has paid for that, and may part
        if pair[1] in b.unit(pair[0]).now.met or crowd.began_together(pair) or not crowd.through(pair):
            continue
        if _reinforces_through(b, movers, pair):
            continue
        interpenetrate(b, *pair)


def interpenetrate(b: Battlefield, one: str, other: str) -> None:
    """Two friends have run into each other."""
    facts = InterpenetrationFacts(unit=kind_of(b, b.unit(one)), other=kind_of(b, b.unit(other)))
    cost = b.settle("interpenetration", facts)
    sets = [
        effects.doing(b, one, met=(*b.unit(one).now.met, other)),
        effects.doing(b, other, met=(*b.unit(other).now.met, one)),
    ]
    # one of them is of a kind that passes freely: nothing to tell, and nothing to remember
    if not cost.disorder:
        return
    b.report(RanThrough(unit=one, friend=other), rules=("CS-6.8",), sets=sets)
    for unit in (one, other):
        effects.disorder(b, unit, cost.disorder_on_others, rules=("CS-6.8",), cause="interpenetration")


@implements("CS-9.2.3e")
def _reinforces_through(b: Battlefield, movers: dict[str, Mover], pair: UnitPair) -> bool:
    """Cavalry that comes up against the rear of friendly cavalry in a melee, to join in it."""
    return any(_joins(b, movers.get(unit), friend) for unit, friend in (pair, pair[::-1]))


def _joins(b: Battlefield, mover: Mover | None, friend: str) -> bool:
    if mover is None or not mover.attack or mover.target not in b.unit(friend).melee:
        return False
    return all(b.entry(each).rated.arm == "cavalry" for each in (mover.unit, friend))


def contacts(b: Battlefield, movers: dict[str, Mover], moved: list[str]) -> None:
    """Who came into P3 of whom by moving in this quarter."""
    for unit in moved:
        mover = movers[unit]
        if mover.flees or b.unit(unit).where != "table":
            continue
        # each once, in the order found: the first of them is named in the report
        foes = dict.fromkeys([*upon(b, unit), *_through_friends(b, mover)])
        # those of earlier quarters have been reported
        new = [foe for foe in foes if foe not in b.unit(unit).now.came_into]
        if new:
            came = (*b.unit(unit).now.came_into, *new)
            b.report(
                ClosedWith(unit=unit, enemy=new[0], attack=mover.attack),
                rules=("CS-1.2.2a",),
                sets=[effects.doing(b, unit, came_into=came)],
            )


def _through_friends(b: Battlefield, mover: Mover) -> list[str]:
    """The enemy whom cavalry fights that stands right behind its own cavalry in the melee (CS-9.2.3e)."""
    touching = list(b.survey.gaps(mover.unit, TOUCHING))
    friends = [each for each in touching if not foe_of(b, mover.unit, each)]
    return [mover.target] if any(_joins(b, mover, friend) for friend in friends) else []


HERE = 1
"""Paces that an enemy still has to come who is there: as few as the check knows."""


@implements("CS-A.1e")
def caught(b: Battlefield, movers: dict[str, Mover], number: int) -> None:
    """An enemy in P3 before a change of formation is complete: the change is broken off."""
    # by now, changes due in this quarter are complete: they come before contact (CS-A.1e)
    for mover in movers.values():
        if mover.change is None or mover.caught or not here(b, mover):
            continue
        # skirmishers and runaways in P3 disturb nobody
        by = [foe for foe in upon(b, mover.unit) if holds(b, foe)]
        if not by:
            continue
        race = CaughtFormingFacts(
            quarters=max(1, mover.forming), enemy_distance=b.survey.distance(mover.unit, by[0]), enemy_move=HERE
        )
        found = b.settle("caught-forming", race)
        mover.caught = mover.halted = True
        now = b.unit(mover.unit)
        moved = "march" if now.now.moved == "no" else now.now.moved
        # only the quarters up to now were spent
        doing = replace(now.now, caught=True, turned=True, moved=moved, quarters=number + 1)
        # else the chit would have it begin again next turn, though the change was broken off
        order = now.order and replace(now.order, formation=None)
        b.report(
            CaughtForming(unit=mover.unit, by=by[0]),
            rules=("CS-A.1e",),
            sets=[b.change(mover.unit, forming=None, order=order, now=doing)],
        )
        effects.disorder(b, mover.unit, found.disorder, rules=("CS-A.1e",), cause="caught forming")


def upon(b: Battlefield, unit: str) -> list[str]:
    """Enemies in P3 of a unit."""
    near = close_range(b)
    return [foe for foe in b.survey.gaps(unit, near) if foe_of(b, unit, foe)]


def here(b: Battlefield, mover: Mover) -> bool:
    return b.unit(mover.unit).where == "table"
