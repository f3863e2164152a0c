"""An appreciation of the situation, in terms that every rule system knows: bodies of troops, enemies, goals.

A rule system's adapter fills it from its own seat's view; the planner reads nothing else. Places are in paces, headings
in degrees clockwise from north, strength in men (a gun counts for so many as its fire is worth).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from math import atan2, cos, degrees, hypot, inf, radians, sin
from typing import Literal

from msgspec import Struct

from grognard.battle.pictures import TableSpot as TableSpot
from grognard.ground.features import AreaFeature
from grognard.ground.field import Field
from grognard.ground.shapes import bounds
from grognard.ground.units import SUB, Point, point, to_sub
from grognard.ground.units import gap as gap
from grognard.scenarios.extents import near
from grognard.scenarios.model import Stance

from .foresight.rates import Rates

FightingArm = Literal["foot", "horse", "guns"]

BEATEN = 0.4
"""Steadier than this on the average, a body can still fight."""
GUNS_KNOWN = 2
"""Turns for which guns that have gone out of sight are reckoned with."""
NEAR, FAR = 400.0, 1200.0
"""An enemy this near to a place threatens it with all his strength; so far off not at all."""


class TroopBody(Struct, frozen=True):
    """Some of our troops that act together: a brigade's foot, a few squadrons, a battery."""

    id: str
    name: str
    arm: FightingArm
    strength: float
    """Of those still fit to fight."""
    at_start: float
    place: TableSpot
    facing: float
    steadiness: float
    """1 for fresh troops in good order, 0 for a mob in flight."""
    front: float
    """Paces that it covers side by side."""
    pace: float
    """Paces it marches in a turn."""
    spots: tuple[TableSpot, ...]
    """Where its formed units stand."""
    here: bool = True
    due: int = 0
    """The turn it comes, if it is not here yet and that is known."""
    fighting: bool = False
    """In touch with the enemy."""
    loose: bool = False
    """Light troops in open order: fit to skirmish, not to storm."""
    fixed: bool = False
    """It garrisons a place and is best left there, or may not leave it by a special rule."""

    @property
    def fit(self) -> bool:
        """Whether it can be asked to fight."""
        return self.here and self.strength > 0 and self.steadiness > BEATEN

    @property
    def lost(self) -> float:
        """The part of its strength that is gone."""
        return 1 - self.strength / self.at_start if self.at_start else 1.0


class Foe(Struct, frozen=True):
    """An enemy unit as we know it."""

    id: str
    arm: FightingArm
    strength: float
    place: TableSpot
    facing: float
    steadiness: float
    age: int = 0
    """Turns since it was last seen."""
    guarded: bool = False
    """In works, in buildings or in square: not for horse."""

    @property
    def weight(self) -> float:
        """What it is worth in a fight; one who has not been seen for long may be elsewhere."""
        # shaken troops still stop a bullet and a charge for a while, so that even a mob is worth something
        return self.strength * (0.3 + 0.7 * self.steadiness) * 0.9**self.age


class PointsGoal(Struct, frozen=True, dict=True):
    """Something that wins points, with the ground it is about."""

    id: str
    kind: Literal["hold", "clear", "leave", "army"]
    """Stand there alone; leave no enemy there; go off by that edge; beat the enemy wherever he is."""
    points: float
    place: TableSpot
    shapes: tuple[AreaFeature | tuple[Point, ...], ...] = ()
    within: int = 0
    edge: str = ""
    needed: int = 1
    name: str = ""
    """As people call the ground."""

    @cached_property
    def radius(self) -> float:
        """About how far its ground reaches from its middle."""
        boxes = [shape.box for shape in self.shapes if isinstance(shape, AreaFeature)]
        # by its narrower side: a long strip of ground does not reach far from its middle on all sides
        half = max((min(east - west, north - south) / (2 * SUB) for west, south, east, north in boxes), default=0.0)
        return half + self.within

    def holds(self, spot: TableSpot) -> bool:
        """Whether a spot is on the ground that is meant."""
        x, y = spot
        west, south, east, north = self.about
        # far off, as most are, is quickly told
        if x < west or x > east or y < south or y > north:
            return False
        at, more = point(x, y), to_sub(self.within)
        return any(near(shape, at, more) for shape in self.shapes)

    @cached_property
    def about(self) -> tuple[float, float, float, float]:
        """West, south, east and north ends of the ground that is meant, in paces and with one more for rounding."""
        boxes = [shape.box if isinstance(shape, AreaFeature) else bounds(shape) for shape in self.shapes]
        if not boxes:
            return 1.0, 1.0, 0.0, 0.0
        more, (west, south, east, north) = self.within + 1, zip(*boxes, strict=True)
        return min(west) / SUB - more, min(south) / SUB - more, max(east) / SUB + more, max(north) / SUB + more


class Account(Struct, frozen=True):
    """A condition of the scenario, as a staff reckons who would win if the battle ended now."""

    ours: bool
    kind: Literal["hold", "clear", "keep", "beat", "men", "army"]
    """Ground held; ground without an enemy of who earns by it; troops kept in order; each unit of the other beaten;
    each man of the other lost; his army as a whole."""
    points: float
    goal: PointsGoal | None = None


class Situation(Struct, dict=True):
    """All that a staff knows at one moment."""

    turn: int
    last: int
    bodies: tuple[TroopBody, ...]
    foes: tuple[Foe, ...]
    goals: tuple[PointsGoal, ...]
    home: TableSpot
    """A step of one pace toward our own edge of the table."""
    field: Field
    size: TableSpot
    """Width and depth of the table in paces."""
    stance: Stance = "attack"
    """How the side means to fight, by its briefing: one that withdraws goes `home`."""
    started_with: float = 0.0
    """Our strength at the start, troops on the march included."""
    down: float = 0.0
    """The part of our units that are beaten or gone: an army that has lost half of them quits the field."""
    margin: float = 3.0
    """The lead in points with which the battle is won."""
    accounts: tuple[Account, ...] = ()
    """What earns points at the end, for either side."""
    beaten: int = 0
    """Units of ours that are beaten or gone."""
    gun_ranges: tuple[float, float] = (600.0, 1200.0)
    """Paces at which guns do well, and at which they still hit."""
    gun_safety: float = 320.0
    """Paces that guns keep from enemy foot and horse when they choose a place."""
    gun_worth: float = 60.0
    """What fire must be worth for guns to stay where they are, or to go to a place: 100 is fire on foot in the open, in
    good range. The dearer a move, the less."""
    rooted: float = 0.0
    """Paces from the ground that it is to hold within which a body fights from where it stands in any case."""
    behind: float = 0.0
    """Paces behind that ground at which others are drawn up; 0 for the usual."""
    sees: Callable[[TableSpot, TableSpot], bool] = lambda one, other: True
    """Whether two places lie in sight of each other, as far as the ground goes."""
    rates: Rates | None = Rates()
    """What fire and shock bring, when the staff thinks ahead; None where it goes by rules of thumb."""
    patience: bool = False
    """Whether under these rules an army does best that stands and fires until it has to go in."""
    guns_seek: bool = True
    """Whether under these rules guns gain by looking for places from which they see more."""

    @cached_property
    def fit(self) -> tuple[TroopBody, ...]:
        """Our bodies that can be asked to fight."""
        return tuple(body for body in self.bodies if body.fit)

    @cached_property
    def batteries(self) -> tuple[Foe, ...]:
        """Enemy guns that have to be reckoned with."""
        return tuple(f for f in self.foes if f.arm == "guns" and f.steadiness > BEATEN and f.age <= GUNS_KNOWN)

    @property
    def left(self) -> int:
        """Turns that are left, this one included."""
        return max(1, self.last - self.turn + 1)

    @cached_property
    def _foes_by_x(self) -> tuple[list[float], list[int]]:
        """Where enemies stand from west to east, and which they are."""
        order = sorted(range(len(self.foes)), key=lambda i: self.foes[i].place[0])
        return [self.foes[i].place[0] for i in order], order

    def foes_about(self, spot: TableSpot, reach: float) -> list[Foe]:
        """The enemies, in their order, who stand no farther to the east or west of a place: all who can be so near, and
        some who are not."""
        across, order = self._foes_by_x
        # a pace more, so that rounding leaves nobody out
        first, last = bisect_left(across, spot[0] - reach - 1), bisect_right(across, spot[0] + reach + 1)
        return [self.foes[i] for i in sorted(order[first:last])]

    def threat(self, spot: TableSpot, near: float = NEAR, far: float = FAR) -> float:
        """Enemy strength that bears on a place. Every plan that is tried asks about the same places."""
        key, known = (spot, near, far), self._threats
        if key not in known:
            about = self.foes_about(spot, far)
            known[key] = sum(foe.weight * falloff(gap(foe.place, spot), near, far) for foe in about)
        return known[key]

    @cached_property
    def _threats(self) -> dict[tuple[TableSpot, float, float], float]:
        """What was asked about places."""
        return {}

    @cached_property
    def told(self) -> dict[tuple[object, int], tuple[PointsGoal, bool]]:
        """What was asked about goals, by question and goal."""
        return {}

    def support(self, spot: TableSpot, near: float = NEAR, far: float = FAR) -> float:
        """Own strength that bears on a place."""
        return sum(b.strength * b.steadiness * falloff(gap(b.place, spot), near, far) for b in self.fit)

    def nearest_foe(self, spot: TableSpot, *, steady: float = 0.0) -> Foe | None:
        """The nearest enemy to a place who is at least so steady."""
        (x, y), (across, order) = spot, self._foes_by_x
        best, nearest = inf, None
        for i in outward(across, x):
            if abs(across[i] - x) > best:
                break
            foe = self.foes[order[i]]
            far = hypot(foe.place[0] - x, foe.place[1] - y)
            # of two equally far the first by id, so that the order in which they are known does not matter
            if far <= best and foe.steadiness >= steady and (far < best or nearest is None or foe.id < nearest.id):
                best, nearest = far, foe
        return nearest


def outward(across: Sequence[float], x: float) -> Iterator[int]:
    """Places in a row of numbers that rise, from those nearest to a number outward."""
    right = bisect_left(across, x)
    left = right - 1
    while left >= 0 or right < len(across):
        if left < 0 or (right < len(across) and across[right] - x <= x - across[left]):
            yield right
            right += 1
        else:
            yield left
            left -= 1


def least_gap(spot: TableSpot, places: Sequence[TableSpot], across: Sequence[float], most: float = inf) -> float:
    """How far the nearest of some places is, which are sorted from west to east, or `most` if none is nearer than that;
    `across` is how far east each lies."""
    best = most
    for i in outward(across, spot[0]):
        if abs(across[i] - spot[0]) > best:
            break
        best = min(best, gap(spot, places[i]))
    return best


def falloff(distance: float, near: float, far: float) -> float:
    """1 up close, 0 far off, even in between."""
    part = (far - distance) / (far - near)
    return 0.0 if part <= 0 else part if part < 1 else 1.0


def middle(spots: Iterable[TableSpot]) -> TableSpot:
    """The middle of some places."""
    every = list(spots)
    return sum(x for x, _ in every) / len(every), sum(y for _, y in every) / len(every)


def bearing(a: TableSpot, b: TableSpot) -> float:
    """The heading from one place to another."""
    return degrees(atan2(b[0] - a[0], b[1] - a[1])) % 360


def toward(a: TableSpot, b: TableSpot, paces: float) -> TableSpot:
    """The place so many paces from the first on the way to the second; never beyond it."""
    far = gap(a, b)
    if far <= paces or not far:
        return b
    return a[0] + (b[0] - a[0]) * paces / far, a[1] + (b[1] - a[1]) * paces / far


def shifted(spot: TableSpot, heading: float, right: float, ahead: float = 0.0) -> TableSpot:
    """A place so far to the right and ahead of another, facing that way."""
    at = radians(heading)
    return spot[0] + right * cos(at) + ahead * sin(at), spot[1] - right * sin(at) + ahead * cos(at)


def sideways(origin: TableSpot, heading: float, spot: TableSpot) -> float:
    """How far to the right of another a place lies, facing that way."""
    at = radians(heading)
    return (spot[0] - origin[0]) * cos(at) - (spot[1] - origin[1]) * sin(at)


def turned(a: float, b: float) -> float:
    """Degrees between two headings, 0 to 180."""
    return abs((a - b + 180) % 360 - 180)
