"""What befalls units: losses, disorder, morale levels, moves, the end. The only place where these events are made.

Every function takes the rules it is done by, so that each line of the log names them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from grognard.battle.events import Set
from grognard.battle.kinds import Noted
from grognard.ground.units import Point
from grognard.kernel.checks import Result, implements

from ..checks.setting_up.measures import reach
from ..events.movement import UnitMoved
from ..events.troops import (
    BattalionGunsLeft,
    FellIntoDisorder,
    FiguresLost,
    LossesSpared,
    MoraleSettled,
    RanksDressed,
    UnitGone,
)
from ..table import forms
from ..table.battlefield import Battlefield
from ..table.state import UnitState, Where, ghost_key, guns_of
from ..terms import Status

MOST_DISORDER = 40
"""As many markers as the checks know."""


@implements("CS-8.1i")
def lose(
    b: Battlefield,
    unit: str,
    figures: int,
    *,
    rules: Iterable[str],
    cause: str,
    by: str = "",
    pieces: str = "guns",
    musketry: bool = False,
    roll: Result[Any] | None = None,
) -> int:
    """A unit loses figures (a battery: pieces, guns first unless told); by musketry, a column those of its front rank.
    Never more than it has; returns how many. The last figure gone, the unit is gone."""
    now = b.unit(unit)
    # several fires may strike one unit at once; it loses no more than it has
    taken = min(figures, now.figures - now.lost)
    if taken <= 0:
        spared(b, unit, roll, rules)
        return 0
    left = now.figures - now.lost - taken
    gone = {"lost": now.lost + taken, **_pieces_left(now, taken, pieces)}
    if musketry and forms.in_general(now) == "column":
        gone["front_lost"] = now.front_lost + taken
    b.report(
        FiguresLost(unit=unit, by=by or UNSET, figures=taken, cause=cause, left=left),
        rules=rules,
        roll=roll,
        # the last figure is taken off with the unit itself: a unit without figures must not exist in between
        sets=[b.change(unit, **gone)] if left else (),
    )
    if not left:
        remove(b, unit, "lost", how="destroyed", rules=rules, also=gone)
    return taken


def spared(b: Battlefield, unit: str, roll: Result[Any] | None, rules: Iterable[str]) -> None:
    """Nobody fell, but dice were thrown for it: its owner sees them."""
    if roll is not None and roll.dice:
        b.privately(LossesSpared(unit=unit), b.seat_of(unit), rules=rules, roll=roll)


def _pieces_left(now: UnitState, taken: int, first: str) -> dict[str, int]:
    if not now.guns and not now.howitzers:
        return {}
    # howitzers first: guns only make up what they are too few for
    guns = min(taken, now.guns) if first == "guns" else max(0, taken - now.howitzers)
    return {"guns": now.guns - guns, "howitzers": now.howitzers - (taken - guns)}


def disorder(
    b: Battlefield, unit: str, markers: int, *, rules: Iterable[str], cause: str, passing: bool = False
) -> None:
    """A unit takes disorder markers; passing ones go away by themselves next turn. Irregulars that move take none, but
    that is for the caller to know."""
    now = b.unit(unit)
    # nothing to disorder any more: the fire that did it also destroyed it
    if markers <= 0 or now.where != "table":
        return
    total = min(now.disorder + markers, MOST_DISORDER)
    more = {"passing_disorder": now.passing_disorder + markers} if passing else {}
    b.report(
        FellIntoDisorder(unit=unit, markers=markers, total=total, cause=cause),
        rules=rules,
        sets=[b.change(unit, disorder=total, **more)],
    )


def recover(b: Battlefield, unit: str, markers: int, *, rules: Iterable[str], roll: Result[Any] | None = None) -> None:
    """Disorder markers are taken away."""
    now = b.unit(unit)
    gone = min(markers, now.disorder)
    b.report(
        RanksDressed(unit=unit, markers=gone, total=now.disorder - gone),
        rules=rules,
        roll=roll,
        # what was recovered is taken to be the passing kind first
        sets=[b.change(unit, disorder=now.disorder - gone, passing_disorder=max(0, now.passing_disorder - gone))],
    )


def become(
    b: Battlefield,
    unit: str,
    status: Status,
    *,
    rules: Iterable[str],
    cause: str,
    roll: Result[Any] | None = None,
    friends: Iterable[str] = (),
) -> None:
    """A unit's morale level is settled (reported also where it stays what it was, if it was rolled for). Who is
    dispersed is gone; for irregulars that would rout see effects/scattering.py. `friends` are those whose retreat is
    the cause; only the unit's owner is told who they are."""
    now = b.unit(unit)
    # a check that changes nothing is told all the same, because dice were thrown
    if now.status == status and roll is None:
        return
    told = MoraleSettled(
        unit=unit, status=status, before=now.status, cause=cause, friends=list(friends) if friends else UNSET
    )
    # before it runs: the guns stay where it stood
    if status in ("broken", "routed"):
        _leave_guns(b, now)
    if status == "dispersed":
        b.report(told, rules=rules, roll=roll)
        remove(b, unit, "lost", how="dispersed", rules=rules)
        return
    # once, when it begins to rout: going on routing is no new success for the enemy
    if status == "routed" and now.status != "routed":
        _credit(b, now)
    fled = status in ("broken", "routed")
    # no order, no change under way: all that belongs to a unit in hand
    loose: dict[str, Any] = {"order": None, "ordered": None, "forming": None, "prone": False} if fled else {}
    b.report(
        told,
        rules=rules,
        roll=roll,
        sets=[b.change(unit, status=status, retired=now.retired or fled, **loose)],
    )


def remove(
    b: Battlefield,
    unit: str,
    where: Where,
    *,
    how: str,
    rules: Iterable[str],
    edge: str = "",
    also: Mapping[str, Any] | None = None,
) -> None:
    """A unit leaves the table for good, and whoever was attached to it is left standing. `also` are further fields of
    it that change with that."""
    now = b.unit(unit)
    # gone already: the events of one moment may say so twice
    if now.where in ("lost", "left"):
        return
    # whoever routed before was counted as beaten then
    if where == "lost" and now.status not in ("routed", "dispersed"):
        _credit(b, now)
    if where == "lost":
        _leave_guns(b, now)
    fate = {**(also or {}), **({"status": "dispersed"} if how == "dispersed" else {})}
    sets = [
        b.change(unit, where=where, how=how, left_by=edge, order=None, ordered=None, forming=None, melee=(), **fate)
    ]
    # whoever it was locked with is free, and its leaders are by themselves
    sets += [b.change(foe, melee=tuple(each for each in b.unit(foe).melee if each != unit)) for foe in now.melee]
    sets += [Set("leaders", each.id, {"attached": ""}) for each in b.world.leaders.values() if each.attached == unit]
    if now.parent and b.unit(now.parent).skirmishers == unit:
        sets.append(b.change(now.parent, skirmishers=""))
    # who sees it go looks for it no longer at the place where it stood
    ghosts = [ghost_key(seat.id, unit) for seat in b.seats if b.knows(seat.id, unit)]
    sets += [Set("ghosts", ghost, None) for ghost in ghosts if ghost in b.world.ghosts]
    b.report(UnitGone(unit=unit, how=how, edge=edge), rules=rules, sets=sets)
    # out in front, they have nobody to come back to
    if now.skirmishers:
        remove(b, now.skirmishers, where, how=how, rules=rules, edge=edge)


@implements("CS-8.1a")
def _leave_guns(b: Battlefield, now: UnitState) -> None:
    """A battalion that runs or is no more leaves its own guns where it stood."""
    if not now.battalion_guns or now.where != "table":
        return
    name = guns_of(now.id)
    left = {"id": name, "side": now.side, "position": now.position, "pieces": now.battalion_guns}
    b.report(
        BattalionGunsLeft(unit=now.id, pieces=now.battalion_guns),
        rules=("CS-8.1a",),
        sets=[Set("abandoned", name, left), b.change(now.id, battalion_guns=0)],
    )


@implements("CS-4.4.1a")
def _credit(b: Battlefield, beaten: UnitState) -> None:
    """Divisions of the enemy that stand near when a unit routs or is lost take heart from it."""
    # skirmishers are part of their parent: only the whole unit counts
    if beaten.where != "table" or beaten.parent:
        return
    near = b.survey.enemies_within(beaten.id, reach(b.rules.tables, "P1"))
    names = dict.fromkeys(name for foe in near if (name := b.division(foe)))
    divisions = [b.world.divisions[name] for name in names]
    sets = [Set("divisions", each.id, {"enemies_beaten": each.enemies_beaten + 1}) for each in divisions]
    if sets:
        b.emit(Noted(unit=beaten.id), rules=("CS-4.4.1a",), sets=sets, to=())


def move(
    b: Battlefield,
    unit: str,
    position: Point,
    heading: int,
    *,
    rules: Iterable[str],
    how: str,
    paces: int,
    also: Any = None,
) -> None:
    """A unit has moved. `also` are further fields of it that change."""
    b.report(
        UnitMoved(unit=unit, how=how, paces=paces),
        rules=rules,
        sets=[b.change(unit, position=position, heading=heading % 360, **(also or {}))],
    )


def doing(b: Battlefield, unit: str, **fields: Any) -> Set:
    """A change of what a unit did this turn, for events that have more to tell."""
    return b.change(unit, now=replace(b.unit(unit).now, **fields))
