"""The battle as far as a seat knows it: its own units as they are, others as they are seen, the rest by fair guesses.

Previews and odds are worked out on such a field and never on the real one, so they cannot betray what is hidden:
enemies out of sight are not there at all, and of those in sight only what `view.SeenUnit` tells is true.
"""

from __future__ import annotations

from msgspec.structs import replace

from grognard.kernel.sources import SeededDice

from ..checks.troops.units import ProfileFacts
from ..table.field import PowderField
from ..table.state import Brigade, LeaderState, UnitState
from ..terms import branch
from .view import SeenUnit, View, view

GUESSES = ("theirs taken to have the usual profile of their arm, and no special rules",)
"""What is taken for granted of others, in words."""


def known(b: PowderField, seat: str) -> PowderField:
    """The field as a seat knows it. Nothing that happens on it happens in the battle."""
    seen = view(b, seat)
    # a shallow copy: every collection that differs is replaced below, the others are only read
    world = replace(b.world)
    # kept, but off the table: ids must still be found, and nobody may meet them
    world.units = {unit.id: seen.units.get(unit.id) or _hidden(unit) for unit in b.world.units.values()}
    world.units |= {each.id: guessed(b, each, b.unit(each.id).brigade) for each in seen.seen.values()}
    world.leaders = {leader.id: seen.leaders.get(leader.id) or _nobody(leader) for leader in b.world.leaders.values()}
    world.brigades = {each.id: _brigade(seen, each) for each in b.world.brigades.values()}
    world.contacts = dict(seen.contacts)
    made = PowderField(b.scenario, b.seats, b.rules, world, b.seating.chain, b.ground)
    # whoever is asked on this field, he knows what this seat knows and no more
    made.knowledge.seen = {each: b.knowledge.seen_by(seat) for each in (place.id for place in b.seats)}
    made.use_dice({"": SeededDice(0)})  # for checks that throw none
    return made


def _hidden(unit: UnitState) -> UnitState:
    return replace(unit, where="waiting", position=(0, 0), casualties=0, disordered=False)


def _nobody(leader: LeaderState) -> LeaderState:
    return replace(leader, where="waiting", position=(0, 0), attached="", staff=8)


def _brigade(seen: View, brigade: Brigade) -> Brigade:
    return brigade if brigade.id in seen.brigades else replace(brigade, morale="good", order="", objective=None)


def guessed(b: PowderField, seen: SeenUnit, brigade: str) -> UnitState:
    """Somebody else's unit: what is seen of it, and guesses for what the rules ask besides."""
    usual = b.settle("profile", ProfileFacts(arm=seen.arm, size=seen.size))
    foot = branch(seen.arm) == "infantry"
    # a unit that is marked as shaken has all its casualties on it
    stamina = max(1, seen.casualties) if seen.shaken else max(usual.stamina, seen.casualties + 1)
    return UnitState(
        id=seen.id,
        side=seen.side,
        brigade=brigade,
        arm=seen.arm,
        size=seen.size,
        hand_to_hand=usual.hand_to_hand,
        shooting=usual.shooting,
        morale=usual.morale,
        stamina=stamina,
        position=seen.position,
        heading=seen.heading,
        formation=seen.formation,
        weapon="smoothbore_musket" if foot else "",
        casualties=seen.casualties,
        disordered=seen.disordered,
        shelters=seen.shelters,
    )
