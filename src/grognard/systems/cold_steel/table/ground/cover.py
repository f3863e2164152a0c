"""What cover a place, or a unit against somebody, has: ground, buildings and works as they are now, walls and hedges in
between, and lying down. All that asks for cover in play asks here."""

from __future__ import annotations

from grognard.ground.features import AreaFeature
from grognard.ground.shapes import distance, point_along
from grognard.ground.units import Point, to_sub
from grognard.kernel.checks import implements

from ...terms import NO_COVER, Cover
from ..battlefield import Battlefield
from . import going, obstacles, structures


def cover_at(b: Battlefield, point: Point) -> frozenset[Cover]:
    """The cover rows that a unit standing there may look at."""
    # nothing burned or built yet, as in most battles: the field itself knows
    if not b.world.structures:
        return going.cover_at(b.ground, point)

    def now(area: AreaFeature) -> Cover | None:
        name = b.built_ids.get(id(area))
        return structures.cover_now(b, area) if name in b.world.structures else going.cover_of(area)

    return going.cover_at(b.ground, point, now)


@implements("CS-7.2.2f", "CS-8.2.2f", "CS-3.3.2.3ab")
def cover_against(b: Battlefield, unit: str, whence: Point) -> frozenset[Cover]:
    """What a unit has against fire from a place: what it stands in, judged at its middle; a wall, a hedge or works
    close before it that the line of fire crosses; lying down (light cover)."""
    found = cover_toward(b, unit, whence)
    prone: Cover = b.rules.tables.value("CS-3.3.2.3ab", "cover")
    return found | {prone} if b.unit(unit).prone else found


def cover_toward(b: Battlefield, unit: str, whence: Point) -> frozenset[Cover]:
    """What a unit stands in, and what it stands close behind, seen from a place."""
    return cover_at(b, b.survey.middle(unit)) | behind(b, unit, whence)


@implements("CS-9.2.1m")
def cover_in_combat(b: Battlefield, unit: str, foe: str) -> frozenset[Cover]:
    """What it has in close combat. A line close before it helps only against one who comes over it: not him who came,
    and nobody once they are locked across it."""
    # across a hedge both may have come: then neither has it between himself and the enemy
    comes = unit in b.unit(foe).now.came_into and foe not in b.unit(unit).now.came_into
    return cover_toward(b, unit, b.survey.middle(foe)) if comes else cover_at(b, b.survey.middle(unit))


@implements("CS-7.2.2f")
def behind(b: Battlefield, unit: str, whence: Point) -> frozenset[Cover]:
    """The cover of lines between a unit and a place that it stands close behind. Horses stand too high for it."""
    if b.entry(unit).rated.arm == "cavalry":
        return NO_COVER
    t = b.rules.tables
    near, cover_of = t.number("CS-7.2.2f", "within"), t.value("CS-7.2.2f", "behind")
    # judged at the middle, as all cover is
    middle = b.survey.middle(unit)
    way = (middle, _toward(b, unit, middle, whence, near))
    found: set[Cover] = set()
    for crossed in b.ground.crossings(way).lines:
        cover = cover_of.get(crossed.line.kind)
        # where the line of fire crosses it: a hedge near one flank does not cover the other
        spot = point_along(*way, crossed.at)
        if cover and b.survey.distance_to(unit, spot) <= near and not obstacles.open_at(b, way, crossed):
            found.add(cover)
    return frozenset(found | _works(b, unit, way, near))


def _works(b: Battlefield, unit: str, way: tuple[Point, Point], near: int) -> set[Cover]:
    """The cover of works that engineers have thrown up during the battle."""
    crossed = [each for each in obstacles.met(b, way) if each.work.kind == "works"]
    close = [each for each in crossed if b.survey.distance_to(unit, point_along(*way, each.at)) <= near]
    found = (structures.cover_of_level(b.rules.tables, obstacles.level_there(each)) for each in close)
    return {cover for cover in found if cover is not None}


def _toward(b: Battlefield, unit: str, middle: Point, whence: Point, near: int) -> Point:
    """As far toward a place as a line may lie that covers the unit; looking farther would cost time for nothing."""
    # no line farther off than its own reach and the limit can be close to it
    most = max(distance(middle, corner) for corner in b.survey.body(unit).frame) + to_sub(near)
    return point_along(middle, whence, most) if distance(middle, whence) > most else whence
