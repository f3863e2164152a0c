"""The ground a unit covers in each formation, in paces: the geometry that maps, sight and movement share."""

from __future__ import annotations

from typing import Literal

from grognard.kernel.errors import BadInput

from . import batteries, foot, horse
from .foot import PERIOD, Spacing, screen
from .oob import FormationName, Interval, Unit
from .shapes import Corners, Footprint, Part, corners, placed, turned

__all__ = [
    "PERIOD", "Corners", "Footprint", "Part", "Spacing", "corners", "drawn_shape", "footprint", "formations", "placed",
    "screen", "turned",
]  # fmt: skip

DrawnShape = Literal["", "square", "knots", "posts", "swarm", "wide"]
"""How a body is drawn where its arm and its parts do not tell: it faces all round; its parts stand apart, as knots or
at posts that they hold; it has no front; it is in very loose order."""
_SHAPES: dict[str, DrawnShape] = {
    "square": "square", "open_square": "square", "closed_square": "square", "masse": "square",
    "skirmish_squares": "knots", "garrison": "posts", "irregular": "swarm", "extended_order": "wide",
}  # fmt: skip


def drawn_shape(formation: str) -> DrawnShape:
    """What a picture must know of a formation that the parts of its footprint do not show."""
    return _SHAPES.get(formation, "")


def formations(unit: Unit) -> tuple[FormationName, ...]:
    """The formations a unit can be drawn in."""
    if unit.kind == "artillery":
        return batteries.FORMATIONS
    return horse.FORMATIONS if unit.kind == "cavalry" else foot.FORMATIONS


def footprint(
    unit: Unit,
    year: int,
    formation: FormationName | None = None,
    interval: Interval | None = None,
    *,
    original: int | None = None,
    spacing: Spacing = PERIOD,
) -> Footprint:
    """What a unit covers in a formation, its own if none is named.

    Losses do not narrow a unit: hand in its original strength if `unit.men` is what is left of it. The parts add up to
    `unit.men` in any case. An attack column stands at half interval unless it is told to close.
    """
    formation = formation or unit.formation
    allowed = formations(unit)
    if formation not in allowed:
        raise BadInput(f"{unit.name}: formation = {formation!r}; {unit.kind} forms {', '.join(allowed)}.")
    if unit.kind == "artillery":
        return batteries.with_guns(unit, formation)
    interval = interval or _usual_interval(unit, formation)
    draw = horse.on_horse if unit.kind == "cavalry" else foot.on_foot
    return draw(unit, year, formation, interval, max(original or 0, unit.men), spacing)


def _usual_interval(unit: Unit, formation: FormationName) -> Interval:
    return "half" if formation == "attack_column" and unit.interval == "open" else unit.interval
