"""Dice in plain sight: who sees a unit fire or fight sees its dice fall, as at a table. Why there are so many of them
is its owner's business: grades, losses and leaders stay hidden."""

from __future__ import annotations

from grognard.battle.events import Event, Rolled
from grognard.battle.rolls import TWO, of_two

from ..table.field import Field


def roll_seen(b: Field, event: Event, seat: str) -> Rolled | None:
    """What a seat sees of a roll; without a seat, what anybody sees who looks on."""
    roll = event.roll
    if roll is None or event.owners is None:
        return roll
    if event.kind == "melee":
        own = tuple(side for side, who in zip(TWO, event.units.values(), strict=True) if b.seat_of(who) == seat)
        # who cannot make out one of the two sees no dice at all: their number would tell his strength
        return of_two(roll, own) if own or not event.masked.get(seat) else None
    if seat in event.owners:
        return roll
    return _bare(roll) if event.kind == "shot" and "unit" not in event.masked.get(seat, ()) else None


def _bare(roll: Rolled) -> Rolled:
    """The dice and the hits."""
    return Rolled(roll.check, roll.rule, roll.dice, details=roll.details)
