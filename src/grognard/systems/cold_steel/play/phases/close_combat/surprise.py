"""Surprise: attackers who came out of cover or smoke, and the roll of defenders in fog, rain and snow."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.ground.shapes import distance_to_segment
from grognard.ground.units import SUB, Point, to_sub
from grognard.kernel.checks import Result, implements

from ....checks.combat_rules import Onset
from ....checks.smoke import banks
from ... import effects
from ...battlefield import Battlefield
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
    """By where both stood when the attacker set out: other units do not hide him, ground and smoke do."""
    start, end = _started(b, foe), b.middle(foe)
    seen = b.sight.clear(_started(b, unit), start)
    onset = Onset(seen_at_start=seen, smoke_crossed=min(_smoke_crossed(b, start, end), MOST_BALLS))
    return bool(b.settle("surprise", onset).surprised)


def _started(b: Battlefield, unit: str) -> Point:
    """Where it stood when movement began."""
    start = b.unit(unit).now.from_where
    return start if start != (0, 0) else b.middle(unit)


def _smoke_crossed(b: Battlefield, start: Point, end: Point) -> int:
    """Balls in the largest bank on the way. Smoke of this turn's fire came after the movement, and does not count."""
    old = [ball for ball in b.world.smoke if ball.made < b.world.turn]
    within = to_sub(b.rules.tables.number("CS-1.8b", "within"))
    crossed = [
        len(bank)
        for bank in banks(b.rules.tables, old)
        if any(distance_to_segment((ball.x * SUB, ball.y * SUB), start, end) <= within for ball in bank)
    ]
    return max(crossed, default=0)


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
            _caught(b, unit, sudden[0], "CS-9.2.1f")


@implements("CS-B.8c")
def _roll_in_fog(b: Battlefield, unit: str, foe: str) -> None:
    """In fog, rain and snow the defender's officers must be quick; what they fail in costs no disorder."""
    result = initiative_check(b, unit, secret=False, check="fog-surprise")
    if result.settled.surprised:
        _caught(b, unit, foe, "CS-B.8c", result)
    else:
        b.report("alert", rules=("CS-B.8c",), units={"unit": unit, "foe": foe}, roll=result)


def _caught(b: Battlefield, unit: str, foe: str, rule: str, result: Result[Any] | None = None) -> None:
    b.report(
        "surprised", rules=(rule,), units={"unit": unit, "foe": foe}, roll=result,
        sets=[effects.doing(b, unit, surprised=True)],
    )  # fmt: skip
