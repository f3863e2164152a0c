"""The battle before its first turn: everybody where the scenario puts him."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard import systems
from grognard.battle import posts
from grognard.battle.choosing import Options
from grognard.battle.posts import Chain, Post
from grognard.ground.units import point
from grognard.kernel.checks import implements
from grognard.miniatures.gathering.beginnings import ground_of, leader_at_first
from grognard.scenarios.model import Scenario

from .commands import Leading
from .muster import SYSTEM, Mustered, leaders, muster
from .table.field import PowderField
from .table.state import Brigade, Instructions, LeaderState, UnitState, World


@implements("BP-UNIT-1", "BP-TURN-1")
def begin(scenario: Scenario, options: Options) -> PowderField:
    """The field before the first turn: everybody in good order. The side that the scenario names first moves first."""
    chain, rules = posts.chain_of(scenario), systems.rules(SYSTEM, *options.variants)
    roster = {each.id: each for each in muster(scenario, rules)}
    seats = posts.seats_of(chain, options.seats)
    world = World(
        active=next(iter(chain.sides)),
        units={unit: _unit(post, roster[unit]) for unit, post in chain.units.items()},
        brigades=_brigades(chain, roster),
        instructions={seat.id: Instructions(seat.id) for seat in seats},
        turns=options.turns or scenario.header.victory.length_turns,
    )
    world.leaders = {each.id: _leader(chain, each, world) for each in leaders(scenario)}
    return PowderField(scenario, seats, rules, world, chain, ground_of(scenario))


def _brigade(command: str) -> str:
    return f"brigade-of-{command}"


def _unit(post: Post, rated: Mustered) -> UnitState:
    unit = post.unit
    weapon: Any = rated.weapon
    return UnitState(
        id=unit.id,
        side=post.side,
        brigade=_brigade(rated.command),
        arm=rated.arm,
        size=rated.size,
        hand_to_hand=rated.hand_to_hand,
        shooting=rated.shooting,
        morale=rated.morale,
        stamina=rated.stamina,
        position=point(*unit.position),
        heading=round(unit.facing) % 360,
        formation=rated.formation,
        where="table" if unit.present else "waiting",
        special=rated.special,
        weapon=weapon,
        nation=rated.nation,
        gun=rated.gun,
    )


def _brigades(chain: Chain, roster: Mapping[str, Mustered]) -> dict[str, Brigade]:
    found: dict[str, list[Mustered]] = {}
    for each in roster.values():
        found.setdefault(each.command, []).append(each)
    return {
        _brigade(command): Brigade(
            _brigade(command),
            members[0].side,
            f"{chain.leaders[command].name}'s command",
            command,
            tuple(each.id for each in members),
        )
        for command, members in found.items()
    }


def _leader(chain: Chain, leading: Leading, world: World) -> LeaderState:
    post = chain.leaders[leading.id]
    under = [world.units[unit] for unit in (leading.units or post.units)]
    place, where = leader_at_first(post.leader.position, leading.level, under)
    return LeaderState(leading.id, leading.side, leading.level, leading.staff, place, where)
