"""A Cold Steel battle as its procedures see it: units, ground, distances, sight, and who may know what."""

from __future__ import annotations

from itertools import compress
from typing import Any

from grognard.battle.events import Event
from grognard.battle.fight import Seat
from grognard.ground.field import Field
from grognard.ground.units import Point
from grognard.kernel.ruleset import Ruleset
from grognard.scenarios.model import Scenario

from ..checks.setting_up.deployment import SightingFacts
from ..checks.setting_up.measures import reach
from .agreeing import agreeing, is_plural
from .likenesses import general_name
from .roster import Roster
from .state import World, guns_of
from .survey import FAR, LONGEST, Surveyed, sight_rules

__all__ = ["FAR", "LONGEST", "Battlefield", "sight_rules"]


class Battlefield(Surveyed):
    """What the phases work with: all of it, and who of it is known to whom."""

    def __init__(
        self, scenario: Scenario, seats: tuple[Seat, ...], rules: Ruleset, world: World, roster: Roster, ground: Field
    ) -> None:
        super().__init__(scenario, seats, rules, world, roster, ground)
        self._seen: dict[str, frozenset[str]] = {}
        self._posts_asked: tuple[Any, dict[str, set[str]]] | None = None
        """Where leaders and units stood when it was last reckoned what leaders see, and what came of it."""
        self._leaders_seen: dict[tuple[str, str, Point], bool] = {}
        self._leaders_at: dict[str, Point] = {}

    def look(self) -> None:
        """All look about: who is seen by whom holds until the next look, at the start of a phase or the end of a
        quarter of movement."""
        self._leaders_seen.clear()
        self._leaders_at = {leader.id: leader.position for leader in self.world.leaders.values()}
        if self.world.phase == "deployment":  # nobody has laid anything on the table yet
            self._seen = {seat.id: frozenset() for seat in self.seats}
            return
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
        side = self._side_of(seat)
        return frozenset(
            other.id
            for other in self.on_table()
            if other.id not in mine
            and not (other.card and other.side != side)
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

    def called(self, seat: str, who: str) -> str:
        """What a seat calls a unit of the enemy that has not been near enough to be identified (CS-1.6.3a)."""
        now = self.world.units.get(who)
        if not self.world.on_cards or now is None or now.identified or now.side == self._side_of(seat):
            return ""
        return general_name(self.entry(who).unit, bool(now.parent))

    def name_then(self, who: str, turn: int) -> str:
        """His name on that turn: a leader who fell since is not called by his successor's."""
        leader = self.world.leaders.get(who)
        return self.roster.leaders[who].name if leader is not None and turn < leader.since else self.name(who)

    def polished(self, words: str, event: Event) -> str:
        """A sentence whose verbs agree with the names of units in it."""
        for name in dict.fromkeys(self.name(who) for who in event.units.values() if who in self.world.units):
            words = agreeing(words, name) if is_plural(name) else words
        return words

    def unidentified(self, seat: str) -> tuple[str, ...]:
        """Ids that would tell a seat who the enemies are that it has not identified: theirs, and of guns they left."""
        if not self.world.on_cards:
            return ()
        side = self._side_of(seat)
        units = [unit.id for unit in self.world.units.values() if not unit.identified and unit.side != side]
        left = [guns for unit in units if (guns := guns_of(unit)) in self.world.abandoned]
        return (*units, *left)

    def _side_of(self, seat: str) -> str:
        return next(each.side for each in self.seats if each.id == seat)

    def _leader_seen(self, seat: str, leader: str) -> bool:
        """As everything that is seen, it holds until the next look: where he rides while orders are given in secret is
        not seen before."""
        if self.world.leaders[leader].where != "table" or self.world.phase == "deployment":
            return False
        key = seat, leader, self.leader_at(leader)
        if key not in self._leaders_seen:
            eyes = self.eyes(seat)
            if self.world.on_cards and self._side_of(seat) != self.world.leaders[leader].side:
                # a general far off would betray which cards have troops behind them
                eyes = [eye for eye in eyes if self._makes_out(eye, key[2])]
            self._leaders_seen[key] = any(self.point_sees(key[2], eye) for eye in eyes)
        return self._leaders_seen[key]

    def _makes_out(self, eye: str, place: Point) -> bool:
        """Whether a unit is near enough to a place to make out figures there (CS-1.6.3a)."""
        if self._far_beyond(reach(self.rules.tables, "P0"), place, eye):
            return False
        facts = SightingFacts(distance=self.paces_to_point(eye, place), terrain=self.character, night=self.night)
        found: bool = self.settle("sighting", facts).on_table == "figures"
        return found

    def leader_at(self, leader: str) -> Point:
        """Where others saw a leader at the last look."""
        return self._leaders_at.get(leader, self.world.leaders[leader].position)

    def restarted(self, world: World) -> None:
        """Another world: nobody has looked about in it yet."""
        super().restarted(world)
        self._seen = {}
        self._leaders_at = {}
        self._leaders_seen.clear()
