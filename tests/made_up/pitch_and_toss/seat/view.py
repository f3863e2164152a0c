"""What a seat may know, by allow-list: whatever is not copied here stays hidden."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from grognard.battle.games import Mark
from grognard.battle.pictures import DrawnPart
from grognard.battle.posts import LeaderPost, Post
from grognard.kernel.ruleset import Ruleset
from grognard.scenarios.model import Header

from ..table.field import Fairground
from ..table.state import FallenCoin, LeaderState, Pitch, Spot, UnitState
from ..terms import Wind
from . import drawn

_SYMBOLS = {"infantry": "I", "cavalry": "C", "artillery": "A"}


class SeenUnit(Struct, frozen=True):
    """A unit of somebody else's."""

    id: str
    name: str
    side: str
    nation: str
    arm: Literal["infantry", "cavalry", "artillery"]
    formation: str
    place: Spot
    heading: int
    men: int
    guns: int
    parts: tuple[DrawnPart, ...]
    lucky: bool
    superstition: int


class SeenLeader(Struct, frozen=True):
    """A leader of somebody else's."""

    id: str
    name: str
    side: str
    nation: str
    place: Spot


class SeatView(Struct, frozen=True):
    """All that a seat may know."""

    seat: str
    side: str
    turn: int
    turns: int
    phase: str
    over: str
    wind: Wind
    units: dict[str, UnitState]
    seen: dict[str, SeenUnit]
    leaders: dict[str, LeaderState]
    leaders_seen: dict[str, SeenLeader]
    pitches: dict[str, Pitch]
    """Its own only."""
    coins: dict[str, FallenCoin]


class SeatBriefing(Struct, frozen=True):
    """What a seat knows from the start and for good."""

    seat: str
    side: str
    header: Header
    rules: Ruleset
    posts: dict[str, Post]
    leaders: dict[str, LeaderPost]
    nation: str
    year: int


def view(b: Fairground, seat: str) -> SeatView:
    """The world as a seat knows it."""
    w = b.world
    others = [unit for unit in b.on_table() if b.seat_of(unit.id) != seat]
    return SeatView(
        seat=seat,
        side=b.seating.side_of(seat),
        turn=w.turn,
        turns=w.turns,
        phase=w.phase,
        over=w.over,
        wind=w.wind,
        units=b.owned(seat, w.units),
        seen={unit.id: _seen(b, unit) for unit in others},
        leaders=b.owned(seat, w.leaders),
        leaders_seen={
            leader.id: SeenLeader(
                leader.id, b.name(leader.id), leader.side, b.chain.sides[leader.side].nation, leader.place
            )
            for leader in w.leaders.values()
            if b.seat_of(leader.id) != seat and b.knows(seat, leader.id)
        },
        pitches=b.owned(seat, w.pitches),
        coins=dict(w.coins),
    )


def _seen(b: Fairground, unit: UnitState) -> SeenUnit:
    known = b.chain.units[unit.id].unit
    return SeenUnit(
        id=unit.id,
        name=b.name(unit.id),
        side=unit.side,
        nation=known.nation,
        arm=known.kind,
        formation=known.formation,
        place=unit.place,
        heading=unit.heading,
        men=unit.men,
        guns=known.guns + known.howitzers,
        parts=drawn.parts(known, b.year),
        lucky=unit.lucky,
        superstition=unit.superstition,
    )


def briefing(b: Fairground, seat: str) -> SeatBriefing:
    """The briefing of a seat."""
    side = b.seating.side_of(seat)
    return SeatBriefing(
        seat,
        side,
        b.scenario.header,
        b.rules,
        b.owned(seat, b.chain.units),
        b.owned(seat, b.chain.leaders),
        b.chain.sides[side].nation,
        b.year,
    )


def marks(b: Fairground) -> list[Mark]:
    """Everybody on the table."""
    steady = b.rules.tables.number("PT-4.1", "steps")
    return [
        Mark(*unit.place, unit.side, _SYMBOLS[b.chain.units[unit.id].unit.kind], unit.superstition < steady)
        for unit in b.on_table()
    ]
