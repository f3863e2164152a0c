"""Men in buildings: a garrison stands at the windows and hedges of what it holds, sees out of it and is seen there."""

from __future__ import annotations

from grognard.ground.units import Point
from grognard.miniatures.survey import Survey
from grognard.miniatures.windows import edge_toward

from .state import UnitState

HELD = ("building", "village", "town")
"""What a garrison can hold."""


def at_the_windows(survey: Survey[UnitState], one: str, other: str) -> bool:
    """Whether two units see each other because one of them looks out of what it holds; enemies near by, if any stand
    of the one does."""
    units = survey.units
    if survey.glance(window(survey, one, survey.middle(other)), window(survey, other, survey.middle(one))):
        return True
    # far off, or among friends, one line of sight for the unit is enough
    if units[one].side == units[other].side or survey.gap(one, other) > survey.rules.stand_to_stand:
        return False
    # sorted: which line is looked along first must not hang on the order of a set
    return any(survey.glance(*line) for line in sorted(_lines(survey, one, other)))


def _lines(survey: Survey[UnitState], one: str, other: str) -> set[tuple[Point, Point]]:
    """Lines of sight from the windows and stands of one unit to those of another, the same from either."""
    lines = set()
    for here in survey.body(one).lookouts:
        for there in survey.body(other).lookouts:
            ends = window(survey, one, there, here), window(survey, other, here, there)
            # the same line from either end: who sees is seen
            lines.add((min(ends), max(ends)))
    return lines


def window(survey: Survey[UnitState], unit: str, toward: Point, stand: Point | None = None) -> Point:
    """Whence a unit looks toward a place: its front, or a stand of it, or for a garrison the edge of what it holds on
    that side."""
    if survey.units[unit].formation != "garrison":
        return stand or survey.body(unit).eye
    return edge_toward(survey.ground, survey.middle(unit), toward, HELD)
