"""What officers mean to do when their seat has done: under a mission they mark their own units (CS-3.3.1a).

They are asked as they will be asked then. What they go by is what their seat can know: the enemies that it sees, the
places where it saw others last, its own missions and troops. Friends of another seat count by the chits that lay open
before this phase, for what their general writes now is his alone until all are turned over (CS-3.2p).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from msgspec.structs import replace

from grognard.battle.previews import records as pre

from .. import officers
from ..maneuver.plans import plan
from ..orders import order_text
from ..phases.command import marks
from ..table.battlefield import Battlefield
from ..table.state import Order
from . import timeline

ENDS = ("done", "mission_marks")
"""Answers of the command phase after which units that were told nothing go by their missions."""


def preview(b: Battlefield, seat: str) -> pre.Preview:
    """All of those, with their ways."""
    with _as_known(b, seat):
        found = [(unit, officers.follow(b, unit)) for unit in marks.left_to_officers(b, seat, marks.told_now(b))]
        return pre.Preview(units=tuple(_shown(b, seat, unit, order) for unit, order in found))


def meant(b: Battlefield, seat: str, unit: str) -> Order:
    """What the officers of one of them mean to do."""
    with _as_known(b, seat):
        return officers.follow(b, unit)


def _shown(b: Battlefield, seat: str, unit: str, order: Order) -> pre.UnitPreview:
    found = plan(b, unit, order)
    return pre.UnitPreview(
        unit=unit,
        order=order_text.said(order, lambda foe: b.name_to(seat, foe)),
        target=order.target,
        places=tuple(timeline.places(b, unit, found, order)),
        moves=bool(found.paces or found.degrees or found.quarters),
    )


@contextmanager
def _as_known(b: Battlefield, seat: str) -> Iterator[None]:
    """As if the units of the side's other seats had only the chits that lie open."""
    side = b.seating.side_of(seat)
    others = [unit for unit in b.on_table(side) if unit.order is not None and b.seat_of(unit.id) != seat]
    with ExitStack() as stack:
        for unit in others:
            stack.enter_context(b.survey.supposing(replace(unit, order=unit.revealed)))
        yield
