"""Who knows what: the units and leaders that each seat saw at the last look."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress
from typing import Generic, Protocol

from grognard.battle.fight import Seat
from grognard.ground.units import Point

from .records import L, U
from .seating import Seating
from .survey import Survey

_FEW = 4
"""Units that have moved since the last look, up to which less is to do if only they are looked at again."""


class LastLook:
    """Units of others that each seat saw when all last looked about. It serves battles on a grid as well."""

    def __init__(self, seats: Sequence[Seat], sighted: Callable[[str], frozenset[str]]) -> None:
        """`sighted` says which units of others a seat sees now."""
        self.seen: dict[str, frozenset[str]] = {}
        self._seats, self._sighted = tuple(seats), sighted

    def look(self) -> None:
        """All look about: who is seen by whom holds until the next look."""
        self.seen = {seat.id: self._sighted(seat.id) for seat in self._seats}

    def seen_by(self, seat: str) -> frozenset[str]:
        """Units on the table, not the seat's own, that it saw at the last look; if there was none yet, all look now."""
        if not self.seen:
            self.look()
        return self.seen[seat]

    def restarted(self) -> None:
        """Another world: nobody has looked about in it yet."""
        self.seen = {}


class KnowledgeRules(Generic[U, L]):
    """What a system's rules say about who makes out whom. The base lets everybody who is seen be known.

    It is made with the fight (`TableFight` does that), so that it can look at the phase or at cards.
    """

    @property
    def blind(self) -> bool:
        """Whether nobody sees anything yet, as before both sides are set up."""
        return False

    def hidden(self, unit: U, side: str) -> bool:
        """Whether a unit is not there for that side, though it stands on the table: a card lies for it."""
        return False

    def makes_out(self, eye: str, leader: L, place: Point) -> bool:
        """Whether a unit is near enough to tell a leader at a place whom it sees there."""
        return True

    @property
    def strangers(self) -> bool:
        """Whether there may be units that are seen but cannot be named. While it is false, `likeness` is not asked."""
        return False

    def likeness(self, unit: U, side: str) -> str:
        """What one calls a unit of another side that one sees but cannot name: "a line battalion". Nothing where that
        side knows who it is."""
        return ""

    def betraying(self, units: Sequence[str]) -> list[str]:
        """Further ids that would tell who these unnamed units are: of guns that they left, for instance."""
        return []


class Watched(Protocol[U, L]):
    """Whose battle it is: a fight with units and leaders."""

    @property
    def units(self) -> dict[str, U]: ...

    @property
    def leaders(self) -> dict[str, L]: ...

    def seat_of(self, who: str) -> str: ...


class Knowledge(LastLook, Generic[U, L]):
    """What each seat knows, by the eyes of its units and of its leaders. Call `look` at the start of each phase and
    when a move is done; in between nobody learns anything new."""

    def __init__(self, fight: Watched[U, L], seating: Seating, survey: Survey[U], rules: KnowledgeRules[U, L]) -> None:
        super().__init__(seating.seats, self._units_seen)
        self.rules = rules
        self._fight, self._seating, self._survey = fight, seating, survey
        self._eyes: dict[str, tuple[str, ...]] = {}
        self._commanded: dict[str, tuple[str, ...]] = {}
        self._by_leaders: dict[str, set[str]] = {}
        self._lines_of: dict[Point, dict[Point, int]] = {}
        """From each post of a leader to the front of each unit, as they stood at the last look: whether he sees it."""
        self._eyes_asked: set[Point] = set()
        self._leaders_seen: dict[tuple[str, str, Point], bool] = {}
        self._leaders_at: dict[str, Point] = {}
        self._indoors: set[str] = set()
        self._spotters: dict[tuple[str, str], str] = {}
        """Who saw a unit for a seat when they last looked about: he mostly sees it still, and is asked first."""
        self._witnesses: dict[tuple[str, str], str] = {}
        """Who made out a leader for a seat when it was last asked: he mostly does so still, and is asked first."""
        self._last_posts: list[tuple[str, Point]] = []
        """Where leaders stood on the table at the last look; nothing if all must be looked at anew."""
        self.looks = object()
        """Another one whenever anybody may know more or less than before: for whoever keeps what is told of it."""

    # -- looking about

    def look(self) -> None:
        """All look about: who is seen by whom holds until the next look."""
        self.looks = object()
        stirred, self._survey.stirred = self._survey.stirred, set()
        # put by, because he may ride on before the next look, and nobody sees that
        self._leaders_at = {leader.id: leader.position for leader in self._fight.leaders.values()}
        posts = [(leader.id, leader.position) for leader in self._posts()]
        if self.seen and len(stirred) <= _FEW and self._last_posts and self._only_by_places():
            units = sorted(unit for unit in stirred if self._fight.units[unit].where == "table")
            self._look_again(units, self._ridden(posts, units))
            return
        self._last_posts = posts
        self._leaders_seen.clear()
        indoors = self._survey.rules.indoors
        self._indoors = {unit.id for unit in self._fight.units.values() if unit.where == "table" and indoors(unit)}
        self._by_leaders = {} if self.rules.blind else self._from_posts()
        super().look()

    def eyes(self, seat: str) -> tuple[str, ...]:
        """The units on the table by which a seat sees: its own. The same object as long as they are the same units."""
        if not self._eyes:
            units = self._fight.units
            self._eyes = {
                each.id: tuple(unit for unit in self.commanded(each.id) if units[unit].where == "table")
                for each in self._seating.seats
            }
        return self._eyes[seat]

    def commanded(self, seat: str) -> tuple[str, ...]:
        """All units of a seat, wherever they are, in the order of the roster."""
        if not self._commanded:
            found: dict[str, list[str]] = {each.id: [] for each in self._seating.seats}
            for unit in self._fight.units:
                found[self._fight.seat_of(unit)].append(unit)
            self._commanded = {each: tuple(units) for each, units in found.items()}
        return self._commanded[seat]

    def leader_at(self, leader: str) -> Point:
        """Where others saw a leader at the last look."""
        return self._leaders_at.get(leader, self._fight.leaders[leader].position)

    # -- what a seat knows

    def knows(self, seat: str, who: str) -> bool:
        """Whether a seat can make out a unit or leader; what is nobody's id is known to all."""
        if who in self._fight.leaders:
            return self._seating.seat_of(who) == seat or self._leader_seen(seat, who)
        if who not in self._fight.units:
            return True
        return self._fight.seat_of(who) == seat or who in self.seen_by(seat)

    def called(self, seat: str, who: str) -> str:
        """What a seat calls a unit that it sees but cannot name; nothing where it knows who it is."""
        if not self.rules.strangers:
            return ""
        now, side = self._fight.units.get(who), self._seating.side_of(seat)
        return self.rules.likeness(now, side) if now is not None and now.side != side else ""

    def unidentified(self, seat: str) -> tuple[str, ...]:
        """Ids that would tell a seat who the units of others are that it cannot name."""
        if not self.rules.strangers:
            return ()
        side = self._seating.side_of(seat)
        others = (unit for unit in self._fight.units.values() if unit.side != side)
        units = [unit.id for unit in others if self.rules.likeness(unit, side)]
        return (*units, *self.rules.betraying(units))

    # -- what changes

    def recount(self) -> None:
        """Other units are on the table than before, or somebody else's."""
        self.looks = object()
        self._eyes, self._commanded = {}, {}
        self._last_posts = []

    def restarted(self) -> None:
        """Another world: nobody has looked about in it yet."""
        super().restarted()
        self.looks = object()
        self._eyes, self._commanded = {}, {}
        self._last_posts = []
        self._leaders_at = {}
        # lines of sight by the ground stay: they hang on places alone, not on the world
        self._leaders_seen.clear()

    # -- how it is worked out

    def _units_seen(self, seat: str) -> frozenset[str]:
        """Lines of sight by the ground are answered for all at once; only what is left is asked one by one."""
        if self.rules.blind:
            return frozenset()
        own, units, far = self.eyes(seat), self._fight.units, self._survey.rules.far_sighted
        plainly = self._survey.in_plain_sight(own) | self._by_leaders.get(seat, set()) if far else set()
        searched_for = self._searching(seat)
        side, mine, found = self._seating.side_of(seat), set(own), []
        for other in units.values():
            if other.where != "table" or other.id in mine or self.rules.hidden(other, side):
                continue
            if other.id in plainly or searched_for(other.id):
                found.append(other.id)
        return frozenset(found)

    def _searching(self, seat: str) -> Callable[[str], bool]:
        """Whether a seat sees a unit that is not in plain sight."""
        survey, terms, own = self._survey, self._survey.rules, self.eyes(seat)
        far = terms.far_sighted
        # in clear air all that is left to ask about is who looks out of a window, or into one
        searching = [eye for eye in own if eye in self._indoors] if far else own
        sees = terms.looks_out if far else survey.sees
        posts = [leader.position for leader in self._posts() if self._seating.seat_of(leader.id) == seat]
        mine = set(own)

        def found(other: str) -> bool:
            indoors, last = other in self._indoors, self._spotters.get((seat, other), "")
            if not far and last in mine and sees(last, other):
                return True
            spotter = next((eye for eye in (own if indoors else searching) if sees(eye, other)), "")
            self._spotters[seat, other] = spotter
            if spotter:
                return True
            return (indoors or not far) and any(survey.point_sees(at, other) for at in posts)

        return found

    # -- one unit has moved, all others stand as they stood

    def _only_by_places(self) -> bool:
        """Whether who sees whom hangs on nothing but where units and leaders stand."""
        own, base, terms = type(self.rules), KnowledgeRules, self._survey.rules
        usual = own.hidden is base.hidden and own.makes_out is base.makes_out and own.blind is base.blind
        return usual and terms.far_sighted and not terms.farthest and not terms.troops_block

    def _ridden(self, posts: list[tuple[str, Point]], units: Sequence[str]) -> set[str]:
        """Seats with leaders who stand elsewhere than at the last look; what leaders see is looked at anew for them."""
        if posts == self._last_posts:
            return set()
        others = set(posts).symmetric_difference(self._last_posts)
        self._last_posts = posts
        for unit in units:
            self._indoors_now(unit)
        self._by_leaders = self._from_posts()
        return {self._seating.seat_of(leader) for leader, _ in others}

    def _indoors_now(self, unit: str) -> bool:
        indoors = self._survey.rules.indoors(self._fight.units[unit])
        (self._indoors.add if indoors else self._indoors.discard)(unit)
        return indoors

    def _look_again(self, units: Sequence[str], ridden: set[str]) -> None:
        """What a few units see and the leaders of some seats, and who sees those units: all else is as it was."""
        for unit in units:
            seats = set() if self._indoors_now(unit) else self._leaders_who_see(unit)
            for each in self._seating.seats:
                seen_so = self._by_leaders.setdefault(each.id, set())
                (seen_so.add if each.id in seats else seen_so.discard)(unit)
        whose = {unit: self._fight.seat_of(unit) for unit in units}
        for seat in self.seen:
            mine = [unit for unit in units if whose[unit] == seat]
            if mine or seat in ridden:
                self.seen[seat] = self._units_seen(seat)
                self._leaders_again(seat, mine)
                continue
            for unit in units:
                if self._sees_now(seat, unit) is not (unit in self.seen[seat]):
                    self.seen[seat] ^= {unit}

    def _sees_now(self, seat: str, unit: str) -> bool:
        if unit in self._by_leaders[seat] or self._survey.in_sight_of(unit, self.eyes(seat)):
            return True
        return self._searching(seat)(unit)

    def _leaders_who_see(self, unit: str) -> set[str]:
        """Seats with leaders who have a line of sight to a unit in the open."""
        posts = self._posts()
        rows = self._survey.lines_from([leader.position for leader in posts], [unit]) if posts else []
        return {self._seating.seat_of(leader.id) for leader, (seen,) in zip(posts, rows, strict=True) if seen}

    def _leaders_again(self, seat: str, units: Sequence[str]) -> None:
        """Which leaders a seat makes out now that some of its units stand elsewhere."""
        for key, seen in list(self._leaders_seen.items()):
            who, leader, place = key
            if who != seat:
                continue
            if place != self.leader_at(leader) or (seen and self._witnesses[seat, leader] in units):
                del self._leaders_seen[key]
                continue
            witness = None if seen else next((unit for unit in units if self._survey.point_sees(place, unit)), None)
            if witness is not None:
                self._witnesses[seat, leader] = witness
                self._leaders_seen[key] = True

    def _posts(self) -> list[L]:
        return [leader for leader in self._fight.leaders.values() if leader.where == "table"]

    def _from_posts(self) -> dict[str, set[str]]:
        """Units in the open to which leaders have a line of sight, by seat. Nothing where the air matters."""
        terms = self._survey.rules
        posts = self._posts() if terms.far_sighted else []
        open_ground = (
            unit for unit in self._fight.units.values() if unit.where == "table" and unit.id not in self._indoors
        )
        units = [unit.id for unit in open_ground] if posts else []
        if not units:
            return {}
        spots = [leader.position for leader in posts]
        # who hides whom can change while all look from the same places, so it is remembered only by the ground
        rows = self._survey.lines_from(spots, units) if terms.troops_block else self._lines(spots, units)
        found: dict[str, set[str]] = {}
        for leader, row in zip(posts, rows, strict=True):
            found.setdefault(self._seating.seat_of(leader.id), set()).update(compress(units, row))
        return found

    def _lines(self, spots: Sequence[Point], units: Sequence[str]) -> list[list[int]]:
        """Lines of sight from posts to units: most stand where they stood at the last look, and those are asked anew
        who do not."""
        eyes = [self._survey.body(unit).eye for unit in units]
        moved = [i for i, eye in enumerate(eyes) if eye not in self._eyes_asked]
        # past half of them, everything anew is less to do
        if not self._lines_of or 2 * len(moved) > len(units):
            self._lines_of = {}
            moved = list(range(len(units)))
        asked = [units[i] for i in moved]
        fresh = [spot for spot in dict.fromkeys(spots) if spot not in self._lines_of]
        for spot, row in zip(fresh, self._survey.lines_from(fresh, units) if fresh else (), strict=True):
            self._lines_of[spot] = dict(zip(eyes, row, strict=True))
        known = [spot for spot in dict.fromkeys(spots) if spot not in fresh] if asked else []
        for spot, row in zip(known, self._survey.lines_from(known, asked) if known else (), strict=True):
            self._lines_of[spot].update(zip((eyes[i] for i in moved), row, strict=True))
        # posts that nobody stands on any more are forgotten
        self._lines_of = {spot: self._lines_of[spot] for spot in spots}
        self._eyes_asked = set(eyes)
        return [[self._lines_of[spot][eye] for eye in eyes] for spot in spots]

    def _leader_seen(self, seat: str, leader: str) -> bool:
        """As everything that is seen, it holds until the next look: where he rides while orders are given in secret is
        not seen before."""
        who = self._fight.leaders[leader]
        if who.where != "table" or self.rules.blind:
            return False
        place = self.leader_at(leader)
        key = seat, leader, place
        if key not in self._leaders_seen:
            self._leaders_seen[key] = self._made_out(seat, who, place)
        return self._leaders_seen[key]

    def _made_out(self, seat: str, who: L, place: Point) -> bool:
        eyes = self.eyes(seat)
        last = self._witnesses.get((seat, who.id))
        first = [last] if last is not None and last in eyes else []
        for eye in (*first, *eyes):
            if self.rules.makes_out(eye, who, place) and self._survey.point_sees(place, eye):
                self._witnesses[seat, who.id] = eye
                return True
        return False
