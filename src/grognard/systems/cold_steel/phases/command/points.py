"""Step 1a: every leader acquires his command points (CS-3.1), if his wounds let him (CS-10.1.2)."""

from __future__ import annotations

from typing import Any

from grognard.battle.events import Set
from grognard.kernel.checks import implements

from ...checks.command.points import CommandPointsFacts, Wound
from ...checks.turn.leaders import LeaderEffect, LeaderLaterFacts
from ...events.command import NobodyCommands, PointsRolled
from ...facts.situations import distance_to_smoke, is_player
from ...table.battlefield import Battlefield
from ...table.state import Hurt, LeaderState

EFFECTS: dict[Hurt, LeaderEffect] = {
    "horse_shot": "horse_shot",
    "light_wound": "light",
    "serious_wound": "serious",
    "killed": "killed",
}
WOUNDS: dict[Hurt, Wound] = {"light_wound": "light", "serious_wound": "serious"}
"""Wounds that last; a shot horse does not."""


@implements("CS-2b", "CS-3.1")
def acquire(b: Battlefield) -> None:
    """One roll for each leader figure; what was not spent last turn has lapsed."""
    # a copy of the list: each roll changes the world
    for leader in list(b.world.leaders.values()):
        seat = b.owners(leader.id)[0]
        if leader.hurt == "killed":
            _nobody(b, leader, seat)
        elif leader.where == "table":
            _roll(b, leader, seat)


@implements("CS-10.1.2e")
def _nobody(b: Battlefield, leader: LeaderState, seat: str) -> None:
    """Nobody commands in the place of the fallen until his successor does."""
    b.privately(NobodyCommands(leader=leader.id), seat, rules=("CS-10.1.2e",), sets=[_left(leader, 0)])


@implements("CS-3.1.1", "CS-3.1.2a")
def _roll(b: Battlefield, leader: LeaderState, seat: str) -> None:
    # thrown in secret: how much the enemy can command this turn is not for all to know
    result = b.roll("command-points", commander(b, leader), secret=seat)
    points = result.outcome.command_points if result.outcome is not None else 0
    reason = result.refusal.reason if result.refusal is not None else ""
    rules = ("CS-3.1.1",) if result.refusal is None else (result.refusal.rule,)
    b.privately(
        PointsRolled(leader=leader.id, points=points, reason=reason),
        seat,
        rules=rules,
        roll=result,
        sets=[_left(leader, points)],
    )


def _left(leader: LeaderState, points: int) -> Set:
    return Set("leaders", leader.id, {"points": points, "paces": 0, "order_in_hand": False})


def commander(b: Battlefield, leader: LeaderState) -> CommandPointsFacts:
    """The facts of his roll."""
    facts = CommandPointsFacts(
        rating=leader.rating,
        smoke_balls=_smoke(b, leader),
        new_order=_new_order(b, leader),
        regimental_player=_regimental(b, leader),
        **_health(b, leader),
    )
    return b.specially("command", facts, side=leader.side)


@implements("CS-3.2i")
def _regimental(b: Battlefield, leader: LeaderState) -> bool:
    """Option: a player whose troops all come later acts as a regimental commander under a superior."""
    if not b.world.regimental or not is_player(b, leader.id) or b.roster.leaders[leader.id].level == "army":
        return False
    return not any(b.entry(unit).unit.present for unit in b.roster.leaders[leader.id].units)


def _smoke(b: Battlefield, leader: LeaderState) -> int:
    within = b.rules.tables.row("CS-3.1.2a", "smoke_balls").columns["within"]
    return CommandPointsFacts.nearest(
        "smoke_balls", sum(paces <= within for paces in distance_to_smoke(b, leader.position))
    )


@implements("CS-10.1.2b", "CS-10.1.2c", "CS-10.1.2d")
def _health(b: Battlefield, leader: LeaderState) -> dict[str, Any]:
    """His wound as the roll asks for it: a shot horse counts once, the worst wound counts, a serious one keeps him
    from commanding at all on the next turn."""
    if not leader.hurt:
        return {}
    later = b.settle(
        "leader-later",
        LeaderLaterFacts(
            effect=EFFECTS[leader.hurt],
            earlier_wound=WOUNDS.get(leader.worst, "none"),
            # at least one turn later: wounds are dealt at the end of a turn, after the points
            turns_later=max(1, b.world.turn - leader.hurt_on),
        ),
    )
    return {"wound": later.wound, "wounded_last_turn": not later.command_points}


@implements("CS-3.1.2a")
def _new_order(b: Battlefield, leader: LeaderState) -> bool:
    """Whether a superior's message reached him last turn."""
    return any(
        rider.kind == "courier"
        and rider.to == leader.id
        # only in the turn after it came: then it is no longer new
        and rider.delivered == b.world.turn - 1
        and superior(b, rider.leader, leader.id)
        for rider in b.world.riders.values()
    )


def superior(b: Battlefield, one: str, other: str) -> bool:
    """Whether the one stands above the other in the chain of command."""
    chains = (b.entry(unit).leaders for unit in b.roster.leaders[other].units)
    chain = next(chains, ())
    return one in chain and chain.index(one) > chain.index(other)
