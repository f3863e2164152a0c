"""What a seat may know, by allow-list: whatever is not copied here stays hidden."""

from __future__ import annotations

from msgspec import Struct

from grognard.battle.games import Mark
from grognard.ground.units import Point
from grognard.miniatures.views import SeenLeader, TableBriefing, briefed, leaders_seen
from grognard.miniatures.views import marks as shared_marks

from ..table.field import PowderField
from ..table.state import Brigade, Contact, Instructions, LeaderState, UnitState
from ..terms import Arm, Formation, Size, branch


class SeenUnit(Struct, frozen=True, omit_defaults=True):
    """A unit of somebody else's that is seen: what figures and markers on the table show. They do not show its morale
    value, its special rules, and what its commander is about."""

    id: str
    name: str
    side: str
    nation: str
    arm: Arm
    size: Size
    position: Point
    heading: int
    formation: Formation
    casualties: int = 0
    shaken: bool = False
    disordered: bool = False
    shelters: str = ""
    """The friend to whom its gunners have run, if the seat sees him."""


class View(Struct, frozen=True):
    """All that a seat may know."""

    seat: str
    side: str
    turn: int
    turns: int
    phase: str
    over: str
    active: str
    """The side whose turn it is."""
    broken: tuple[str, ...]
    """Sides whose army is broken."""
    instructions: Instructions
    units: dict[str, UnitState]
    seen: dict[str, SeenUnit]
    leaders: dict[str, LeaderState]
    leaders_seen: dict[str, SeenLeader]
    brigades: dict[str, Brigade]
    """Its own."""
    contacts: dict[str, Contact]
    """Those of which it knows both."""


class Briefing(TableBriefing, frozen=True):
    """What a seat knows from the start and for good."""


def briefing(b: PowderField, seat: str) -> Briefing:
    """The briefing of a seat."""
    return Briefing(**briefed(b, seat))


def view(b: PowderField, seat: str) -> View:
    """The world as a seat knows it."""
    w = b.world
    return View(
        seat=seat,
        side=b.seating.side_of(seat),
        turn=w.turn,
        turns=w.turns,
        phase=w.phase,
        over=w.over,
        active=w.active,
        broken=w.broken,
        instructions=w.instructions[seat],
        units=b.own_units(seat),
        seen=_all_seen(b, seat),
        leaders=b.own_leaders(seat),
        leaders_seen=leaders_seen(b, seat),
        brigades={each.id: each for each in w.brigades.values() if b.seat_of(each.leader) == seat},
        contacts={
            each.id: each
            for each in w.contacts.values()
            if all(b.knows(seat, unit) for unit in (each.charger, each.target))
        },
    )


def _all_seen(b: PowderField, seat: str) -> dict[str, SeenUnit]:
    """Units of others as they are seen; the same until one of them changes or all look about."""
    seen = b.knowledge.seen_by(seat)
    others = (b.as_before("units", each.id) for each in b.seats if each.id != seat)
    of = b.knowledge.looks, seen, b.survey.standing, *others
    return b.memo.keep_while(
        ("all seen", seat), of, lambda: {unit: _seen(b, seat, unit) for unit in sorted(seen) if b.here(unit)}
    )


def _seen(b: PowderField, seat: str, unit: str) -> SeenUnit:
    now = b.unit(unit)
    return SeenUnit(
        id=unit,
        name=b.name(unit),
        side=now.side,
        nation=b.seating.chain.units[unit].unit.nation,
        arm=now.arm,
        size=now.size,
        position=now.position,
        heading=now.heading,
        formation=now.formation,
        casualties=now.casualties,
        shaken=now.casualties >= now.stamina,
        disordered=now.disordered,
        shelters=now.shelters if now.shelters and b.knows(seat, now.shelters) else "",
    )


def marks(b: PowderField) -> list[Mark]:
    """Everybody on the table as a small map shows him."""
    return shared_marks(b, lambda unit: branch(unit.arm), lambda unit: not b.shaken(unit.id))
