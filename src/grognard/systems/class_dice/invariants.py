"""What must hold after every phase, whatever anybody answers. Words for a test to print; nothing if all is well."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, get_args

from grognard.miniatures.soundness import bad_values, complaints, on_ground

from .checks.units import FormationFacts
from .table.field import ClassField
from .table.state import Where
from .terms import Formation, Rating, Status, branch

_WORDS: dict[str, frozenset[Any]] = {
    "where": frozenset(get_args(Where)),
    "status": frozenset(get_args(Status)),
    "formation": frozenset(get_args(Formation)),
}
_COUNTS = ("steps", "ammunition", "prisoners", "screen", "gone", "local_acts", "defended")
PHASES = ("initiative", "activation", "end")


def broken(b: ClassField) -> list[str]:
    """What does not hold, in words."""
    return complaints(b, CHECKS)


def legal_states(b: ClassField) -> Iterator[str]:
    """Words and numbers lie in their ranges, and nobody stands in a formation that his arm does not have."""
    for unit in b.world.units.values():
        yield from bad_values(unit, _WORDS, _COUNTS)
        if b.rules["formation"].refusal(FormationFacts(arm=unit.arm, formation=unit.formation)) is not None:
            yield f"{unit.id}: {unit.arm} in {unit.formation}"
        if not 0 <= unit.heading < 360:
            yield f"{unit.id}: heading {unit.heading}"
    if b.world.phase not in PHASES or b.world.turn < 1:
        yield f"no such moment: turn {b.world.turn}, phase {b.world.phase}"


def strengths(b: ClassField) -> Iterator[str]:
    """Nobody has more steps than he began with, and who has none left is gone (CD-casualty-step)."""
    for unit in b.world.units.values():
        if unit.steps > unit.starting:
            yield f"{unit.id}: {unit.steps} of {unit.starting} steps"
        if unit.where == "table" and not unit.steps:
            yield f"{unit.id}: on the table with nobody left"
        if unit.where in ("lost", "left") and not unit.fate:
            yield f"{unit.id}: {unit.where}, nobody knows how"


def screens(b: ClassField) -> Iterator[str]:
    """Only infantry in open formations has skirmishers out (CD-skirmish-screens)."""
    may = b.t.value("CD-skirmish-screens", "formations")
    for unit in b.on_table():
        if unit.screen and (branch(unit.arm) != "infantry" or unit.formation not in may):
            yield f"{unit.id}: {unit.screen} stands out, {unit.arm} in {unit.formation}"


def firefights(b: ClassField) -> Iterator[str]:
    """Only infantry on the table firefights, and nobody who is broken (CD-firefight)."""
    for unit in b.world.units.values():
        if unit.firefight and (unit.where != "table" or branch(unit.arm) != "infantry" or unit.status == "broken"):
            yield f"{unit.id}: in a firefight, {unit.where}, {unit.arm}, {unit.status}"


def leaders(b: ClassField) -> Iterator[str]:
    """Who is attached is so to somebody of his side who is there, and no two of one level to the same formation."""
    taken: set[tuple[str, str, str]] = set()
    for leader in b.world.leaders.values():
        if leader.rating not in get_args(Rating):
            yield f"{leader.id}: rated {leader.rating}"
        if bool(leader.attached) != bool(leader.attached_to):
            yield f"{leader.id}: attached to {leader.attached or 'nobody'} as {leader.attached_to or 'nothing'}"
        if not leader.attached:
            continue
        key = leader.attached_to, leader.attached, leader.level
        if key in taken:
            yield f"{leader.id}: a second {leader.level} leader with {leader.attached}"
        taken.add(key)
        if leader.attached_to == "regiment" and not b.here(leader.attached):
            yield f"{leader.id}: with {leader.attached}, which is gone"


def initiative(b: ClassField) -> Iterator[str]:
    """Nobody has spent more Grand-Tac points than he had, and an active division belongs to who has the initiative."""
    for side, points in b.world.points.items():
        if points < 0:
            yield f"{side}: {points} Grand-Tac points"
    active = b.world.divisions.get(b.world.active)
    if active is not None and active.side != b.world.holder:
        yield f"{active.id} is active, but {b.world.holder} has the initiative"


CHECKS: tuple[Callable[[ClassField], Iterator[str]], ...] = (
    legal_states,
    strengths,
    on_ground,
    screens,
    firefights,
    leaders,
    initiative,
)
