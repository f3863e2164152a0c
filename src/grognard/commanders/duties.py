"""What each unit is to do for its body's task: a place of its own to go to, the way to face, its part in an attack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from .appreciation import (
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
from .tasks import Task, TaskKind

MARGIN = 60.0
"""Paces from the table's edge at which nobody is sent."""
HELPED = 0.7
"""Guns go forward where friends about their place are at least this part of the enemy's strength there."""


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
    garrison: bool = False
    """It does not charge out of the place it holds."""
    urge: float = 0.0
    """By so much may the odds of its charge be worse than they should be."""


class DrawnUp(NamedTuple):
    """How the units of a body stand, in paces."""

    abreast: int
    """Units of an attack side by side; the others follow behind."""
    there: float
    """From its place, at which a body that is to stand is left where it is."""
    depth: float
    """Between the lines of a body."""
    column: float
    """Front of a column: those who are to charge together stand close."""
    beside: float
    """Between neighbours in a line."""


class UnitSpot(NamedTuple):
    """A unit of a body: where it stands, and its front in line."""

    id: str
    place: TableSpot
    width: float


def share(s: Situation, body: TroopBody, task: Task, units: Sequence[UnitSpot], drawn_up: DrawnUp) -> dict[str, Duty]:
    """The duties of the units of a body, foot or horse: those who attack in lines one behind the other, others side by
    side; a body that stands where it should stays as it is."""
    aim = aim_of(task)
    heading = heading_of(s, body, task)
    if task.kind != "attack" and gap(body.place, task.place) <= drawn_up.there:
        return {
            unit.id: Duty(task.kind, unit.place, heading, body.id, True, foe=task.foe, garrison=task.garrison)
            for unit in units
        }
    many = len(units)
    # half of an attack in its first line, one more from four units on; the others follow up
    abreast = min(drawn_up.abreast, -(-many // 2) + (many > 3) if task.kind == "attack" else many)
    # in steps of 100 paces: little differences of depth do not decide who goes first
    ahead = sorted(units, key=lambda unit: (-_ahead(body.place, heading, unit.place) // 100, unit.id))
    found: dict[str, Duty] = {}
    for line in range(-(-len(ahead) // abreast)):
        row = ahead[line * abreast : (line + 1) * abreast]
        row.sort(key=lambda unit: (sideways(body.place, heading, unit.place), unit.id))
        # those who follow go in column, which takes less room
        widths = [drawn_up.column if task.kind == "attack" and line else unit.width for unit in row]
        for unit, right in zip(row, _offsets(widths, drawn_up.beside), strict=True):
            place = on_table(s, shifted(aim, heading, right, -line * drawn_up.depth))
            found[unit.id] = Duty(
                task.kind,
                place,
                heading,
                body.id,
                second=line > 0,
                foe=task.foe,
                garrison=task.garrison,
                urge=task.urge,
            )
    return found


def battery(s: Situation, task: Task, here: TableSpot, heading: float, near: float, there: float) -> Duty:
    """Guns come up to within so many paces (`near`) of the enemy they are to fire at, if there is foot beside them."""
    place = task.place
    foe = next((each for each in s.foes if each.id == task.foe), None) or s.nearest_foe(place, steady=BEATEN)
    if foe is not None and task.kind == "bombard" and task.precise:
        heading = bearing(place, foe.place) if gap(place, foe.place) > 1 else heading
    elif foe is not None and task.kind == "bombard":
        closer = toward(foe.place, place, near)
        covered = s.support(closer, 400, 800) > HELPED * s.threat(closer, 250, 600)
        place = closer if covered and gap(place, foe.place) > near else place
        heading = bearing(place, foe.place) if gap(place, foe.place) > 1 else heading
    return Duty(task.kind, on_table(s, place), heading, task.body, stays=gap(here, place) <= there, foe=task.foe)


def aim_of(task: Task) -> TableSpot:
    """Where a body goes first."""
    return task.via[0] if task.via else task.place


def heading_of(s: Situation, body: TroopBody, task: Task) -> float:
    """The way a body fronts: at the enemy when there is one about its place, else the way it goes."""
    aim = aim_of(task)
    foe = s.nearest_foe(aim)
    if task.kind == "attack" or foe is None:
        return bearing(body.place, aim) if gap(body.place, aim) > 1 else body.facing
    return bearing(aim, foe.place) if gap(aim, foe.place) > 1 else body.facing


def on_table(s: Situation, spot: TableSpot) -> TableSpot:
    """The place, or the nearest to which somebody may be sent."""
    return min(max(spot[0], MARGIN), s.size[0] - MARGIN), min(max(spot[1], MARGIN), s.size[1] - MARGIN)


def _offsets(widths: Sequence[float], beside: float) -> list[float]:
    """How far to the right of the middle each unit of a line stands."""
    at, found = -sum(width + beside for width in widths) / 2, []
    for width in widths:
        found.append(at + (width + beside) / 2)
        at += width + beside
    return found


def _ahead(origin: TableSpot, heading: float, spot: TableSpot) -> float:
    return sideways(origin, heading - 90, spot)
