"""Smoke on the table: where firing makes it, what it hides, and what a gale does to it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, cast

from msgspec import UNSET

from grognard.battle.events import Set
from grognard.battle.kinds import Maybe
from grognard.ground.shapes import distance_to_segment
from grognard.ground.units import SUB, Point, to_sub
from grognard.kernel.checks import implements

from ..checks.fire.fire_rules import SmokeInTheWayFacts
from ..checks.ground import smoke as checks
from ..checks.ground.smoke import Ball, after_the_gale, placed_ahead, placed_between
from ..events.ending import SmokeBlownAway, SmokeRose
from ..table.battlefield import Battlefield
from ..terms import Phase, Scale

Edge = tuple[Point, Point]
"""A front from its left end to its right, as those who stand in it see it."""


def balls_of(b: Battlefield, *, guns: int = 0, figures: int = 0, firefight_guns: int = 0, firefight: int = 0) -> int:
    """How many balls a fire makes; `firefight` are front rank figures in one."""
    scale = cast(Scale, str(b.scale))
    made = checks.SmokeFacts(
        guns=guns,
        figures=figures,
        scale=scale,
        firefight_guns=checks.SmokeFacts.nearest("firefight_guns", firefight_guns),
        firefight_figures=checks.SmokeFacts.nearest("firefight_figures", firefight),
    )
    balls: int = b.settle("smoke", made).balls
    return balls


@implements("CS-B.11a", "CS-B.11b", "CS-7.1h", "CS-8.1k")
def make(b: Battlefield, unit: str, balls: int, rules: Iterable[str], *, front: Edge | None = None) -> None:
    """A unit's smoke drifts up along its front, or along the face that fired."""
    if balls > 0:
        left, right = front or front_of(b, unit)
        places = placed_ahead(b.rules.tables, _whole(left), _whole(right), balls)
        _rise(b, (unit, UNSET), places, rules)


@implements("CS-B.11b")
def between(b: Battlefield, one: str, other: str, balls: int, rules: Iterable[str]) -> None:
    """The smoke of a firefight lies midway between the two units."""
    if balls > 0:
        ours, theirs = ((_whole(left), _whole(right)) for left, right in (front_of(b, one), front_of(b, other)))
        _rise(b, (one, other), placed_between(ours, theirs, balls), rules)


def front_of(b: Battlefield, unit: str) -> Edge:
    """A unit's front edge."""
    left, right, _, _ = b.survey.body(unit).frame
    return left, right


def _whole(point: Point) -> tuple[int, int]:
    return round(point[0] / SUB), round(point[1] / SUB)


def _rise(b: Battlefield, firing: tuple[str, Maybe[str]], places: list[tuple[int, int]], rules: Iterable[str]) -> None:
    new = tuple(Ball(x, y, b.world.turn) for x, y in places)
    sets = [Set("", "", {"smoke": (*b.world.smoke, *new)})]
    unit, other = firing
    b.report(SmokeRose(unit=unit, other=other, balls=len(new)), rules=(*rules, "CS-B.11b"), sets=sets)


@implements("CS-7.2.2l", "CS-8.2.2j")
def in_the_way(
    b: Battlefield, point: Point, target_point: Point, fire: Literal["artillery", "small_arms"] = "small_arms"
) -> bool:
    """Whether smoke hides what lies there from those who fire here. The phases lay their own smoke when all have fired,
    so that whatever lies on the table is older than the fire."""
    near = _nearest(b, point, target_point)
    return near is not None and b.settle("smoke-in-the-way", SmokeInTheWayFacts(fire=fire, distance=near)).smoke


def _nearest(b: Battlefield, a: Point, c: Point) -> int | None:
    """Paces from the line of fire to the nearest ball beside it; None where none comes near."""
    if not b.world.smoke:
        return None
    within = to_sub(b.rules.tables.number("CS-7.2.2l", "within"))
    dx, dy = c[0] - a[0], c[1] - a[1]
    length = dx * dx + dy * dy
    best = None
    for ball in b.world.smoke:
        x, y = ball.x * SUB - a[0], ball.y * SUB - a[1]
        off = x * dy - y * dx
        # beside the line and not behind either end; squares are compared, for this is asked for every ball
        if 0 <= x * dx + y * dy <= length and off * off <= within * within * length:
            far = distance_to_segment((ball.x * SUB, ball.y * SUB), a, c)
            best = far if best is None else min(best, far)
    # rounded up: just beyond the limit is beyond it
    return None if best is None else -(-best // SUB)


@implements("CS-B.10c")
def blown_away(b: Battlefield) -> None:
    """A gale leaves nothing of earlier turns' smoke when the firing begins."""
    left = after_the_gale(b.rules.tables, b.world.smoke, b.world.wind, cast(Phase, b.world.phase), b.world.turn)
    if len(left) < len(b.world.smoke):
        sets = [Set("", "", {"smoke": tuple(left)})]
        b.emit(SmokeBlownAway(balls=len(b.world.smoke) - len(left)), rules=("CS-B.10c",), sets=sets)
