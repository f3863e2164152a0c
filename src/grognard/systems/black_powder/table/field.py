"""A Black Powder battle as its procedures see it: units on open ground, who commands them, who fights whom."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

from grognard.battle.events import Event, Set
from grognard.battle.fight import Seat
from grognard.battle.posts import Chain
from grognard.battle.special.effects import worth_in
from grognard.ground.features import WOODS, AreaFeature
from grognard.ground.field import Field as Ground
from grognard.ground.relations import Body, on_right, zone
from grognard.ground.relations import Zone as Quarter
from grognard.ground.shapes import distance_to_line
from grognard.ground.sight import SightRules
from grognard.ground.units import Point
from grognard.kernel.checks import implements
from grognard.kernel.ruleset import Ruleset
from grognard.kernel.tables import Tables
from grognard.miniatures.fights import TableFight
from grognard.miniatures.knowledge import KnowledgeRules
from grognard.miniatures.motion.neighbours import Neighbour
from grognard.miniatures.survey_rules import SurveyRules
from grognard.scenarios.model import Scenario

from ..checks.measures import switched
from ..terms import Branch, Formation, Special, Switch, Zone, branch, dispersed
from . import bodies
from .state import Brigade, Contact, LeaderState, UnitState, World

MOST_INCHES = 400
"""Distances that facts know; farther off is as far."""
DEEP_WOODS = "heavy_woods"
"""What the rules call woods; the field's light woods are their light woods, orchards and the like."""


@implements("BP-WOODS-6", "BP-WOODS-11")
def sight_rules(t: Tables, inch: int) -> SightRules:
    """How far one sees into or through woods; buildings hide what is behind them. Troops in the way are looked at where
    somebody shoots or charges (facts/bearings)."""
    woods = {
        DEEP_WOODS: inch * t.number("BP-WOODS-6", "sight"),
        "light_woods": inch * t.number("BP-WOODS-11", "sight"),
    }
    return SightRules({**woods, "village": inch, "town": inch, "building": inch}, Fraction(1, 3))


class PowderSurveyRules(SurveyRules[UnitState]):
    """Stands on their bases; inches of the rules; woods hide who is deep in them."""

    shape_fields = frozenset(("position", "heading", "formation", "where"))

    def __init__(self, b: PowderField) -> None:
        self.b = b
        reduced = switched(b.rules.tables, "measuring_66")
        self.measure = bodies.inch(b.rules.tables, reduced=reduced)
        self.contact = self.measure
        self.far = MOST_INCHES

    @property
    def sight(self) -> SightRules:
        """What the ground hides."""
        return sight_rules(self.b.rules.tables, self.measure)

    def body(self, unit: UnitState) -> Body:
        """The ground it covers."""
        return bodies.shape(self.b.rules.tables, unit).at(unit.position, unit.heading)

    @implements("BP-UNIT-4", "BP-FLANK-2")
    def all_front(self, unit: UnitState) -> bool:
        """Squares and skirmish companies have neither flanks nor rear."""
        return unit.formation in ("square", "skirmish")

    @property
    def far_sighted(self) -> bool:
        """Who is deep in woods is not seen from afar; where there are none, everybody is."""
        return not self.b.wooded and not self.b.sight_limit

    @property
    def farthest(self) -> int:
        """What a special rule of the battle says."""
        return self.b.sight_limit

    @property
    def sight_hangs_on(self) -> int:
        """Who is deep in woods is so by where he stands; beside that there is what a special rule says."""
        return self.b.sight_limit

    @implements("BP-WOODS-6", "BP-WOODS-7")
    def clear_enough(self, distance: int, *units: str) -> bool:
        """Whoever stands in woods sees and is seen no farther than a little way, unless he is close to their edge."""
        if 0 < self.b.sight_limit < distance:
            return False
        if distance <= self.b.t.number("BP-WOODS-6", "sight"):
            return True
        return not any(self.b.deep_in_woods(unit) for unit in units)


class PowderField(TableFight[World, UnitState, LeaderState]):
    """What procedures work with."""

    special_worth = worth_in(Path(__file__).parents[1])

    def __init__(
        self, scenario: Scenario, seats: tuple[Seat, ...], rules: Ruleset, world: World, chain: Chain, ground: Ground
    ) -> None:
        self._woods = tuple(area for area in ground.areas if area.kind == DEEP_WOODS)
        super().__init__(scenario, seats, rules, world, chain, ground, PowderSurveyRules, lambda _: KnowledgeRules())
        self.ways: dict[Any, tuple[list[Neighbour], Any]] = {}
        """Ways that were laid, each with those about it at the time: asked for again when an order is judged, spoken
        and carried out."""

    def on(self, switch: Switch) -> bool:
        """Whether a draft is played."""
        return switched(self.t, switch)

    # -- who commands

    def brigade_of(self, unit: str) -> Brigade:
        """The brigade of a unit."""
        return self.world.brigades[self.world.units[unit].brigade]

    def commander_of(self, unit: str) -> LeaderState:
        """The commander of a unit's brigade."""
        return self.world.leaders[self.brigade_of(unit).leader]

    def under(self, leader: str) -> tuple[str, ...]:
        """All units that a commander may order: those of his brigade, or of all the brigades under him."""
        return self.seating.chain.leaders[leader].units

    def name(self, who: str) -> str:
        """What a unit, a leader or a brigade is called."""
        return self.world.brigades[who].name if who in self.world.brigades else super().name(who)

    # -- units

    def branch(self, unit: str) -> Branch:
        """Foot, horse or guns."""
        return branch(self.world.units[unit].arm)

    def has(self, unit: str, special: Special) -> bool:
        """Whether it has a special rule."""
        return special in self.world.units[unit].special

    def formed(self, unit: str) -> bool:
        """Foot or horse that is not dispersed (BP-UNIT-4)."""
        now = self.world.units[unit]
        return branch(now.arm) != "artillery" and not dispersed(now.formation)

    @implements("BP-STATE-1", "BP-BRIG-4")
    def shaken(self, unit: str) -> bool:
        """Whether it has as many casualties as stamina, or counts as shaken because its brigade is broken."""
        now = self.world.units[unit]
        # the draft has other effects for a broken brigade
        broken = self.world.brigades[now.brigade].morale == "broken" and not self.on("brigade_morale_v2")
        return now.casualties >= now.stamina or broken

    # -- who fights whom

    def contacts_of(self, unit: str) -> list[Contact]:
        """The contacts in which a unit stands."""
        return [each for each in self.world.contacts.values() if unit in (each.charger, each.target)]

    def in_combat(self, unit: str) -> bool:
        """Whether it fights hand-to-hand."""
        return any(unit in (each.charger, each.target) for each in self.world.contacts.values())

    def opponents(self, unit: str) -> list[str]:
        """The enemies with whom it is in contact, in the order in which they came."""
        return [each.target if each.charger == unit else each.charger for each in self.contacts_of(unit)]

    # -- measures: inches of the rules, reduced or not, a fraction counting as the next

    @property
    def inch(self) -> int:
        """Sixteenths of a pace in an inch of the rules, as it is measured in this battle."""
        return self.survey.rules.measure

    def sub(self, inches: float) -> int:
        """Inches of the rules in sixteenths of a pace."""
        return round(inches * self.inch)

    def inches(self, one: str, other: str) -> int:
        """Between the nearest points of two units."""
        return min(MOST_INCHES, self.survey.distance(one, other))

    def nearest_enemy(self, unit: str) -> tuple[str, int]:
        """The nearest enemy on the table and how far it is; "" and `MOST_INCHES` if there is none."""
        return self.survey.nearest_enemy(unit)

    @implements("BP-MEAS-1", "BP-CMD-3")
    def staff_inches(self, leader: str, unit: str) -> int:
        """Full inches from a commander to a unit, the fraction dropped; the reduced scale does not touch them."""
        if self.world.leaders[leader].attached == unit:
            # he who is with it is heard in any case
            return 0
        body, place = self.survey.body(unit), self.world.leaders[leader].position
        apart = min(distance_to_line(place, (*part, part[0])) for part in body.parts)
        # whole steps count here, so the fraction is dropped; and the full inch, never the reduced one
        return min(MOST_INCHES, apart // bodies.inch(self.t))

    # -- zones

    @implements("BP-UNIT-4")
    def zone_of(self, unit: str, spot: Point) -> Zone:
        """On which side of a unit a place lies: lines go out from its corners at 45 degrees."""
        if self.survey.all_front(unit):
            return "front"
        frame = self.survey.body(unit).frame
        found = zone(frame, spot, self.survey.rules.half_front)
        if found is Quarter.FLANK:
            return "right_flank" if on_right(frame, spot) else "left_flank"
        return "front" if found is Quarter.FRONT else "rear"

    def zone(self, unit: str, other: str) -> Zone:
        """In which zone of a unit another stands: where the middle of its front edge is."""
        # a unit's position is the middle of its front edge
        return self.zone_of(unit, self.world.units[other].position)

    # -- woods, which half the rules ask about

    def in_woods(self, unit: str) -> bool:
        """Whether the middle of its ground lies in woods, light ones not meant."""
        return self.woods_at(self.survey.middle(unit))

    def woods_at(self, spot: Point) -> bool:
        """Whether a place lies in woods."""
        return any(area.kind == DEEP_WOODS for area in self.ground.areas_at(spot))

    def light_woods_at(self, spot: Point) -> bool:
        """Whether a place lies in light woods."""
        kinds = {area.kind for area in self.ground.areas_at(spot)}
        return "light_woods" in kinds and DEEP_WOODS not in kinds

    @property
    def wooded(self) -> bool:
        """Whether there are woods anywhere, light ones not meant."""
        return bool(self._woods)

    def deep_in_woods(self, unit: str) -> bool:
        """Whether it stands in woods with its front more than a little way from their edge."""
        now = self.world.units[unit]
        # kept while the unit stands there: woods do not move
        return bool(self.memo.keep(f"deep in woods {unit}", now.position, lambda: self._deep(now.position)))

    def _deep(self, spot: Point) -> bool:
        edge = self.sub(self.t.number("BP-WOODS-7", "edge"))
        around = [area for area in self._woods if area.holds(spot)]
        # deep in one wood and at the edge of another is not deep
        return bool(around) and self.woods_at(spot) and all(_from_edge(area, spot) > edge for area in around)

    # -- what changes

    def happen(self, event: Event) -> None:
        """Whenever somebody stands elsewhere or otherwise, all look about: moves are made one at a time here, and what
        is seen must not hang on who asked in between."""
        super().happen(event)
        fields = self.survey.rules.shape_fields
        # a record that is set as a whole names no fields, so all may have changed
        moved = any(each.collection == "units" and not fields.isdisjoint(each.fields or fields) for each in event.sets)
        if self.in_other_air() or moved:
            self.knowledge.look()

    def change_brigade(self, brigade: str, **fields: object) -> Set:
        """A change of a brigade, to go with an event."""
        return Set("brigades", brigade, dict(fields))

    def part(self, *units: str) -> list[Set]:
        """Every contact of these units comes to an end, to go with an event."""
        ended = [each.id for each in self.world.contacts.values() if each.charger in units or each.target in units]
        return [Set("contacts", each, None) for each in ended]


def _from_edge(area: AreaFeature, spot: Point) -> int:
    return min(distance_to_line(spot, (*ring, ring[0])) for ring in area.rings)


def any_woods(areas: Iterable[AreaFeature]) -> bool:
    """Whether any of some areas are woods, light ones too."""
    return any(area.kind in WOODS for area in areas)


def in_formation(unit: UnitState, *formations: Formation) -> bool:
    """Whether a unit stands in one of these."""
    return unit.formation in formations
