"""Tasks: what a body of troops is to do, in words that every rule system can turn into its own orders."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from .appreciation import Situation, TableSpot, gap

TaskKind = Literal["attack", "hold", "reserve", "support", "screen", "bombard", "retire", "leave"]
SAME = 200.0
"""Paces by which a place may shift before it is worth a new order."""
FIRM = {"hold": 150.0, "reserve": 350.0, "bombard": 250.0, "retire": 300.0, "support": 250.0}
"""The same for kinds of task where it is another number."""


FORESEEN = 0.3
"""The same for a place far off, as a part of the way to it: much will have changed before one is there."""


class Task(Struct, frozen=True):
    """What one body is to do."""

    body: str
    kind: TaskKind
    place: TableSpot
    via: tuple[TableSpot, ...] = ()
    """Places on the way: enemies to be dealt with first."""
    goal: str = ""
    ward: str = ""
    """The body that it supports."""
    foe: str = ""
    """The enemy it is sent against."""
    precise: bool = False
    """The place is meant to the pace, as for guns that see the enemy from there and from nowhere else."""
    garrison: bool = False
    """It is there to hold the place, and does not leave it for a charge."""
    single: bool = False
    """One unit of the body is enough for it, the others stay where they are."""
    urge: float = 0.0
    """By so much may the odds of a charge be worse than they should be: the ground is worth it."""


def keep(before: Task | None, now: Task, at: TableSpot) -> Task:
    """The old task if the new one is about the same, as seen from where the body is."""
    if before is None or before.kind != now.kind or before.ward != now.ward or before.garrison != now.garrison:
        return now
    if gap(before.place, now.place) > max(FIRM.get(now.kind, SAME), FORESEEN * gap(at, now.place)):
        return now
    # a new enemy in the way is worth an order, and so is a way that is open again
    return now if _detour(before) != _detour(now) or before.urge != now.urge else before


def _detour(task: Task) -> bool:
    return bool(task.via)


def homeward_of(s: Situation, spot: TableSpot, paces: float) -> TableSpot:
    """A place so far toward our own edge, on the table."""
    margin = 120.0
    x, y = spot[0] + s.home[0] * paces, spot[1] + s.home[1] * paces
    return min(max(x, margin), s.size[0] - margin), min(max(y, margin), s.size[1] - margin)
