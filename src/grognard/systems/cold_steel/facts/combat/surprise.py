"""Surprise: attackers who came out of cover or smoke, and the roll of defenders in fog, rain and snow."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any

from grognard.ground.shapes import distance, distance_to_segment, segments_meet
from grognard.ground.units import SUB, Point, to_sub
from grognard.kernel.checks import Result, implements

from ...checks.close_combat.combat_rules import Onset
from ...checks.ground.smoke import Ball, banks
from ...effects import units as effects
from ...table.battlefield import Battlefield
from ...table.bodies import shape
from ..initiative.checks import initiative_check
from .engagements import Pairing, came_upon

MOST_BALLS = 60


def surprised(b: Battlefield, unit: str, foe: str) -> bool:
    """Whether a unit is surprised by an enemy who came upon it this turn."""
    if not came_upon(b, foe, unit):
        return False
    return b.unit(unit).now.surprised if b.world.weather != "clear" else _taken_unawares(b, unit, foe)


@implements("CS-9.2.1f")
def _taken_unawares(b: Battlefield, unit: str, foe: str) -> bool:
    """By what the unit itself saw when movement began, and by the smoke that the attacker came through since."""
    onset = Onset(seen_at_start=not _unseen(b, unit, foe), smoke_crossed=min(_smoke_crossed(b, foe), MOST_BALLS))
    return bool(b.settle("surprise", onset).surprised)


def _unseen(b: Battlefield, unit: str, foe: str) -> bool:
    """Whether a unit did not see an enemy when movement began."""
    return (unit, foe) in b.world.unaware


@implements("CS-9.2.1f")
def _smoke_crossed(b: Battlefield, foe: str) -> int:
    """Balls in the largest bank that a unit came through. Smoke of this turn's fire came after the movement, and does
    not count."""
    old = [ball for ball in b.world.smoke if ball.made < b.world.turn]
    start, end = b.unit(foe).now.from_where, b.middle(foe)
    if not old or start in ((0, 0), end):
        return 0
    t = b.rules.tables
    beside = shape(b, b.unit(foe)).width // 2 + to_sub(t.number("CS-9.2.1f", "beside"))
    link = to_sub(t.number("CS-B.11c", "reach"))
    crossed = [
        len(bank) for bank in banks(t, old) if _through([_spot(ball) for ball in bank], start, end, beside, link)
    ]
    return max(crossed, default=0)


def _spot(ball: Ball) -> Point:
    return ball.x * SUB, ball.y * SUB


def _through(bank: list[Point], start: Point, end: Point, beside: int, link: int) -> bool:
    """Whether the way of a unit leads over a ball of a bank, or between two that hang together."""
    if any(_between(ball, start, end) and distance_to_segment(ball, start, end) <= beside for ball in bank):
        return True
    return any(
        distance(one, other) <= link and segments_meet(start, end, one, other) for one, other in combinations(bank, 2)
    )


def _between(place: Point, start: Point, end: Point) -> bool:
    """Neither behind where a unit set out nor beyond where it stopped."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = (place[0] - start[0]) * dx + (place[1] - start[1]) * dy
    return 0 <= along <= dx * dx + dy * dy


def take_by_surprise(b: Battlefield, pairings: Iterable[Pairing]) -> None:
    """Before any dice of close combat: who is surprised this turn. Once for each unit."""
    found = [(pair.one, pair.other) for pair in pairings]
    found += [(other, one) for one, other in found]
    attackers: dict[str, list[str]] = {}
    for foe, unit in found:
        if came_upon(b, foe, unit):
            attackers.setdefault(unit, []).append(foe)
    for unit, foes in attackers.items():
        if b.world.weather != "clear":
            _roll_in_fog(b, unit, foes[0])
        elif sudden := [foe for foe in foes if _taken_unawares(b, unit, foe)]:
            _caught(b, unit, sudden[0], "CS-9.2.1f", "unseen" if _unseen(b, unit, sudden[0]) else "smoke")


@implements("CS-B.8c")
def _roll_in_fog(b: Battlefield, unit: str, foe: str) -> None:
    """In fog, rain and snow the defender's officers must be quick; what they fail in costs no disorder."""
    result = initiative_check(b, unit, secret=False, check="fog-surprise")
    if result.settled.surprised:
        _caught(b, unit, foe, "CS-B.8c", b.world.weather, result)
    else:
        b.report("alert", rules=("CS-B.8c",), units={"unit": unit, "foe": foe}, roll=result)


def _caught(b: Battlefield, unit: str, foe: str, rule: str, why: str, result: Result[Any] | None = None) -> None:
    b.report(
        "surprised", rules=(rule,), units={"unit": unit, "foe": foe}, values={"why": why}, roll=result,
        sets=[effects.doing(b, unit, surprised=True)],
    )  # fmt: skip
