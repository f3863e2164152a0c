"""How far a leader's word carries: the way from him to others, counted in action points."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from grognard.kernel.checks import implements
from grognard.kernel.tables import Tables

from ..checks.command import Level
from ..terms import Arm, branch
from .board import Board, Space
from .field import Field
from .state import BrigadeState, LeaderState, UnitState

FAR = 60
"""Further than any word carries, and as far as the check counts."""
_ROUGH = ("heavy", "swamp")


def ways_from(b: Field, start: Space, side: str, level: Level = "corps") -> dict[Space, int]:
    """Action points of the cheapest way to every space that the word of a leader of this level might reach."""
    t, most, (x, y) = b.rules.tables, b.reach_of(level), start
    # many ask after the way from the same few leaders
    known, key = b.standing.ways, (side, start, most)
    if key not in known:
        # a step costs a point at least: who is farther off bars no way
        foes = (foe.space for foe in b.enemies(side))
        near = frozenset(space for space in foes if abs(space[0] - x) <= most and abs(space[1] - y) <= most)
        known[key] = _words(b.board, t, start, near, most)
    return known[key]


def _words(board: Board, t: Tables, start: Space, enemies: frozenset[Space], most: int) -> dict[Space, int]:
    """The ways of a word; leaders stand where they stood for turns, mostly out of the enemy's reach."""
    key = start, enemies, most
    found: dict[Space, int] | None = board.words.get(key)
    if found is None:
        found = board.words[key] = ways_over(board, t, start, enemies, most)
    return found


@implements("SC-1.4b")
def ways_over(board: Board, t: Tables, start: Space, enemies: Collection[Space], most: int) -> dict[Space, int]:
    """The same past enemies in these spaces, as far as so many points carry."""
    # outward from the leader, all spaces of one price before those of the next
    found: dict[Space, int] = {start: 0}
    reached: list[list[Space]] = [[start], *([] for _ in range(most))]
    for cost, spaces in enumerate(reached):
        for space in spaces:
            if cost > found[space]:
                continue
            for there, step in board.carried.get(space) or _carried(board, t, space):
                dearer = cost + step
                if dearer <= most and dearer < found.get(there, FAR) and there not in enemies:
                    found[there] = dearer
                    reached[dearer].append(there)
    return found


def _carried(board: Board, t: Tables, space: Space) -> list[tuple[Space, int]]:
    """What a word costs from a space to each of its neighbours; kept with the board, which does not change."""
    if space not in board.carried:
        straight, diagonal = t.number("SC-1.4b", "straight"), t.number("SC-1.4b", "diagonal")
        hindered = t.number("SC-1.4b", "hindered")
        board.carried[space] = [
            (
                there,
                (straight if space[0] == there[0] or space[1] == there[1] else diagonal)
                + hindered * (board.terrain[there] in _ROUGH)
                + hindered * (board.edge(space, there) == "wall"),
            )
            for there in board.ridden(space)
        ]
    return board.carried[space]


@implements("SC-1.4a")
def reaches(b: Field, leader: LeaderState, arm: Arm, space: Space, ways: dict[Space, int] | None = None) -> bool:
    """Whether a leader's word reaches somebody of that arm in a space."""
    ways = ways_from(b, leader.space, leader.side, leader.level) if ways is None else ways
    command = b.memo.keep(("command", leader.id), b.chain, lambda: _command(b, leader.id))
    facts = {"level": leader.level, "arm": arm, "command": command, "distance": ways.get(space, FAR)}
    return bool(b.reckoned("command-radius", **facts).in_command)


def _command(b: Field, leader: str) -> Arm:
    """What most of a leader's command is."""
    return arm_of(b.unit(unit).arm for unit in b.chain.leaders[leader].units)


def commands(leader: LeaderState | None) -> bool:
    """Whether a leader is there to command."""
    return leader is not None and leader.where == "board" and not leader.lost_on


@implements("SC-7.1")
def in_command(b: Field, unit: UnitState, ways: dict[str, dict[Space, int]]) -> bool:
    """Whether a unit is in command; `ways` keeps the ways of each leader for the next unit."""
    leaders, chain = b.world.leaders, b.chain.units[unit.id].leaders
    if any(leader.attached == unit.id and leader.id in chain for leader in leaders.values() if commands(leader)):
        return True
    leader = leaders[b.world.brigades[unit.brigade].leader]
    if not commands(leader):
        return False
    if leader.id not in ways:
        ways[leader.id] = ways_from(b, leader.space, leader.side, leader.level)
    return reaches(b, leader, unit.arm, unit.space, ways[leader.id])


@implements("SC-1.6")
def hears_superior(b: Field, brigade: BrigadeState) -> bool:
    """Whether a brigade's leader can be sent another order: he is within reach of the superior over him, or beside any.
    The army's commander needs nobody."""
    leader, superior = b.world.leaders[brigade.leader], b.world.leaders[brigade.superior]
    if not commands(leader):
        return False
    if leader.id == superior.id:
        return True
    if any(each.space == leader.space for each in _superiors(b, brigade)):
        return True
    return commands(superior) and _reaches_brigade(b, superior, brigade, leader.space)


@implements("SC-5.6")
def near_superior(b: Field, brigade: BrigadeState) -> bool:
    """Whether a brigade's leader is within the command radius of any superior."""
    space = b.world.leaders[brigade.leader].space
    return any(_reaches_brigade(b, each, brigade, space) for each in _superiors(b, brigade))


def _superiors(b: Field, brigade: BrigadeState) -> list[LeaderState]:
    """All above a brigade's leader who are there to command."""
    chain = b.chain.units[brigade.units[0]].leaders
    above = (b.world.leaders[each] for each in chain if each != brigade.leader)
    return [leader for leader in above if commands(leader)]


def _reaches_brigade(b: Field, superior: LeaderState, brigade: BrigadeState, space: Space) -> bool:
    return reaches(b, superior, arm_of(b.unit(unit).arm for unit in brigade.units), space)


def arm_of(arms: Iterable[Arm]) -> Arm:
    """Infantry or cavalry, as most of a command is."""
    horse = [branch(arm) == "cavalry" for arm in arms]
    return "light_cavalry" if 2 * sum(horse) > len(horse) else "infantry"
