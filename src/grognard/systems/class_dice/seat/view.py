"""What a seat may know, by allow-list: whatever is not copied here stays hidden."""

from __future__ import annotations

from collections.abc import Set
from typing import Literal, NamedTuple

from msgspec import Struct

from grognard.battle.games import Mark
from grognard.ground.relations import Body
from grognard.ground.units import Point
from grognard.miniatures.views import SeenLeader, TableBriefing, briefed, leaders_seen
from grognard.miniatures.views import marks as shared_marks

from ..checks.units import castings_in
from ..facts.command import called, commander_at, in_command
from ..table.field import ClassField
from ..table.state import DivisionState, Instructions, LeaderState, UnitState
from ..terms import Arm, Formation, Status, branch


class Seen(Struct, frozen=True, omit_defaults=True):
    """A unit of somebody else's that is seen: what figures and markers on the table show. They do not show
    ratings, ammunition and what it began with."""

    id: str
    name: str
    side: str
    nation: str
    arm: Arm
    position: Point
    heading: int
    formation: Formation
    castings: int
    """Castings or tubes that stand there."""
    status: Status
    smoke: bool = False
    firefight: bool = False
    screen: int = 0
    """Stands out before its front that are not beaten."""
    activated: bool = False


class View(Struct, frozen=True):
    """All that a seat may know."""

    seat: str
    side: str
    turn: int
    turns: int
    phase: str
    over: str
    holder: str
    """The side that has the initiative; nothing before it is settled."""
    active: str
    """The name of the division that is active, if the seat knows any of its units; else nothing."""
    active_side: str
    by: Literal["", "opening", "contest", "passed"]
    """How that side came by the initiative."""
    challenger: str
    """The division that contests it just now, as the seat calls it; nothing where none does."""
    points: int
    """Grand-Tac points that its own side has left; 0 for a seat that does not command the army."""
    instructions: Instructions
    units: dict[str, UnitState]
    astray: frozenset[str]
    """Those of them who are out of their division commander's reach."""
    seen: dict[str, Seen]
    leaders: dict[str, LeaderState]
    leaders_seen: dict[str, SeenLeader]
    divisions: dict[str, DivisionState]
    """Its own."""


class Briefing(TableBriefing, frozen=True, kw_only=True):
    """What a seat knows from the start and for good."""

    brigades: dict[str, str]
    """Names of its own brigades by their ids."""


def briefing(b: ClassField, seat: str) -> Briefing:
    """The briefing of a seat."""
    known = briefed(b, seat)
    own = [b.world.units[unit].brigade for unit in known["posts"]]
    return Briefing(**known, brigades={brigade: b.world.brigades[brigade] for brigade in own})


def view(b: ClassField, seat: str) -> View:
    """The world as a seat knows it."""
    w, side = b.world, b.seating.side_of(seat)
    own = b.own_units(seat)
    active = w.divisions.get(w.active)
    # the name of a division that is out of sight would say who is coming
    told = active is not None and any(b.knows(seat, unit) for unit in active.units)
    return View(
        seat=seat,
        side=side,
        turn=w.turn,
        turns=w.turns,
        phase=w.phase,
        over=w.over,
        holder=w.holder,
        active=active.name if active is not None and told else "",
        active_side=active.side if active is not None else "",
        by=w.by,
        challenger=called(b, seat, w.divisions[w.challenger]) if w.challenger else "",
        # points are the army commander's: other seats of the side are not told
        points=w.points.get(side, 0) if b.army_seat(side) == seat else 0,
        instructions=w.instructions[seat],
        units=own,
        astray=_astray(b, seat, own),
        seen=_all_seen(b, seat),
        leaders=b.own_leaders(seat),
        leaders_seen=leaders_seen(b, seat),
        divisions=_own_divisions(b, seat),
    )


def _own_divisions(b: ClassField, seat: str) -> dict[str, DivisionState]:
    """The divisions that a seat commands, as they are now. The same object until one of any seat's changes."""

    def found() -> dict[str, DivisionState]:
        return {each.id: each for each in b.world.divisions.values() if b.division_seat(each.id) == seat}

    return b.memo.keep(("own divisions", seat), b.as_before("divisions"), found)


def _in_order(b: ClassField, seat: str) -> list[str]:
    seen = b.knowledge.seen_by(seat)
    return b.memo.keep(("in order", seat), seen, lambda: sorted(seen))


def _astray(b: ClassField, seat: str, own: dict[str, UnitState]) -> frozenset[str]:
    """Units out of their commanders' reach; a view is made so often that only those are asked about who have changed,
    as long as the commanders stand where they stood."""
    at = b.memo.keep_while("commanders at", (b.as_before("leaders"), b.as_before("divisions")), lambda: _commanders(b))
    kept: dict[str, tuple[dict[str, UnitState], object, frozenset[str]]] = b.memo.keep("all astray", b.seating, dict)
    before, then, astray = kept.get(seat, (None, None, frozenset[str]()))
    if before is None or then != at:
        astray = frozenset(_among(b, own, at))
    elif before is not own:
        others, gone = _differing(before, own)
        astray = astray.difference(others, gone).union(_among(b, others, at))
    kept[seat] = own, at, astray
    return astray


def _differing(before: dict[str, UnitState], own: dict[str, UnitState]) -> tuple[dict[str, UnitState], Set[str]]:
    """Units that are not as they were, and those that are there no more."""
    if [*before] == [*own]:
        # the same ones in the same order, so that nobody has to be looked up
        pairs = zip(own.items(), before.values(), strict=True)
        return {unit: now for (unit, now), was in pairs if was is not now}, frozenset()
    return {unit: now for unit, now in own.items() if before.get(unit) is not now}, before.keys() - own.keys()


def _commanders(b: ClassField) -> dict[str, Point | None]:
    return {each.id: commander_at(b, each) for each in b.world.divisions.values()}


def _among(b: ClassField, units: dict[str, UnitState], at: dict[str, Point | None]) -> list[str]:
    """Those of some units who are out of reach; kept while neither a unit's body nor its commander moves."""
    kept: dict[str, _Reached] = b.memo.keep("astray", b.seating, dict)
    found = []
    for unit, now in units.items():
        if now.where != "table":
            continue
        commander, known = at[now.division], kept.get(unit)
        # whose record is the same stands where he stood; else his body tells, which most changes leave as it was
        if known is None or known.unit is not now or known.commander != commander:
            body = b.survey.body(unit)
            same = known is not None and known.body is body and known.commander == commander
            astray = known.astray if known is not None and same else not in_command(b, unit)
            known = kept[unit] = _Reached(now, body, commander, astray)
        if known.astray:
            found.append(unit)
    return found


class _Reached(NamedTuple):
    """Whether a unit was out of its commander's reach, and where both were then."""

    unit: UnitState
    body: Body
    commander: Point | None
    astray: bool


def _all_seen(b: ClassField, seat: str) -> dict[str, Seen]:
    """Units of others as they are seen; the same record as long as a unit is the same, and all the same while none of
    theirs has changed, so that they are quickly known again."""
    theirs = (b.as_before("units", each.id) for each in b.seats if each.id != seat)
    order = _in_order(b, seat)
    return b.memo.keep_while(("all seen", seat), (order, *theirs), lambda: _as_all_seen(b, order))


def _as_all_seen(b: ClassField, order: list[str]) -> dict[str, Seen]:
    kept: dict[str, tuple[UnitState, Seen]] = b.memo.keep("seen", b.seating, dict)
    units, found = b.world.units, {}
    for unit in order:
        now = units[unit]
        if now.where == "table":
            known = kept.get(unit)
            if known is None or known[0] is not now:
                known = kept[unit] = now, _as_seen(b, unit, now)
            found[unit] = known[1]
    return found


def _as_seen(b: ClassField, unit: str, now: UnitState) -> Seen:
    return Seen(
        id=unit,
        name=b.name(unit),
        side=now.side,
        nation=b.seating.chain.units[unit].unit.nation,
        arm=now.arm,
        position=now.position,
        heading=now.heading,
        formation=now.formation,
        castings=castings_in(b.rules.tables, branch(now.arm), now.steps),
        status=now.status,
        smoke=now.smoke,
        firefight=now.firefight,
        screen=0 if now.screen_beaten else now.screen,
        activated=now.activated,
    )


def marks(b: ClassField) -> list[Mark]:
    """Everybody on the table as a small map shows him."""
    return shared_marks(b, lambda unit: branch(unit.arm), lambda unit: unit.status != "broken")
