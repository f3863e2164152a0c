"""The battle before its first turn: everybody where the scenario puts him."""

from __future__ import annotations

from grognard import systems
from grognard.battle import posts
from grognard.battle.choosing import Options
from grognard.battle.posts import Chain, Post
from grognard.scenarios.model import Scenario

from .table.field import Fairground
from .table.state import CoinWorld, LeaderState, UnitState

SYSTEM = "pitch-and-toss"


def begin(scenario: Scenario, options: Options) -> Fairground:
    """The field before the first turn."""
    chain = posts.chain_of(scenario)
    world = CoinWorld(
        turns=options.turns or scenario.header.victory.length_turns,
        units={unit: _unit(post) for unit, post in chain.units.items()},
        leaders={leader: _leader(chain, leader) for leader in chain.leaders},
    )
    rules = systems.rules(SYSTEM, *options.variants)
    return Fairground(scenario, posts.seats_of(chain, options.seats), rules, world, chain)


def _unit(post: Post) -> UnitState:
    unit = post.unit
    x, y = unit.position
    where = "table" if unit.present else "waiting"
    return UnitState(unit.id, post.side, (float(x), float(y)), round(unit.facing) % 360, unit.men, where)


def _leader(chain: Chain, leader: str) -> LeaderState:
    """Where the scenario puts him, else with the first of his units."""
    post = chain.leaders[leader]
    x, y = post.leader.position or next((chain.units[unit].unit.position for unit in post.units), (0, 0))
    return LeaderState(leader, post.side, (float(x), float(y)))
