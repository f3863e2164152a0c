"""Dice in plain sight: who sees a unit shoot, fight or test sees its dice fall, as at a table. What is added to them is
its owner's business: morale values, special rules and staff ratings stay hidden."""

from __future__ import annotations

from grognard.battle.events import Event, Rolled
from grognard.battle.rolls import TWO, of_two

from ..table.field import PowderField


def roll_seen(b: PowderField, event: Event, seat: str) -> Rolled | None:
    """What a seat sees of a roll; without a seat, what anybody sees who looks on."""
    roll = event.roll
    if roll is None or event.owners is None:
        # without owners it is nobody's secret
        return roll
    hidden = event.masked.get(seat, ())
    first = next(iter(event.units), "")
    if roll.details and set(roll.details) >= set(TWO) and len(event.units) >= 2:
        who = tuple(event.units.values())[:2]
        # each owner sees what is added on his side only
        own = tuple(side for side, each in zip(TWO, who, strict=True) if each and b.seat_of(each) == seat)
        return of_two(roll, own, called_out=False) if own or not hidden else None
    if seat in event.owners:
        return roll
    # the first unit is the one that rolls; who does not see it sees no dice
    return Rolled(roll.check, roll.rule, roll.dice) if first not in hidden else None
