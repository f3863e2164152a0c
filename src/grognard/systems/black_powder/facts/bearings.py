"""Who lies before whom, what stands between them, who supports whom by where he stands."""

from __future__ import annotations

from typing import Literal

from grognard.ground.relations import Body
from grognard.ground.shapes import crosses
from grognard.ground.units import Point
from grognard.kernel.checks import implements

from ..checks.fighting.shooting import ClearnessFacts
from ..table.field import PowderField
from ..terms import dispersed

LineOfSight = Literal["clear", "not_clear", "hidden"]
"""`not_clear`: half or more of the target is hidden by troops, or part of it lies outside the front zone, or it is in
woods."""


def before(b: PowderField, unit: str, within: int) -> list[str]:
    """Enemies in a unit's front zone no farther off than so many inches, the nearest first."""
    return [foe for foe in b.survey.enemies_within(unit, within) if b.zone(unit, foe) == "front"]


@implements("BP-SHOOT-5", "BP-WOODS-8")
def line_of_sight(b: PowderField, unit: str, target: str, *, past: tuple[str, ...] = ()) -> LineOfSight:
    """How a unit sees another: past the ground, and past troops but `past` and skirmishers. Three lines from the middle
    of its front, to the wings and the middle of the target: hidden if all are barred, not clear if half or more."""
    # asked over and over while units choose among the same targets: it holds as long as nobody stirs
    key = "line of sight", unit, target, past, b.world.turn
    return b.memo.keep(key, b.survey.standing, lambda: _line_of_sight(b, unit, target, past))


def _line_of_sight(b: PowderField, unit: str, target: str, past: tuple[str, ...]) -> LineOfSight:
    if not b.survey.sees(unit, target):
        return "hidden"
    start, spots = b.unit(unit).position, _spots(b.survey.body(target))
    between = [b.survey.body(each) for each in _near_line(b, unit, target) if each not in past]
    open_lines = sum(not any(crosses(body.frame, start, spot) for body in between) for spot in spots)
    if not open_lines:
        return "hidden"
    # any corner outside the front zone makes the shot awkward
    partly = any(b.zone_of(unit, corner) != "front" for corner in b.survey.body(target).frame)
    facts = ClearnessFacts(
        hidden=100 * (len(spots) - open_lines) // len(spots),
        outside=partly,
        terrain="woods" if b.in_woods(target) else "open",
    )
    return "not_clear" if b.settle("clearness", facts).not_clear else "clear"


def _spots(body: Body) -> tuple[Point, Point, Point]:
    left, right = body.frame[0], body.frame[1]
    x, y = (sum(corner[i] for corner in body.frame) // 4 for i in (0, 1))
    return _toward(left, (x, y)), (x, y), _toward(right, (x, y))


def _toward(corner: Point, middle: Point) -> Point:
    """A little within a corner, so that who stands beside the target hides nothing of it."""
    return (7 * corner[0] + middle[0]) // 8, (7 * corner[1] + middle[1]) // 8


def _near_line(b: PowderField, unit: str, target: str) -> list[str]:
    """Others who might stand between two: nobody does who is farther from either than the two are from each other."""
    reach = b.survey.gap(unit, target)
    near, also = b.survey.gaps(unit, reach), b.survey.gaps(target, reach)
    # skirmishers hide nobody
    return [each for each in near if each in also and each != target and not dispersed(b.unit(each).formation)]


def friends_between(b: PowderField, unit: str, target: str) -> list[str]:
    """Friends who stand on the line to a target: guns that are higher fire over them."""
    start, end, mine = b.unit(unit).position, b.survey.middle(target), b.unit(unit).side
    near = [each for each in _near_line(b, unit, target) if b.unit(each).side == mine]
    return [each for each in near if crosses(b.survey.body(each).frame, start, end)]
