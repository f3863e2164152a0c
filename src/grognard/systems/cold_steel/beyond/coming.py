"""Step 4a beyond the edge: who is due looks at the cards, fights, or takes his arrival test."""

from __future__ import annotations

from grognard.battle.kinds import Noted
from grognard.kernel.checks import implements

from ..table.battlefield import Battlefield
from ..table.state import Force
from . import arrival_test, combat
from .forces import changed, engaged, fighters, there
from .meeting import compare, out_for_the_day


@implements("CS-2e", "CS-1.1b", "CS-C.3b")
def check_arrivals(b: Battlefield) -> None:
    """Forces that have marched long enough meet whoever is there; those who fight go on with it. In the order in which
    they got their orders."""
    for force in list(b.world.forces.values()):
        # as it is now: a force earlier in the list may have changed it
        now = b.world.forces[force.id]
        # attacked on the march, it first fights it out
        if now.status == "marching" and now.perfect <= b.world.turn and not engaged(b, now):
            _come_up(b, now)
    # after all have come up: a fight begun this turn has its first round in the next
    for force in list(b.world.forces.values()):
        now = b.world.forces[force.id]
        if now.status == "fighting" and now.due <= b.world.turn:
            _fight_on(b, now)


def _come_up(b: Battlefield, force: Force) -> None:
    if not fighters(b, force):
        out_for_the_day(b, force, "only guns are left of it", ("CS-C.2b",))
    elif compare(b, force) == "test":
        arrival_test.take(b, b.world.forces[force.id])


@implements("CS-C.4f")
def _fight_on(b: Battlefield, force: Force) -> None:
    """Once the defenders have broken the way is open."""
    if combat.fight_a_round(b, force) == "defenders_broke":
        arrival_test.take(b, b.world.forces[force.id], "defenders_broke")


@implements("CS-C.4f", "CS-C.5c")
def due(b: Battlefield) -> list[Force]:
    """Forces that come onto the table this turn; not who has to fight beyond it first."""
    ready = (force for force in b.world.forces.values() if force.status in ("arriving", "astray"))
    # lost forces have no date before their second test
    return [force for force in ready if 0 < force.due <= b.world.turn and not engaged(b, force)]


def disband(b: Battlefield, force: str) -> None:
    """A force of which nobody is left beyond the table is no more."""
    left = b.world.forces.get(force)
    if left is not None and not there(b, left):
        b.emit(Noted(), rules=("CS-C.5c",), sets=[changed(left, units=())], to=())
