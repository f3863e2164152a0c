"""The march along the edge, and the turn in which it would end if all went well (CS-C.3b)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.army.oob import Edge
from grognard.ground.units import SUB
from grognard.kernel.checks import Result, implements
from grognard.kernel.sources import NO_DICE

from ..checks.movement.off_board import OffBoardDelayFacts, OffBoardDelayResult, Whereabouts
from ..table.battlefield import FAR, Battlefield
from ..table.bodies import shape
from ..table.state import UnitState
from ..terms import DISCIPLINES, Discipline
from .edges import ROUND, EdgeSpot, ground, spot_at, way
from .forces import force_of

APART = 20
"""Paces between neighbours who come onto the table side by side."""


def starts(b: Battlefield, now: UnitState) -> tuple[EdgeSpot, int]:
    """Where a unit's march begins: a place on the edge, and how many paces beyond it the unit lies. Who is beyond the
    table is with his force; who is due, where he is due; who is on the table, at the nearest edge."""
    force, due = force_of(b, now.id), b.entry(now.id).unit.arrival
    if now.where == "beyond" and force is not None:
        # without orders it may lie out in space; on the road it keeps to the edge
        out = spot_at(b, force.edge, now.position)[1] if force.status == "idle" else 0
        return EdgeSpot(force.edge, force.place), out
    if now.where == "waiting" and due is not None:
        return spot_at(b, due.edge, now.position)
    return spot_at(b, now.left_by or _nearest(b, now), now.position)


def _nearest(b: Battlefield, now: UnitState) -> Edge:
    """The edge nearest to a unit on the table, the side's own before others."""
    own = b.roster.sides[now.side].deployment_edge
    width, height = (paces * SUB for paces in b.scenario.header.table_paces)
    x, y = now.position
    paces: dict[Edge, int] = {"west": x, "south": y, "east": width - x, "north": height - y}
    return min(ROUND, key=lambda edge: (paces[edge], edge != own))


def not_before(b: Battlefield, units: Sequence[str], turn: int) -> int:
    """The turn from which a march counts: troops who are due later are not near before."""
    arrivals = (b.entry(unit).unit.arrival for unit in units if b.unit(unit).where == "waiting")
    return max([turn, *(arrival.turn for arrival in arrivals if arrival is not None)])


def room(b: Battlefield, units: Sequence[str]) -> int:
    """Paces of edge that units need side by side."""
    return sum(-(-shape(b, b.unit(unit)).width // SUB) for unit in units) + APART * (len(units) - 1)


@implements("CS-C.3b", "CS-C.3c")
def perfect_arrival(b: Battlefield, units: Sequence[str], end: EdgeSpot, turn: int) -> Result[OffBoardDelayResult]:
    """The turns of a march to the farthest point of its destination: from the place of whoever has the longest way,
    over the ground beyond the edge it is bound for."""
    begins = [starts(b, b.unit(unit)) for unit in units]
    ways = [way(b, start, end) + out for start, out in begins]
    entries = [b.entry(unit) for unit in units]
    own, beyond = b.roster.sides[entries[0].side].deployment_edge, ground(b, end.edge)
    facts = OffBoardDelayFacts(
        # to the farthest point of where they come on, side by side
        distance=min(max(ways) + room(b, units) // 2, FAR),
        off_board=b.world.off_board,
        where=_whereabouts(b, units),
        terrain=beyond.terrain,
        roads=beyond.roads,
        mission_turn=turn,
        friendly_edge=any(start.edge == own for start, _ in begins),
        # a French force is French throughout
        french=all(entry.rated.nation == "french" for entry in entries),
        worst_discipline=_worst([entry.rated.discipline for entry in entries]),
    )
    return b.rules["off-board-delay"].roll(facts, NO_DICE)


def _whereabouts(b: Battlefield, units: Sequence[str]) -> Whereabouts:
    return "leaving_table" if any(b.unit(unit).left_by for unit in units) else "not_arrived"


def _worst(found: Sequence[str]) -> Discipline:
    """The lowest discipline in a force; irregulars have none that could be low."""
    known = [each for each in DISCIPLINES if each in found]
    return known[-1] if known else "trained"
