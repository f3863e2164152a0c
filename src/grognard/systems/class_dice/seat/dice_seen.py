"""Dice in plain sight: who sees a unit fire or fight sees its dice fall, as at a table. What is added to them is its
owner's business: ratings, ammunition and leaders stay hidden."""

from __future__ import annotations

from grognard.battle.events import Event, Rolled
from grognard.battle.rolls import TWO, of_two

from ..table.field import ClassField

_OF_TWO = ("charge_result", "melee")
_PLAIN = (
    "fired",
    "morale",
    "movement",
    "discipline",
    "disruption",
    "skirmished",
    "crash_through",
    "local_initiative",
    "prisoners",
    "attached",
    "leader_fell",
)


def roll_seen(b: ClassField, event: Event, seat: str) -> Rolled | None:
    """What a seat sees of a roll; without a seat, what anybody sees who looks on."""
    roll = event.roll
    if roll is None or event.owners is None:
        # without owners it is nobody's secret
        return roll
    hidden = event.masked.get(seat, ())
    if event.kind in _OF_TWO:
        # both units fight: each owner sees what is added on his side only
        own = tuple(side for side, who in zip(TWO, event.units.values(), strict=True) if b.seat_of(who) == seat)
        return of_two(roll, own) if own or not hidden else None
    if seat in event.owners:
        return roll
    first = next(iter(event.units), "")
    # the first unit is the one that rolls; who does not see it sees no dice
    return Rolled(roll.check, roll.rule, roll.dice) if event.kind in _PLAIN and first not in hidden else None
