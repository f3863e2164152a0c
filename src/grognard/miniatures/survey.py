"""The ground of a battle as everybody stands on it: bodies, distances, zones, who could see whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import compress
from operator import itemgetter
from typing import Any, Generic, Literal, Protocol

from grognard.battle.events import Set
from grognard.ground.batch import Lookout, Pairs, gap_of_quads
from grognard.ground.field import Field
from grognard.ground.relations import Body, on_right
from grognard.ground.shapes import Quad, centre
from grognard.ground.sight import Sight
from grognard.ground.units import Point, to_sub

from .motion.whereabouts import Whereabouts
from .records import U
from .survey_rules import SurveyRules

ZoneName = Literal["front", "flank", "rear"]
ZONES: tuple[ZoneName, ...] = ("front", "flank", "rear")
HORIZON = to_sub(1000)
"""Enemies and friends no farther off are what most rules ask about."""
NEARBY = to_sub(100)
"""Those no farther off are looked up at once where somebody asks about any of them."""
_MOST_GLANCES = 50_000
_MOST_COUNTS = 100
_rank = itemgetter(0)


class Surveyed(Protocol[U]):
    """Whose ground it is: a fight with units."""

    @property
    def units(self) -> dict[str, U]: ...


class Survey(Generic[U]):
    """Distances, zones and lines of sight of all units on the table, worked out once and kept while nobody moves.

    Distances are whole numbers of the rules' own measure (`SurveyRules.measure`), a fraction counting as the next one,
    so that "within 6 inches" is `distance(…) <= 6`. Reaches that are asked for may have a fraction. `gap` and `gaps`
    are in sixteenths of a pace. All questions are about units on the table.
    """

    def __init__(self, fight: Surveyed[U], ground: Field, rules: SurveyRules[U], sides: Iterable[str]) -> None:
        self.ground, self.rules = ground, rules
        self.sight = Sight(ground, rules.sight)
        self._fight = fight
        self._sides = {side: i for i, side in enumerate(sides)}
        self._bodies: dict[str, Body] = {}
        self._pairs: Pairs | None = None
        self._order: dict[str, int] = {}
        self._slots: list[str] = []
        self._foes: dict[str, list[int]] = {}
        self._moved: set[str] = set()
        self._others_here = True
        """Whether others may be on the table than when all pairs were last brought up to date."""
        self._whereabouts = Whereabouts()
        self._astray: set[str] | None = None
        """Units that may be elsewhere than their whereabouts say; None for all of them."""
        self._ranks: dict[str, int] = {}
        self.stirred: set[str] = set()
        """Units whose bodies events have changed since somebody last cleared this: whoever remembers what all see."""
        self.standing = object()
        """Another one whenever any body may be another than before: for whoever keeps what is measured between them."""
        self._rings: dict[str, tuple[int, list[tuple[str, int]]]] = {}
        """Of each unit that was asked about, how far one looked and who is so near."""
        self._rings_of: object = None
        """How all stood then."""
        self._nearest_foes: dict[str, tuple[str, int]] = {}
        """Of each unit that was asked about, the nearest enemy and how far he is."""
        self._nearest_of: object = None
        """How all stood then."""
        self._counts: dict[int, tuple[tuple[str, ...], dict[str, int], Any]] = {}
        self._glances: dict[tuple[Point, Point], bool] = {}
        self._to_points: dict[tuple[str, Point], tuple[Body, int]] = {}

    # -- bodies

    @property
    def units(self) -> dict[str, U]:
        """All units of the battle, by id."""
        return self._fight.units

    def body(self, unit: str) -> Body:
        """The ground a unit covers."""
        found = self._bodies.get(unit)
        if found is None:
            found = self._bodies[unit] = self.rules.body(self._fight.units[unit])
        return found

    def middle(self, unit: str) -> Point:
        """The middle of the ground it covers."""
        return centre(self.body(unit).frame)

    def about(self, place: Point, reach: int) -> list[U]:
        """Units on the table, in the order of the roster, whose fronts have their middle no more than so many
        sixteenths to the east or west of a place, and to the north or south of it."""
        units, (x, y) = self._fight.units, place
        if self._astray is None or self._astray:
            self._find_strays()
        ranks, found = self._ranks, []
        for unit in self._whereabouts.about(place, reach):
            now = units[unit]
            east, north = now.position
            if -reach <= east - x <= reach and -reach <= north - y <= reach:
                found.append((ranks[unit], now))
        found.sort(key=_rank)
        return [now for _, now in found]

    def _find_strays(self) -> None:
        units = self._fight.units
        strays = units.keys() if self._astray is None else self._astray
        # who was made since the last time comes last on the roster
        if self._astray is None or not strays <= self._ranks.keys():
            self._ranks = {unit: rank for rank, unit in enumerate(units)}
        for unit in strays:
            now = units.get(unit)
            self._whereabouts.put(unit, now.position if now is not None and now.where == "table" else None)
        self._astray = set()

    # -- distances

    def distance(self, one: str, other: str) -> int:
        """Between the nearest points of two units."""
        pairs = self._geometry()
        return -(-pairs.distance(self._order[one], self._order[other]) // self.rules.measure)

    def distance_to(self, unit: str, point: Point) -> int:
        """From a place to the nearest point of a unit."""
        key, body = (unit, point), self.body(unit)
        known = self._to_points.get(key)
        # a body is made anew when its unit changes: while it is the same one, so is the distance
        if known is None or known[0] is not body:
            if len(self._to_points) > _MOST_GLANCES:
                self._to_points.clear()
            spot = point, point, point, point
            far = min(gap_of_quads(spot, part) for part in body.parts)
            known = self._to_points[key] = body, -(-far // self.rules.measure)
        return known[1]

    def gap(self, one: str, other: str) -> int:
        """Sixteenths between the nearest points of two units."""
        return self._geometry().distance(self._order[one], self._order[other])

    def gaps(self, unit: str, within: int | None = None) -> dict[str, int]:
        """Sixteenths from a unit to every other one, or to those no farther off: cheaper than asking about each."""
        if within is not None:
            return dict(self._ring(unit, within))
        pairs, me = self._geometry(), self._order[unit]
        found = dict(zip(self._order, pairs.distances(me), strict=True))
        del found[unit]
        return found

    def within(self, unit: str, reach: int) -> list[str]:
        """All others no more than so many sixteenths off, where one need not know how far each is."""
        pairs, me = self._geometry(), self._order[unit]
        return [self._slots[i] for i in pairs.near(me, reach) if i != me]

    def around(self, unit: str, within: float | None = None) -> list[tuple[int, str, bool]]:
        """All others no farther off: distance, id, and whether they lie in each other's line of sight (not how far one
        sees, see `sees`); one question for all of them, which is much cheaper than one for each."""
        rules, pairs, me = self.rules, self._geometry(), self._order[unit]
        near = pairs.gaps(me, int((rules.far if within is None else within) * rules.measure))
        lines = pairs.seen_by_any([me], [i for i, _ in near])
        return [
            (-(-gap // rules.measure), other, bool(seen) or rules.looks_out(unit, other))
            for (i, gap), seen in zip(near, lines, strict=True)
            for other in (self._slots[i],)
        ]

    def nearest_enemy(self, unit: str) -> tuple[str, int]:
        """The nearest enemy on the table, seen or not, and how far it is; "" and `SurveyRules.far` if there is none."""
        if self._nearest_of is not self.standing:
            self._nearest_of, self._nearest_foes = self.standing, {}
        found = self._nearest_foes.get(unit)
        if found is None:
            pairs, far, measure = self._geometry(), self.rules.far, self.rules.measure
            foes = self._foes[self._fight.units[unit].side]
            near, gap = next(iter(pairs.nearest([self._order[unit]], foes)), (-1, far * measure))
            found = self._nearest_foes[unit] = (self._slots[near] if foes else ""), min(-(-gap // measure), far)
        return found

    def nearest_among(
        self, units: Iterable[str], others: Iterable[str], *, rounded: bool = False
    ) -> dict[str, tuple[str, int]]:
        """For each of these units the nearest of others, the first by id of several alike, and how far it is; nothing
        where there are no others. Rounded, those are alike that are so in whole numbers of the rules' measure."""
        # by id, so that of several equally near the first of these is named
        mine, theirs, measure = list(units), sorted(others), self.rules.measure
        pairs, order = self._geometry(), self._order
        rows, columns = [order[unit] for unit in mine], [order[other] for other in theirs]
        found = pairs.nearest(rows, columns, measure if rounded else 1)
        return {unit: (self._slots[i], -(-far // measure)) for unit, (i, far) in zip(mine, found, strict=bool(theirs))}

    def enemies_within(self, unit: str, reach: float) -> list[str]:
        """Enemy units no farther off, nearest first."""
        return self._nearest(unit, reach, friends=False)

    def friends_within(self, unit: str, reach: float) -> list[str]:
        """Friendly units no farther off, nearest first, itself not among them."""
        return self._nearest(unit, reach, friends=True)

    def _nearest(self, unit: str, reach: float, *, friends: bool) -> list[str]:
        units, measure = self._fight.units, self.rules.measure
        side = units[unit].side
        near = [
            (-(-gap // measure), other)
            for other, gap in self._ring(unit, int(reach * measure))
            if (units[other].side == side) is friends
        ]
        near.sort()
        return [each for _, each in near]

    def _ring(self, unit: str, reach: int) -> list[tuple[str, int]]:
        """All others no more than so many sixteenths off, with the sixteenths, in the order of the roster. A unit is
        asked about several times while all stand as they stand, so more are looked up than are wanted at first."""
        if self._rings_of is not self.standing:
            self._rings_of, self._rings = self.standing, {}
        known = self._rings.get(unit)
        if known is None or known[0] < reach:
            far = NEARBY if reach <= NEARBY else max(reach, HORIZON)
            pairs, me, slots = self._geometry(), self._order[unit], self._slots
            known = self._rings[unit] = far, [(slots[i], gap) for i, gap in pairs.gaps(me, far)]
        return [each for each in known[1] if each[1] <= reach]

    # -- zones

    def zone(self, one: str, other: str) -> ZoneName:
        """On which side of the first the other lies; who has only fronts is met at his front."""
        if self.all_front(one):
            return "front"
        own_way = self.rules.zone(self.body(one), self.body(other))
        if own_way is not None:
            return ZONES[own_way]
        pairs = self._geometry()
        return ZONES[pairs.zone(self._order[other], self._order[one])]

    def hand(self, one: str, other: str) -> Literal["left", "right"]:
        """On which hand of the first the other lies: tells the left flank from the right."""
        return "right" if on_right(self.body(one).frame, self.middle(other)) else "left"

    def all_front(self, unit: str) -> bool:
        """Whether it has neither flanks nor rear."""
        return self.rules.all_front(self._fight.units[unit])

    # -- sight

    def sees(self, one: str, other: str) -> bool:
        """Whether two units can see each other."""
        pairs = self._geometry()
        if not pairs.sees(self._order[one], self._order[other]) and not self.rules.looks_out(one, other):
            return False
        return self.rules.far_sighted or self.rules.clear_enough(self.distance(one, other), one, other)

    def point_sees(self, point: Point, unit: str) -> bool:
        """Whether somebody at a place sees a unit."""
        rules = self.rules
        if rules.farthest and self.far_beyond(rules.farthest, point, unit):
            return False
        if not self._line(point, unit):
            return False
        return rules.far_sighted or rules.clear_enough(self.distance_to(unit, point), unit)

    def glance(self, one: Point, other: Point) -> bool:
        """Whether the ground lets one see from place to place, however far and whoever stands between. Leaders and
        many units stand still for turns, so it is remembered."""
        key = (one, other)
        found = self._glances.get(key)
        if found is None:
            if len(self._glances) > _MOST_GLANCES:
                self._glances.clear()
            found = self._glances[key] = self._lookout.sees(one, other)
        return found

    def lines_from(self, posts: Sequence[Point], units: Sequence[str]) -> list[list[int]]:
        """For each post, whether there is a line of sight from it to each unit's front: 1 or 0. All at once, which
        costs a tenth of one by one; it does not ask how far one sees, nor about windows."""
        return self._lookout.look(posts, [self.body(unit).eye for unit in units], self._screens(units))

    def looks_over(self, post: Point, spots: Sequence[Point]) -> list[bool]:
        """Whether the ground lets one see from a place to each of others: all at once, and nothing is remembered."""
        return [bool(seen) for seen in self._lookout.look([post], spots)[0]] if spots else []

    def in_plain_sight(self, eyes: Iterable[str], others: Sequence[str]) -> set[str]:
        """Units among others to which any of these has a line of sight by ground and troops alone."""
        pairs = self._geometry()
        seen = pairs.any_sees(self._counted(pairs, eyes), self._counted(pairs, others))
        return set(compress(others, seen))

    def _counted(self, pairs: Pairs, units: Iterable[str]) -> Any:
        """Some units as all pairs count them. After every move the same few tuples are asked about, all of a seat's
        units for instance, so these are remembered."""
        order = self._order
        if not isinstance(units, tuple):
            return pairs.counted([order[unit] for unit in units])
        known = self._counts.get(id(units))
        # held along with it, so that no other tuple can come to have the same id
        if known is None or known[0] is not units or known[1] is not order:
            if len(self._counts) >= _MOST_COUNTS:
                self._counts.clear()
            known = self._counts[id(units)] = units, order, pairs.counted([order[unit] for unit in units])
        return known[2]

    def in_sight_of(self, unit: str, eyes: Iterable[str]) -> bool:
        """Whether any of these has a line of sight to one unit by ground and troops alone."""
        return bool(self.in_plain_sight(eyes, [unit]))

    def far_beyond(self, limit: int, point: Point, unit: str) -> bool:
        """Whether a unit is farther off than this by any measure, which is quickly told."""
        x, y = self._fight.units[unit].position
        return max(abs(x - point[0]), abs(y - point[1])) > limit * self.rules.measure + self.rules.longest

    def _line(self, point: Point, unit: str) -> bool:
        if self.rules.troops_block:
            return bool(self.lines_from([point], [unit])[0][0])
        return self.glance(point, self.rules.window(self._fight.units[unit], point) or self.body(unit).eye)

    def _screens(self, looked_at: Sequence[str]) -> list[tuple[Quad, int]]:
        """Troops that hide others, each with its place among those looked at, or -1."""
        if not self.rules.troops_block:
            return []
        places = {unit: i for i, unit in enumerate(looked_at)}
        blocking = [unit for unit in self._fight.units.values() if unit.where == "table" and self.rules.blocks(unit)]
        return [(part, places.get(unit.id, -1)) for unit in blocking for part in self.body(unit.id).parts]

    @cached_property
    def _lookout(self) -> Lookout:
        return Lookout(self.sight)

    # -- what if, and what changes

    @contextmanager
    def supposing(self, state: U) -> Iterator[None]:
        """As if a unit stood otherwise, for as long as one asks about it. No event happens meanwhile, and nobody looks
        about anew: who is seen stays as it is."""
        now = self._fight.units[state.id]
        # many ask what would be if it stood as it stands
        if state is now:
            yield
            return
        body, stood, known = self._bodies.get(state.id), self.standing, state.id not in self._moved
        measured = self._rings, self._rings_of, self._nearest_foes, self._nearest_of
        self._stands(state)
        supposed = self.standing
        try:
            yield
        finally:
            # nobody has measured it where it was supposed to stand
            unasked, alone = known and state.id in self._moved, self.standing is supposed
            self._stands(now)
            # all stand as they stood before: what was measured then holds again
            if alone:
                self.standing = stood
                self._rings, self._rings_of, self._nearest_foes, self._nearest_of = measured
            if body is not None:
                self._bodies[state.id] = body
            if unasked:
                self._moved.discard(state.id)

    def _stands(self, state: U) -> None:
        self._others_here |= self._fight.units[state.id].where != state.where
        # the record itself is exchanged, so that rules which read units see it too
        self._fight.units[state.id] = state
        self._stirs(state.id)

    def _stirs(self, unit: str) -> None:
        """Whatever was worked out from where a unit stands holds no more."""
        self._bodies.pop(unit, None)
        self._moved.add(unit)
        if self._astray is not None:
            self._astray.add(unit)
        self.standing = object()

    def changed(self, change: Set) -> bool:
        """An event has set something of a unit. Whether others may be on the table now than before."""
        if change.fields is not None and self.rules.shape_fields.isdisjoint(change.fields):
            return False
        self._stirs(change.key)
        self.stirred.add(change.key)
        # the same units as before on the table: nobody else has come or gone
        others = change.key not in self._order or change.fields is None or "where" in change.fields
        self._others_here |= others
        return others

    def forget(self, unit: str) -> None:
        """A unit is not made up as it was: its body is another."""
        self._bodies.pop(unit, None)
        self._pairs = None
        self.standing = object()

    def restarted(self) -> None:
        """Another world: nothing derived from the old one holds. What the ground says does."""
        self._bodies.clear()
        self._moved.clear()
        self._whereabouts, self._astray = Whereabouts(), None
        self._pairs = None
        self.standing = object()

    # -- all pairs

    def _geometry(self) -> Pairs:
        """Distances and sight of all pairs, brought up to date when somebody asks."""
        if self._pairs is not None and not self._moved:
            return self._pairs
        present = self._slots
        if self._others_here or self._pairs is None:
            present = [unit.id for unit in self._fight.units.values() if unit.where == "table"]
            self._others_here = False
        if self._pairs is None:
            self._group(present)
            self._pairs = self._paired()
        elif present is not self._slots and present != self._slots:
            self._regroup(self._pairs, present)
        elif self._moved:
            self._freshen(self._pairs)
        self._moved.clear()
        assert self._pairs is not None
        return self._pairs

    def _group(self, present: list[str]) -> None:
        self._slots, self._order = present, {unit: i for i, unit in enumerate(present)}
        # by id, so that of several equally near the first of these is named
        whose = [(i, self._fight.units[unit].side) for unit, i in sorted(self._order.items())]
        self._foes = {side: [i for i, theirs in whose if theirs != side] for side in self._sides}

    def _regroup(self, pairs: Pairs, present: list[str]) -> None:
        """Some have come and others have gone; most stand as they stood."""
        before = [self._order.get(unit, -1) if unit not in self._moved else -1 for unit in present]
        self._group(present)
        # past a quarter of all, everything anew is less to do
        if before.count(-1) * 4 > len(present):
            self._pairs = self._paired()
            return
        sides = [self._sides[self._fight.units[unit].side] for unit in present]
        pairs.regroup([self.body(unit) for unit in present], before, sides)

    def _paired(self) -> Pairs:
        rules, units = self.rules, self._fight.units
        return Pairs(
            [self.body(unit) for unit in self._slots],
            self.sight,
            half_angle=rules.half_front,
            troops_block=(lambda i: rules.blocks(units[self._slots[i]])) if rules.troops_block else False,
            contact=rules.contact,
            near=rules.stand_to_stand,
            horizon=HORIZON,
            sides=[self._sides[units[unit].side] for unit in self._slots],
        )

    def _freshen(self, pairs: Pairs) -> None:
        # who is not on the table may have changed too
        moved = sorted(unit for unit in self._moved if unit in self._order)
        pairs.move({self._order[unit]: self.body(unit) for unit in moved})
