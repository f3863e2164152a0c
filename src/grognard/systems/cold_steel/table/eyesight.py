"""What Cold Steel says about bodies and sight: fronts, contact, what hides troops, men in buildings."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from grognard.ground.relations import Body
from grognard.ground.sight import Crest, SightRules
from grognard.ground.units import Point, to_sub
from grognard.kernel.ruleset import Ruleset
from grognard.miniatures.survey import Survey
from grognard.miniatures.survey_rules import SurveyRules

from ..checks.setting_up.measures import reach
from .air import Air
from .bodies import Enrolled, body_of
from .state import UnitState, World
from .windows import at_the_windows, window

FAR = 20_000
"""Paces to an enemy when there is none: the farthest that the checks know."""
LONGEST = 400
"""Paces that no unit reaches from the middle of its front."""


class Overlooked(Enrolled, Protocol):
    """The part of a battlefield that these rules look at."""

    world: World
    air: Air
    survey: Survey[UnitState]


class Eyesight(SurveyRules[UnitState]):
    """Cold Steel's rules for a survey; it measures in paces."""

    # a change of any other field leaves a unit's body and sight as they were, and what was kept of them
    shape_fields = frozenset(("position", "heading", "formation", "interval", "where", "wings"))
    far = FAR
    longest = to_sub(LONGEST)

    def __init__(self, b: Overlooked) -> None:
        t = b.rules.tables
        self._b = b
        self.contact = to_sub(reach(t, "P3"))  # no farther apart, units see each other (CS-1.2)
        # within which enemies can threaten: there any stand's line of sight counts, not one for a unit
        self.stand_to_stand = to_sub(max(t.number("CS-1.8a", arm) for arm in ("infantry", "cavalry")))
        self._looks: dict[tuple[str, str], tuple[Body, Body, bool]] = {}

    @property
    def sight(self) -> SightRules:
        """What of the ground hides troops."""
        return sight_rules(self._b.rules)

    def body(self, unit: UnitState) -> Body:
        """The ground that a unit covers."""
        return body_of(self._b, unit)

    def all_front(self, unit: UnitState) -> bool:
        """Squares and irregulars have only fronts (CS-1.8a)."""
        return unit.formation in ("open_square", "closed_square", "irregular", "garrison")

    @property
    def far_sighted(self) -> bool:
        """Whether nothing in the air limits sight."""
        return self._b.air.far_sighted

    @property
    def farthest(self) -> int:
        """What the scenario says of sight, in paces."""
        return self._b.world.sight

    def clear_enough(self, distance: int, *units: str) -> bool:
        """Whether one sees so many paces in this weather."""
        return self._b.air.clear_enough(distance, *units)

    def indoors(self, unit: UnitState) -> bool:
        """A garrison stands at the windows of what it holds."""
        return unit.formation == "garrison"

    def looks_out(self, one: str, other: str) -> bool:
        """Whether two units see each other because one of them looks out of what it holds."""
        survey = self._b.survey
        if not (self.indoors(survey.units[one]) or self.indoors(survey.units[other])):
            return False
        mine, theirs, known = survey.body(one), survey.body(other), self._looks.get((one, other))
        # a body is made anew when its unit changes: while both are the same, so is what they see
        if known is None or known[0] is not mine or known[1] is not theirs:
            known = self._looks[one, other] = mine, theirs, at_the_windows(survey, one, other)
        return known[2]

    def window(self, unit: UnitState, toward: Point) -> Point:
        """Whence a unit looks toward a place."""
        return window(self._b.survey, unit.id, toward)


# read once: the file does not change while a battle runs
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
