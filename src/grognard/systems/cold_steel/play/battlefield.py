"""A Cold Steel battle as its procedures see it: units, ground, distances, sight, and who may know what."""

from __future__ import annotations

import tomllib
from collections import Counter
from fractions import Fraction
from functools import cache, cached_property
from itertools import compress
from math import ceil
from pathlib import Path
from typing import Any

from grognard.army.nations import year_of
from grognard.battle.events import Event, Set
from grognard.battle.fight import Fight, Seat
from grognard.ground.batch import Lookout, Pairs
from grognard.ground.field import Field
from grognard.ground.relations import Body
from grognard.ground.shapes import centre, distance_to_quad
from grognard.ground.sight import Crest, Sight, SightRules
from grognard.ground.units import SUB, Point, to_sub
from grognard.kernel.ruleset import Ruleset
from grognard.scenarios.model import Scenario

from ..terms import Side
from .bodies import body_of
from .roster import Entry, Roster
from .state import UnitState, World
from .windows import at_the_windows, window

SIDES: tuple[Side, ...] = ("front", "flank", "rear")
FAR = 20_000
"""Paces to an enemy when there is none: the farthest that the checks know."""
LONGEST = 400
"""Paces that no unit reaches from the middle of its front."""
MOST_GLANCES = 50_000
_SHAPE = frozenset(("position", "heading", "formation", "interval", "where"))
"""Fields of a unit on which its body depends."""


class Battlefield(Fight[World]):
    """What the phases work with."""

    def __init__(
        self, scenario: Scenario, seats: tuple[Seat, ...], rules: Ruleset, world: World, roster: Roster, ground: Field
    ) -> None:
        super().__init__(scenario, seats, rules, world)
        self.roster, self.ground = roster, ground
        self.year = year_of(scenario.header.date)
        self.scale = scenario.header.figure_scale
        self.sight = Sight(ground, sight_rules(rules))
        self.half_front = 45
        self._seat_of = _seats_by_unit(seats, roster)
        self._mustered = {
            seat.id: tuple(unit for unit in roster.units if self._seat_of[unit] == seat.id) for seat in seats
        }
        self._names = _names(roster)
        self._bodies: dict[str, Body] = {}
        self._pairs: Pairs | None = None
        self._order: dict[str, int] = {}
        self._slots: list[str] = []
        self._moved: set[str] = set()
        self._seen: dict[str, frozenset[str]] = {}
        self._eyes: dict[str, list[str]] = {}
        self._posts_asked: tuple[Any, dict[str, set[str]]] | None = None
        """Where leaders and units stood when it was last reckoned what leaders see, and what came of it."""
        self._glances: dict[tuple[Point, Point], bool] = {}
        self._leaders_seen: dict[tuple[str, str, Point], bool] = {}
        self._leaders_at: dict[str, Point] = {}
        self.made_out: dict[tuple[str, str], tuple[UnitState, Any]] = {}
        """What seats were shown of units as they were then, for as long as they are so (view)."""
        self.known_banks: tuple[Any, list[list[Any]]] | None = None
        """The smoke last sorted into banks, and the banks."""
        self.ways: Any = None
        """The ways over the ground that officers have found so far (missions.ways)."""

    # -- who there is

    def unit(self, unit: str) -> UnitState:
        """A unit as it is now."""
        return self.world.units[unit]

    def entry(self, unit: str) -> Entry:
        """A unit on the roster; skirmishers who are out are their parent's."""
        found = self.roster.units.get(unit)
        return found if found is not None else self.roster.units[self.world.units[unit].parent]

    def name(self, who: str) -> str:
        """The name of a unit or leader."""
        if who in self.roster.leaders:
            return self.world.leaders[who].name or self.roster.leaders[who].name
        if who in self.roster.units:
            return self._names[who]
        return f"skirmishers of {self._names[self.entry(who).id]}" if who in self.world.units else who

    def on_table(self, side: str | None = None) -> list[UnitState]:
        """Units on the table, of one side or of both, in the order of the roster."""
        return [unit for unit in self.world.units.values() if unit.where == "table" and side in (None, unit.side)]

    def enemies(self, side: str) -> list[UnitState]:
        """The other side's units on the table."""
        return [unit for unit in self.world.units.values() if unit.where == "table" and unit.side != side]

    def other(self, side: str) -> str:
        """The other side."""
        return next(each for each in self.roster.sides if each != side)

    def live(self, unit: str) -> int:
        """Figures left, or guns and howitzers of a battery."""
        now = self.world.units[unit]
        return now.figures - now.lost

    def percent_lost(self, unit: str) -> int:
        """Losses in percent of original strength, as all tables read them."""
        from ..terms import percent_lost

        now = self.world.units[unit]
        return percent_lost(self.rules.tables, now.lost, now.figures)

    def formed(self, unit: UnitState) -> bool:
        """Determined or better, on the table, in close order: what supports and secures (CS-5.2.2b)."""
        steady = unit.where == "table" and unit.status in ("resolute", "determined")
        return steady and unit.formation not in ("open_order", "extended_order", "skirmish_squares", "irregular")

    # -- the ground

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
            self._pairs = Pairs([self.body(unit) for unit in present], self.sight, half_angle=self.half_front)
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

    def restarted(self, world: World) -> None:
        """Another world: nothing derived from the old one holds."""
        super().restarted(world)
        self._bodies.clear()
        self._moved.clear()
        self._seen = {}
        self._leaders_at = {}
        self._leaders_seen.clear()
        self._eyes = {}
        self._pairs = None

    # -- who knows what

    def seat_of(self, who: str) -> str:
        """The seat that commands a unit or leader; skirmishers who are out are their parent's."""
        found = self._seat_of.get(who)
        return found if found is not None else self._seat_of[self.world.units[who].parent]

    def owners(self, *units: str) -> tuple[str, ...]:
        """The seats that command these units or leaders."""
        return tuple(dict.fromkeys(self.seat_of(who) for who in units if who))

    def mustered(self, seat: str) -> tuple[str, ...]:
        """The units on the roster that a seat commands, wherever they are."""
        return self._mustered[seat]

    def eyes(self, seat: str) -> list[str]:
        """The units on the table by which a seat sees."""
        if not self._eyes:
            self._eyes = {each.id: [] for each in self.seats}
            for unit in self.on_table():
                self._eyes[self.seat_of(unit.id)].append(unit.id)
        return list(self._eyes[seat])

    def look(self) -> None:
        """All look about: who is seen by whom holds until the next look, at the start of a phase or the end of a
        quarter of movement."""
        self._leaders_seen.clear()
        self._leaders_at = {leader.id: leader.position for leader in self.world.leaders.values()}
        by_leaders = self._from_posts()
        self._seen = {seat.id: self._sighted(seat.id, by_leaders.get(seat.id, set())) for seat in self.seats}

    def seen_by(self, seat: str) -> frozenset[str]:
        """Units on the table, not the seat's own, that its units or leaders saw at the last look."""
        if not self._seen:
            self.look()
        return self._seen[seat]

    def _sighted(self, seat: str, by_leaders: set[str]) -> frozenset[str]:
        own = self.eyes(seat)
        mine = set(own)
        posts = [
            leader.position
            for leader in self.world.leaders.values()
            if leader.where == "table" and self._seat_of[leader.id] == seat
        ]
        plainly, indoors = self._in_plain_sight(own) | by_leaders, own
        if self.far_sighted:  # all that is left to ask about is who looks out of a window, or into one
            indoors = [eye for eye in own if self.world.units[eye].formation == "garrison"]
        return frozenset(
            other.id
            for other in self.on_table()
            if other.id not in mine
            and (
                other.id in plainly
                or any(self.sees(eye, other.id) for eye in (own if other.formation == "garrison" else indoors))
                or (
                    (not self.far_sighted or other.formation == "garrison")
                    and any(self.point_sees(at, other.id) for at in posts)
                )
            )
        )

    def _from_posts(self) -> dict[str, set[str]]:
        """Units in the open that leaders see by the ground alone, by seat: all reckoned at once, which costs a tenth of
        one by one. Nothing where the air matters."""
        posts = [leader for leader in self.world.leaders.values() if leader.where == "table" and self.far_sighted]
        units = [unit.id for unit in self.on_table() if posts and unit.formation != "garrison"]
        if not units:
            return {}
        spots, eyes = [leader.position for leader in posts], [self.body(unit).eye for unit in units]
        asked = (spots, eyes, units)
        if self._posts_asked is not None and self._posts_asked[0] == asked:
            return self._posts_asked[1]
        found: dict[str, set[str]] = {}
        for leader, row in zip(posts, self._lookout.look(spots, eyes), strict=True):
            seen = compress(units, row)
            found.setdefault(self._seat_of[leader.id], set()).update(seen)
        self._posts_asked = asked, found
        return found

    def _in_plain_sight(self, eyes: list[str]) -> set[str]:
        """Units that any of these sees by the ground alone, a row of answers at a time; none where the air matters."""
        if not self.far_sighted:
            return set()
        pairs = self._geometry()
        return set(compress(self._slots, pairs.seen_by_any(self._order[eye] for eye in eyes)))

    def knows(self, seat: str, who: str) -> bool:
        """Whether a seat can make out a unit or leader."""
        if who in self.world.leaders:
            return self._seat_of[who] == seat or self._leader_seen(seat, who)
        if who not in self.world.units:
            return True
        return self.seat_of(who) == seat or who in self.seen_by(seat)

    def _leader_seen(self, seat: str, leader: str) -> bool:
        """As everything that is seen, it holds until the next look: where he rides while orders are given in secret is
        not seen before."""
        if self.world.leaders[leader].where != "table":
            return False
        key = seat, leader, self.leader_at(leader)
        if key not in self._leaders_seen:
            self._leaders_seen[key] = any(self.point_sees(key[2], eye) for eye in self.eyes(seat))
        return self._leaders_seen[key]

    def leader_at(self, leader: str) -> Point:
        """Where others saw a leader at the last look."""
        return self._leaders_at.get(leader, self.world.leaders[leader].position)

    def change(self, unit: str, **fields: Any) -> Set:
        """A change of a unit, to go with an event."""
        return Set("units", unit, fields)

    def doing(self, unit: str, **fields: Any) -> Set:
        """A change of what a unit did this turn, to go with an event. Not twice for one unit in one event."""
        from msgspec.structs import replace

        return Set("units", unit, {"now": replace(self.world.units[unit].now, **fields)})


def _names(roster: Roster) -> dict[str, str]:
    """Names of units; where several bear the same, with the side."""
    count = Counter(entry.name for entry in roster.units.values())
    return {
        unit: entry.name if count[entry.name] == 1 else f"{entry.name} ({entry.side})"
        for unit, entry in roster.units.items()
    }


def _seats_by_unit(seats: tuple[Seat, ...], roster: Roster) -> dict[str, str]:
    """The seat of every unit and leader: that of the nearest commander who has one."""
    by_leader = {leader: seat.id for seat in seats for leader in seat.leaders}
    found = dict(by_leader)
    for entry in roster.units.values():
        found[entry.id] = next(by_leader[leader] for leader in entry.leaders if leader in by_leader)
    return found


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
