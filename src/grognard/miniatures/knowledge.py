"""Who knows what: the units and leaders that each seat saw at the last look."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence, Set
from itertools import compress
from typing import Generic, Protocol

from grognard.battle.fight import Seat
from grognard.ground.units import Point

from .records import L, U
from .seating import Seating
from .survey import Survey

_FEW = 4
"""Units that have moved since the last look, up to which less is to do if only they are looked at again."""
_AT_ONCE = 64
"""Units that are asked at first whether they see a leader; then twice as many, and so on."""


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
    def hangs_on(self) -> Hashable | None:
        """What who sees whom hangs on besides where units and leaders stand: as long as it is equal, so is the answer.
        None where that cannot be told, so that all must look about anew."""
        own, base = type(self), KnowledgeRules
        usual = own.hidden is base.hidden and own.makes_out is base.makes_out and own.blind is base.blind
        return () if usual else None

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
        self._lines_of: dict[Point, dict[Point, int]] = {}
        """From each post of a leader to the fronts of units that were asked about: whether he sees them there."""
        self._leaders_seen: dict[tuple[str, str, Point], bool] = {}
        self._leaders_at: dict[str, Point] = {}
        self._indoors: set[str] = set()
        self._spotters: dict[tuple[str, str], str] = {}
        """Who saw a unit for a seat when they last looked about: he mostly sees it still, and is asked first."""
        self._witnesses: dict[tuple[str, str], str] = {}
        """Who made out a leader for a seat when it was last asked: he mostly does so still, and is asked first."""
        self._posts_of: dict[str, list[Point]] = {}
        """Where the leaders of each seat stand, as far as it was asked since one of them last stood elsewhere."""
        self._others_of: dict[str, tuple[str, ...]] = {}
        """Units on the table that are not a seat's own and not hidden from it, as long as they are the same ones."""
        self._last_posts: list[tuple[str, Point]] = []
        """Where leaders stood on the table at the last look; nothing if all must be looked at anew."""
        self._last_hung_on: Hashable = None
        """What else it hung on then."""
        self.looks = object()
        """Another one whenever anybody may know more or less than before: for whoever keeps what is told of it."""
        self._leader_looks: dict[str, object] = {}
        """For each seat that was asked about, another one whenever it may make out other leaders, or elsewhere."""

    # -- looking about

    def look(self) -> None:
        """All look about: who is seen by whom holds until the next look."""
        stirred, self._survey.stirred = self._survey.stirred, set()
        last_at = self._leaders_at
        # put by, because he may ride on before the next look, and nobody sees that
        self._leaders_at = {leader.id: leader.position for leader in self._fight.leaders.values()}
        posts = [(leader.id, leader.position) for leader in self._fight.leaders.values() if leader.where == "table"]
        hung_on, self._last_hung_on = self._last_hung_on, self._hangs_on()
        alike = self.seen and self._last_posts and self._last_hung_on is not None and self._last_hung_on == hung_on
        if not alike or posts != self._last_posts:
            self._posts_of = {}
        if alike and not stirred and posts == self._last_posts and last_at == self._leaders_at:
            # all stand as they stood: nobody sees more or less than before
            return
        self.looks = object()
        if not alike or last_at != self._leaders_at or posts != self._last_posts:
            self._leader_looks.clear()
        if alike and len(stirred) <= _FEW:
            units = sorted(unit for unit in stirred if self._fight.units[unit].where == "table")
            self._look_again(units, stirred.difference(units), self._ridden(posts))
            return
        self._last_posts = posts
        self._leader_looks.clear()
        self._others_of = {}
        self._leaders_seen.clear()
        indoors = self._survey.rules.indoors
        self._indoors = {unit.id for unit in self._fight.units.values() if unit.where == "table" and indoors(unit)}
        # posts that nobody stands on any more are forgotten
        self._lines_of = {spot: self._lines_of.get(spot, {}) for _, spot in posts}
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

    def leader_looks(self, seat: str) -> object:
        """Another one whenever a seat may make out other leaders than before, or elsewhere: for whoever keeps what is
        told of them. Most moves change nothing of it."""
        return self._leader_looks.setdefault(seat, object())

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

    def recount(self, *, all_anew: bool = True) -> None:
        """Other units are on the table than before, or somebody else's. All look anew, unless it is enough to look at
        those who have come or gone, of whom the survey knows."""
        self.looks = object()
        self._leader_looks.clear()
        self._eyes, self._commanded, self._others_of = {}, {}, {}
        if all_anew:
            self._last_posts = []

    def restarted(self) -> None:
        """Another world: nobody has looked about in it yet."""
        super().restarted()
        self.looks = object()
        self._leader_looks.clear()
        self._eyes, self._commanded, self._others_of = {}, {}, {}
        self._last_posts = []
        self._leaders_at = {}
        # lines of sight by the ground stay: they hang on places alone, not on the world
        self._leaders_seen.clear()

    # -- how it is worked out

    def _units_seen(self, seat: str) -> frozenset[str]:
        """Lines of sight by the ground are answered for all at once; only what is left is asked one by one."""
        if self.rules.blind:
            return frozenset()
        return self._as_before(seat, frozenset(self._sighted_among(seat, self._others(seat))))

    def _others(self, seat: str) -> tuple[str, ...]:
        """Units on the table that are not a seat's own and not hidden from it."""
        others = self._others_of.get(seat)
        if others is None:
            side, mine, hidden = self._seating.side_of(seat), set(self.eyes(seat)), self.rules.hidden
            units = self._fight.units.values()
            others = tuple([u.id for u in units if u.where == "table" and u.id not in mine and not hidden(u, side)])
            self._others_of[seat] = others
        return others

    def _as_before(self, seat: str, seen: frozenset[str]) -> frozenset[str]:
        """The same object while a seat sees the same units: whoever keeps what was worked out from it can tell."""
        before = self.seen.get(seat)
        return before if before == seen else seen

    def _sighted_among(self, seat: str, others: Sequence[str]) -> list[str]:
        """Those among others whom a seat sees."""
        lines = self._survey.in_plain_sight(self.eyes(seat), others)
        far = self._survey.rules.far_sighted
        plainly = lines | self._by_leaders(seat, others, lines) if far else set()
        # without a line in clear air all that is left to ask about is who looks out of a window, or into one
        windows = [eye for eye in self.eyes(seat) if eye in self._indoors] if self._indoors else []
        if far and not windows and self._indoors.isdisjoint(others):
            return [other for other in others if other in plainly]
        searched_for = self._searching(seat, lines, windows)
        return [other for other in others if other in plainly or searched_for(other)]

    def _by_leaders(self, seat: str, others: Sequence[str], known: Set[str]) -> set[str]:
        """Those among others, and not known, to whom leaders of a seat have a clear line."""
        posts = self._posts(seat)
        # leaders see units in the open; those indoors are seen at their windows
        rest = [other for other in others if other not in known and other not in self._indoors]
        if not rest or not posts:
            return set()
        if not self._survey.rules.troops_block:
            # most stand where they stood before, so that nobody has to be asked
            body, tables = self._survey.body, [self._lines_of.get(post, {}) for post in posts]
            told = [[table.get(eye) for table in tables] for eye in (body(other).eye for other in rest)]
            if all(1 in seen or None not in seen for seen in told):
                return {other for other, seen in zip(rest, told, strict=True) if 1 in seen}
        rows = self._lines(posts, rest)
        return {other for row in rows for other in compress(rest, row)}

    def _searching(self, seat: str, lines: Set[str], windows: Sequence[str]) -> Callable[[str], bool]:
        """Whether a seat sees a unit that is not in plain sight; `lines` are those to which one of its units has a
        clear line, if only the air lets it see so far, and `windows` those of its units who look out of one."""
        survey, terms, own = self._survey, self._survey.rules, self.eyes(seat)
        far = terms.far_sighted
        sees = terms.looks_out if far else survey.sees
        posts, mine = self._posts(seat), set(own)

        def found(other: str) -> bool:
            indoors, last = other in self._indoors, self._spotters.get((seat, other), "")
            if not far and last in mine and sees(last, other):
                return True
            asked = own if indoors or (not far and other in lines) else windows
            spotter = next((eye for eye in asked if sees(eye, other)), "")
            self._spotters[seat, other] = spotter
            if spotter:
                return True
            return (indoors or not far) and any(survey.point_sees(at, other) for at in posts)

        return found

    # -- one unit has moved, all others stand as they stood

    def _hangs_on(self) -> Hashable | None:
        """What who sees whom hangs on besides where units and leaders stand; None where all must look anew."""
        terms, air, rules = self._survey.rules, self._survey.rules.sight_hangs_on, self.rules.hangs_on
        return None if terms.troops_block or air is None or rules is None else (air, rules)

    def _ridden(self, posts: list[tuple[str, Point]]) -> set[str]:
        """Seats with leaders who stand elsewhere than at the last look; what leaders see is looked at anew for them."""
        others = set(posts).symmetric_difference(self._last_posts)
        self._last_posts = posts
        return {self._seating.seat_of(leader) for leader, _ in others}

    def _indoors_now(self, unit: str) -> None:
        indoors = self._survey.rules.indoors(self._fight.units[unit])
        (self._indoors.add if indoors else self._indoors.discard)(unit)

    def _look_again(self, units: Sequence[str], gone: Set[str], ridden: set[str]) -> None:
        """What a few units see and the leaders of some seats, and who sees those units: all else is as it was, but that
        others have gone from the table."""
        for unit in units:
            self._indoors_now(unit)
        self._indoors -= gone
        whose, far = {unit: self._fight.seat_of(unit) for unit in (*units, *gone)}, self._survey.rules.far_sighted
        for seat in self.seen:
            mine = [unit for unit in units if whose[unit] == seat]
            lost = [unit for unit in gone if whose[unit] == seat]
            if mine or lost or seat in ridden:
                self.seen[seat] = self._units_seen(seat) if far else self._seen_again(seat, units)
                self._leaders_again(seat, mine, lost)
                continue
            sighted = self._sighted_among(seat, units)
            self.seen[seat] = self._as_before(seat, self.seen[seat].difference(units, gone).union(sighted))

    def _seen_again(self, seat: str, units: Sequence[str]) -> frozenset[str]:
        """The same as `_units_seen` where some units have moved: whoever was spotted by one who has not, and has not
        moved himself, is so still."""
        if self.rules.blind:
            return frozenset()
        eyes = set(self.eyes(seat)).difference(units)
        here = self.seen[seat].intersection(self._others(seat)).difference(units)
        still = {each for each in here if self._spotters.get((seat, each)) in eyes}
        anew = self._sighted_among(seat, [other for other in self._others(seat) if other not in still])
        return self._as_before(seat, frozenset(still.union(anew)))

    def _leaders_again(self, seat: str, units: Sequence[str], gone: Sequence[str]) -> None:
        """Which leaders a seat makes out now that some of its units stand elsewhere and others have gone."""
        for key, seen in list(self._leaders_seen.items()):
            who, leader, place = key
            if who != seat:
                continue
            if place != self.leader_at(leader) or (seen and self._witnesses[seat, leader] in (*units, *gone)):
                del self._leaders_seen[key]
                self._leader_looks.pop(seat, None)
                continue
            witness = None if seen else next((unit for unit in units if self._survey.point_sees(place, unit)), None)
            if witness is not None:
                self._witnesses[seat, leader] = witness
                self._leaders_seen[key] = True
                self._leader_looks.pop(seat, None)

    def _posts(self, seat: str) -> list[Point]:
        """Where the leaders of a seat stand."""
        posts = self._posts_of.get(seat)
        if posts is None:
            leaders = (leader for leader in self._fight.leaders.values() if leader.where == "table")
            posts = [each.position for each in leaders if self._seating.seat_of(each.id) == seat]
            self._posts_of[seat] = posts
        return posts

    def _lines(self, posts: Sequence[Point], units: Sequence[str]) -> list[list[int]]:
        """Whether there is a line of sight from each post to each unit's front: most stand where they stood before, and
        only those are asked anew who do not."""
        # who hides whom can change while all look from the same places, so it is remembered only by the ground
        if self._survey.rules.troops_block:
            return self._survey.lines_from(posts, units)
        eyes = [self._survey.body(unit).eye for unit in units]
        asking: dict[tuple[int, ...], list[Point]] = {}
        for post in dict.fromkeys(posts):
            known = self._lines_of.setdefault(post, {})
            asking.setdefault(tuple(i for i, eye in enumerate(eyes) if eye not in known), []).append(post)
        for fresh, several in asking.items():
            rows = self._survey.lines_from(several, [units[i] for i in fresh]) if fresh else ()
            for post, row in zip(several, rows, strict=bool(fresh)):
                self._lines_of[post].update(zip((eyes[i] for i in fresh), row, strict=True))
        return [[self._lines_of[post][eye] for eye in eyes] for post in posts]

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
        for eye in (*first, *self._with_lines(eyes, who, place)):
            if self.rules.makes_out(eye, who, place) and self._survey.point_sees(place, eye):
                self._witnesses[seat, who.id] = eye
                return True
        return False

    def _with_lines(self, eyes: Sequence[str], who: L, place: Point) -> Iterator[str]:
        """Those near enough to make out a leader who may have a line of sight to him: asked only when they are wanted,
        and then many at once, but not all of a large army where one of the first sees him."""
        many, start = len(eyes) if self._survey.rules.troops_block else _AT_ONCE, 0
        while start < len(eyes):
            near = [eye for eye in eyes[start : start + many] if self.rules.makes_out(eye, who, place)]
            open_ground = [eye for eye in near if eye not in self._indoors]
            (row,) = self._lines([place], open_ground) if open_ground else ([],)
            seen = set(compress(open_ground, row))
            yield from (eye for eye in near if eye in seen or eye in self._indoors)
            start, many = start + many, 2 * many
