"""What a staff makes out of one view: who stands where, how far off, on which side, in what cover."""

from __future__ import annotations

from functools import cached_property
from math import hypot
from typing import NamedTuple

from grognard.commanders.appreciation import TableSpot, bearing, turned
from grognard.ground.shapes import Quad, bounds, crosses
from grognard.ground.units import SUB, Point, point

from ..checks.charts import paces
from ..checks.field import all_round
from ..checks.units import castings_in
from ..seat.view import Briefing, Seen, View
from ..table.bodies import stands_of
from ..terms import Branch, Cover, Shot, Zone, branch
from .memory import FoesAway, GroundMemory, NearFoes, StandingPlace
from .memory import Troops as Troops
from .reading import spot

FAR = 99_999.0
BULK = 450.0
"""Paces by which two units may be nearer to each other than their middles are."""
SIGHTED = 1500.0
"""Paces between their middles beyond which the distance of two units need not be exact."""
AROUND = 1900 * SUB
"""Sixteenths, to the east and to the north added up, beyond which an enemy is far away."""


def _manhattan(unit: Troops, foe: Seen) -> int:
    return abs(foe.position[0] - unit.position[0]) + abs(foe.position[1] - unit.position[1])


def _aslant(unit: Troops) -> tuple[int, int]:
    """How far a unit stands along both diagonals of the table: two are no farther apart, east and north added up, than
    they are along the one of these along which they are farther."""
    x, y = unit.position
    return x + y, x - y


def _by_distance(found: tuple[float, Seen]) -> tuple[float, str]:
    return found[0], found[1].id


SlantingFoe = tuple[int, int, Seen]
"""An enemy with how far along both diagonals he stands."""


class VolleyChoice(NamedTuple):
    """A volley that could be given."""

    target: str
    steps: float
    """Casualty steps to be expected."""
    worth: float
    rate: int = 0
    shot: Shot = "ball"


class Picture:
    """One view, with what is reckoned from it."""

    def __init__(self, briefing: Briefing, view: View, memory: GroundMemory) -> None:
        self.briefing, self.view, self.memory = briefing, view, memory
        self.rules, self.tables = briefing.rules, briefing.rules.tables
        self.own = [unit for unit in view.units.values() if unit.where == "table"]
        self.foes = [seen for seen in view.seen.values() if seen.side != view.side]
        self.standing = memory.alike([foe for foe in self.foes if foe.status != "broken"])
        self.friends: list[Troops] = [*self.own, *(seen for seen in view.seen.values() if seen.side == view.side)]
        self._gaps: dict[tuple[str, str], float] = {}
        self._near: dict[str, FoesAway] = {}
        self._others: dict[int, tuple[list[Seen], frozenset[str], list[SlantingFoe]]] = {}
        self._flanks: dict[str, int] = {}
        self.closing: dict[tuple[str, str], float] = {}
        """Casualty steps that a unit may expect on its way to an enemy, by both."""
        self.volleys: dict[tuple[str, str, int], list[VolleyChoice]] = {}
        """Volleys that a unit could give at an enemy, by both and the highest rate of fire."""

    # -- who and where

    def castings(self, unit: Troops) -> int:
        """Castings, or tubes."""
        return unit.castings if isinstance(unit, Seen) else castings_in(self.tables, branch(unit.arm), unit.steps)

    def post(self, unit: Troops) -> StandingPlace:
        """Where a unit stands."""
        found = self.memory.posts.get(unit.id)
        # most are as they were when they were last looked at
        return found if found is not None and found.unit is unit else self.memory.post(unit, self.castings)

    def frame(self, unit: Troops) -> Quad:
        """The ground it covers."""
        return self.post(unit).frame

    def middle(self, unit: Troops) -> Point:
        """The middle of the ground it covers."""
        return self.post(unit).middle

    def place(self, unit: Troops) -> TableSpot:
        """The same in paces."""
        # asked most of all: a known post is looked up here rather than by `post`
        found = self.memory.posts.get(unit.id)
        return found.place if found is not None and found.unit is unit else self.post(unit).place

    def width(self, unit: Troops) -> float:
        """Paces of its front in line; guns as they stand in battery, horse and others as they are."""
        of = branch(unit.arm)
        quarters = self.tables.value("CD-scale", of)["wide"] * stands_of(self.tables, unit.arm, self.castings(unit))
        return float(quarters * paces(self.tables, 1) / 4)

    def gap(self, one: Troops, other: Troops) -> float:
        """Paces between two units; for those far from each other about so many."""
        key = (one.id, other.id) if one.id < other.id else (other.id, one.id)
        if key not in self._gaps:
            posts = self.memory.posts
            mine, theirs = posts.get(one.id), posts.get(other.id)
            if mine is None or mine.unit is not one:
                mine = self.post(one)
            if theirs is None or theirs.unit is not other:
                theirs = self.post(other)
            far = hypot(mine.place[0] - theirs.place[0], mine.place[1] - theirs.place[1])
            # exact only where ranges can matter; the half bulk keeps the guess from being too far
            self._gaps[key] = self.memory.gap(mine, theirs) if far < SIGHTED else far - BULK / 2
        return self._gaps[key]

    def near(self, unit: Troops) -> FoesAway:
        """Enemies who are not broken, the nearest first, with their distances: all near by, else the nearest."""
        found = self._near.get(unit.id)
        if found is None:
            found = self._near[unit.id] = self._known(unit).found
        return found

    def _known(self, unit: Troops) -> NearFoes:
        """What is known about the enemies near a unit; only those are measured anew who are not as they were."""
        known, frame = self.memory.near.get(unit.id), self.frame(unit)
        if known is not None and known.frame is frame:
            if known.foes is self.standing:
                return known
            others, now = self._changed_since(known.foes)
            new = self._around(unit, now)
            same = [each for each in known.found if each[1].id not in others]
            if known.around and (same or new):
                # most changes are far from most units: then those found are the same, and in order
                if new or len(same) < len(known.found):
                    same = sorted([*same, *((self.gap(unit, foe), foe) for foe in new)], key=_by_distance)
                known = self.memory.near[unit.id] = NearFoes(frame, self.standing, same, True)
                return known
        close = self._around(unit, self._slanting)
        far = [] if close else sorted(self.standing, key=lambda foe: (_manhattan(unit, foe), foe.id))[:1]
        found = sorted([(self.gap(unit, foe), foe) for foe in close or far], key=_by_distance)
        known = self.memory.near[unit.id] = NearFoes(frame, self.standing, found, bool(close))
        return known

    def _around(self, unit: Troops, foes: list[SlantingFoe]) -> list[Seen]:
        """Those among enemies who are not far away."""
        along, across = _aslant(unit)
        west, east, south, north = along - AROUND, along + AROUND, across - AROUND, across + AROUND
        return [foe for u, v, foe in foes if west < u < east and south < v < north]

    @cached_property
    def _slanting(self) -> list[SlantingFoe]:
        """The enemies who are not broken, with where they stand along the diagonals."""
        return [(*_aslant(foe), foe) for foe in self.standing]

    def _changed_since(self, before: list[Seen]) -> tuple[frozenset[str], list[SlantingFoe]]:
        """Enemies who are not as they were in an earlier view, or who are in one of the two only; and those
        of them who are in this one, as they are now."""
        kept = self._others.get(id(before))
        if kept is None:
            then, now = {foe.id: foe for foe in before}, {foe.id: foe for foe in self.standing}
            differ = frozenset(foe for foe in (then | now) if then.get(foe) != now.get(foe))
            kept = self._others[id(before)] = before, differ, [each for each in self._slanting if each[2].id in differ]
        return kept[1], kept[2]

    def nearest(self, unit: Troops, *arms: Branch) -> tuple[float, Seen | None]:
        """The nearest enemy who is not broken, of one of these arms if any are named."""
        for far, foe in self.near(unit):
            if not arms or branch(foe.arm) in arms:
                return far, foe
        return FAR, None

    def within(self, unit: Troops, reach: float) -> list[tuple[float, Seen]]:
        """Enemies who are not broken no farther off."""
        return [each for each in self.near(unit) if each[0] <= reach]

    # -- how they lie

    def zone(self, unit: Troops, spot: TableSpot, *, charge: bool = False) -> Zone:
        """On which side of a unit a place lies."""
        if all_round(self.tables, unit.formation, charge=charge):
            return "front"
        aside = turned(bearing(self.place(unit), spot), unit.heading)
        arcs = self.tables["CD-arcs"]
        return "front" if aside <= arcs["front"] else "flank" if aside <= arcs["flank"] else "rear"

    def faces(self, unit: Troops, other: Troops) -> bool:
        """Whether a unit has another in its front."""
        return self.zone(unit, self.place(other)) == "front"

    def cover(self, unit: Troops) -> Cover:
        """The cover it stands in."""
        return self.memory.cover(self.middle(unit))

    def above(self, one: Troops, other: Troops) -> bool:
        """Whether the first stands higher."""
        return self.memory.higher(self.middle(one), self.middle(other))

    def secure_flanks(self, unit: Troops) -> int:
        """About how many flanks of a unit lean on friends of its own."""
        if unit.id not in self._flanks:
            within = paces(self.tables, self.tables.number("CD-secure-flank", "within"))
            # an enemy's flanks lean on those of his side that are in sight, which may be too few
            among = self.friends if unit.side == self.view.side else self.foes
            here = self.place(unit)
            hands = set()
            for friend in among:
                aside = (bearing(here, self.place(friend)) - unit.heading) % 360
                beside = friend.id != unit.id and 45 < turned(aside, 0) < 135
                if beside and friend.status in ("steady", "shaken") and self.gap(unit, friend) <= within:
                    # left and right as a set, so that two friends on one side count once
                    hands.add(aside < 180)
            self._flanks[unit.id] = len(hands)
        return self._flanks[unit.id]

    def open_line(self, start: TableSpot, end: TableSpot, *but: str) -> bool:
        """Whether no formed troops stand between two places, and the ground hides neither from the other."""
        if not self.memory.sees(start, end):
            return False
        one, other = point(*start), point(*end)
        (west, east), (south, north) = sorted((one[0], other[0])), sorted((one[1], other[1]))
        reach = hypot(end[0] - start[0], end[1] - start[1]) + BULK
        for unit, (left, low, right, high) in self._formed:
            # who does not reach into the box around the line does not stand across it: nearly all, and at no cost
            if left > east or right < west or low > north or high < south or unit.id in but:
                continue
            at = spot(unit.position)
            # who is farther from either end than the whole line is long cannot stand across it
            close = hypot(at[0] - start[0], at[1] - start[1]) < reach and hypot(at[0] - end[0], at[1] - end[1]) < reach
            if close and self._crossed(unit, one, other):
                return False
        return True

    @cached_property
    def _formed(self) -> list[tuple[Troops, tuple[int, int, int, int]]]:
        """All troops but those in loose order, which hide nobody, with the boxes around the ground they cover."""
        formed = (unit for unit in (*self.friends, *self.foes) if unit.formation != "general")
        return [(unit, bounds(self.frame(unit))) for unit in formed]

    def crosses(self, unit: Troops, start: TableSpot, end: TableSpot) -> bool:
        """Whether a unit stands across the straight way between two places."""
        return self._crossed(unit, point(*start), point(*end))

    def _crossed(self, unit: Troops, one: Point, other: Point) -> bool:
        return crosses(self.frame(unit), one, other)
