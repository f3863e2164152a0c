"""What each unit is to do for its body's task: a place of its own to go to, the way to face, its part in an attack."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from grognard.commanders.appreciation import (
    BEATEN,
    Situation,
    TableSpot,
    TroopBody,
    bearing,
    gap,
    shifted,
    sideways,
    toward,
)
from grognard.commanders.clusters import Group
from grognard.commanders.tasks import Task, TaskKind

from ..table.state import UnitState
from ..terms import branch
from .guns.gunnery import reach
from .picture import Picture

ABREAST = 3
"""Battalions of an attack side by side; the others follow behind."""
THERE = 160.0
"""Paces from its place at which a body that is to stand is left where it is."""
DEPTH = 260.0
"""Paces between the lines of a body."""
COLUMN = 90.0
"""Paces of front of a column: those who are to charge together stand close."""
BESIDE = 50.0
"""Paces between neighbours in a line."""
MARGIN = 60.0
"""Paces from the table's edge at which nobody is sent."""
HELPED = 0.7
"""Guns go forward where friends about their place are at least this part of the enemy's strength there."""
FROM_THE_FOE = 0.9
"""The part of their short range at which guns come into action."""


class Duty(Struct, frozen=True):
    """One unit's part."""

    kind: TaskKind
    place: TableSpot
    facing: float
    body: str = ""
    stays: bool = False
    """It stands where it should."""
    second: bool = False
    """It follows behind the first line: in column, to charge."""
    foe: str = ""
    """The enemy it is sent against."""
    waited: int = 0
    """Turns that it has stood before the enemy it is to attack."""


def duties(p: Picture, s: Situation, tasks: dict[str, Task], groups: Sequence[Group]) -> dict[str, Duty]:
    """The duties of all units that have a task and are here."""
    bodies = {body.id: body for body in s.bodies}
    found: dict[str, Duty] = {}
    for group in groups:
        task, body = tasks.get(group.id), bodies.get(group.id)
        here = [unit for each in group.units if (unit := p.view.units[each]).where == "table"]
        if task is not None and body is not None and here:
            found |= _share(p, s, body, task, here)
    return found


def _share(p: Picture, s: Situation, body: TroopBody, task: Task, units: list[UnitState]) -> dict[str, Duty]:
    aim = task.via[0] if task.via else task.place
    heading = _heading(s, body, task, aim)
    if branch(units[0].arm) == "artillery":
        return {unit.id: _battery(p, s, task, unit, heading) for unit in units}
    if task.kind != "attack" and gap(body.place, task.place) <= THERE:
        return {unit.id: Duty(task.kind, p.place(unit), heading, body.id, stays=True, foe=task.foe) for unit in units}
    many = len(units)
    abreast = min(ABREAST, -(-many // 2) + (many > 3) if task.kind == "attack" else many)
    ahead = sorted(units, key=lambda unit: (-_ahead(body.place, heading, p.place(unit)) // 100, unit.id))
    found: dict[str, Duty] = {}
    for line in range(-(-len(ahead) // abreast)):
        row = ahead[line * abreast : (line + 1) * abreast]
        row.sort(key=lambda unit: (sideways(body.place, heading, p.place(unit)), unit.id))
        widths = [COLUMN if task.kind == "attack" and line else p.width(unit) for unit in row]
        for unit, right in zip(row, _offsets(widths), strict=True):
            place = _on_table(s, shifted(aim, heading, right, -line * DEPTH))
            found[unit.id] = Duty(task.kind, place, heading, body.id, second=line > 0, foe=task.foe)
    return found


def _offsets(widths: Sequence[float]) -> list[float]:
    """How far to the right of the middle each unit of a line stands."""
    at, found = -sum(width + BESIDE for width in widths) / 2, []
    for width in widths:
        found.append(at + (width + BESIDE) / 2)
        at += width + BESIDE
    return found


def _ahead(origin: TableSpot, heading: float, spot: TableSpot) -> float:
    return sideways(origin, heading - 90, spot)


def _battery(p: Picture, s: Situation, task: Task, unit: UnitState, heading: float) -> Duty:
    """Guns come up to their short range of the enemy they are to fire at, if there is foot beside them."""
    place = task.place
    foe = next((each for each in s.foes if each.id == task.foe), None) or s.nearest_foe(place, steady=BEATEN)
    if foe is not None and task.kind == "bombard":
        near = FROM_THE_FOE * reach(p, unit.gun, "short")
        closer = toward(foe.place, place, near)
        covered = s.support(closer, 400, 800) > HELPED * s.threat(closer, 250, 600)
        place = closer if covered and gap(place, foe.place) > near else place
        heading = bearing(place, foe.place) if gap(place, foe.place) > 1 else heading
    here = p.place(unit)
    return Duty(task.kind, _on_table(s, place), heading, task.body, stays=gap(here, place) <= THERE, foe=task.foe)


def _on_table(s: Situation, spot: TableSpot) -> TableSpot:
    return min(max(spot[0], MARGIN), s.size[0] - MARGIN), min(max(spot[1], MARGIN), s.size[1] - MARGIN)


def _heading(s: Situation, body: TroopBody, task: Task, aim: TableSpot) -> float:
    """The way the body fronts: at the enemy when there is one about its place, else the way it goes."""
    foe = s.nearest_foe(aim)
    if task.kind == "attack" or foe is None:
        return bearing(body.place, aim) if gap(body.place, aim) > 1 else body.facing
    return bearing(aim, foe.place) if gap(aim, foe.place) > 1 else body.facing
