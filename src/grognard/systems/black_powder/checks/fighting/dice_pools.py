"""Dice that hit and dice that save, counted exactly: natural sixes, dice thrown again, casualties."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from grognard.kernel.checks import implements
from grognard.kernel.dice import D6, Pool
from grognard.kernel.sources import DiceSource

ALL = 99
"""All dice that missed are thrown again."""
SIX = max(D6.faces)
LEAST = 2
"""What a die needs at least: a natural 1 never does it."""


@implements("BP-SAVE-1", "BP-SHOOT-1")
def needed(base: int, modifier: int) -> int:
    """The face that does it, where a 6 always does and a 1 never."""
    return min(SIX, max(LEAST, base - modifier))


class ToHit(NamedTuple):
    """The dice of a throw to hit: what each of them needs, and how many of those that missed are thrown again."""

    needs: tuple[int, ...]
    again: int = 0


class Struck(NamedTuple):
    """What dice to hit came to: hits, and whether any of them showed a natural 6."""

    hits: int
    six: bool


Chances = dict[Struck, int]


@cache
def struck_chances(to_hit: ToHit) -> Chances:
    """How many of all equally likely throws come to what."""
    states: dict[tuple[Struck, tuple[int, ...]], int] = {(Struck(0, False), ()): 1}
    for need in to_hit.needs:
        after: dict[tuple[Struck, tuple[int, ...]], int] = {}
        for (struck, missed), weight in states.items():
            for face in D6.faces:
                # misses by what they needed, sorted: two orders of the same misses are one state
                lost = missed if face >= need else tuple(sorted((*missed, need)))
                key = _with(struck, need, face), lost
                after[key] = after.get(key, 0) + weight
        states = after
    most = min(to_hit.again, len(to_hit.needs))
    found: Chances = {}
    for (struck, missed), weight in states.items():
        again = missed[:most]  # the easiest first
        # throws of fewer dice are counted as often as those of the most, so that all weigh the same
        spare = len(D6.faces) ** (most - len(again))
        for once_more, part in _thrown_again(struck, again).items():
            found[once_more] = found.get(once_more, 0) + weight * part * spare
    return found


def _with(struck: Struck, need: int, face: int) -> Struck:
    return Struck(struck.hits + (face >= need), struck.six or face == SIX)


def _thrown_again(struck: Struck, needs: tuple[int, ...]) -> Chances:
    found: Chances = {struck: 1}
    for need in needs:
        after: Chances = {}
        for so_far, weight in found.items():
            for face in D6.faces:
                key = _with(so_far, need, face)
                after[key] = after.get(key, 0) + weight
        found = after
    return found


def throw_to_hit(to_hit: ToHit, dice: DiceSource, purpose: str) -> tuple[tuple[int, ...], Struck]:
    """Throw them; those thrown again lie after the others."""
    faces: list[int] = []
    for need in dict.fromkeys(to_hit.needs):
        faces += dice.throw(Pool(to_hit.needs.count(need), D6, need), purpose)
    # as the dice were thrown: by need, not as they were listed
    order = [need for need in dict.fromkeys(to_hit.needs) for _ in range(to_hit.needs.count(need))]
    missed = sorted(need for need, face in zip(order, faces, strict=True) if face < need)
    for need in missed[: to_hit.again]:
        faces += dice.throw(Pool(1, D6, need), f"{purpose}, again")
        order.append(need)
    hits = sum(face >= need for need, face in zip(order, faces, strict=True))
    return tuple(faces), Struck(hits, SIX in faces)


class Saving(NamedTuple):
    """The saves of a unit: what a die needs, and how many that failed are thrown again."""

    need: int
    again: int = 0


@cache
def casualty_chances(saving: Saving, hits: int, most: int) -> dict[int, int]:
    """Casualties of so many hits, weighted as of `most` hits, so that throws of more and of fewer dice compare."""
    fails = saving.need - 1
    found: dict[int, int] = {0: 1}
    for _ in range(hits):
        found = _sum(found, {0: len(D6.faces) - fails, 1: fails})
    spare = len(D6.faces) ** (most - hits)
    after: dict[int, int] = {}
    for failed, weight in found.items():
        again = min(failed, saving.again)
        parts: dict[int, int] = {failed - again: 1}
        for _ in range(again):
            parts = _sum(parts, {0: len(D6.faces) - fails, 1: fails})
        # fewer throws again weigh as much as the most, or the shares would not compare
        even = spare * len(D6.faces) ** (saving.again - again)
        for casualties, part in parts.items():
            after[casualties] = after.get(casualties, 0) + weight * part * even
    return after


def _sum(left: dict[int, int], right: dict[int, int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for one, weight in left.items():
        for other, more in right.items():
            if weight * more:
                found[one + other] = found.get(one + other, 0) + weight * more
    return found


def throw_saves(saving: Saving, hits: int, dice: DiceSource, purpose: str) -> tuple[tuple[int, ...], int]:
    """Throw a save for each hit: the faces, and the casualties."""
    if not hits:
        return (), 0
    faces = dice.throw(Pool(hits, D6, saving.need), purpose)
    failed = sum(face < saving.need for face in faces)
    for _ in range(min(failed, saving.again)):
        more = dice.throw(Pool(1, D6, saving.need), f"{purpose}, again")
        faces, failed = (*faces, *more), failed - (more[0] >= saving.need)
    return faces, failed
