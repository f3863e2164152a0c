"""What each unit is to do for its body's task, by how troops stand in this game."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.commanders.appreciation import Situation, TroopBody
from grognard.commanders.clusters import Group
from grognard.commanders.duties import DrawnUp, Duty, UnitSpot, battery, heading_of, share
from grognard.commanders.tasks import Task

from ..table.state import UnitState
from ..terms import branch
from .guns.gunnery import reach
from .picture import Picture

DRAWN_UP = DrawnUp(abreast=3, there=160.0, depth=260.0, column=90.0, beside=50.0)
FROM_THE_FOE = 0.9
"""The part of their short range at which guns come into action."""


def duties(p: Picture, s: Situation, tasks: dict[str, Task], groups: Sequence[Group]) -> dict[str, Duty]:
    """The duties of all units that have a task and are here."""
    bodies = {body.id: body for body in s.bodies}
    found: dict[str, Duty] = {}
    for group in groups:
        task, body = tasks.get(group.id), bodies.get(group.id)
        here = [unit for each in group.units if (unit := p.view.units[each]).where == "table"]
        if task is not None and body is not None and here:
            found |= _shared(p, s, body, task, here)
    return found


def _shared(p: Picture, s: Situation, body: TroopBody, task: Task, units: list[UnitState]) -> dict[str, Duty]:
    if branch(units[0].arm) == "artillery":
        heading = heading_of(s, body, task)
        return {
            unit.id: battery(
                s, task, p.place(unit), heading, FROM_THE_FOE * reach(p, unit.gun, "short"), DRAWN_UP.there
            )
            for unit in units
        }
    return share(s, body, task, [UnitSpot(unit.id, p.place(unit), p.width(unit)) for unit in units], DRAWN_UP)
