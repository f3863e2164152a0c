"""What must hold after every phase, whatever anybody answers. Words for a test to print; nothing if all is well."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, get_args

from grognard.miniatures.soundness import bad_values, complaints

from .checks.measures import halves, has_block
from .table.field import Field
from .table.state import UnitState, Where
from .terms import Arm, BrigadeOrder, Cube, Facing, Formation, Grade, Status

_WORDS: dict[str, frozenset[Any]] = {
    "where": frozenset(get_args(Where)), "status": frozenset(get_args(Status)), "arm": frozenset(get_args(Arm)),
    "facing": frozenset(get_args(Facing)), "formation": frozenset(get_args(Formation)),
    "grade": frozenset(get_args(Grade)), "cube": frozenset((*get_args(Cube), "")),
}  # fmt: skip
_CHARGES = ("5a", "5b", "5c", "5d", "5e", "5f", "5g", "5h")
_COUNTS = ("killed", "blown", "ap", "spent", "shots", "entered", "reacted", "broke_through", "may_break")


def broken(b: Field) -> list[str]:
    """What does not hold, in words."""
    return complaints(b, CHECKS)


def legal_states(b: Field) -> Iterator[str]:
    """Words and numbers lie in their ranges, and nobody stands in a formation that his arm does not have."""
    for unit in b.world.units.values():
        yield from bad_values(unit, _WORDS, _COUNTS)
        if not has_block(unit.arm, unit.formation):
            yield f"{unit.id}: {unit.arm} in {unit.formation}"
    if b.world.phase not in b.rules.tables.value("SC-1.1a", "phases") or b.world.turn < 1:
        yield f"no such moment: turn {b.world.turn}, phase {b.world.phase}"
    if b.world.a not in b.chain.sides:
        yield f"player A is {b.world.a}"


def strengths(b: Field) -> Iterator[str]:
    """Nobody loses more figures than he has, and who has none left, or runs with too few, is gone (SC-0.8)."""
    t = b.rules.tables
    lost, of = t.number("SC-0.8", "lost"), t.number("SC-0.8", "of")
    for unit in b.world.units.values():
        if unit.killed > unit.figures:
            yield f"{unit.id}: {unit.killed} of {unit.figures} figures killed"
        spent = unit.killed * of >= unit.figures * lost and unit.status in t.value("SC-0.8", "statuses")
        if unit.where == "board" and (unit.killed >= unit.figures or spent):
            yield f"{unit.id}: on the board in {unit.status} with {unit.killed} of {unit.figures} figures killed"


def places(b: Field) -> Iterator[str]:
    """Everybody on the board stands in a space of it that can be stood in."""
    for unit in b.on_board():
        if not b.board.on_board(unit.space):
            yield f"{unit.id}: in {unit.space}, off the board"
        elif unit.space in b.board.impassable:
            yield f"{unit.id}: in {unit.space}, under water"
    for leader in b.world.leaders.values():
        if leader.where == "board" and not b.board.on_board(leader.space):
            yield f"{leader.id}: in {leader.space}, off the board"


def room(b: Field) -> Iterator[str]:
    """One side's units in a space fill no more than it holds (SC-0.9); a charge may ride through it (SC-0.10)."""
    t = b.rules.tables
    filled: dict[tuple[Any, str], int] = {}
    # a charge may be among friends for a moment, as long as it goes on
    riding = {(unit.space, unit.side) for unit in b.on_board() if unit.charged and b.world.phase in _CHARGES}
    for unit in b.on_board():
        key = unit.space, unit.side
        passed = key in riding and unit.formation in t.value("SC-0.10", "through")
        known = has_block(unit.arm, unit.formation) and not passed
        filled[key] = filled.get(key, 0) + (halves(t, unit.arm, unit.formation) if known else 0)
    for (space, side), taken in filled.items():
        if taken > t.number("SC-0.9", "halves"):
            yield f"{side} fill {taken} halves of {space}"


def melees(b: Field) -> Iterator[str]:
    """Enemies share a space only while in melee, and who is in melee has an enemy there (SC-0.9)."""
    for unit in b.world.units.values():
        if unit.where != "board":
            if unit.melee:
                yield f"{unit.id}: in melee, though it is {unit.where}"
            continue
        foes = any(each.side != unit.side for each in b.in_space(unit.space))
        if foes != unit.melee:
            yield f"{unit.id}: {'shares its space with an enemy it does not fight' if foes else 'fights nobody'}"


def turns(b: Field) -> Iterator[str]:
    """What belongs to a turn: points are spent from the account, and no unit fires more than twice."""
    most = b.rules.tables.number("SC-1.1g", "most")
    for unit in b.on_board():
        if unit.shots > most or unit.shot_early > unit.shots:
            yield f"{unit.id}: fired {unit.shots} times"
        if unit.spent > unit.ap + _road(b, unit):
            yield f"{unit.id}: spent {unit.spent} of {unit.ap} action points"


def _road(b: Field, unit: UnitState) -> int:
    """Points that a march by road may add."""
    return max(b.rules.tables.number("SC-1.3d", arm) for arm in ("infantry", "cavalry")) if unit.on_road else 0


def guns(b: Field) -> Iterator[str]:
    """Guns stand somewhere without their crew only if it left them."""
    for unit in b.on_board():
        if unit.manned != (unit.guns_at is None):
            yield f"{unit.id}: {'manned' if unit.manned else 'left'}, its guns at {unit.guns_at}"


def leaders(b: Field) -> Iterator[str]:
    """Who is attached is so to a unit on the board, in its space; who is lost commands nobody."""
    for leader in b.world.leaders.values():
        if leader.lost_on and (leader.attached or leader.where == "board"):
            yield f"{leader.id}: lost, but {leader.where}, with {leader.attached or 'nobody'}"
        if not leader.attached:
            continue
        unit = b.world.units.get(leader.attached)
        if unit is None or unit.where != "board" or unit.space != leader.space or unit.side != leader.side:
            yield f"{leader.id}: with {leader.attached}, which is not where he is"


def brigades(b: Field) -> Iterator[str]:
    """Orders are orders, and broken brigades withdraw (SC-5.7)."""
    for brigade in b.world.brigades.values():
        if brigade.order not in get_args(BrigadeOrder):
            yield f"{brigade.id}: order {brigade.order}"
        if brigade.broken and brigade.order != b.rules.tables.value("SC-5.7", "order"):
            yield f"{brigade.id}: broken, with the order {brigade.order}"


CHECKS: tuple[Callable[[Field], Iterator[str]], ...] = (
    legal_states,
    strengths,
    places,
    room,
    melees,
    turns,
    guns,
    leaders,
    brigades,
)
