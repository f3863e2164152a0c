"""Whether attackers take a unit by surprise: they came out of cover, or through smoke (CS-9.2.1f)."""

from __future__ import annotations

from itertools import combinations

from grognard.ground.shapes import distance, distance_to_segment, segments_meet
from grognard.ground.units import SUB, Point, to_sub
from grognard.kernel.checks import implements

from ...checks.close_combat.combat_rules import SurpriseFacts
from ...checks.ground.smoke import Ball, banks
from ...table.battlefield import Battlefield
from ...table.bodies import shape
from .engagements import came_upon


def surprised(b: Battlefield, unit: str, foe: str) -> bool:
    """Whether a unit is surprised by an enemy who came upon it this turn."""
    if not came_upon(b, foe, unit):
        return False
    return b.unit(unit).now.surprised if b.world.weather != "clear" else taken_unawares(b, unit, foe)


@implements("CS-9.2.1f")
def taken_unawares(b: Battlefield, unit: str, foe: str) -> bool:
    """By what the unit itself saw when movement began, and by the smoke that the attacker came through since."""
    onset = SurpriseFacts(
        seen_at_start=not unseen(b, unit, foe),
        smoke_crossed=SurpriseFacts.nearest("smoke_crossed", _smoke_crossed(b, foe)),
    )
    return bool(b.settle("surprise", onset).surprised)


def unseen(b: Battlefield, unit: str, foe: str) -> bool:
    """Whether a unit did not see an enemy when movement began."""
    return (unit, foe) in b.world.unaware


@implements("CS-9.2.1f")
def _smoke_crossed(b: Battlefield, foe: str) -> int:
    """Balls in the largest bank that a unit came through. Smoke of this turn's fire came after the movement, and does
    not count."""
    # movement came before this turn's fire
    old = [ball for ball in b.world.smoke if ball.made < b.world.turn]
    start, end = b.unit(foe).now.from_where, b.survey.middle(foe)
    # no way to speak of: it did not move this turn, or was not on the table
    if not old or start in ((0, 0), end):
        return 0
    t = b.rules.tables
    # its whole front comes through the smoke, not only its middle
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
