"""Units that march off the table with a mission are a force beyond it from then on (CS-C.1)."""

from __future__ import annotations

from typing import cast

from grognard.army.oob import Edge
from grognard.ground.units import SUB
from grognard.kernel.checks import implements

from ..events.beyond import WaitsBeyond
from ..orders import assignments
from ..table.battlefield import Battlefield
from ..table.state import Force, UnitState
from .edges import open_to, point_of, spot_at
from .forces import changed, commander_of, made

AT_THE_EDGE = 20
"""Paces from an edge within which the objective of a mission means that one is to march off by it."""
OUT = 200
"""Paces beyond an edge of the place that one then makes for."""


@implements("CS-C.1")
def exits(b: Battlefield, now: UnitState) -> tuple[Edge, ...]:
    """Edges by which a unit may march off to go round beyond the table: a leader's order takes it where it points, a
    mission only to the flank at which its objective lies: toward the own edge troops fall back without leaving."""
    if not b.world.off_board:
        return ()
    mission = b.world.missions.get(now.mission)
    if mission is None:
        # a leader may send it off by any edge but the enemy's
        return open_to(b, now.side) if now.order is not None and now.order.by in b.world.leaders else ()
    (x, y), (width, height) = mission.objective, b.scenario.header.table_paces
    away: dict[Edge, int] = {"west": x, "south": y, "east": width - x, "north": height - y}
    own = b.roster.sides[now.side].deployment_edge
    # an objective at the own edge means to fall back to it, not to leave
    return tuple(edge for edge in open_to(b, now.side) if edge != own and away[edge] <= AT_THE_EDGE)


def way_out(b: Battlefield, unit: str) -> tuple[float, float] | None:
    """A place beyond the edge that a unit's mission has it march off by; None if it has none."""
    now = b.unit(unit)
    edge = next(iter(exits(b, now)), None) if now.mission in b.world.missions else None
    if edge is None:
        return None
    spot, _ = spot_at(b, edge, now.position)
    # beyond the edge, so that a march toward it does not stop short
    x, y = point_of(b, spot, -OUT * SUB)
    return x / SUB, y / SUB


@implements("CS-C.1")
def marched_off(b: Battlefield, unit: str, by: str) -> None:
    """It waits there for orders, with those of its brigade who went before it. By the enemy's edge it is gone for good:
    no force can be there (CS-C.2c)."""
    now, edge = b.unit(unit), cast(Edge, by)
    if not b.world.off_board or now.where != "left" or not now.mission or edge not in open_to(b, now.side):
        return
    seat, brigade = b.seat_of(unit), b.entry(unit).brigade
    # comrades who went before it wait for the rest of the brigade
    waiting = next(
        (
            force
            for force in b.world.forces.values()
            if (force.seat, force.edge, force.status) == (seat, edge, "idle")
            and b.entry(force.units[0]).brigade == brigade
        ),
        None,
    )
    place = spot_at(b, edge, now.position)[0].place
    if waiting is not None:
        force = changed(waiting, units=(*waiting.units, unit))
    else:
        leader = commander_of(b, (unit,))
        force = made(Force(f"{unit}/off-{b.world.turn}", now.side, seat, (unit,), edge, place, leader=leader))
    b.privately(
        WaitsBeyond(unit=unit, edge=edge),
        seat,
        rules=("CS-C.1",),
        # on the table it has no mission any more: its force will get one
        sets=[*assignments.given_up(b, (unit,)), force, b.change(unit, where="beyond", how="", mission="", card="")],
    )
