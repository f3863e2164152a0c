"""The battle before its first turn: everybody in the space where the scenario puts him."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from grognard import systems
from grognard.battle import posts
from grognard.battle.choosing import Options
from grognard.battle.posts import Chain, Post
from grognard.ground.field import Field as Ground
from grognard.ground.units import point
from grognard.kernel.checks import implements
from grognard.kernel.tables import Tables
from grognard.scenarios.model import Scenario

from .checks.measures import halves
from .checks.moving import Terrain
from .muster import SYSTEM, Mustered, muster
from .table.board import Board, Space, facing_of
from .table.field import Field
from .table.state import BrigadeState, LeaderState, UnitState, World
from .terms import Formation, branch


def begin(scenario: Scenario, options: Options) -> Field:
    """The field before the first turn."""
    chain, roster = posts.chain_of(scenario), {each.id: each for each in muster(scenario)}
    rules = systems.rules(SYSTEM, *options.variants)
    board = _board(scenario, rules.tables)
    units = {unit: _unit(post, roster[unit], board) for unit, post in chain.units.items()}
    world = World(
        units=_spread(units, board, rules.tables),
        brigades=_brigades(chain),
        turns=options.turns or scenario.header.victory.length_turns,
    )
    world.leaders = {leader: _leader(chain, leader, world, board) for leader in chain.leaders}
    world.a = next(iter(chain.sides))
    return Field(scenario, posts.seats_of(chain, options.seats), rules, world, chain, roster, board)


_BOARDS: dict[tuple[int, int], tuple[Any, Board]] = {}


def _board(scenario: Scenario, tables: Tables) -> Board:
    """The board over a scenario's field, kept for the next battle on the same field."""
    key = id(scenario.field), id(tables)
    kept = _BOARDS.get(key)
    # an id may be used again when a field is gone, so the field is kept and compared
    if kept is None or kept[0] is not scenario.field:
        if len(_BOARDS) > 8:
            _BOARDS.clear()
        kept = _BOARDS[key] = scenario.field, Board(Ground.from_geojson(scenario.field, "field.geojson"), tables)
    return kept[1]


def _unit(post: Post, rated: Mustered, board: Board) -> UnitState:
    unit = post.unit
    return UnitState(
        id=unit.id,
        side=post.side,
        brigade=_brigade_id(post),
        arm=rated.arm,
        grade=rated.grade,
        figures=rated.figures,
        space=board.space_at(point(*unit.position)),
        facing=facing_of(unit.facing),
        formation=rated.formation,
        where="board" if unit.present else "waiting",
        guard=rated.guard,
        old_guard=rated.old_guard,
        british=rated.british,
        lances=rated.lances,
        rifles=rated.rifles,
        sappers=rated.sappers,
        weight=rated.weight,
    )


def _brigade_id(post: Post) -> str:
    return f"{post.side}: {post.brigade}"


def _spread(units: dict[str, UnitState], board: Board, t: Tables) -> dict[str, UnitState]:
    """Units that have no room where they would stand go to the nearest space of their side that has."""
    filled: dict[tuple[Space, str], int] = {}
    taken: dict[Space, str] = {}
    placed: dict[str, UnitState] = {}
    for unit in units.values():
        if unit.where != "board":
            placed[unit.id] = unit
            continue
        space = _free(unit, halves(t, unit.arm, unit.formation), board, filled, taken, t)
        # formed infantry is not formed in close country, also on the first turn
        there = replace(unit, space=space, formation=standing_in(t, unit, board.terrain[space]))
        filled[space, unit.side] = filled.get((space, unit.side), 0) + halves(t, unit.arm, there.formation)
        taken[space] = unit.side
        placed[unit.id] = there
    return placed


@implements("SC-4.1i", "SC-4.1f")
def standing_in(t: Tables, unit: UnitState, terrain: Terrain) -> Formation:
    """The formation of a unit that is first seen on such ground: in close country formed infantry is not formed."""
    close = terrain in t.value("SC-4.1f", "ground") and branch(unit.arm) == "infantry"
    return "semi_formed" if close and unit.formation in t.value("SC-4.1f", "from") else unit.formation


def _free(
    unit: UnitState,
    needed: int,
    board: Board,
    filled: Mapping[tuple[Space, str], int],
    taken: Mapping[Space, str],
    t: Tables,
) -> Space:
    most = t.number("SC-0.9", "halves")

    def free(space: Space) -> bool:
        ours = taken.get(space, unit.side) == unit.side
        return ours and filled.get((space, unit.side), 0) + needed <= most and space not in board.impassable

    # most have room where they are, and need not look about the whole board
    if free(unit.space):
        return unit.space
    return next(filter(free, sorted(board.spaces(), key=lambda each: (_apart(each, unit.space), each))))


def _apart(one: Space, other: Space) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def _brigades(chain: Chain) -> dict[str, BrigadeState]:
    """Every formation with units of its own, under its commander or the nearest above him."""
    found: dict[str, list[Post]] = {}
    for post in chain.units.values():
        found.setdefault(_brigade_id(post), []).append(post)
    return {
        brigade: BrigadeState(
            brigade,
            members[0].side,
            members[0].leaders[0],
            members[0].leaders[1] if len(members[0].leaders) > 1 else members[0].leaders[0],
            tuple(post.unit.id for post in members),
        )
        for brigade, members in found.items()
    }


def _leader(chain: Chain, leader: str, world: World, board: Board) -> LeaderState:
    """Where the scenario puts him, else with the first of his units; he arrives with the first of them."""
    post = chain.leaders[leader]
    under = [world.units[unit] for unit in post.units]
    here = [unit for unit in under if unit.where == "board"] or under
    space = board.space_at(point(*post.leader.position)) if post.leader.position else here[0].space if here else (0, 0)
    present = post.level == "army" or any(unit.where == "board" for unit in under)
    level: Any = "brigade" if post.level == "regiment" else post.level
    return LeaderState(leader, post.side, level, space, "board" if present else "waiting")
