"""Units that come onto the table in the course of a battle: when, by which edge, and where there is room for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from grognard.battle.events import Set
from grognard.battle.kinds import Kind, Noted
from grognard.ground.placing import Shape
from grognard.ground.units import Point, to_sub

from ..fights import TableFight
from ..motion.nearness import overlap, trimmed
from ..motion.placements import EDGES, Placement
from ..records import U

_ASIDE = 8
"""How many places to each side are tried, a unit's width apart."""


def arrive(
    b: TableFight[Any, U, Any],
    units: Iterable[U],
    shape: Callable[[U], Shape],
    told: Callable[[str, str], Kind],
    *,
    rule: str,
) -> None:
    """Those of some units whose time has come enter at their edge, as near as there is room to where they are expected,
    with the leaders who come with them. `shape` is the ground that a unit covers, `told` the event from its id and the
    edge."""
    for unit in units:
        edge = _due(b, unit) if unit.where == "waiting" else ""
        place = _entry(b, unit, edge, shape) if edge else None
        if place is not None:
            # first it is there, then it is seen
            b.emit(Noted(), rules=(rule,), sets=_entering(b, unit, place), to=())
            b.report(told(unit.id, edge), rules=(rule,))


def _due(b: TableFight[Any, U, Any], unit: U) -> str:
    """The edge by which a unit comes now; nothing while it is not yet time. Who has no hour comes at once."""
    scheduled = b.seating.chain.units[unit.id].unit
    if scheduled.arrival is None:
        return scheduled.off_board or ""
    return scheduled.arrival.edge if scheduled.arrival.turn <= b.world.turn else ""


def _entry(b: TableFight[Any, U, Any], unit: U, edge: str, shape: Callable[[U], Shape]) -> Placement | None:
    """The nearest place at the edge to where it is expected that nobody stands on."""
    (width, height), own = b.ground.size, shape(unit)
    heading = (EDGES[edge] + 180) % 360
    x, y = unit.position
    deep = own.depth
    wide = own.width + to_sub(10)

    def along(middle: int, length: int) -> int:
        # its width lies along the edge, whichever that is: a corner may not cut it off
        return min(max(middle, wide // 2), length - wide // 2)

    for step in sorted(range(-_ASIDE, _ASIDE + 1), key=lambda n: (abs(n), n)):
        spots: dict[str, Point] = {
            "south": (along(x + step * wide, width), deep),
            "north": (along(x + step * wide, width), height - deep),
            "west": (deep, along(y + step * wide, height)),
            "east": (width - deep, along(y + step * wide, height)),
        }
        place = Placement(spots[edge], heading)
        mine = trimmed(own, place)
        taken = (trimmed(shape(each), Placement(each.position, each.heading)) for each in b.on_table())
        if not any(overlap(mine, theirs) for theirs in taken):
            return place
    return None


def _entering(b: TableFight[Any, U, Any], unit: U, place: Placement) -> list[Set]:
    """The unit and the leaders who wait with it are on the table."""
    chain = b.seating.chain
    with_it = [
        each.id for each in b.leaders.values() if each.where == "waiting" and unit.id in chain.leaders[each.id].units
    ]
    return [
        b.change(unit.id, where="table", position=place.position, heading=place.heading),
        *(Set("leaders", each, {"where": "table", "position": place.position}) for each in with_it),
    ]
