"""A seat's view as a situation: what its bodies are worth now, where the enemy is, what there is to win."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.commanders.appreciation import Foe, TableSpot, gap
from grognard.commanders.clusters import ARMS, HORSE, Group
from grognard.commanders.foresight.rates import Rates
from grognard.commanders.reading import KnownFoe, OwnUnit, SituationReader, remembered
from grognard.ground.units import SUB, Point

from ..checks.movement import rate_of
from ..checks.units import castings_in
from ..seat.view import Briefing, Seen, View
from ..table.ground import sheltered
from ..table.state import UnitState
from ..terms import Arm, Status, branch
from .memory import GroundMemory

STEADY: dict[Status, float] = {"steady": 1.0, "shaken": 0.75, "disordered": 0.5, "broken": 0.1}
GUN = 60.0
"""Men that a gun is worth."""
STEADY_ENOUGH = 0.3
"""Steadier than this, a unit is counted on."""
FORGOTTEN = 4
"""Turns after which an enemy that was lost from sight is left out of account."""
FOUND_GONE = 250.0
"""Paces from a unit of ours at which an enemy would be seen if he were still there."""
GUN_PACE, GETS_ON = 400.0, 0.7
"""Paces that guns make in a turn, and the part of its rate that a unit makes on the average."""


class Reader(SituationReader[View]):
    """Reads a seat's views; remembers enemies that have been seen."""

    touch, abreast = 300.0, 300.0
    gun_ranges = (540.0, 800.0)
    # about a step of a battalion for each good volley, and charges that decide at once
    rates = Rates(muskets=0.06, shot=200.0, guns=0.1, breaks=0.4, shock=0.5)

    def __init__(self, briefing: Briefing, groups: Sequence[Group], memory: GroundMemory) -> None:
        super().__init__(briefing.header, briefing.side, briefing.edges[briefing.side], briefing.ground, groups)
        self.briefing, self.memory = briefing, memory
        self.tables = briefing.rules.tables
        self.men = self.tables.number("CD-scale", "men_per_casting")
        self.known: dict[str, KnownFoe[Seen]] = {}

    def worth(self, arm: Arm, castings: int) -> float:
        """In men."""
        of = branch(arm)
        return castings * GUN if of == "artillery" else castings * self.men * (HORSE if of == "cavalry" else 1.0)

    def castings(self, unit: UnitState, steps: int) -> int:
        """Castings, or tubes, in so many steps of a unit."""
        return castings_in(self.tables, branch(unit.arm), steps)

    def last(self, view: View) -> int:
        """As it was agreed."""
        return view.turns or self.briefing.header.victory.length_turns

    def sees(self, one: TableSpot, other: TableSpot) -> bool:
        """As far as the ground goes."""
        return self.memory.sees(one, other)

    # -- our own

    def beaten(self, view: View) -> list[bool]:
        """Whether they are lost or broken: an army breaks with half of its units."""
        return [unit.where in ("lost", "left") or unit.status == "broken" for unit in view.units.values()]

    def members(self, view: View, group: Group) -> list[OwnUnit]:
        """The units of a body."""
        # once, from the first view: what is lost later must count against it
        if not self.started_with:
            self.started_with = sum(
                self.worth(unit.arm, self.castings(unit, unit.starting)) for unit in view.units.values()
            )
        return [self._member(view.units[unit]) for unit in group.units]

    def _member(self, unit: UnitState) -> OwnUnit:
        listed = self.briefing.posts[unit.id].unit
        return OwnUnit(
            place=spot(unit.position),
            facing=unit.heading,
            where="here" if unit.where == "table" else "waiting" if unit.where == "waiting" else "gone",
            strength=self.worth(unit.arm, self.castings(unit, unit.steps)),
            at_start=self.worth(unit.arm, self.castings(unit, unit.starting)),
            figures=unit.starting,
            steadiness=STEADY[unit.status],
            formed=STEADY[unit.status] > STEADY_ENOUGH,
            pace=self._pace(unit.arm),
            fighting=unit.firefight,
            fixed=listed.formation == "garrison",
            due=listed.arrival.turn if listed.arrival and unit.where == "waiting" else 0,
        )

    def _pace(self, arm: Arm) -> float:
        return GUN_PACE if arm == "artillery" else GETS_ON * rate_of(self.tables, arm, "column")

    # -- the enemy

    def foes(self, view: View) -> Iterable[Foe]:
        """Those in sight, and those remembered where they were last seen."""
        for seen in view.seen.values():
            if seen.side != view.side:
                self.known[seen.id] = KnownFoe(seen, view.turn)
        posts = [spot(unit.position) for unit in view.units.values() if unit.where == "table"]

        def found_gone(foe: KnownFoe[Seen]) -> bool:
            at = spot(foe.seen.position)
            return any(gap(post, at) <= FOUND_GONE for post in posts)

        # those who were wavering are forgotten sooner
        for foe, age in remembered(self.known, view.turn, found_gone, lambda foe: FORGOTTEN * STEADY[foe.seen.status]):
            yield self._foe(foe.seen, age)

    def _foe(self, seen: Seen, age: int) -> Foe:
        return Foe(
            id=seen.id,
            arm=ARMS[branch(seen.arm)],
            strength=self.worth(seen.arm, seen.castings),
            place=spot(seen.position),
            facing=seen.heading,
            steadiness=STEADY[seen.status],
            age=age,
            guarded=seen.formation == "square" or sheltered(self.memory.cover(seen.position)),
        )


def spot(position: Point) -> TableSpot:
    """A place in paces."""
    return position[0] / SUB, position[1] / SUB
