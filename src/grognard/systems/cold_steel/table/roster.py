"""The roster: what never changes about units and leaders during a battle, and who commands whom."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from grognard.army.oob import Level, Side, Unit
from grognard.battle.posts import Chain, LeaderPost, Post, chain_of
from grognard.kernel.ruleset import Ruleset
from grognard.kernel.tables import Tables
from grognard.scenarios.model import Scenario

from ..muster import Mustered, commanders, muster
from ..terms import Rating
from .state import Raised

Body = Literal["division", "brigade", "column"]


class Entry(Struct, frozen=True):
    """A unit on the roster."""

    post: Post
    rated: Mustered

    @property
    def unit(self) -> Unit:
        """As the order of battle has it."""
        return self.post.unit

    @property
    def id(self) -> str:
        """Its id."""
        return self.post.unit.id

    @property
    def name(self) -> str:
        """Its name."""
        return self.post.unit.name

    @property
    def side(self) -> str:
        """Its side."""
        return self.post.side

    @property
    def leaders(self) -> tuple[str, ...]:
        """Ids of its commanders, the nearest first, the army's last."""
        return self.post.leaders

    @property
    def brigade(self) -> str:
        """The formation it stands under directly."""
        return self.post.brigade

    @property
    def regiment(self) -> str:
        """The regiment it belongs to, or nothing."""
        return self.post.regiment

    def tested_as(self, t: Tables) -> Body | None:
        """What the formation is that takes the division effectiveness test with it (CS-4.4); None if there is none.
        Only divisions test. In Module 2 armies that have none test by brigades, or by columns (CS-M2-4.4b)."""
        if self.post.in_division:
            return "division"
        # divisions elsewhere in the army: then a unit outside of any tests with nobody
        if self.post.divisions or not t.value("CS-M2-4.4b", "in_force"):
            return None
        return "column" if "column" in self.post.division.lower() else "brigade"

    def division(self, t: Tables) -> str:
        """The name of that formation, or nothing."""
        body = self.tested_as(t)
        if body is None:
            return ""
        return f"{self.side}: {self.brigade}" if body == "brigade" else self.post.division


class LeaderEntry(Struct, frozen=True):
    """A leader on the roster."""

    id: str
    name: str
    side: str
    level: Level
    rating: Rating
    formation: str
    position: tuple[float, float] | None
    aides: int
    units: tuple[str, ...]
    """All units under him."""


class Roster(Struct, frozen=True):
    """Everybody."""

    units: dict[str, Entry]
    leaders: dict[str, LeaderEntry]
    sides: dict[str, Side]
    chain: Chain


_ROSTERS: dict[tuple[int, int], tuple[Scenario, Ruleset | None, Roster]] = {}
_MOST_ROSTERS = 8


def roster_of(scenario: Scenario, rules: Ruleset | None = None) -> Roster:
    """The roster of a battle, kept for the next one like it; under some variants other troops count as irregulars."""
    key = id(scenario), id(rules)
    kept = _ROSTERS.get(key)
    if kept is None:
        if len(_ROSTERS) >= _MOST_ROSTERS:
            _ROSTERS.clear()
        # with what it was made from: while these are kept, no others can have their ids
        kept = _ROSTERS[key] = scenario, rules, _roster_of(scenario, rules)
    return kept[2]


def _roster_of(scenario: Scenario, rules: Ruleset | None) -> Roster:
    chain = chain_of(scenario)
    rated = {each.id: each for each in muster(scenario, rules)}
    ratings = {(each.side, each.name): each.rating for each in commanders(scenario)}
    return Roster(
        {unit: Entry(post, rated[unit]) for unit, post in chain.units.items()},
        {leader: _leader(post, ratings[post.side, post.name]) for leader, post in chain.leaders.items()},
        chain.sides,
        chain,
    )


def _leader(post: LeaderPost, rating: Rating) -> LeaderEntry:
    who = post.leader
    return LeaderEntry(
        post.id, post.name, post.side, post.level, rating, post.formation, who.position, who.aides, post.units
    )


def entry_of(roster: Roster, raised: Raised) -> Entry:
    """A unit of the battle as the roster would have it."""
    # rated anew, but in the chain of command where the first of its parts stood
    post = roster.units[raised.post].post
    return Entry(replace(post, unit=raised.unit), raised.rated)
