"""A seat's view as a situation: what its bodies are worth now, where the enemy is, what there is to win."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.commanders import clusters
from grognard.commanders.appreciation import Foe, TableSpot, gap
from grognard.commanders.clusters import ARMS, HORSE, Group, Member
from grognard.commanders.reading import KnownFoe, OwnUnit, SituationReader, remembered

from ..seat.view import Briefing, SeenUnit, View
from ..table.ground import cover_of
from ..table.state import UnitState
from ..terms import Branch, Size, branch, dispersed
from .table import KnownTable, spot

MEN: dict[Branch, dict[Size, float]] = {
    "infantry": {"tiny": 150.0, "small": 350.0, "standard": 600.0, "large": 900.0},
    "cavalry": {"tiny": 120.0, "small": 250.0, "standard": 400.0, "large": 600.0},
    "artillery": {"tiny": 2.0, "small": 4.0, "standard": 6.0, "large": 8.0},
}
"""Men, or guns, of units by their size, about."""
GUN = 60.0
"""Men that a gun is worth."""
WEARS = 0.5
"""The part of its worth that a unit has lost when it is shaken."""
FORGOTTEN = 4
"""Turns after which an enemy that was lost from sight is left out of account."""
FOUND_GONE = 200.0
"""Paces from a unit of ours at which an enemy would be seen if he were still there."""
PACE: dict[Branch, float] = {"infantry": 230.0, "cavalry": 340.0, "artillery": 200.0}
"""Paces that units make in a turn, on the average of orders obeyed and not."""
MOST, APART = 5, 400.0
"""Units in a body at most, and paces between neighbours of one body at most."""


def grouped(briefing: Briefing) -> tuple[Group, ...]:
    """All bodies of a seat: units of one brigade and arm that stand or arrive together."""
    members = (Member(post.unit, post.brigade, clusters.arm_of(post.unit.arm)) for post in briefing.posts.values())
    return clusters.grouped(members, MOST, APART)


class GuardedFoe(KnownFoe[SeenUnit], frozen=True):
    """What a seat remembers of an enemy, with whether he stood in a square or behind walls."""

    guarded: bool


class Reader(SituationReader[View]):
    """Reads a seat's views; remembers enemies that have been seen."""

    touch, abreast = 200.0, 170.0
    gun_ranges = (360.0, 720.0)
    # on the ladder, plans tried in the mind did worse than rules of thumb: how far a brigade gets hangs on its orders
    rates = None

    def __init__(self, briefing: Briefing, groups: Sequence[Group], b: KnownTable) -> None:
        super().__init__(briefing.header, briefing.side, briefing.edges[briefing.side], briefing.ground, groups)
        self.briefing, self.b = briefing, b
        self.known: dict[str, GuardedFoe] = {}

    def last(self, view: View) -> int:
        """As it was agreed."""
        return view.turns or self.briefing.header.victory.length_turns

    def sees(self, one: TableSpot, other: TableSpot) -> bool:
        """As far as the ground goes."""
        return self.b.sees_from(one, other)

    # -- our own

    def beaten(self, view: View) -> list[bool]:
        """Whether they are gone or shaken."""
        return [unit.where in ("lost", "left") or _shaken(view, unit) for unit in view.units.values()]

    def members(self, view: View, group: Group) -> list[OwnUnit]:
        """The units of a body."""
        if not self.started_with:
            # once, from the first view: what is lost later must count against it
            self.started_with = sum(worth(unit, fresh=True) for unit in view.units.values())
        return [self._member(view, view.units[unit]) for unit in group.units]

    def _member(self, view: View, unit: UnitState) -> OwnUnit:
        listed = self.briefing.posts[unit.id].unit
        steady = _steadiness(_shaken(view, unit), unit.disordered)
        return OwnUnit(
            place=spot(unit.position),
            facing=unit.heading,
            where="here" if unit.where == "table" else "waiting" if unit.where == "waiting" else "gone",
            strength=worth(unit),
            at_start=worth(unit, fresh=True),
            figures=round(worth(unit, fresh=True)),
            steadiness=steady,
            formed=steady > 0.4,
            pace=PACE[branch(unit.arm)],
            fighting=any(unit.id in (each.charger, each.target) for each in view.contacts.values()),
            loose=dispersed(unit.formation),
            fixed=listed.formation == "garrison",
            due=listed.arrival.turn if listed.arrival and unit.where == "waiting" else 0,
        )

    # -- the enemy

    def foes(self, view: View) -> Iterable[Foe]:
        """Those in sight, and those remembered where they were last seen."""
        for seen in view.seen.values():
            if seen.side != view.side:
                square = seen.formation == "square"
                guarded = square or cover_of(self.b, seen.id) == "building"
                self.known[seen.id] = GuardedFoe(seen, view.turn, guarded)
        posts = [spot(unit.position) for unit in view.units.values() if unit.where == "table"]

        def found_gone(foe: GuardedFoe) -> bool:
            at = spot(foe.seen.position)
            return any(gap(post, at) <= FOUND_GONE for post in posts)

        for foe, age in remembered(self.known, view.turn, found_gone, lambda _: FORGOTTEN):
            yield self._foe(foe, age)

    def _foe(self, known: GuardedFoe, age: int) -> Foe:
        seen = known.seen
        return Foe(
            id=seen.id,
            arm=ARMS[branch(seen.arm)],
            strength=worth(seen),
            place=spot(seen.position),
            facing=seen.heading,
            steadiness=_steadiness(seen.shaken, seen.disordered),
            age=age,
            guarded=known.guarded,
        )


def worth(unit: UnitState | SeenUnit, *, fresh: bool = False) -> float:
    """What a unit is worth, in men."""
    of = branch(unit.arm)
    men = MEN[of][unit.size] * (GUN if of == "artillery" else HORSE if of == "cavalry" else 1.0)
    # an enemy's stamina is not known: three is usual
    usual = unit.stamina if isinstance(unit, UnitState) else max(3, unit.casualties)
    return men if fresh else men * (1 - WEARS * min(1.0, unit.casualties / usual))


def _shaken(view: View, unit: UnitState) -> bool:
    brigade = view.brigades.get(unit.brigade)
    return unit.casualties >= unit.stamina or (brigade is not None and brigade.morale == "broken")


def _steadiness(shaken: bool, disordered: bool) -> float:
    return (0.3 if shaken else 1.0) * (0.75 if disordered else 1.0)
