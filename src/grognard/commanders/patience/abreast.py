"""Attackers side by side: who goes at the same enemy, or across another's way, would run into his friends."""

from __future__ import annotations

from itertools import combinations

from msgspec.structs import replace

from ..appreciation import Situation, TableSpot, TroopBody, bearing, gap, middle, shifted, sideways
from ..tasks import Task

ROOM = 40.0
"""Paces between the flanks of neighbours."""
WIDEST = 260.0
"""Paces to the side of an enemy at which one still goes at him."""
ROUNDS, MANY = 4, 100
"""Times that ways are looked through for such as cross, and attackers for whom that is done, each against each."""


def abreast(s: Situation, bodies: list[TroopBody], tasks: dict[str, Task]) -> dict[str, Task]:
    """The attacks of all, with no two ways that cross, and everybody with room of his own before the same enemy."""
    at = {body.id: body for body in bodies if tasks.get(body.id) is not None and tasks[body.id].kind == "attack"}
    found = {id: tasks[id] for id in at}
    for _ in range(ROUNDS if len(found) <= MANY else 0):
        if not _uncrossed(at, found):
            break
    by_foe: dict[str, list[str]] = {}
    for id, task in found.items():
        if task.foe:
            by_foe.setdefault(task.foe, []).append(id)
    for several in by_foe.values():
        if len(several) > 1:
            found |= _side_by_side([at[id] for id in several], found)
    return tasks | found


def _uncrossed(at: dict[str, TroopBody], found: dict[str, Task]) -> bool:
    """Swap the enemies of two whose ways cross; whether there were any."""
    swapped = False
    for one, other in combinations(sorted(found), 2):
        mine, his = found[one], found[other]
        if mine.foe != his.foe and _cross(at[one].place, mine.place, at[other].place, his.place):
            found[one] = replace(his, body=one)
            found[other] = replace(mine, body=other)
            swapped = True
    return swapped


def _cross(a: TableSpot, b: TableSpot, c: TableSpot, d: TableSpot) -> bool:
    """Whether two ways cross, and each would be no longer by the other's end."""
    if gap(a, d) + gap(c, b) >= gap(a, b) + gap(c, d):
        return False
    return _left(a, b, c) != _left(a, b, d) and _left(c, d, a) != _left(c, d, b)


def _left(a: TableSpot, b: TableSpot, spot: TableSpot) -> bool:
    return (b[0] - a[0]) * (spot[1] - a[1]) > (b[1] - a[1]) * (spot[0] - a[0])


def _side_by_side(bodies: list[TroopBody], found: dict[str, Task]) -> dict[str, Task]:
    """Places before one enemy, in the order in which those who go at him stand."""
    aim, start = found[bodies[0].id].place, middle(body.place for body in bodies)
    heading = bearing(start, aim)
    row = sorted(bodies, key=lambda body: (sideways(start, heading, body.place), body.id))
    whole = sum(body.front + ROOM for body in row)
    at, placed = -whole / 2, {}
    for body in row:
        right = at + (body.front + ROOM) / 2
        at += body.front + ROOM
        placed[body.id] = replace(found[body.id], place=shifted(aim, heading, min(max(right, -WIDEST), WIDEST)))
    return placed


__all__ = ["abreast"]
