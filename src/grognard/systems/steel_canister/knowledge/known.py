"""The battle as far as a seat knows it: its own units as they are, others as they are seen, the rest by fair guesses.

Previews and odds are worked out on such a field and never on the real one, so they cannot betray what is hidden:
enemies out of sight are not there at all, and of those in sight only what `view.Seen` tells is true.
"""

from __future__ import annotations

from msgspec.structs import replace

from grognard.kernel.sources import SeededDice

from ..checks.moving import ActionPointsFacts
from ..muster import british
from ..table.field import Field
from ..table.state import BrigadeState, UnitState, World
from ..terms import Grade, Weight
from .view import UNCOUNTED, Seen, View, view

GRADE: Grade = "veteran"
WEIGHT: Weight = "medium"
GUESSES = (
    f"theirs taken to be {GRADE}, not guard, without losses before and without a leader",
    "all of theirs who bear are taken to have a shot left",
)
"""What is taken for granted of others, in words."""
_NOBODY = "?"
"""The brigade of those whose brigade is not known."""


def known(b: Field, seat: str) -> Field:
    """The field as a seat knows it. Nothing that happens on it happens in the battle."""
    seen = view(b, seat)
    world = World(turn=seen.turn, phase=seen.phase, over=seen.over, turns=seen.turns)
    world.a = seen.a or next(iter(b.chain.sides))
    world.units = {
        **{unit.id: _fresh(b, unit) for unit in seen.units.values()},
        **{each.id: _guessed(b, seen, each) for each in seen.seen.values()},
    }
    world.leaders = dict(seen.leaders)
    other = BrigadeState(_NOBODY, "", "", "", ())
    world.brigades = {**seen.brigades, _NOBODY: other}
    made = Field(b.scenario, b.seats, b.rules, world, b.chain, b.roster, b.board)
    # some checks ask for a source of dice even where they throw none
    made.use_dice({"": SeededDice(0)})  # for checks that throw none
    return made


def _fresh(b: Field, unit: UnitState) -> UnitState:
    """An own unit; before points are counted (phase 3) with those it would have now."""
    if b.world.phase not in UNCOUNTED or unit.where != "board":
        return unit
    points = b.settle(
        "action-points", ActionPointsFacts(arm=unit.arm, status=unit.status, in_command=unit.in_command)
    ).ap
    return replace(unit, ap=points)


def _guessed(b: Field, known_: View, seen: Seen) -> UnitState:
    """Somebody else's unit: what is seen of it, and guesses for what the rules ask besides."""
    # in a melee one knows of the enemy what one knows of oneself: who charged, and which round it is
    ours = [unit for unit in known_.units.values() if unit.melee and unit.space == seen.space]
    points = b.settle("action-points", ActionPointsFacts(arm=seen.arm, status=seen.status)).ap
    return UnitState(
        id=seen.id,
        side=seen.side,
        brigade=_NOBODY,
        arm=seen.arm,
        grade=GRADE,
        figures=max(1, seen.figures),
        space=seen.space,
        facing=seen.facing,
        formation=seen.formation,
        status=seen.status,
        british=british(seen.nation),
        weight=WEIGHT,
        blown=known_.turn if seen.blown else 0,
        manned=seen.manned,
        guns_at=None if seen.manned else seen.space,
        cube=seen.cube,  # type: ignore[arg-type]
        ap=points,
        melee=seen.melee,
        attacker=bool(ours) and not ours[0].attacker,
        first_round=bool(ours) and ours[0].first_round,
    )


def standing_at(b: Field, there: UnitState) -> Field:
    """The same field with one unit elsewhere, or otherwise: what it would be like to stand there."""
    return b.with_unit(there)
