"""Pieces of a seat's view that are the same under all rules on open ground. A view is an allow-list all the same: a
system names each of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from msgspec import Struct

from grognard.army.oob import Level
from grognard.battle.games import Mark
from grognard.battle.posts import LeaderPost, Post
from grognard.ground.field import Field
from grognard.ground.units import Point, spot
from grognard.kernel.ruleset import Ruleset
from grognard.scenarios.model import Header

from .fights import TableFight
from .records import L, U

AnyTableFight = TableFight[Any, U, L]
SYMBOLS = {"infantry": "I", "cavalry": "C", "artillery": "A"}
"""The arms on a small map."""


class TableBriefing(Struct, frozen=True, kw_only=True):
    """What a seat knows from the start and for good."""

    seat: str
    side: str
    header: Header
    ground: Field
    rules: Ruleset
    posts: dict[str, Post]
    leaders: dict[str, LeaderPost]
    edges: dict[str, str]
    """Each side's own edge of the table."""
    nation: str
    """Its side's."""


def briefed(b: AnyTableFight[Any, Any], seat: str) -> dict[str, Any]:
    """The fields of a `TableBriefing`, for a system's own: `Briefing(**briefed(b, seat))`."""
    side, chain = b.seating.side_of(seat), b.seating.chain
    return {
        "seat": seat,
        "side": side,
        "header": b.scenario.header,
        "ground": b.ground,
        "rules": b.rules,
        "posts": b.owned(seat, chain.units),
        "leaders": b.owned(seat, chain.leaders),
        "edges": chain.edges,
        "nation": chain.sides[side].nation,
    }


class SeenLeader(Struct, frozen=True):
    """A leader of somebody else's who is seen."""

    id: str
    name: str
    side: str
    position: Point
    """Where he was at the last look."""
    level: Level = "brigade"
    nation: str = ""
    """His side's."""


def leaders_seen(b: AnyTableFight[Any, Any], seat: str) -> dict[str, SeenLeader]:
    """Leaders of others on the table whom a seat makes out."""
    theirs = (b.as_before("leaders", each.id) for each in b.seats if each.id != seat)
    of = b.knowledge.leader_looks(seat), *theirs
    return b.memo.keep_while(("leaders seen", seat), of, lambda: _make_out_leaders(b, seat))


def _make_out_leaders(b: AnyTableFight[Any, Any], seat: str) -> dict[str, SeenLeader]:
    others = (leader for leader in b.leaders.values() if leader.where == "table" and b.seat_of(leader.id) != seat)
    return {leader.id: _seen_leader(b, leader.id) for leader in others if b.knows(seat, leader.id)}


def _seen_leader(b: AnyTableFight[Any, Any], leader: str) -> SeenLeader:
    place = b.knowledge.leader_at(leader)
    # a view is made for every answer, and most leaders are where they were
    return b.memo.keep(("seen leader", leader, name := b.name(leader)), place, lambda: _told(b, leader, name, place))


def _told(b: AnyTableFight[Any, Any], leader: str, name: str, place: Point) -> SeenLeader:
    chain = b.seating.chain
    post = chain.leaders[leader]
    return SeenLeader(leader, name, post.side, place, post.level, chain.sides[post.side].nation)


def marks(
    b: AnyTableFight[U, L],
    arm: Callable[[U], Literal["infantry", "cavalry", "artillery"]],
    steady: Callable[[U], bool],
    alive: Callable[[L], bool] = lambda _: True,
) -> list[Mark]:
    """Everybody on the table as a small map shows him: leaders, then units."""
    leaders = [each for each in b.leaders.values() if each.where == "table" and alive(each)]
    return [
        *(Mark(*spot(leader.position), leader.side, "*") for leader in leaders),
        *(Mark(*spot(unit.position), unit.side, SYMBOLS[arm(unit)], steady(unit)) for unit in b.on_table()),
    ]
