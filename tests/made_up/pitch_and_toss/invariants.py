"""What must hold after every event, whatever anybody answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .table.field import Fairground


def broken(b: Fairground) -> list[str]:
    """What does not hold, in words."""
    return [f"turn {b.world.turn}, {b.world.phase}: {wrong}" for each in (_units, _pitches) for wrong in each(b)]


def _units(b: Fairground) -> Iterator[str]:
    steps = b.rules.tables.number("PT-4.1", "steps")
    for unit in b.world.units.values():
        if not 0 <= unit.superstition <= steps:
            yield f"{unit.id}: superstitious {unit.superstition} of {steps}"
        if not 0 < unit.men <= b.chain.units[unit.id].unit.men:
            yield f"{unit.id}: {unit.men} men"


def _pitches(b: Fairground) -> Iterator[str]:
    """Nobody has more coins than his purse holds, and both units of a pitch are of different sides."""
    purse = b.rules.tables.number("PT-2.1", "purse")
    given = Counter(b.seat_of(unit) for unit in b.world.pitches)
    yield from (f"{seat}: {number} coins" for seat, number in given.items() if number > purse)
    for pitch in b.world.pitches.values():
        if b.world.units[pitch.unit].side == b.world.units[pitch.target].side:
            yield f"{pitch.unit}: a coin for its friend {pitch.target}"
