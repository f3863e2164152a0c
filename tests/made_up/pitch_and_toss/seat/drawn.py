"""The ground that a unit covers in the formation that history gives it, which it never leaves."""

from __future__ import annotations

from grognard.army.footprints import footprint
from grognard.army.oob import Unit
from grognard.battle.pictures import DrawnPart

_PARTS: dict[tuple[str, str, int], tuple[DrawnPart, ...]] = {}


def parts(unit: Unit, year: int) -> tuple[DrawnPart, ...]:
    """Its parts, to a tenth of a pace; worked out once, since nobody moves."""
    key = unit.id, unit.name, year
    if key not in _PARTS:
        _PARTS[key] = tuple(
            (round(p.x0, 1), round(p.y0, 1), round(p.x1, 1), round(p.y1, 1), p.men, p.label, p.kind)
            for p in footprint(unit, year).parts
        )
    return _PARTS[key]
