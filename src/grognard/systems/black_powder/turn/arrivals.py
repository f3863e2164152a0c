"""Units that come onto the table in the course of the battle."""

from __future__ import annotations

from typing import Any

from grognard.battle.kinds import Noted
from grognard.ground.units import Point, to_sub
from grognard.kernel.checks import implements
from grognard.miniatures.motion.nearness import overlap, trimmed
from grognard.miniatures.motion.placements import EDGES, Placement

from ..events.turn import UnitArrived
from ..table import bodies
from ..table.field import PowderField
from ..table.state import UnitState

_ASIDE = 8
"""How many places to each side are tried, a unit's width apart."""


@implements("BP-TURN-1")
def arrive(b: PowderField) -> None:
    """Units of the side to move whose time has come enter at their edge, as near as there is room to where they are
    expected, with the leaders who come with them. They may act at once."""
    for unit in list(b.world.units.values()):
        edge = _due(b, unit) if unit.where == "waiting" and unit.side == b.world.active else ""
        place = _entry(b, unit, edge) if edge else None
        if place is not None:
            _enters(b, unit, place, edge)


def _due(b: PowderField, unit: UnitState) -> str:
    """The edge by which a unit comes now; nothing while it is not yet time. Who has no hour comes at once."""
    scheduled = b.seating.chain.units[unit.id].unit
    if scheduled.arrival is None:
        return scheduled.off_board or ""
    return scheduled.arrival.edge if scheduled.arrival.turn <= b.world.turn else ""


def _entry(b: PowderField, unit: UnitState, edge: str) -> Placement | None:
    """The nearest place at the edge to where it is expected that nobody stands on."""
    (width, height), shape = b.ground.size, bodies.shape(b.t, unit)
    heading = (EDGES[edge] + 180) % 360
    x, y = unit.position
    deep = shape.depth
    wide = shape.width + to_sub(10)
    # outward from the place where it is expected
    for step in sorted(range(-_ASIDE, _ASIDE + 1), key=lambda n: (abs(n), n)):
        spots: dict[str, Point] = {
            "south": (x + step * wide, deep),
            "north": (x + step * wide, height - deep),
            "west": (deep, y + step * wide),
            "east": (width - deep, y + step * wide),
        }
        px, py = spots[edge]
        place = Placement(
            (
                # whole on the table, wings too
                min(max(px, wide // 2), width - wide // 2),
                min(max(py, wide // 2 if edge in ("west", "east") else deep), height),
            ),
            heading,
        )
        mine = trimmed(shape, place)
        free = all(not overlap(mine, trimmed(bodies.shape(b.t, each), b.placement(each.id))) for each in b.on_table())
        if free:
            return place
    # no room: it tries again next turn
    return None


def _enters(b: PowderField, unit: UnitState, place: Placement, edge: str) -> None:
    fields: dict[str, Any] = {"where": "table", "position": place.position, "heading": place.heading}
    sets = [b.change(unit.id, **fields)]
    sets += [
        b.change_leader(leader.id, where="table", position=place.position)
        for leader in b.world.leaders.values()
        if leader.where == "waiting" and unit.id in b.seating.chain.leaders[leader.id].units
    ]
    b.emit(Noted(), rules=("BP-TURN-1",), sets=sets, to=())  # first it is there, then it is seen
    b.report(UnitArrived(unit=unit.id, edge=edge), rules=("BP-TURN-1",))
