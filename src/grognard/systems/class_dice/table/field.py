"""A Class Dice battle as its procedures see it: units on open ground, who commands them, and who knows of whom."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from grognard.battle.events import Event, Set
from grognard.battle.fight import Seat
from grognard.battle.posts import Chain
from grognard.battle.special.effects import worth_in
from grognard.ground.features import BUILT
from grognard.ground.field import Field as Ground
from grognard.ground.relations import Body
from grognard.ground.sight import Crest, SightRules
from grognard.ground.units import SUB, Point, to_sub
from grognard.kernel.checks import implements
from grognard.kernel.ruleset import Ruleset
from grognard.kernel.tables import Tables
from grognard.miniatures.fights import TableFight
from grognard.miniatures.knowledge import KnowledgeRules
from grognard.miniatures.survey_rules import SurveyRules
from grognard.miniatures.windows import edge_toward
from grognard.scenarios.model import Scenario

from ..checks.charts import paces
from ..checks.field import all_round
from ..terms import Branch, branch
from . import bodies
from .state import DivisionState, Instructions, LeaderState, UnitState, World


@implements("CD-line-of-sight")
def sight_rules(t: Tables) -> SightRules:
    """Woods and villages hide; troops are looked at where somebody fires (facts/bearings)."""
    deep = to_sub(paces(t, t.number("CD-line-of-sight", "woods")))
    edge = to_sub(paces(t, 1)) // 2  # who stands at the rim of a village is seen
    woods = {"light_woods": deep, "heavy_woods": deep}
    # a hill hides what is behind it, not those who stand on it
    hills = Crest(to_sub(10_000), 10)
    return SightRules({**woods, "village": edge, "town": edge, "building": edge}, Fraction(1, 3), hills)


class ClassSurveyRules(SurveyRules[UnitState]):
    """Stands on their bases; woods deeper than a little hide what is behind, and so do buildings and hills."""

    shape_fields = frozenset(("position", "heading", "formation", "where", "steps", "arm"))

    def __init__(self, b: ClassField) -> None:
        self.b = b
        self.contact = to_sub(paces(b.rules.tables, 1))
        self._built = any(area.kind in BUILT for area in b.ground.areas)
        self._indoors: dict[tuple[Point, int], bool] = {}
        self._looks: dict[tuple[Point, int, Point, int], bool] = {}

    @property
    def sight(self) -> SightRules:
        """What the ground hides."""
        return sight_rules(self.b.rules.tables)

    def body(self, unit: UnitState) -> Body:
        """The ground it covers."""
        return bodies.shape(self.b.rules.tables, unit).at(unit.position, unit.heading)

    @implements("CD-line-of-sight")
    def indoors(self, unit: UnitState) -> bool:
        """Whether it stands in a village or a building: those hide what is behind them, not who holds them."""
        # ground does not change, so this stays true for ever
        key = unit.position, unit.heading
        if key not in self._indoors:
            spots = unit.position, self.b.survey.middle(unit.id)
            self._indoors[key] = self._built and any(map(self._within_walls, spots))
        return self._indoors[key]

    def _within_walls(self, spot: Point) -> bool:
        return any(area.kind in BUILT for area in self.b.ground.areas_at(spot))

    def looks_out(self, one: str, other: str) -> bool:
        """Whether two units see each other because one of them looks out of the houses it holds."""
        if not self._built:
            return False
        units = self.b.world.units
        mine, theirs = units[one], units[other]
        key = mine.position, mine.heading, theirs.position, theirs.heading
        found = self._looks.get(key)
        if found is None:
            survey, inside = self.b.survey, self.indoors(mine) or self.indoors(theirs)
            found = self._looks[key] = inside and survey.glance(
                self.window(mine, survey.middle(other)), self.window(theirs, survey.middle(one))
            )
        return found

    def window(self, unit: UnitState, toward: Point) -> Point:
        """Whence a unit looks toward a place: who is in a village, from its edge."""
        if not self.indoors(unit):
            return self.b.survey.body(unit.id).eye
        middle = self.b.survey.middle(unit.id)
        inside = middle if self._within_walls(middle) else unit.position
        # from the middle the houses that it holds would hide everything
        return edge_toward(self.b.ground, inside, toward, BUILT)

    @property
    def far_sighted(self) -> bool:
        """Unless a special rule of the battle says otherwise."""
        return not self.b.sight_limit

    @property
    def farthest(self) -> int:
        """What a special rule of the battle says."""
        return self.b.sight_limit

    @property
    def sight_hangs_on(self) -> int:
        """On that alone."""
        return self.b.sight_limit

    def clear_enough(self, distance: int, *units: str) -> bool:
        """Whether one sees so far in a fog or a storm of the battle."""
        return not self.b.sight_limit or distance <= self.b.sight_limit

    def all_front(self, unit: UnitState) -> bool:
        """Squares and general order have neither flank nor rear."""
        return all_round(self.b.rules.tables, unit.formation)


_SEEN = frozenset(("position", "heading", "where"))
"""What of a unit decides who sees it and whom it sees."""


class ClassField(TableFight[World, UnitState, LeaderState]):
    """What procedures work with."""

    special_worth = worth_in(Path(__file__).parents[1])

    def __init__(
        self, scenario: Scenario, seats: tuple[Seat, ...], rules: Ruleset, world: World, chain: Chain, ground: Ground
    ) -> None:
        super().__init__(scenario, seats, rules, world, chain, ground, ClassSurveyRules, lambda _: KnowledgeRules())

    # -- who commands

    def division_seat(self, division: str) -> str:
        """The seat that commands a division."""
        return self.seat_of(self.world.divisions[division].leader)

    def division_of(self, unit: str) -> DivisionState:
        """The division of a unit."""
        return self.world.divisions[self.world.units[unit].division]

    def name(self, who: str) -> str:
        """What a unit, leader, division or brigade is called."""
        if who in self.world.divisions:
            return self.world.divisions[who].name
        return self.world.brigades.get(who) or super().name(who)

    def instructions(self, unit: str) -> Instructions:
        """What the seat of a unit has said once for all."""
        return self.world.instructions[self.seat_of(unit)]

    def instruct(self, seat: str, **said: object) -> Set:
        """What a seat says once for all, to go with an event."""
        return Set("instructions", seat, dict(said))

    # -- units

    def branch(self, unit: str) -> Branch:
        """Foot, horse or guns."""
        return branch(self.world.units[unit].arm)

    def castings(self, unit: str) -> int:
        """Castings, or tubes, that it has left."""
        return bodies.castings(self.t, self.world.units[unit])

    def paces(self, inches: int) -> int:
        """Inches of the charts in paces."""
        return paces(self.t, inches)

    def paces_between(self, one: Point, other: Point) -> int:
        """Paces from place to place, a fraction counting as the next."""
        x, y = one[0] - other[0], one[1] - other[1]
        # negated twice: this rounds up without floating ceil
        return -int(-((x * x + y * y) ** 0.5) // SUB)

    # -- what changes

    def happen(self, event: Event) -> None:
        """Whenever somebody stands elsewhere or otherwise, all look about: moves are made one at a time here, and what
        is seen must not hang on who asked in between."""
        super().happen(event)
        # a record that is set as a whole names no fields, so all may have changed
        moved = any(each.collection == "units" and not _SEEN.isdisjoint(each.fields or _SEEN) for each in event.sets)
        if self.in_other_air() or moved:
            self.knowledge.look()

    def change_division(self, division: str, **fields: object) -> Set:
        """A change of a division, to go with an event."""
        return Set("divisions", division, dict(fields))
