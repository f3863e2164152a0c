"""What must hold after every phase under any rules, in words: for a system's invariants."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from grognard.battle.fight import Fight

from .fights import TableFight

F = TypeVar("F", bound=Fight[Any])


def complaints(b: F, checks: Iterable[Callable[[F], Iterator[str]]]) -> list[str]:
    """What does not hold by some checks, each with the moment."""
    return [f"turn {b.world.turn}, phase {b.world.phase}: {wrong}" for check in checks for wrong in check(b)]


def bad_values(unit: Any, words: Mapping[str, Collection[Any]], counts: Iterable[str]) -> Iterator[str]:
    """Fields of a unit that are none of their words, and numbers of things that are less than nothing."""
    for field, known in words.items():
        if getattr(unit, field) not in known:
            yield f"{unit.id}: {field} {getattr(unit, field)}"
    for field in counts:
        if getattr(unit, field) < 0:
            yield f"{unit.id}: {field} {getattr(unit, field)}"


def on_ground(b: TableFight[Any, Any, Any]) -> Iterator[str]:
    """Everybody on the table stands on it."""
    leaders = [leader for leader in b.leaders.values() if leader.where == "table"]
    for each in (*b.on_table(), *leaders):
        if not b.ground.on_table(each.position):
            yield f"{each.id}: at {each.position}, off the table"
