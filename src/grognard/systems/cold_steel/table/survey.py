"""The ground of a Cold Steel battle as everybody stands on it: bodies, distances, zones, who could see whom."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import cache, cached_property
from math import ceil
from pathlib import Path
from typing import Any, cast

from grognard.battle.events import Event
from grognard.battle.fight import Seat
from grognard.ground.batch import Lookout, Pairs
from grognard.ground.field import Field
from grognard.ground.relations import Body
from grognard.ground.shapes import centre, distance_to_quad
from grognard.ground.sight import Crest, Sight, SightRules
from grognard.ground.units import SUB, Point, to_sub
from grognard.kernel.ruleset import Ruleset
from grognard.scenarios.model import Scenario

from ..checks.setting_up.measures import reach
from ..terms import Character, Side
from .bodies import body_of
from .present import Present
from .roster import Roster
from .state import UnitState, World
from .windows import at_the_windows, window

SIDES: tuple[Side, ...] = ("front", "flank", "rear")
FAR = 20_000
"""Paces to an enemy when there is none: the farthest that the checks know."""
LONGEST = 400
"""Paces that no unit reaches from the middle of its front."""
MOST_GLANCES = 50_000
_SHAPE = frozenset(("position", "heading", "formation", "interval", "where", "wings"))
"""Fields of a unit on which its body depends."""


class Surveyed(Present):
    """Distances and lines of sight, worked out once and kept while nobody moves."""

    def __init__(
        self, scenario: Scenario, seats: tuple[Seat, ...], rules: Ruleset, world: World, roster: Roster, ground: Field
    ) -> None:
        super().__init__(scenario, seats, rules, world, roster, ground)
        self.sight = Sight(ground, sight_rules(rules))
        self.half_front = 45
        self._bodies: dict[str, Body] = {}
        self._pairs: Pairs | None = None
        self._order: dict[str, int] = {}
        self._slots: list[str] = []
        self._moved: set[str] = set()
        self._glances: dict[tuple[Point, Point], bool] = {}
        self._sides = {side: i for i, side in enumerate(roster.sides)}
        self.in_contact = to_sub(reach(rules.tables, "P3"))
        """Sixteenths: no farther apart, units see each other (CS-1.2)."""
        self.stand_to_stand = to_sub(max(rules.tables.number("CS-1.8a", arm) for arm in ("infantry", "cavalry")))
        """Sixteenths within which enemies can threaten: there any stand's line of sight counts, not one for a unit."""

    def body(self, unit: str) -> Body:
        """The ground a unit covers."""
        if unit not in self._bodies:
            self._bodies[unit] = body_of(self, self.world.units[unit])
        return self._bodies[unit]

    def middle(self, unit: str) -> Point:
        """The middle of the ground it covers."""
        return centre(self.body(unit).frame)

    def paces(self, one: str, other: str) -> int:
        """Paces between the nearest points of two units on the table, a fraction counting as the next."""
        pairs = self._geometry()
        return ceil(pairs.distance(self._order[one], self._order[other]) / SUB)

    def gaps(self, unit: str, within: int | None = None) -> dict[str, int]:
        """Sixteenths from a unit to every other one on the table, or to those no farther off: cheaper than asking
        about each."""
        pairs, me = self._geometry(), self._order[unit]
        if within is not None:
            return {self._slots[i]: pairs.distance(me, i) for i in pairs.near(me, within) if i != me}
        found = dict(zip(self._order, pairs.distances(me), strict=True))
        del found[unit]
        return found

    def sees(self, one: str, other: str) -> bool:
        """Whether two units on the table can see each other."""
        pairs = self._geometry()
        if not pairs.sees(self._order[one], self._order[other]) and not at_the_windows(self, one, other):
            return False
        return self.far_sighted or self.clear_enough(self.paces(one, other), one, other)

    @property
    def far_sighted(self) -> bool:
        """Whether nothing in the air limits sight."""
        return not self.world.sight and self.world.weather == "clear"

    @property
    def limit_of_sight(self) -> int:
        """How far one makes out troops that have not been placed on the table, in paces; 0 for no limit."""
        fog = self.rules.tables.number("CS-B.8b", "within") if self.world.weather != "clear" else 0
        return self.world.sight or fog

    @property
    def character(self) -> Character:
        """The character of the table, as the checks know it."""
        return cast(Character, self.ground.character)

    @property
    def night(self) -> bool:
        """Whether it is dark: twilight is not night (CS-1.6.3b). How little dusk lets one see, `world.light` says."""
        return self.world.light == "darkness"

    def clear_enough(self, paces: int, *units: str) -> bool:
        """Whether one sees so far in this weather: no farther than the scenario says; where it says nothing, in fog,
        rain or snow only who is near or has been placed on the table (CS-B.8b)."""
        if self.world.sight:
            return paces <= self.world.sight
        near = self.world.weather == "clear" or paces <= self.rules.tables.number("CS-B.8b", "within")
        return near or all(self.unit(unit).placed for unit in units)

    def zone(self, one: str, other: str) -> Side:
        """On which side of the first the other lies (CS-1.8a). Squares and irregulars have only fronts."""
        if self.all_front(one):
            return "front"
        pairs = self._geometry()
        return SIDES[pairs.zone(self._order[other], self._order[one])]

    def around(self, unit: str, within: int = FAR) -> list[tuple[int, str, bool]]:
        """All others on the table no farther off: paces, id, and whether they lie in each other's line of sight (not
        how far one sees, see `sees`); one question for all of them, which is much cheaper than one for each."""
        pairs, me = self._geometry(), self._order[unit]
        near = [(i, self._slots[i]) for i in pairs.near(me, within * SUB) if i != me]
        return [
            (-(-pairs.distance(me, i) // SUB), other, pairs.sees(me, i) or at_the_windows(self, unit, other))
            for i, other in near
        ]

    def all_front(self, unit: str) -> bool:
        """Whether it has neither flanks nor rear."""
        now = self.world.units[unit]
        return now.formation in ("open_square", "closed_square", "irregular", "garrison")

    def nearest_enemy(self, unit: str) -> tuple[str, int]:
        """The nearest enemy unit that is not dispersed, seen or not (CS-1.2.2b), and how far it is; "" and FAR if
        there is none."""
        units = self.world.units
        side = units[unit].side
        distances = self._geometry().distances(self._order[unit])
        near = ((far, foe) for far, foe in zip(distances, self._order, strict=True) if units[foe].side != side)
        far, foe = min(near, default=(FAR * SUB, ""))
        return foe, min(-(-far // SUB), FAR)

    def enemies_within(self, unit: str, paces: int) -> list[str]:
        """Enemy units no farther off, nearest first."""
        units = self.world.units
        side = units[unit].side
        near = [(far, foe) for far, foe, _ in self.around(unit, paces) if units[foe].side != side]
        return [foe for _, foe in sorted(near)]

    def friends_within(self, unit: str, paces: int) -> list[str]:
        """Friendly units no farther off, nearest first, itself not among them."""
        units = self.world.units
        side = units[unit].side
        near = [(far, each) for far, each, _ in self.around(unit, paces) if units[each].side == side]
        return [each for _, each in sorted(near)]

    def paces_to_point(self, unit: str, point: Point) -> int:
        """From a place to the nearest point of a unit."""
        return ceil(min(distance_to_quad(point, part) for part in self.body(unit).parts) / SUB)

    def point_sees(self, point: Point, unit: str) -> bool:
        """Whether somebody at a place sees a unit."""
        if self.world.sight and self._far_beyond(self.world.sight, point, unit):
            return False
        if not self.glance(point, window(self, unit, point)):
            return False
        return self.far_sighted or self.clear_enough(self.paces_to_point(unit, point), unit)

    def glance(self, one: Point, other: Point) -> bool:
        """Whether the ground lets one see from place to place, however far. Leaders and many units stand still for
        turns, so it is remembered."""
        key = (one, other)
        found = self._glances.get(key)
        if found is None:
            if len(self._glances) > MOST_GLANCES:
                self._glances.clear()
            found = self._glances[key] = self._lookout.sees(one, other)
        return found

    @cached_property
    def _lookout(self) -> Lookout:
        return Lookout(self.sight)

    def _far_beyond(self, limit: int, point: Point, unit: str) -> bool:
        """Whether a unit is farther off than this by any measure, which is quickly told."""
        x, y = self.world.units[unit].position
        return max(abs(x - point[0]), abs(y - point[1])) > (limit + LONGEST) * SUB

    def _geometry(self) -> Pairs:
        """Distances and sight of all pairs, brought up to date when somebody asks."""
        if self._pairs is not None and not self._moved:
            return self._pairs
        present = [unit.id for unit in self.world.units.values() if unit.where == "table"]
        if self._pairs is None or len(present) != len(self._order) or any(each not in self._order for each in present):
            self._slots, self._order = present, {unit: i for i, unit in enumerate(present)}
            bodies, sides = (
                [self.body(unit) for unit in present],
                [self._sides[self.unit(unit).side] for unit in present],
            )
            self._pairs = Pairs(
                bodies, self.sight, half_angle=self.half_front, contact=self.in_contact, near=self.stand_to_stand,
                sides=sides,
            )  # fmt: skip
        elif self._moved:
            self._freshen(self._pairs)
        self._moved.clear()
        return self._pairs

    def _freshen(self, pairs: Pairs) -> None:
        if len(self._moved) * 4 > len(self._order):
            for unit in self._moved:
                pairs.bodies[self._order[unit]] = self.body(unit)
            pairs.refresh()
            return
        for unit in sorted(self._moved):
            pairs.update(self._order[unit], self.body(unit))

    # -- what changes

    def happen(self, event: Event) -> None:
        """Let an event change the world, and forget what was derived from what it changed."""
        super().happen(event)
        for change in event.sets:
            if change.collection == "units" and (change.fields is None or not _SHAPE.isdisjoint(change.fields)):
                self._bodies.pop(change.key, None)
                self._moved.add(change.key)
                known = self._pairs is not None and change.key in self._order
                if not known or change.fields is None or "where" in change.fields:
                    self._pairs, self._eyes = None, {}

    @contextmanager
    def supposing(self, state: UnitState) -> Iterator[None]:
        """As if a unit stood otherwise, for as long as one asks about it. No event happens meanwhile, and nobody looks
        about anew: who is seen stays as it is."""
        now = self.world.units[state.id]
        self._stands(state)
        try:
            yield
        finally:
            self._stands(now)

    def _stands(self, state: UnitState) -> None:
        self.world.units[state.id] = state
        self._bodies.pop(state.id, None)
        self._moved.add(state.id)

    def _made_up(self, unit: str) -> None:
        super()._made_up(unit)
        self._bodies.pop(unit, None)
        self._pairs = None

    def restarted(self, world: World) -> None:
        """Another world: nothing derived from the old one holds."""
        super().restarted(world)
        self._bodies.clear()
        self._moved.clear()
        self._pairs = None


@cache
def _sight_table() -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / "sight.toml").read_text("utf-8"))


def sight_rules(rules: Ruleset) -> SightRules:
    """What hides troops under these rules."""
    table = dict(_sight_table())
    eye = Fraction(table.pop("eye"))
    t = rules.tables
    crest = Crest(to_sub(t.number("CS-1.2e", "within")), t.number("CS-1.2e", "levels"))
    return SightRules({kind: to_sub(paces) for kind, paces in table.items()}, eye, crest)
