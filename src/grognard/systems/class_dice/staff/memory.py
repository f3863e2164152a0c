"""What does not change with a view, kept from one to the next: cover, heights and sight by place, and bodies."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from grognard.commanders.appreciation import TableSpot
from grognard.ground.batch import gap_of_quads
from grognard.ground.field import Field as Ground
from grognard.ground.shapes import Quad, centre
from grognard.ground.sight import Sight
from grognard.ground.units import SUB, Point, point
from grognard.kernel.tables import Tables

from ..seat.view import Seen
from ..table import bodies
from ..table import ground as lie
from ..table.field import sight_rules
from ..table.state import UnitState
from ..terms import Arm, Cover, Formation

Troops = UnitState | Seen
FoesAway = list[tuple[float, Seen]]
"""Enemies with their distances, the nearest first."""
NEARLY = 20.0
"""Paces within which places are the same when one asks what is in sight from them."""


class StandingPlace(NamedTuple):
    """Where a unit stands: the ground it covers, and the middle of it."""

    unit: Troops
    frame: Quad
    middle: Point
    place: TableSpot


class NearFoes(NamedTuple):
    """The enemies near a unit, as it stood and as they were when that was asked."""

    frame: Quad
    foes: list[Seen]
    found: FoesAway
    around: bool
    """Whether they are all that are near; else there was none, and it is the nearest of those far away."""


class GroundMemory:
    """Asked by every look at a view."""

    def __init__(self, ground: Ground, tables: Tables) -> None:
        self.ground, self.tables = ground, tables
        self._sight = Sight(ground, sight_rules(tables))
        # ground is the same for both sides and in every battle on it
        kept = ground.kept.setdefault((GroundMemory, tables), ({}, {}, {}))
        self._covers: dict[Point, Cover] = kept[0]
        self._heights: dict[Point, int] = kept[1]
        self._looked: dict[tuple[int, ...], bool] = kept[2]
        self.posts: dict[str, StandingPlace] = {}
        """Where each unit was when somebody last asked."""
        self._gaps: dict[tuple[str, str], tuple[Quad, Quad, float]] = {}
        self._foes: list[Seen] = []
        self.near: dict[str, NearFoes] = {}
        self.reaches: dict[tuple[Arm, Formation, int], int] = {}
        """Paces that a charge may go, by arm, formation and quarters of the movement roll."""

    def cover(self, spot: Point) -> Cover:
        """The best cover that a place lies in."""
        if spot not in self._covers:
            self._covers[spot] = lie.cover_at(self.ground, spot)
        return self._covers[spot]

    def higher(self, one: Point, other: Point) -> bool:
        """Whether the first place lies higher than the other."""
        return self._height(one) > self._height(other)

    def _height(self, spot: Point) -> int:
        if spot not in self._heights:
            self._heights[spot] = int(self.ground.height_at(spot))
        return self._heights[spot]

    def sees(self, one: TableSpot, other: TableSpot) -> bool:
        """Whether two places lie in sight of each other as far as the ground goes; looked up for places near by."""
        # by places rounded to a grid: sight hardly changes within so few paces
        key = tuple(round(each / NEARLY) for each in (*one, *other))
        if key not in self._looked:
            start, end = point(key[0] * NEARLY, key[1] * NEARLY), point(key[2] * NEARLY, key[3] * NEARLY)
            self._looked[key] = self._sight.clear(start, end)
        return self._looked[key]

    def alike(self, foes: list[Seen]) -> list[Seen]:
        """The same list as for the last view if all in it are as they were, so that it is quickly known again."""
        if foes != self._foes:
            self._foes = foes
        return self._foes

    def post(self, unit: Troops, figures: Callable[[Troops], int]) -> StandingPlace:
        """The ground that a unit covers; worked out anew only when it has moved, changed or lost."""
        found = self.posts.get(unit.id)
        if found is not None and found.unit is unit:
            return found
        shape = bodies.shape_of(self.tables, unit.arm, unit.formation, figures(unit))
        frame = shape.frame_at(unit.position, unit.heading)
        if found is None or found.frame != frame:
            at = centre(frame)
            found = StandingPlace(unit, frame, at, (at[0] / SUB, at[1] / SUB))
        else:
            # the same frame, so that distances to it are still known
            found = StandingPlace(unit, found.frame, found.middle, found.place)
        self.posts[unit.id] = found
        return found

    def gap(self, one: StandingPlace, other: StandingPlace) -> float:
        """Paces between two units."""
        if one.unit.id > other.unit.id:
            one, other = other, one
        key = one.unit.id, other.unit.id
        known = self._gaps.get(key)
        # by identity: the frame of one that has moved is another object, so a stale distance is never found
        if known is not None and known[0] is one.frame and known[1] is other.frame:
            return known[2]
        paces = gap_of_quads(one.frame, other.frame) / SUB
        self._gaps[key] = one.frame, other.frame, paces
        return paces
