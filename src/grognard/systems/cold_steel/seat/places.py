"""Where a unit would stand quarter by quarter, as it is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.army.footprints import drawn_shape
from grognard.battle import pictures as pic
from grognard.ground.units import spot
from grognard.miniatures.drawing import parts_of

from ..maneuver.plans import Plan
from ..table.battlefield import Battlefield
from ..table.bodies import shape_of
from ..table.state import Order
from . import timeline


def along(b: Battlefield, unit: str, found: Plan, order: Order) -> Iterator[pic.Place]:
    """Its place and formation at the end of each quarter, as a plan has them."""
    now = b.unit(unit)
    for quarter, place in enumerate(found.places, start=1):
        formed = quarter >= found.quarters and not found.unfinished
        formation: Any = found.formation if formed else now.formation
        interval = order.formation.interval if formed and order.formation else now.interval
        parts = parts_of(shape_of(b, now, formation, interval).parts)
        x, y = spot(place.position)
        yield pic.Place(
            label=timeline.SCALE[quarter],
            x=x,
            y=y,
            heading=place.heading % 360,
            formation=formation,
            parts=parts,
            shape=drawn_shape(formation),
        )
