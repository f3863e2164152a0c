"""What each unit is to do for its body's task, by how troops stand in this game."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.commanders.appreciation import Situation
from grognard.commanders.clusters import Group
from grognard.commanders.duties import DrawnUp, Duty, UnitSpot, battery, heading_of, share
from grognard.commanders.planning import Plan
from grognard.ground.units import SUB

from ..table import bodies
from ..table.state import UnitState
from ..terms import branch
from .table import KnownTable

DRAWN_UP = DrawnUp(abreast=3, there=90.0, depth=110.0, column=60.0, beside=30.0)
EFFECTIVE, LONG = 2, 3
"""Columns of the range table."""
FROM_THE_FOE = {EFFECTIVE: 0.9, LONG: 0.75}
"""The part of such a range at which guns come into action: of effective range if the army attacks, else of long range,
behind the others."""


def duties(b: KnownTable, s: Situation, plan: Plan, groups: Sequence[Group]) -> dict[str, Duty]:
    """The duties of all units that have a task and are here."""
    found: dict[str, Duty] = {}
    tasks, band = plan.tasks, EFFECTIVE if plan.stance == "attack" else LONG
    by_id = {body.id: body for body in s.bodies}
    for group in groups:
        task, body = tasks.get(group.id), by_id.get(group.id)
        here = [b.unit(each) for each in group.units if b.here(each)]
        if task is None or body is None or not here:
            continue
        if branch(here[0].arm) == "artillery":
            heading = heading_of(s, body, task)
            found |= {
                unit.id: battery(s, task, b.place(unit.id), heading, _range(b, unit, band), DRAWN_UP.there)
                for unit in here
            }
            continue
        spots = [UnitSpot(unit.id, b.place(unit.id), _width(b, unit)) for unit in here]
        found |= share(s, body, task, spots, DRAWN_UP)
    return found


def _width(b: KnownTable, unit: UnitState) -> float:
    return bodies.shape(b.t, unit, "line").width / SUB


def _range(b: KnownTable, unit: UnitState, band: int) -> float:
    bands = b.t.value("BP-ART-4", unit.nation).get(unit.gun, (0, 0, 12, 24))
    return float(FROM_THE_FOE[band] * bands[band] * b.inch / SUB)
