"""Units on the ground: the body that a unit in a formation covers."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from grognard.army.footprints import Footprint, Spacing, footprint
from grognard.army.oob import FormationName, Interval, Unit
from grognard.army.shapes import placed
from grognard.ground.relations import Body
from grognard.ground.units import SUB, to_sub

from .state import UnitState

if TYPE_CHECKING:
    from .battlefield import Battlefield


def body_of(b: Battlefield, now: UnitState) -> Body:
    """The ground that a unit covers now."""
    shape = shape_of(b, now, now.formation, now.interval)
    x, y = now.position[0] / SUB, now.position[1] / SUB
    quads = [tuple((to_sub(px), to_sub(py)) for px, py in corners) for corners in placed(shape, (x, y), now.heading)]
    return Body.of(quads, now.position, now.heading, to_sub(shape.width), to_sub(shape.depth))  # type: ignore[arg-type]


def shape_of(b: Battlefield, now: UnitState, formation: FormationName, interval: Interval) -> Footprint:
    """The shape of a unit in a formation. Losses do not narrow it (CS-7.1i)."""
    unit = b.entry(now.id).unit
    if now.parent:
        unit = msgspec.structs.replace(unit, id=now.id, men=max(1, now.figures * b.scale), formation=formation)
    return _shape(unit, b.year, formation, interval)


@lru_cache(4096)
def _shape(unit: Unit, year: int, formation: FormationName, interval: Interval) -> Footprint:
    return footprint(unit, year, formation, interval, spacing=Spacing())


def frontage(b: Battlefield, now: UnitState) -> int:
    """Its physical front in paces."""
    return round(shape_of(b, now, now.formation, now.interval).width)
