"""The dice of a battle: how lucky each side was, and which rolls were the least likely or weighed most."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from itertools import accumulate
from typing import Any, NamedTuple

from grognard.battle.events import Rolled
from grognard.kernel.facts import text_of
from grognard.kernel.uses.export import plain

from .lexicon import Counting, Lexicon
from .record import Record, ToldEvent
from .refight import HeardRoll, Refought
from .wording import men as told_men

LIST = 4
"""Rolls in each of the two lists."""
RARE = Fraction(1, 4)
"""The chance from which a roll is no longer unlikely."""


class Luck(NamedTuple):
    """What one side's rolls of one sort came to."""

    title: str
    side: str
    rolls: int
    expected: float
    actual: float
    spread: float
    """The standard deviation of what could have come."""


class LuckCourse(NamedTuple):
    """How a side's luck ran, in standard deviations of the whole battle: before the first turn, then at the end of
    each; and the band in which two battles in three lie."""

    off: tuple[float, ...]
    band: tuple[float, ...]


class Decisive(NamedTuple):
    """A roll that a report shows in full."""

    turn: int
    phase: str
    side: str
    unit: str
    text: str
    title: str
    roll: Rolled
    chance: Fraction
    tail: str
    """`or better`, `or worse` where the chance is of that much; nothing where it is of just this."""
    men: int
    """Whose fate it was."""
    stake: str
    """The same in words."""
    weight: int
    """As many, or fewer where the roll was a success and all went on as before."""
    why: str


def luck(record: Record, words: Lexicon, refought: Refought) -> list[Luck]:
    """Expected and actual, by sort and side; only rolls that the reader knows of."""
    found = []
    for counting in words.dice:
        for side in record.sides:
            weighed = [pair for told in record.told if (pair := _weighed(told, counting, side, refought))]
            if weighed:
                found.append(_summed(counting.title, side, weighed))
    return found


def _weighed(
    told: ToldEvent, counting: Counting, side: str, refought: Refought
) -> tuple[HeardRoll, dict[str, list[Any]] | str] | None:
    """A roll with what counts in it for that side; None where it has no part in it."""
    heard = refought.rolls.get(told.number)
    if heard is None or told.event.kind not in counting.events or told.event.roll is None:
        return None
    if _roller(told) == side:
        return heard, counting.count or counting.passes
    return (heard, counting.against) if counting.against and side in told.sides.values() else None


def _roller(told: ToldEvent) -> str:
    return next((side for side in told.sides.values() if side), "")


_Weighed = tuple[HeardRoll, "dict[str, list[Any]] | str"]


def _summed(title: str, side: str, weighed: list[_Weighed]) -> Luck:
    expected = variance = actual = Fraction(0)
    for heard, counts in weighed:
        mean, spread = _to_expect(heard, counts)
        # rolls are independent of each other, so their variances add up as their means do
        expected, variance = expected + mean, variance + spread
        actual += _worth(heard.result.outcome, counts)
    return Luck(title, side, len(weighed), float(expected), float(actual), math.sqrt(variance))


def _to_expect(heard: HeardRoll, counts: dict[str, list[Any]] | str) -> tuple[Fraction, Fraction]:
    """The mean of a roll, and its variance."""
    cases = [(_worth(outcome, counts), weight) for outcome, weight in heard.odds.weights.items()]
    mean = Fraction(sum(worth * weight for worth, weight in cases), heard.odds.total)
    square = Fraction(sum(worth * worth * weight for worth, weight in cases), heard.odds.total)
    return mean, square - mean * mean


def course(record: Record, words: Lexicon, refought: Refought, side: str) -> LuckCourse:
    """A side's luck turn by turn: each sort of roll by its own spread, as `total` has it at the end."""
    off, spread, sorts = [0.0] * (record.turns + 1), [0.0] * (record.turns + 1), 0
    for counting in words.dice:
        weighed = [
            (told.event.turn, pair) for told in record.told if (pair := _weighed(told, counting, side, refought))
        ]
        whole = math.sqrt(sum(_to_expect(*pair)[1] for _, pair in weighed))
        if not whole:
            continue
        sorts += 1
        for turn, (heard, counts) in weighed:
            mean, variance = _to_expect(heard, counts)
            off[turn] += float(_worth(heard.result.outcome, counts) - mean) / whole
            spread[turn] += float(variance) / whole**2
    root = math.sqrt(sorts or 1)
    return LuckCourse(
        tuple(round(each / root, 3) for each in accumulate(off)),
        tuple(round(math.sqrt(each) / root, 3) for each in accumulate(spread)),
    )


def _worth(outcome: Any, counts: dict[str, list[Any]] | str) -> int:
    if isinstance(counts, str):
        return int(getattr(outcome, counts))
    return int(all(getattr(outcome, name) in allowed for name, allowed in counts.items()))


def decisive(record: Record, words: Lexicon, refought: Refought) -> list[Decisive]:
    """The least likely rolls that mattered, and the weightiest that might have gone otherwise."""
    rolls = [one for told in record.told if (one := _decisive(record, words, refought, told)) and one.men > 0]
    rare = _first(
        # a small chance weighs the more, the more men hung on it
        [],
        sorted((one for one in rolls if one.chance <= RARE), key=lambda one: (one.chance / one.weight, one.turn)),
    )
    open_ones = [one for one in rolls if one.chance <= Fraction(1, 2)]
    heavy = _first(rare, sorted(open_ones, key=lambda one: (-one.weight, one.chance, one.turn)))
    chosen = [one._replace(why="unlikely") for one in rare] + [one._replace(why="weighty") for one in heavy]
    return sorted(chosen, key=lambda one: one.turn)


def _first(before: list[Decisive], ranked: list[Decisive]) -> list[Decisive]:
    """The first few, no unit twice."""
    seen = {one.unit for one in before}
    found: list[Decisive] = []
    for one in ranked:
        if one.unit not in seen and len(found) < LIST:
            seen.add(one.unit)
            found.append(one)
    return found


def _decisive(record: Record, words: Lexicon, refought: Refought, told: ToldEvent) -> Decisive | None:
    counting, heard = words.counting(told.event.kind), refought.rolls.get(told.number)
    if counting is None or heard is None or told.event.roll is None:
        return None
    chance, tail = _chance(heard, counting)
    men = _stake(record, told, counting, heard)
    stood = bool(counting.passes) and not counting.against and _worth(heard.result.outcome, counting.passes)
    # that a unit stood as before decides less than that it ran; rounded up, so that nobody counts for nothing
    weight = -(-men // 3) if stood else men
    return Decisive(
        told.event.turn,
        told.event.phase,
        _roller(told),
        next(iter(told.event.units.values()), ""),
        told.text or _said(told),
        heard.title,
        _whole(told.event.roll, heard, record),
        chance,
        tail,
        men,
        f"its target lost {told_men(men)} that turn" if counting.count else f"a unit of {told_men(men)}",
        weight,
        "",
    )


def _said(told: ToldEvent) -> str:
    """What came up, where the game has no sentence of its own for it."""
    outcome = plain(told.event.roll.outcome) if told.event.roll is not None else {}
    parts = outcome.items() if isinstance(outcome, dict) else [("", outcome)]
    said = ", ".join(f"{name.replace('_', ' ')} {text_of(value)}".strip() for name, value in parts)
    return f"{next(iter(told.names.values()), '')}: {said}"


def _whole(roll: Rolled, heard: HeardRoll, record: Record) -> Rolled:
    """With the dice of both where two rolled; a seat sees only what the record lets it see."""
    if record.seat is not None or not heard.result.details.get("theirs"):
        return roll
    details = {
        side: {**plain(part), "modifiers": [(m.rule, m.label, m.value) for m in part["modifiers"]]}
        for side, part in heard.result.details.items()
        if side in ("ours", "theirs")
    }
    return Rolled(roll.check, roll.rule, heard.result.dice, roll.total, roll.modifiers, roll.outcome, details)


def _chance(heard: HeardRoll, counting: Counting) -> tuple[Fraction, str]:
    """The odds of what came up: of just that, or where it is a number, of that or more in the same direction."""
    outcome = heard.result.outcome
    if counting.count:
        mine = _worth(outcome, counting.count)
        more = heard.odds.chance(lambda other: _worth(other, counting.count) >= mine)
        less = heard.odds.chance(lambda other: _worth(other, counting.count) <= mine)
        return (more, "or better") if more <= less else (less, "or worse")
    parts = [getattr(outcome, name) for name in counting.matters]
    return heard.odds.chance(lambda other: [getattr(other, name) for name in counting.matters] == parts), ""


def _stake(record: Record, told: ToldEvent, counting: Counting, heard: HeardRoll) -> int:
    """Men whose fate hung on it: those that the target lost that turn, or those of the unit that stood or ran."""
    units = [who.partition("/")[0] for who in told.event.units.values() if who]
    turn = told.event.turn
    before, after = record.states[max(0, turn - 1)].units, record.states[turn].units
    known = [unit for unit in units if unit in before]
    if not known or (counting.passes and "/" in next(iter(told.event.units.values()))):
        return 0  # a leader's own luck, or skirmishers'; their battalion stands
    if counting.count:
        target = known[-1]
        return before[target].men - after[target].men if _worth(heard.result.outcome, counting.count) else 0
    if told.event.values.get("status") == told.event.values.get("before") and "before" in told.event.values:
        return 0  # it changed nothing
    return before[known[-1] if counting.against else known[0]].men


def total(found: Iterable[Luck], side: str) -> float:
    """How far a side's dice lay from what was to be expected, in standard deviations over all sorts."""
    rows = [one for one in found if one.side == side and one.spread]
    if not rows:
        return 0.0
    # sorts are independent as well: so many of them together spread by the root of their number
    return sum((one.actual - one.expected) / one.spread for one in rows) / math.sqrt(len(rows))
