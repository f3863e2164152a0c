"""Phases 5e to 5h: movement, artillery, rally and musketry of one player after the other, then their reactions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from grognard.battle.decisions import Answer, Decision, Option
from grognard.battle.events import Set
from grognard.battle.kinds import Noted
from grognard.battle.procedures import Steps, ask
from grognard.ground.units import point
from grognard.kernel.checks import Refusal, implements
from grognard.kernel.domains import Choice

from ..desk import RIDE
from ..effects import away_from, homeward, loss_move
from ..events.movement import LeaderRode, LeaderTurnedBack
from ..facts.marches import March, in_steps, march_to
from ..facts.staying import kept_from
from ..facts.steps import ways
from ..knowledge.known import known
from ..maneuver import take
from ..table.board import Board, Space
from ..table.field import Field
from ..table.state import LeaderState, UnitState
from . import movement_actions as actions
from .fire import shoot
from .movement_arrivals import arrive
from .movement_opportunity import provoked

_DONE = Option("done", "nothing more in this phase", "SC-1.1e")


@implements("SC-1.1e")
def play(b: Field) -> Steps[None]:
    """5e or 5f: the player's units spend their action points, one action at a time; at the end those who run do."""
    side = _player(b)
    arrive(b, side)
    _leaders_fresh(b, side)
    # who is to withdraw may not end nearer than he was at this moment, however he moves in between
    began = _ranges(b, side)
    for seat in b.seats_of(side):
        yield from _acts(b, seat, began, reaction=False)
    compulsory(b, side)


@implements("SC-1.1f")
def react(b: Field) -> Steps[None]:
    """5g or 5h: reaction moves and fire, out of the action points that are left."""
    side = _player(b)
    began = _ranges(b, side)
    for seat in b.seats_of(side):
        yield from _acts(b, seat, began, reaction=True)


def _player(b: Field) -> str:
    return b.player(b.rules.tables.value("SC-1.1a", "players")[b.world.phase])


def _ranges(b: Field, side: str) -> actions.Began:
    """How far the nearest enemy in sight is from each unit that is to withdraw (SC-7.2)."""
    wary = (unit for unit in b.on_board(side) if b.world.brigades[unit.brigade].order == "withdraw")
    return {unit.id: b.nearest_enemy(unit.id) for unit in wary}


def _leaders_fresh(b: Field, side: str) -> None:
    sets = [Set("leaders", each.id, {"moved": False}) for each in b.world.leaders.values() if each.side == side]
    b.emit(Noted(), rules=("SC-7.4",), sets=sets, to=())


# -- what a seat does


def _acts(b: Field, seat: str, began: actions.Began, *, reaction: bool) -> Steps[None]:
    """One seat's actions until it is done or nothing is left to do."""
    while any(actions.allowed(b, unit, reaction) for unit in _own(b, seat)) or (not reaction and _riders(b, seat)):
        steps = actions.StepsOpen(b, began, reaction)
        answer = yield from ask(_decision(b, seat, steps))
        if answer.option == "done":
            return
        yield from _done(b, answer, steps)


def _own(b: Field, seat: str) -> Iterator[UnitState]:
    units = b.world.units
    there = (units[unit] for unit in b.seating.mustered(seat) if unit in units)
    return (unit for unit in there if unit.where == "board")


def _decision(b: Field, seat: str, steps: actions.StepsOpen) -> Decision:
    reaction = steps.reaction

    def listed() -> list[Option]:
        found = [each for unit in _own(b, seat) for each in actions.options(b, unit.id, steps)]
        leaders = [] if reaction else [each for who in _riders(b, seat) if (each := _ride(b, who)) is not None]
        return [*found, *leaders, _DONE]

    def keys() -> list[str]:
        found = [f"{unit.id}:{kind}" for unit in _own(b, seat) for kind in steps.kinds(unit)]
        return [*found, *([] if reaction else (f"leader:{who.id}" for who in _riders(b, seat))), "done"]

    def one(key: str) -> Option | None:
        return _DONE if key == "done" else _one(b, seat, key, steps)

    def judge(key: str, values: Mapping[str, Any]) -> Refusal | None:
        unit, _, kind = key.rpartition(":")
        if kind == "march" and _heading(steps, unit, values["place"]) is None:
            kept = kept_from(b, b.unit(unit), b.board.space_at(point(*values["place"])))
            return kept or Refusal("SC-1.2a", "its action points take it no way there, as it faces")
        return None

    kind, rule = ("reaction", "SC-1.1f") if reaction else ("action", "SC-1.1e")
    text = "Reactions" if reaction else "Movement, fire and rally"
    return Decision(seat, kind, text, listed, default=("done", {}), rules=(rule,), one=one, keys=keys, judge=judge)


def _one(b: Field, seat: str, key: str, steps: actions.StepsOpen) -> Option | None:
    """A single option by its key, without listing all."""
    if key.startswith("leader:"):
        who = key.removeprefix("leader:")
        rides = not steps.reaction and any(each.id == who for each in _riders(b, seat))
        return _ride(b, b.world.leaders[who]) if rides else None
    unit, _, kind = key.rpartition(":")
    if unit not in b.world.units or b.seat_of(unit) != seat:
        return None
    return actions.option(b, unit, kind, steps)


def _done(b: Field, answer: Answer, steps: actions.StepsOpen) -> Steps[None]:
    reaction = steps.reaction
    if answer.option.startswith("leader:"):
        _rides(b, answer.option.removeprefix("leader:"), answer.values["to"])
        return
    unit, _, kind = answer.option.rpartition(":")
    if kind == "fire":
        shoot(b, unit, answer.values["target"], rules=("SC-1.1f" if reaction else "SC-1.1e",))
        _acted(b, unit, reaction)
    elif kind == "march":
        yield from _marches(b, unit, answer.values["place"], steps)
    elif kind == "step":
        if take(b, unit, steps.of(unit)[answer.values["to"]], reaction=reaction):
            yield from provoked(b, unit)
    else:
        actions.do(b, unit, kind, answer.values, reaction)


def heading_for(b: Field, unit: str, place: Any, began: int | None, reaction: bool) -> March | None:
    """The way of a march as its seat knows the field: enemies out of sight are not reckoned with."""
    to, points = b.board.space_at(point(*place)), actions.budget(b, b.unit(unit), reaction)
    # told at once, since it is far to most places: the field as the seat knows it need not be laid out for them
    if not in_steps(b, b.unit(unit), to, points, reaction=reaction):
        return None
    return march_to(known(b, b.seat_of(unit)), unit, to, points, began, reaction=reaction)


def _heading(steps: actions.StepsOpen, unit: str, place: Any) -> March | None:
    """The same while a question is open: it is asked again when the answer is carried out."""
    key = unit, *place
    if key not in steps.marches:
        steps.marches[key] = heading_for(steps.b, unit, place, steps.began.get(unit), steps.reaction)
    found: March | None = steps.marches[key]
    return found


@implements("SC-1.1e", "SC-1.1f")
def _marches(b: Field, unit: str, place: Any, steps: actions.StepsOpen) -> Steps[None]:
    """Step after step as far as it goes, each with its dice and what it provokes. It ends where somebody unseen before
    comes in sight, where fire or a charge leaves the unit otherwise than it was, and where a step is no longer open."""
    march, seat = _heading(steps, unit, place), b.seat_of(unit)
    began, reaction = steps.began.get(unit), steps.reaction
    for planned in march.ways if march else ():
        before, seen = b.unit(unit), b.seen_by(seat)
        way = ways(b, unit, actions.budget(b, before, reaction), began, reaction=reaction).get(planned.name)
        if way is None or not take(b, unit, way, reaction=reaction):
            return
        yield from provoked(b, unit)
        now = b.unit(unit)
        if now.where != "board" or now.space != way.to or now.status != before.status or now.melee:
            return
        if b.seen_by(seat) - seen:
            return


def _acted(b: Field, unit: str, reaction: bool) -> None:
    """Fire is a first action too; who stands firing is not marching."""
    fields: dict[str, Any] = {"on_road": False, **({} if reaction else {"acted": True})}
    b.emit(Noted(unit=unit), rules=("SC-7.3",), sets=[b.change(unit, **fields)], to=())


# -- leaders


def _riders(b: Field, seat: str) -> list[LeaderState]:
    """Leaders of a seat who may still ride: those with a unit go where it goes."""
    return [
        leader
        for leader in b.world.leaders.values()
        if leader.where == "board"
        and not leader.lost_on
        and not leader.attached
        and not leader.moved
        and b.seat_of(leader.id) == seat
    ]


def _ride(b: Field, leader: LeaderState) -> Option | None:
    places = _reach(b, leader)
    if not places.values:
        return None
    text, ride = f"{b.name(leader.id)} rides", {"to": places}
    return Option(f"leader:{leader.id}", text, "SC-7.4", dict(ride), about=leader.id, form=RIDE.id)


@implements("SC-7.4")
def _reach(b: Field, leader: LeaderState) -> Choice:
    """Spaces a leader can ride to: over all ground, but not over rivers nor into the enemies he knows of."""
    most, (x, y) = b.rules.tables.number("SC-7.4", "spaces"), leader.space
    # only enemies of whom the side knows bar his way, or the list of places would betray the others
    foes = (foe for seat in b.seats_of(leader.side) for foe in b.seen_by(seat) if _enemy(b, foe, leader))
    spaces = (b.unit(foe).space for foe in foes)
    near = frozenset(space for space in spaces if abs(space[0] - x) <= most and abs(space[1] - y) <= most)
    # leaders stand where they stood for turns, mostly with no enemy about
    kept, key = b.board.words, ("rides", leader.space, near)
    if key not in kept:
        kept[key] = Choice(tuple(f"{x},{y}" for x, y in sorted(_ridden(b.board, leader.space, near, most))))
    found: Choice = kept[key]
    return found


def _ridden(board: Board, start: Space, foes: frozenset[Space], most: int) -> set[Space]:
    reached, edge = {start}, {start}
    for _ in range(most):
        edge = {there for space in edge for there in board.ridden(space)} - reached - foes
        reached |= edge
    return reached - {start}


def _enemy(b: Field, unit: str, leader: LeaderState) -> bool:
    return b.unit(unit).side != leader.side and b.unit(unit).where == "board"


def _rides(b: Field, leader: str, to: str) -> None:
    """He rides there; if he finds the enemy there he turns back."""
    x, y = to.split(",")
    space, now = (int(x), int(y)), b.world.leaders[leader]
    foes = bool(b.in_space(space, b.seating.other(now.side)))
    fields: dict[str, Any] = {"moved": True} if foes else {"moved": True, "space": space}
    what = LeaderTurnedBack(leader=leader) if foes else LeaderRode(leader=leader)
    b.report(what, rules=("SC-7.4",), sets=[Set("leaders", leader, fields)])


# -- those who run


@implements("SC-5.4")
def compulsory(b: Field, side: str) -> None:
    """Who still routs runs on; who retreats goes on when an enemy who does not run is near and in sight."""
    for unit in b.on_board(side):
        if unit.loss_moved or unit.melee or unit.where != "board" or unit.status not in ("retreat", "rout"):
            continue
        seen = [b.unit(foe) for foe in b.visible_enemies(unit.id)]
        steady = [foe for foe in seen if foe.status not in ("retreat", "rout")]
        near = b.rules.tables.number("SC-5.4", "retreat_within")
        if unit.status == "retreat" and not any(b.range(unit.id, foe.id) <= near for foe in steady):
            continue
        away = away_from(seen[0].space, unit.space) if seen else homeward(b, side)
        loss_move(b, unit.id, unit.status, away, rules=("SC-5.4",))
