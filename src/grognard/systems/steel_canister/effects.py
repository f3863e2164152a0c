"""What befalls units: losses, status, loss moves, the end. The only place where these events are made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count
from typing import Any, Literal

from msgspec import UNSET
from msgspec.structs import replace

from grognard.battle.events import Set
from grognard.kernel.checks import Result, implements

from .checks.command import LeaderLossFacts
from .checks.measures import StayingPowerFacts
from .checks.melee import LossMoveFacts
from .checks.morale import StatusFacts
from .events.troops import (
    FiguresLost,
    GunsTaken,
    LeaderExposed,
    LeaderGrazed,
    LeaderLost,
    LeaderRodeOff,
    LeaderTaken,
    StatusChanged,
    UnitGone,
    WentBack,
)
from .table.board import DIRECTIONS, Space, towards
from .table.field import Field
from .table.state import LeaderState, UnitState, Where
from .terms import Status, branch

Cause = Literal["fire", "melee", "other"]
OUT_OF_MELEE: Mapping[str, Any] = {
    "melee": False,
    "attacker": False,
    "came_from": None,
    "first_round": False,
    "crossed": False,
}
"""What is cleared when a unit is in melee no longer."""
FLEEING = ("retreat", "rout", "evade")
"""Ways of going back with one's back to the enemy."""


# -- losses


@implements("SC-0.8")
def lose(
    b: Field,
    unit: str,
    figures: int,
    *,
    rules: Iterable[str],
    cause: str,
    by: str = "",
    risk: bool = True,
    roll: Result[Any] | None = None,
) -> int:
    """A unit loses figures, never more than it has; returns how many. `risk`: by a shot or in melee, so that leaders
    with it are in danger."""
    return lose_to(b, unit, [(by, figures)], rules=rules, cause=cause, risk=risk, roll=roll)


def lose_to(
    b: Field,
    unit: str,
    losses: Iterable[tuple[str, int]],
    *,
    rules: Iterable[str],
    cause: str,
    risk: bool = True,
    roll: Result[Any] | None = None,
) -> int:
    """The same where several have a part in it: each is credited with the figures that fell to him, and leaders with
    the unit are in danger once."""
    now, rules = b.unit(unit), tuple(rules)
    parts, left = [], b.live(unit) if now.where == "board" else 0
    # in the order of the shots: who fires at the last figures is credited only with those left
    for by, figures in losses:
        taken = min(figures, left)
        if taken > 0:
            left -= taken
            parts.append((by, taken, left))
    if not parts:
        return 0
    lost = sum(taken for _, taken, _ in parts)
    after = replace(now, killed=now.killed + lost)
    end = _end(b, after)
    for by, taken, still in parts:
        # the losses are set once, with the last of the events, so that nobody stands half-counted in between
        last = still == left
        fallen = FiguresLost(unit=unit, figures=taken, cause=cause, left=still, by=by or UNSET)
        sets = [b.change(unit, killed=after.killed)] if last and not end else []
        b.report(fallen, rules=rules, roll=roll if last else None, sets=sets)
    # after the losses are told, and before the unit may be gone: leaders were with it when it was hit
    if risk:
        leaders_at_risk(b, unit)
    if end:
        remove(b, unit, "lost", how=end, rules=("SC-0.8",), killed=after.killed)
    return lost


@implements("SC-0.8")
def _end(b: Field, now: UnitState) -> str:
    """What becomes of a unit with such losses: without figures it is destroyed, if it runs with two thirds gone it
    disperses; nothing while it holds together. It goes at once: for no moment does it still stand there."""
    standing = b.settle("staying-power", StayingPowerFacts(figures=now.figures, killed=now.killed, status=now.status))
    return ("dispersed" if standing.figures else "destroyed") if standing.gone else ""


@implements("SC-7.4")
def leaders_at_risk(b: Field, unit: str) -> None:
    """Leaders with a unit that has just lost figures may be hit."""
    for leader in b.leaders_with(unit):
        # from the owner's stream: that a leader is with the unit is not for all to know
        first = b.roll("leader-loss", LeaderLossFacts(), by=unit)
        b.privately(LeaderExposed(leader=leader.id, unit=unit), b.seat_of(unit), rules=("SC-7.4",), roll=first)
        if not first.settled.hit:
            continue
        second = b.roll("leader-loss", LeaderLossFacts(second=True), by=leader.id)
        if second.settled.hit:
            lost = Set("leaders", leader.id, {**_lost(b, leader), "attached": ""})
            b.report(LeaderLost(leader=leader.id, unit=unit), rules=("SC-7.4", "SC-1.5"), roll=second, sets=[lost])
        else:
            b.report(LeaderGrazed(leader=leader.id, unit=unit), rules=("SC-7.4",), roll=second)


def _lost(b: Field, leader: LeaderState) -> dict[str, Any]:
    return {"lost_on": b.world.turn, "where": "lost", "fallen": leader.fallen + 1}


def remove(b: Field, unit: str, where: Where, *, how: str, rules: Iterable[str], edge: str = "", **last: Any) -> None:
    """A unit is out of the battle for good; leaders who were with it are left standing where it stood, unless
    the enemy is there. `last` is what else changes of it: its losses, its status."""
    now = b.unit(unit)
    if now.where in ("lost", "left"):
        return
    sets = [b.change(unit, where=where, how=how, left_by=edge, cube="", guns_at=None, **OUT_OF_MELEE, **last)]
    sets += [Set("leaders", leader.id, {"attached": ""}) for leader in b.leaders_with(unit)]
    sets += freed(b, now) if now.where == "board" else []
    b.report(UnitGone(unit=unit, how=how, edge=edge), rules=rules, sets=sets)
    # an enemy in the space drives off the leaders who are left standing there
    if b.in_space(now.space, b.seating.other(now.side)):
        drive_off_leaders(b, now.space, b.seating.other(now.side))


@implements("SC-2.5")
def captured(b: Field, unit: str, by: str) -> None:
    """The guns of a battery are taken: it counts as destroyed."""
    b.report(GunsTaken(unit=unit, by=by), rules=("SC-2.5",))
    remove(b, unit, "lost", how="captured", rules=("SC-2.5",))


# -- status


@implements("SC-5.1")
def worsen(b: Field, unit: str, result: Status, cause: Cause, *, rules: Iterable[str] = ()) -> Status:
    """A result falls on a unit; returns the status it has then. It does not move it: see `loss_move`."""
    now = b.unit(unit).status
    status: Status = b.settle("status", StatusFacts(status=now, result=result, cause=cause)).status
    become(b, unit, status, rules=(*rules, "SC-5.1"), cause=cause)
    return status


def become(
    b: Field, unit: str, status: Status, *, rules: Iterable[str], cause: str, roll: Result[Any] | None = None
) -> None:
    """A unit's status changes; one that runs when it has lost too much is gone at once."""
    now = b.unit(unit)
    if now.status == status or now.where != "board":
        return
    # asked with the status that it will have: running, it may be too weak to hold together
    end = _end(b, replace(now, status=status))
    b.report(
        StatusChanged(unit=unit, status=status, before=now.status, cause=cause),
        rules=rules,
        roll=roll,
        sets=() if end else [b.change(unit, status=status)],
    )
    if end:
        remove(b, unit, "lost", how=end, rules=("SC-0.8",), status=status)


# -- places


def relocated(b: Field, unit: str, space: Space, **also: Any) -> list[Set]:
    """The changes of a unit that goes to another space: leaders with it go along."""
    sets = [b.change(unit, space=space, **also)]
    return sets + [Set("leaders", leader.id, {"space": space}) for leader in b.leaders_with(unit)]


@implements("SC-7.4")
def drive_off_leaders(b: Field, space: Space, side: str) -> None:
    """Leaders of the enemy who stand alone in a space that a side enters ride to the nearest of their units."""
    for leader in list(b.world.leaders.values()):
        alone = leader.where == "board" and not leader.attached and leader.space == space
        if not alone or leader.side == side:
            continue
        friends = [unit for unit in b.on_board(leader.side) if unit.space != space]
        if not friends:
            lost = Set("leaders", leader.id, _lost(b, leader))
            b.report(LeaderTaken(leader=leader.id), rules=("SC-7.4",), sets=[lost])
            continue
        nearest = min(friends, key=lambda unit: b.board.range(space, unit.space))
        moved = Set("leaders", leader.id, {"space": nearest.space})
        b.report(LeaderRodeOff(leader=leader.id, unit=nearest.id), rules=("SC-7.4",), sets=[moved])


# -- loss moves


@implements("SC-4.3c")
def loss_move(
    b: Field,
    unit: str,
    result: Literal["fallback", "retreat", "rout"],
    away: Space,
    *,
    rules: Iterable[str] = (),
    figures: int = 0,
) -> int:
    """A beaten unit goes back, `away` being the direction as a step; returns the spaces it went. It loses so many
    `figures` for each space that it has to go."""
    if b.unit(unit).where != "board":
        return 0
    roll = b.roll("loss-move", LossMoveFacts(result=result), by=unit)
    lose(b, unit, figures * roll.settled.spaces, rules=("SC-6.6",), cause="melee")
    if b.unit(unit).where != "board":
        return 0
    return go_back(b, unit, roll.settled.spaces, away, how=result, rules=(*rules, "SC-4.3c", "SC-5.5"), roll=roll)


@implements("SC-5.5")
def go_back(
    b: Field,
    unit: str,
    spaces: int,
    away: Space,
    *,
    how: str,
    rules: Iterable[str],
    roll: Result[Any] | None = None,
) -> int:
    """A unit goes so many spaces away, straight or a little aside; where there is no way it loses figures instead."""
    now, path, off = b.unit(unit), [b.unit(unit).space], ""
    # it runs as far as it must, and farther where it would have to stop among friends
    while len(path) <= spaces or not b.fits(now, path[-1]):
        edge = _edge_passed(b, path[-1], away)
        if edge:
            off = edge
            break
        step = _way(b, now, path[-1], away)
        # no way leads round for ever: no run is longer than the board
        if step is None or len(path) > spaces + b.board.width + b.board.height:
            break
        path.append(step)
    run = list(path)
    while len(path) > 1 and not b.fits(now, path[-1]):  # stopped among friends: it keeps to where there is room
        path.pop()
    _went_back(b, now, path, how, rules, roll)
    # who leaves the field runs over all friends on the way, also where he could not have stood
    _over_friends(b, now, run if off else path, how)
    if off and how in FLEEING:
        remove(b, unit, "left", how="ran off the field", rules=("SC-5.5",), edge=off)
    # every space that it should have gone and could not costs figures
    elif not off and len(path) <= spaces:
        short = (spaces + 1 - len(path)) * b.rules.tables.number("SC-5.5", "figures_per_space")
        lose(b, unit, short, rules=("SC-5.5",), cause="no way back", risk=False)
    return len(path) - 1


def _went_back(
    b: Field, now: UnitState, path: list[Space], how: str, rules: Iterable[str], roll: Result[Any] | None
) -> None:
    # who can go nowhere is still in the enemy's space, and fights on
    locked = now.melee and len(path) == 1
    fields: dict[str, Any] = {"loss_moved": True, **OUT_OF_MELEE, **_formation_after(b, now, path, how)}
    fields["melee"] = locked
    if how in FLEEING and len(path) > 1:
        fields["facing"] = towards(path[-2], path[-1])
    # the crew runs and the guns stay behind
    if now.formation == "unlimbered" and now.manned and len(path) > 1:
        fields |= {"manned": False, "guns_at": now.space}
    b.report(
        WentBack(unit=now.id, how=how, spaces=len(path) - 1, from_=list(now.space), to=list(path[-1])),
        rules=tuple(rules),
        roll=roll,
        sets=[*relocated(b, now.id, path[-1], **fields), *([] if locked else freed(b, now))],
    )
    b.look_again(now.id)
    drive_off_leaders(b, path[-1], now.side)


def freed(b: Field, now: UnitState) -> list[Set]:
    """Those who have nobody left to fight once a unit is out of their space."""
    here = b.in_space(now.space)
    if any(each.side == now.side and each.id != now.id for each in here):
        return []
    return [b.change(each.id, melee=False) for each in here if each.side != now.side and each.melee]


def _formation_after(b: Field, now: UnitState, path: list[Space], how: str) -> dict[str, Any]:
    """A square that runs comes apart into a column; in close country formed infantry comes apart altogether."""
    t = b.rules.tables
    if branch(now.arm) != "infantry" or len(path) == 1:
        return {}
    formation = now.formation
    if formation == "square" and how in FLEEING:
        formation = t.value("SC-5.5", "square_becomes")
    rough = any(b.board.terrain[space] in t.value("SC-4.1f", "ground") for space in path[1:])
    if rough and formation in (*t.value("SC-4.1f", "from"), *t.value("SC-4.1i", "on_road")):
        formation = "semi_formed"
    return {"formation": formation} if formation != now.formation else {}


@implements("SC-0.10")
def _over_friends(b: Field, now: UnitState, path: list[Space], how: str) -> None:
    """A rout that sweeps over friends in good order brings them to a halt."""
    t = b.rules.tables
    if how != "rout":
        return
    for space in path[1:]:
        for friend in b.in_space(space, now.side):
            formed = friend.formation not in t.value("SC-0.6", "see_through")
            if friend.id != now.id and formed and friend.status == "good_order":
                become(b, friend.id, t.value("SC-0.10", "becomes"), rules=("SC-0.10",), cause="run over by a rout")


def _way(b: Field, now: UnitState, space: Space, away: Space) -> Space | None:
    """The next space of a loss move, if any is open."""
    ahead = DIRECTIONS.index(away)
    eighth = 360 / len(DIRECTIONS)
    turns = sorted({int(abs(turn) / eighth) for turn in b.rules.tables.value("SC-5.5", "turns")})
    for turn in turns:
        found = []
        # both turns by the same angle are looked at, and the one nearer to its own edge is taken
        for side in (-turn, turn) if turn else (0,):  # the left comes first among equals
            dx, dy = DIRECTIONS[(ahead + side) % len(DIRECTIONS)]
            there = space[0] + dx, space[1] + dy
            if b.board.on_board(there) and open_to(b, now, space, there):
                found.append(there)
        if found:
            return min(found, key=lambda each: from_base(b, now.side, each))
    return None


def open_to(b: Field, now: UnitState, space: Space, there: Space) -> bool:
    """Whether a unit that runs can pass into a space: no enemy, no water, no flames, no ground its arm cannot cross."""
    board = b.board
    if b.shut(space, there) or any(unit.side != now.side for unit in b.in_space(there)):
        return False
    if board.edge(space, there) == "river" and not board.road(space, there):
        return False
    closed = ("strong_point",) if board.road(space, there) else ("strong_point", "heavy", "swamp")
    loose = now.formation == "skirmish" and board.terrain[there] == "heavy"
    return branch(now.arm) == "infantry" or loose or board.terrain[there] not in closed


def from_base(b: Field, side: str, space: Space) -> int:
    """How far a space lies from a side's own edge of the board."""
    edge = b.chain.sides[side].deployment_edge
    x, y = space
    far: dict[str, int] = {"south": y, "north": b.board.height - 1 - y, "west": x, "east": b.board.width - 1 - x}
    return far[edge]


def _edge_passed(b: Field, space: Space, away: Space) -> str:
    """The edge of the board that the next step in that direction would go over."""
    x, y = space[0] + away[0], space[1] + away[1]
    if 0 <= x < b.board.width and 0 <= y < b.board.height:
        return ""
    if not 0 <= y < b.board.height:
        return "south" if y < 0 else "north"
    return "west" if x < 0 else "east"


@implements("SC-0.11", "SC-5.5")
def leave_flames(b: Field) -> None:
    """Whoever stands in a place that burns goes back out of it, towards its own edge."""
    burning = b.burning()
    for unit in [each for each in b.on_board() if each.space in burning and not each.melee]:
        (x, y), (dx, dy) = unit.space, homeward(b, unit.side)
        spaces = next(far for far in count(1) if (x + far * dx, y + far * dy) not in burning)
        go_back(b, unit.id, spaces, (dx, dy), how="fallback", rules=("SC-0.11", "SC-5.5"))


@implements("SC-5.5")
def away_from(enemy: Space, space: Space) -> Space:
    """The direction away from an enemy: straight where it is plain, else diagonal."""
    dx, dy = space[0] - enemy[0], space[1] - enemy[1]
    # our ruling for fire from afar: nearly straight is straight, all else is diagonal
    if abs(dx) > 2 * abs(dy):
        dy = 0
    elif abs(dy) > 2 * abs(dx):
        dx = 0
    return _sign(dx), _sign(dy)


def homeward(b: Field, side: str) -> Space:
    """The direction of a side's own edge."""
    ways: dict[str, Space] = {"south": (0, -1), "north": (0, 1), "west": (-1, 0), "east": (1, 0)}
    return ways[b.chain.sides[side].deployment_edge]


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
