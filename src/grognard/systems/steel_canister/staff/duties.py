"""What each unit is to do for its body's task: a space of its own to go to and the way to face."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from grognard.commanders.appreciation import Situation, TableSpot, TroopBody, bearing, gap, shifted, sideways, toward
from grognard.commanders.clusters import Group
from grognard.commanders.tasks import Task, TaskKind
from grognard.ground.units import point

from ..knowledge.view import Briefing, View
from ..table.board import Board, Space, facing_of
from ..table.state import UnitState
from ..terms import Facing
from .reading import spot

ABREAST = 3
"""Units of an attack side by side; the others follow behind."""
THERE = 200.0
"""Paces from its place at which a body that is to stand is left where it is."""
DEPTH = 180.0
"""Paces between the lines of a body."""


class Duty(Struct, frozen=True):
    """One unit's part."""

    kind: TaskKind
    space: Space
    facing: Facing
    body: str = ""
    stays: bool = False
    """It stands where it should."""
    waited: int = 0
    """Turns that it has stood before the enemy it is to attack."""
    foe: str = ""
    """The enemy it is sent against."""
    garrison: bool = False
    """It does not charge out of the place it holds."""
    urge: float = 0.0
    """By so much may the odds of its charge be worse than they should be."""


def duties(
    briefing: Briefing, view: View, s: Situation, tasks: dict[str, Task], groups: Sequence[Group]
) -> dict[str, Duty]:
    """The duties of all units that have a task and are here."""
    bodies = {body.id: body for body in s.bodies}
    found: dict[str, Duty] = {}
    for group in groups:
        task, body = tasks.get(group.id), bodies.get(group.id)
        here = [view.units[unit] for unit in group.units if view.units[unit].where in ("board", "waiting")]
        if task is not None and body is not None and here:
            found |= _share(briefing.board, s, body, task, here)
    return found


def _share(board: Board, s: Situation, body: TroopBody, task: Task, units: list[UnitState]) -> dict[str, Duty]:
    aim = task.via[0] if task.via else task.place
    foe = s.nearest_foe(aim)
    heading = _heading(s, body, task, aim)
    if task.kind != "attack" and gap(body.place, task.place) <= THERE:
        facing = facing_of(bearing(body.place, foe.place)) if foe else facing_of(heading)
        return {
            unit.id: Duty(task.kind, unit.space, facing, body.id, True, foe=task.foe, garrison=task.garrison)
            for unit in units
        }
    abreast = min(ABREAST, len(units))
    order = sorted(units, key=lambda unit: (sideways(body.place, heading, spot(board, unit.space)), unit.id))
    facing = facing_of(heading)
    return {
        unit.id: Duty(
            task.kind,
            _slot(board, s, aim, heading, place, abreast),
            facing,
            body.id,
            foe=task.foe,
            garrison=task.garrison,
            urge=task.urge,
        )
        for place, unit in enumerate(order)
    }


def _slot(board: Board, s: Situation, aim: TableSpot, heading: float, place: int, abreast: int) -> Space:
    line, file = divmod(place, abreast)
    side = board.tables.number("SC-0.1", "paces")
    x, y = shifted(aim, heading, (file - (abreast - 1) / 2) * side, -line * DEPTH)
    space = board.space_at(point(min(max(x, 0.0), s.size[0] - 1), min(max(y, 0.0), s.size[1] - 1)))
    return space if space not in board.impassable else board.space_at(point(*toward(aim, (x, y), 1.0)))


def _heading(s: Situation, body: TroopBody, task: Task, aim: TableSpot) -> float:
    """The way the body fronts: at the enemy when there is one about its place, else the way it goes."""
    foe = s.nearest_foe(aim)
    if task.kind == "attack" or foe is None:
        return bearing(body.place, aim) if gap(body.place, aim) > 1 else body.facing
    return bearing(aim, foe.place) if gap(aim, foe.place) > 1 else body.facing
