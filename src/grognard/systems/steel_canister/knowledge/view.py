"""What a seat may know, by allow-list: whatever is not copied here stays hidden."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Literal

from msgspec import Struct

from grognard.battle.games import Mark
from grognard.battle.posts import LeaderPost, Post
from grognard.ground.units import spot
from grognard.kernel.ruleset import Ruleset
from grognard.miniatures.views import SYMBOLS
from grognard.scenarios.model import Header

from ..muster import Mustered
from ..table.board import Board, Space
from ..table.field import Field
from ..table.state import BrigadeState, LeaderState, UnitState
from ..terms import Arm, Cube, Facing, Formation, Status, branch

COVERED = ("1", "2", "3", "4")
"""Phases in which order cubes lie covered (SC-1.1b); they are uncovered when initiative is settled."""
UNCOUNTED = ("1", "2")
"""Phases before action points are counted (SC-0.12)."""


class Seen(Struct, frozen=True, omit_defaults=True):
    """A unit of somebody else's that is seen."""

    id: str
    name: str
    side: str
    arm: Arm
    space: Space
    facing: Facing
    formation: Formation
    figures: int
    status: Status
    blown: bool
    melee: bool
    manned: bool
    nation: str
    cube: Cube | str = ""
    guns: int = 0
    """Of a battery: they can be counted from afar. What it has lost cannot: nobody knows how many it began with."""


class SeenLeader(Struct, frozen=True):
    """A leader of somebody else's who is seen."""

    id: str
    name: str
    side: str
    space: Space
    nation: str


class View(Struct, frozen=True):
    """All that a seat may know."""

    seat: str
    side: str
    turn: int
    turns: int
    phase: str
    over: str
    a: str
    """The side that is player A this turn; nothing before initiative is settled."""
    units: dict[str, UnitState]
    seen: dict[str, Seen]
    leaders: dict[str, LeaderState]
    leaders_seen: dict[str, SeenLeader]
    brigades: dict[str, BrigadeState]
    sight_limit: int = 0
    """Spaces over which one sees in this air; 0 for as far as the ground lets."""


class Briefing(Struct, frozen=True):
    """What a seat knows from the start and for good."""

    seat: str
    side: str
    header: Header
    board: Board
    rules: Ruleset
    roster: dict[str, Mustered]
    posts: dict[str, Post]
    leaders: dict[str, LeaderPost]
    edges: dict[str, str]
    """Each side's own edge of the board."""
    nation: str
    """Its side's."""


def briefing(b: Field, seat: str) -> Briefing:
    """The briefing of a seat."""
    side, chain = b.seating.side_of(seat), b.chain
    return Briefing(
        seat,
        side,
        b.scenario.header,
        b.board,
        b.rules,
        b.owned(seat, b.roster),
        b.owned(seat, chain.units),
        b.owned(seat, chain.leaders),
        chain.edges,
        chain.sides[side].nation,
    )


def view(b: Field, seat: str) -> View:
    """The world as a seat knows it."""
    w, side = b.world, b.seating.side_of(seat)
    return View(
        seat=seat,
        side=side,
        turn=w.turn,
        turns=w.turns,
        phase=w.phase,
        over=w.over,
        # who goes first is settled in phase 4: before, last turn's answer would only mislead
        a="" if w.phase in COVERED else w.a,
        units={unit: w.units[unit] for unit in _commanded(b, seat)},
        seen=_in_sight(b, seat),
        leaders={leader: w.leaders[leader] for leader in _whose(b, seat, "leaders")},
        leaders_seen={
            leader.id: b.memo.keep(("seen", leader.id), leader, partial(_made_out_leader, b, leader))
            for leader in map(w.leaders.__getitem__, _others(b, seat))
            if leader.where == "board" and not leader.lost_on and b.knows(seat, leader.id)
        },
        brigades={brigade: w.brigades[brigade] for brigade in _whose(b, seat, "brigades")},
        sight_limit=b.sight_limit,
    )


def _commanded(b: Field, seat: str) -> list[str]:
    """The units of a seat."""
    return _whose(b, seat, "units")


def _whose(b: Field, seat: str, what: Literal["units", "leaders", "brigades"]) -> list[str]:
    """The units, leaders or brigades of a seat."""
    # by how many there are: none of them changes its seat, so the list is another only when there is a new one
    there: Mapping[str, object] = getattr(b.world, what)
    return b.memo.keep(("whose", what, seat, len(there)), b.seating, lambda: list(b.owned(seat, there)))


def _others(b: Field, seat: str) -> list[str]:
    """Leaders of other seats."""
    leaders = b.world.leaders

    def listed() -> list[str]:
        return [leader for leader in leaders if b.seat_of(leader) != seat]

    return b.memo.keep(("other leaders", seat, len(leaders)), b.seating, listed)


def _in_sight(b: Field, seat: str) -> dict[str, Seen]:
    """The units of others that a seat sees."""
    seen, units, covered = b.seen_by(seat), b.world.units, b.world.phase in COVERED
    known: dict[str, tuple[UnitState, Seen]] = b.memo.keep(("seen", covered), b.seating, dict)
    found = {}
    for unit in b.memo.keep(("in sight", seat), seen, lambda: sorted(seen)):
        now = units[unit]
        if now.where != "board":
            continue
        kept = known.get(unit)
        # kept by the record itself: as long as the unit is the same object, so is what is seen of it
        if kept is None or kept[0] is not now:
            kept = known[unit] = now, _made_out(b, now, covered)
        found[unit] = kept[1]
    return found


def _made_out_leader(b: Field, leader: LeaderState) -> SeenLeader:
    return SeenLeader(leader.id, b.name(leader.id), leader.side, leader.space, b.chain.sides[leader.side].nation)


def _made_out(b: Field, now: UnitState, covered: bool) -> Seen:
    unit, there = now.id, b.chain.units[now.id].unit
    return Seen(
        id=unit,
        name=b.name(unit),
        side=now.side,
        arm=now.arm,
        space=now.space,
        facing=now.facing,
        formation=now.formation,
        figures=now.figures - now.killed,
        status=now.status,
        blown=bool(now.blown),
        melee=now.melee,
        manned=now.manned,
        nation=there.nation,
        cube="" if covered else now.cube,
        guns=there.guns + there.howitzers if branch(now.arm) == "artillery" else 0,
    )


def marks(b: Field) -> list[Mark]:
    """Everybody on the board as a small map shows him."""

    def at(space: Space) -> tuple[float, float]:
        return spot(b.board.middle(space))

    leaders = [
        Mark(*at(leader.space), leader.side, "*")
        for leader in b.world.leaders.values()
        if leader.where == "board" and not leader.lost_on
    ]
    units = [
        Mark(*at(unit.space), unit.side, SYMBOLS[branch(unit.arm)], unit.status not in ("retreat", "rout"))
        for unit in b.on_board()
    ]
    return [*leaders, *units]
