"""The last phase: how both armies stand, and whether it is over."""

from __future__ import annotations

from typing import Any

from grognard.battle.ending import endings, victory
from grognard.battle.ending.tally import Army, Tally, UnitStanding
from grognard.battle.ending.victory import Ending
from grognard.battle.procedures import Steps
from grognard.kernel.checks import implements

from ..table.field import Fairground
from ..table.state import UnitState


@implements("PT-5.1")
def play(b: Fairground) -> Steps[None]:
    """The battle goes on, or is decided by the scenario's points."""
    decide(b)
    yield from ()


def decide(b: Fairground) -> None:
    """Who has won, if anything has ended it."""
    stands = tally(b)
    settle = endings.by_scenario(b, b.ground)
    endings.go_on_or_end(b, b.ground, stands, _ending(b, stands), settle, rules=("PT-5.1",))


def _ending(b: Fairground, stands: Tally) -> Ending | None:
    return victory.early_end(b.scenario.header.victory, stands, b.ground)


def tally(b: Fairground) -> Tally:
    """How both armies stand, unit by unit."""
    armies = (
        Army(side, tuple(_standing(b, unit) for unit in b.world.units.values() if unit.side == side))
        for side in b.chain.sides
    )
    return Tally(tuple(armies), b.world.held)


def _standing(b: Fairground, unit: UnitState) -> UnitStanding:
    post = b.chain.units[unit.id]
    home = b.chain.sides[unit.side].deployment_edge
    return UnitStanding(
        id=unit.id,
        arm=post.unit.kind,
        men_at_start=post.unit.men,
        men=unit.men,
        place=unit.place if unit.where == "table" else None,
        beaten=unit.where == "left",
        left_by=home if unit.where == "left" else None,
    )


def outcome(b: Fairground) -> dict[str, Any]:
    """Who won and by what; before the end, how it stands."""
    stands = tally(b)
    return endings.outcome(b, stands, _ending(b, stands), endings.by_scenario(b, b.ground), _account)


def _account(army: Army) -> dict[str, int]:
    return {"guns_lost": 0, "broken": 0, "routed": sum(unit.beaten for unit in army.units), "destroyed": 0}
