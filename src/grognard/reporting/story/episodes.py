"""A battle in chapters: the opening, first contact, how the fight spread, its crisis and its decision; and the turns on
which it turned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..record import Record, State
from .deeds import Deed

FIGHTING = ("fire", "charge", "clash")
SPLIT = 12
"""A longer stretch between first contact and crisis is told in two chapters."""
POINTS = 3
"""Turning points that are named."""


class Episode(NamedTuple):
    """Some turns that belong together."""

    title: str
    first: int
    last: int

    @property
    def turns(self) -> range:
        """Its turns."""
        return range(self.first, self.last + 1)


class Cost(NamedTuple):
    """What some turns cost one side."""

    men: int
    beaten: tuple[str, ...]
    """Units that gave way in them."""
    destroyed: tuple[str, ...]


def cost(before: State, after: State, units: Sequence[str]) -> Cost:
    """What happened to these units from one state to another."""
    down = [unit for unit in units if after.units[unit].down and not before.units[unit].down]
    gone = [unit for unit in units if after.units[unit].destroyed and not before.units[unit].destroyed]
    # where more are rallied than fall, nobody is lost
    men = max(0, sum(before.units[unit].men - after.units[unit].men for unit in units))
    return Cost(men, tuple(unit for unit in down if unit not in gone), tuple(gone))


def of_side(record: Record, side: str) -> list[str]:
    """The units of a side that the reader can count, in the order of battle."""
    known = record.states[0].units
    return [unit for unit, post in record.chain.units.items() if post.side == side and unit in known]


def weights(record: Record) -> list[dict[str, int]]:
    """For each turn what each side lost in it: men, and half the men of units that gave way and are still there."""
    found = []
    for before, after in zip(record.states, record.states[1:], strict=False):
        turn = {}
        for side in record.sides:
            lost = cost(before, after, of_side(record, side))
            turn[side] = lost.men + sum(after.units[unit].men for unit in lost.beaten) // 2
        found.append(turn)
    return found


def episodes(record: Record, deeds: Sequence[Deed]) -> list[Episode]:
    """The chapters. Every turn is in one, and only one."""
    last = record.turns
    contact = min((deed.turn for deed in deeds if deed.what in FIGHTING), default=0)
    if not contact:
        return [Episode("The armies march", 1, last)]
    weighed = [sum(turn.values()) for turn in weights(record)]
    start, end = _crisis(weighed, contact, last)
    found = [Episode("The opening", 1, contact - 1), *_middle(contact, start - 1, weighed)]
    found.append(Episode("The crisis" if end < last else "Crisis and decision", start, end))
    found += _decision(end + 1, last, weighed, record.over)
    # fire on the first turn leaves no opening, a crisis at contact no first contact
    return [one for one in found if one.first <= one.last]


def _crisis(weighed: Sequence[int], contact: int, last: int) -> tuple[int, int]:
    """The stretch after first contact, a sixth of the battle long, in which most was lost; the earliest such."""
    long = max(1, round(last / 6))
    begins = min(contact + 1, last)
    starts = range(begins, max(begins, last - long + 1) + 1)
    # of equal stretches the earliest: the crisis is where it began
    start = max(starts, key=lambda first: (sum(weighed[first - 1 : first - 1 + long]), -first))
    return start, min(start + long - 1, last)


def _middle(contact: int, end: int, weighed: Sequence[int]) -> list[Episode]:
    if end - contact + 1 <= SPLIT:
        return [Episode("First contact", contact, end)]
    # cut before the turn that cost most, but leave both parts long enough to be chapters
    cut = max(range(contact + 3, end - 2), key=lambda turn: (weighed[turn - 1], -turn))
    return [Episode("First contact", contact, cut - 1), Episode("The fight spreads", cut, end)]


def _decision(first: int, last: int, weighed: Sequence[int], over: bool) -> list[Episode]:
    """What followed the crisis; the last turns by themselves where little was lost in them any more."""
    if not over:
        return [Episode("So far", first, last)]
    # a tenth of the worst turn: below that it is pursuit and picking up the pieces
    heavy = [turn for turn in range(first, last + 1) if 10 * weighed[turn - 1] >= max(weighed)]
    if not heavy or last - heavy[-1] < 2:
        return [Episode("The decision", first, last)]
    return [Episode("The decision", first, heavy[-1]), Episode("The end", heavy[-1] + 1, last)]


class Turning(NamedTuple):
    """A turn on which the balance shifted."""

    turn: int
    against: str
    """The side that it went against."""
    swing: int


def turning_points(record: Record) -> list[Turning]:
    """The turns on which one side lost most more than the other, in their order."""
    if len(record.sides) < 2:
        return []
    found = []
    for number, turn in enumerate(weights(record), start=1):
        worst = max(turn, key=lambda side: turn[side])
        # of two sides this is the difference; of more, one against all others
        swing = 2 * turn[worst] - sum(turn.values())
        if swing > 0:
            found.append(Turning(number, worst, swing))
    return sorted(sorted(found, key=lambda one: -one.swing)[:POINTS])
