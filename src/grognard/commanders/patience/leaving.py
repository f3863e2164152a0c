"""Off by an edge of the table: a body of horse rides round the enemy, where one that gets out wins points."""

from __future__ import annotations

from itertools import pairwise

from ..appreciation import BEATEN, PointsGoal, Situation, TableSpot, TroopBody, gap, toward
from ..tasks import Task

CLEAR, STILL = 520.0, 250.0
"""Paces that it keeps from every enemy on the way when it sets out, and when it is on its way."""
MARGIN = 60.0
"""Paces from the sides of the table at which it rides."""
BRISK = 1.4
"""So much faster than at a walk it goes."""
LOOKED = 150.0
"""Paces between the places of a way at which the enemies about it are looked for."""
THERE = 300.0
"""Paces from the edge at which it was as good as out when it was seen last."""
TURNED = 150.0
"""Paces from a corner of its way at which it has passed it."""


class Leaving:
    """Who rides for which edge."""

    def __init__(self) -> None:
        self._rides: dict[str, tuple[str, float]] = {}
        """By goal the body, and how far from the edge it was last turn."""
        self.out: set[str] = set()
        """Goals for which somebody is out."""

    def tasks(self, s: Situation, horse: list[TroopBody], before: dict[str, Task]) -> dict[str, Task]:
        """One body for each edge by which troops are to leave, while its way is clear."""
        here = {body.id: body for body in s.bodies}
        found: dict[str, Task] = {}
        for goal in (each for each in s.goals if each.kind == "leave" and each.needed <= 1):
            rider, away = self._rides.get(goal.id, ("", 0.0))
            if rider and rider not in here and away < THERE:
                self.out.add(goal.id)
            free = [body for body in horse if body.id not in found and body.id in (rider or body.id)]
            if goal.id in self.out or not free:
                continue
            body = min(free, key=lambda each: (_off(s, goal, each.place), each.id))
            way = _way(s, goal, body, before.get(body.id))
            if way is not None:
                found[body.id] = Task(body.id, "leave", way[-1], via=way[:-1], goal=goal.id)
                self._rides[goal.id] = body.id, _off(s, goal, body.place)
        return found

    def sure(self, s: Situation) -> float:
        """Points of those who are out, or on their way."""
        riding = {goal for goal, (body, _) in self._rides.items() if any(body == each.id for each in s.fit)}
        return sum(goal.points for goal in s.goals if goal.id in self.out or goal.id in riding)


def _off(s: Situation, goal: PointsGoal, place: TableSpot) -> float:
    """Paces from the edge."""
    x, y = place
    return {"west": x, "south": y, "east": s.size[0] - x, "north": s.size[1] - y}[goal.edge]


def _way(s: Situation, goal: PointsGoal, body: TroopBody, before: Task | None) -> tuple[TableSpot, ...] | None:
    """Straight on, or along either side of the table: the way that keeps farthest from the enemy, if that will do. One
    that was begun is kept while it does."""
    begun = before is not None and before.kind == "leave"
    if before is not None and begun:
        left = tuple(stop for stop in before.via if gap(stop, body.place) > TURNED)
        kept = (*left[-1:], before.place)
        if _clearance(s, body.place, kept) >= STILL:
            return kept
    ways = [_by(s, goal, body.place, side) for side in (None, MARGIN, -MARGIN)]
    best = max((_clearance(s, body.place, way), -number, way) for number, way in enumerate(ways))
    long = sum(gap(a, b) for a, b in pairwise([body.place, *best[2]]))
    return best[2] if best[0] >= (STILL if begun else CLEAR) and long < BRISK * body.pace * (s.left - 2) else None


def _by(s: Situation, goal: PointsGoal, start: TableSpot, side: float | None) -> tuple[TableSpot, ...]:
    """The way to the edge by a side of the table, from its near or its far end; without one, straight."""
    across = goal.edge in ("west", "east")
    extent = s.size[1] if across else s.size[0]
    lane = (start[1] if across else start[0]) if side is None else side % extent
    far = s.size[0] if goal.edge == "east" else s.size[1] if goal.edge == "north" else 0.0
    if side is None:
        return ((far, lane) if across else (lane, far),)
    return ((start[0], lane), (far, lane)) if across else ((lane, start[1]), (lane, far))


def _clearance(s: Situation, start: TableSpot, way: tuple[TableSpot, ...]) -> float:
    """Paces to the enemy nearest to a way."""
    foes = [foe.place for foe in s.foes if foe.steadiness > BEATEN]
    spots = [
        toward(a, b, step * LOOKED)
        for a, b in pairwise([start, *way])
        for step in range(1, int(gap(a, b) / LOOKED) + 2)
    ]
    return min((gap(foe, spot) for foe in foes for spot in spots), default=CLEAR)
