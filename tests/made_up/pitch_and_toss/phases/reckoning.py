"""The last phase: how both armies stand, and whether it is over."""

from __future__ import annotations

from typing import Any

from grognard.battle.ending import endings, outcomes, victory
from grognard.battle.ending.tally import Army, Tally, UnitStanding
from grognard.battle.events import Set
from grognard.battle.kinds import BattleOver, Noted
from grognard.battle.procedures import Steps
from grognard.kernel.checks import implements

from ..table.field import Fairground
from ..table.state import UnitState


@implements("PT-5.1")
def play(b: Fairground) -> Steps[None]:
    """The battle goes on, or is decided by the scenario's points."""
    rules, stands = b.scenario.header.victory, tally(b)
    ending = victory.early_end(rules, stands, b.ground)
    if ending is None and b.world.turn < b.world.turns:
        held = victory.turns_held(rules.condition, stands, b.ground)
        b.emit(Noted(), rules=("PT-5.1",), sets=[Set("", "", {"held": held})], to=())
        return
    scores, verdict = victory.settle(rules, stands, b.ground, ending)
    reason = outcomes.in_words(b.world.turn, scores, verdict, ending)
    points = {score.side: score.points for score in scores}
    b.emit(
        BattleOver(reason=reason, winner=verdict.winner, level=verdict.level, points=points),
        rules=("PT-5.1",),
        sets=[Set("", "", {"over": reason})],
    )
    yield from ()


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
    ending = victory.early_end(b.scenario.header.victory, stands, b.ground)
    return endings.outcome(b, stands, ending, endings.by_scenario(b, b.ground), _account)


def _account(army: Army) -> dict[str, int]:
    return {"guns_lost": 0, "broken": 0, "routed": sum(unit.beaten for unit in army.units), "destroyed": 0}
