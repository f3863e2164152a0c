"""The battle before its first turn: everybody where the scenario puts him."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from grognard import systems
from grognard.battle import posts
from grognard.battle.choosing import Options
from grognard.battle.posts import Chain, Post
from grognard.ground.units import point
from grognard.kernel.checks import implements
from grognard.kernel.tables import Tables
from grognard.miniatures.gathering.beginnings import ground_of
from grognard.scenarios.model import Scenario

from .checks.units import steps_in
from .commands import Leading
from .muster import SYSTEM, Mustered, leaders, muster
from .table.field import ClassField
from .table.state import DivisionState, Instructions, LeaderState, UnitState, World
from .terms import Weapon, branch

_WEAPONS: dict[str, Weapon | Literal[""]] = {"musket": "musket", "rifle": "rifle", "carbine": "musket", "none": ""}


@implements("CD-setup", "CD-unit")
def begin(scenario: Scenario, options: Options) -> ClassField:
    """The field before the first turn: everybody in good order, with all his castings and ammunition."""
    chain, rules = posts.chain_of(scenario), systems.rules(SYSTEM, *options.variants)
    roster = {each.id: each for each in muster(scenario, rules)}
    seats = posts.seats_of(chain, options.seats)
    units = {unit: _unit(rules.tables, post, roster[unit]) for unit, post in chain.units.items()}
    world = World(
        units=units,
        divisions=_divisions(chain, roster),
        brigades={_brigade(post): post.brigade for post in chain.units.values()},
        instructions={seat.id: Instructions(seat.id) for seat in seats},
        points=dict.fromkeys(chain.sides, 0),
        turns=options.turns or scenario.header.victory.length_turns,
    )
    world.leaders = {each.id: _leader(chain, each, world) for each in leaders(scenario)}
    return ClassField(scenario, seats, rules, world, chain, ground_of(scenario))


def _division(command: str) -> str:
    return f"division-of-{command}"


def _brigade(post: Post) -> str:
    return posts.slug(f"brigade {post.side} {post.brigade}")


def _unit(t: Tables, post: Post, rated: Mustered) -> UnitState:
    unit, of = post.unit, branch(rated.arm)
    steps = steps_in(t, of, rated.tubes if of == "artillery" else rated.castings)
    guns: dict[str, Any] = {}
    if rated.gun is not None and rated.carriage is not None:
        guns = {"gun": rated.gun, "carriage": rated.carriage, "howitzers": rated.howitzers}
    return UnitState(
        id=unit.id,
        side=post.side,
        division=_division(rated.command),
        brigade=_brigade(post),
        arm=rated.arm,
        troop_class=rated.troop_class,
        cw=rated.cw,
        starting=steps,
        steps=steps,
        position=point(*unit.position),
        heading=round(unit.facing) % 360,
        formation=rated.formation,
        where="table" if unit.present else "waiting",
        weapon=_WEAPONS[rated.weapon],
        light=rated.light,
        ammunition=rated.ammunition,
        battalion_guns=rated.battalion_gun or "",
        **guns,
    )


@implements("CD-division-activation")
def _divisions(chain: Chain, roster: Mapping[str, Mustered]) -> dict[str, DivisionState]:
    found: dict[str, list[Mustered]] = {}
    for each in roster.values():
        found.setdefault(each.command, []).append(each)
    return {
        _division(command): DivisionState(
            _division(command),
            members[0].side,
            f"{chain.leaders[command].name}'s division",
            command,
            _above(chain, members[0].id, "corps"),
            _above(chain, members[0].id, "army"),
            tuple(dict.fromkeys(_brigade(chain.units[each.id]) for each in members)),
            tuple(each.id for each in members),
        )
        for command, members in found.items()
    }


def _above(chain: Chain, unit: str, level: str) -> str:
    return next((each for each in chain.units[unit].leaders if chain.leaders[each].level == level), "")


def _leader(chain: Chain, leading: Leading, world: World) -> LeaderState:
    """Where the scenario puts him, else with the first of his units; he arrives with the first of them."""
    post = chain.leaders[leading.id]
    under = [world.units[unit] for unit in (leading.units or post.units)]
    here = [unit for unit in under if unit.where == "table"] or under
    place = point(*post.leader.position) if post.leader.position else here[0].position if here else (0, 0)
    present = leading.level == "army" or any(unit.where == "table" for unit in under)
    return LeaderState(
        leading.id, leading.side, leading.level, leading.rating, place, "table" if present else "waiting"
    )
