"""The battle as far as a seat knows it: its own units as they are, others as they are seen, the rest by fair guesses.

Previews and odds are worked out on such a field and never on the real one, so they cannot betray what is hidden:
enemies out of sight are not there at all, and of those in sight only what `view.Seen` tells is true.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from grognard.kernel.sources import SeededDice

from ..checks.ammunition import SupplyFacts
from ..checks.units import CombatWorthFacts, steps_in
from ..table.field import ClassField
from ..table.state import LeaderState, UnitState
from ..terms import TroopClass, branch
from .view import Seen, view

CLASS: TroopClass = "line"
GUESSES = ("theirs taken to be of the line and of its usual combat worth, fresh, and without a leader",)
"""What is taken for granted of others, in words."""

_SUPPLIES: dict[str, Any] = {"infantry": "infantry", "cavalry": "cavalry", "artillery": "foot_artillery"}


def known(b: ClassField, seat: str, supposing: Mapping[str, UnitState] | None = None) -> ClassField:
    """The field as a seat knows it, with some units as they would be then. Nothing that happens on it happens in the
    battle."""
    seen = view(b, seat)
    # a shallow copy: every collection that differs is replaced below, the others are only read
    world = replace(b.world)
    # kept, but off the table: ids must still be found, and nobody may meet them
    world.units = {unit.id: seen.units.get(unit.id) or _hidden(unit) for unit in b.world.units.values()}
    world.units |= {each.id: _guessed(b, each) for each in seen.seen.values()}
    world.units |= supposing or {}
    world.leaders = {leader.id: seen.leaders.get(leader.id) or _nobody(leader) for leader in b.world.leaders.values()}
    # the enemy's points are his secret
    world.points = {side: seen.points if side == seen.side else 0 for side in b.world.points}
    made = ClassField(b.scenario, b.seats, b.rules, world, b.seating.chain, b.ground)
    # whoever is asked on this field, he knows what this seat knows and no more
    made.knowledge.seen = {each: b.knowledge.seen_by(seat) for each in (place.id for place in b.seats)}
    made.use_dice({"": SeededDice(0)})  # for checks that throw none
    return made


def _hidden(unit: UnitState) -> UnitState:
    return replace(unit, where="waiting", position=(0, 0), status="steady", firefight=False)


def _nobody(leader: LeaderState) -> LeaderState:
    return replace(leader, where="waiting", position=(0, 0), attached="", attached_to="", rating="average")


def _guessed(b: ClassField, seen: Seen) -> UnitState:
    """Somebody else's unit: what is seen of it, and guesses for what the rules ask besides."""
    # division and brigade alone, which name who belongs together; nothing else is taken from the truth
    now = b.unit(seen.id)
    cw = b.settle("combat-worth", CombatWorthFacts(troop_class=CLASS)).cw
    supply = b.settle("ammunition-supply", SupplyFacts(arm=_SUPPLIES[branch(seen.arm)])).ammunition
    # a unit that is seen has somebody left
    steps = steps_in(b.t, branch(seen.arm), max(1, seen.castings))
    return UnitState(
        id=seen.id,
        side=seen.side,
        division=now.division,
        brigade=now.brigade,
        arm=seen.arm,
        troop_class=CLASS,
        cw=cw,
        starting=steps,
        steps=steps,
        position=seen.position,
        heading=seen.heading,
        formation=seen.formation,
        weapon="musket" if branch(seen.arm) == "infantry" else "",
        ammunition=supply,
        status=seen.status,
        since=b.world.turn if seen.status != "steady" else 0,
        screen=seen.screen,
        smoke=seen.smoke,
        firefight=seen.firefight,
        activated=seen.activated,
        tried=-1,  # what it has tried so far says nothing of what is still to come
    )
