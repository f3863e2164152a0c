"""Guns in the plan of a staff that looks before it unlimbers: where they have somebody worth it in sight and range."""

from __future__ import annotations

from collections.abc import Iterator

from . import guns
from .appreciation import BEATEN, Foe, Situation, TableSpot, TroopBody, bearing, gap, least_gap, shifted
from .shelter import exposure
from .tasks import Task

STEP = 130.0
"""Paces between the places that are looked at."""
REACH = 4
"""Steps to each side."""
MARCH = 0.12
"""The part of what the fire is worth that each turn of marching costs, because guns on the move do not fire."""
LEAST = 60.0
"""What a place must promise: less than fire on foot in the open in good range."""
THERE = 60.0
"""Paces from their place at which guns are there."""
BATTERY = 360.0
"""Weight of the enemy guns that make a place as bad as fire on foot in the open makes it good."""
LONG_SHOT = 0.3
"""What fire at the longest range is worth beside that in good range."""
GUNS, HORSE, GUARDED = 0.9, 0.75, 0.55
"""What a hit is worth on guns, on horse, on those in cover, beside one on foot in the open."""
ON_THE_GOAL = 3.0
"""How much more on those who hold what we want."""
NEAR_US = 1.5
"""How much more on those who come near our troops."""
MARGIN = 60.0
Marks = dict[str, float]
"""What a hit is worth, by enemy."""


def tasks(s: Situation, bodies: list[TroopBody], others: dict[str, Task], before: dict[str, Task]) -> dict[str, Task]:
    """What each battery does."""
    usual = guns.tasks(s, bodies, others)
    worth = [foe for foe in s.foes if foe.steadiness > BEATEN and foe.age <= 1]
    attacking = any(each.kind == "attack" for each in others.values())
    marks = _marks(s, worth) if bodies else {}
    found = {}
    for body in bodies:
        # only those whom shot from anywhere about can reach: armies of hundreds of units are fought too
        reach = s.gun_ranges[1] + 2 * REACH * STEP
        spots = (body.place, usual[body.id].place, before[body.id].place if body.id in before else body.place)
        near = [foe for foe in worth if any(gap(foe.place, spot) <= reach for spot in spots)]
        found[body.id] = _posted(s, body, usual[body.id], before.get(body.id), near, marks, attacking=attacking)
    return found


def _marks(s: Situation, worth: list[Foe]) -> Marks:
    """What a hit on each enemy is worth, the range left aside."""
    wanted = [goal for goal in s.goals if goal.kind in ("hold", "clear")]
    foot = sorted(body.place for body in s.fit if body.arm == "foot")
    across = [x for x, _ in foot]
    found = {}
    for foe in worth:
        kind = GUARDED if foe.guarded else {"foot": 1.0, "horse": HORSE, "guns": GUNS}[foe.arm]
        aim = ON_THE_GOAL if any(goal.holds(foe.place) for goal in wanted) else 1.0
        good = s.gun_ranges[0]
        close = NEAR_US if least_gap(foe.place, foot, across, good) < good else 1.0
        found[foe.id] = kind * aim * close * (0.5 + 0.5 * foe.steadiness)
    return found


def _posted(
    s: Situation,
    body: TroopBody,
    task: Task,
    before: Task | None,
    worth: list[Foe],
    marks: Marks,
    *,
    attacking: bool,
) -> Task:
    """The usual task, but where there is something to be seen; those in danger get away as usual."""
    if task.kind != "bombard" or not body.here:
        return task
    best = body.place
    if before is not None and before.precise and gap(before.place, body.place) > THERE:
        # on the way: changing one's mind costs every shot
        best = before.place
    elif _value(s, body.place, worth, marks) < LEAST and (attacking or not _seen_soon(s, body, worth)):
        best = _better(s, body, task.place, worth, marks)
        if best == body.place:
            return task
    if any(foe.arm != "guns" and gap(foe.place, best) < s.gun_safety / 2 for foe in worth):
        best = body.place
    foe = max(worth, key=lambda each: (_hit(s, best, each, marks), each.id), default=None)
    aim = foe.id if foe is not None and _hit(s, best, foe, marks) else ""
    return Task(body.id, "bombard", best, foe=aim, precise=True)


def _seen_soon(s: Situation, body: TroopBody, worth: list[Foe]) -> bool:
    """Whether the enemy is near enough to come before the guns as they stand: then they had better be ready."""
    return any(gap(foe.place, body.place) < s.gun_ranges[1] for foe in worth)


def _better(s: Situation, body: TroopBody, usual: TableSpot, worth: list[Foe], marks: Marks) -> TableSpot:
    """The best place about, if there is one that is worth the way."""
    best, value = body.place, LEAST
    for at in _places(s, body, usual):
        there = _worth(s, body, at, worth, marks)
        if there > value:
            best, value = at, there
    return best


def _worth(s: Situation, body: TroopBody, at: TableSpot, worth: list[Foe], marks: Marks) -> float:
    """What a battery gains by a place: a part of the battle must be left to fire in, and nothing is hit on the way."""
    turns = gap(at, body.place) / max(1.0, body.pace)
    value = _value(s, at, worth, marks)
    if value <= 0:
        return 0.0
    value -= 100.0 * exposure(s, at) / BATTERY
    return value * max(0.0, 1 - MARCH * turns) * min(1.0, max(0.0, s.left - turns - 2) / 4)


def _value(s: Situation, at: TableSpot, worth: list[Foe], marks: Marks) -> float:
    """What fire from a place is worth: by the best of those in sight, and a little by the others."""
    if any(foe.arm != "guns" and gap(foe.place, at) < s.gun_safety for foe in worth):
        return 0.0
    hits = sorted((_hit(s, at, foe, marks) for foe in worth), reverse=True)
    return sum(hit * 0.5**place for place, hit in enumerate(hits[:3]))


def _hit(s: Situation, at: TableSpot, foe: Foe, marks: Marks) -> float:
    good, far = s.gun_ranges
    away = gap(foe.place, at)
    if away > far or not s.sees(at, foe.place):
        return 0.0
    # nearer is better even within good range
    near = 1.5 - 0.5 * away / good if away <= good else 1 - (1 - LONG_SHOT) * (away - good) / (far - good)
    return 100.0 * marks[foe.id] * near


def _places(s: Situation, body: TroopBody, usual: TableSpot) -> Iterator[TableSpot]:
    """About where they stand and where they would be sent anyway; not among friends who would have to make way."""
    others = (spot for each in s.bodies if each.here and each.id != body.id for spot in each.spots)
    about = 2 * REACH * STEP
    friends = [spot for spot in others if gap(spot, body.place) < about or gap(spot, usual) < about]
    foe = s.nearest_foe(body.place)
    heading = bearing(body.place, foe.place) if foe is not None else body.facing
    steps = range(-REACH, REACH + 1)
    found = [shifted(body.place, heading, right * STEP, ahead * STEP) for right in steps for ahead in steps]
    for at in [usual, *found]:
        on_table = MARGIN < at[0] < s.size[0] - MARGIN and MARGIN < at[1] < s.size[1] - MARGIN
        if on_table and all(abs(at[0] - x) + abs(at[1] - y) > 110 for x, y in friends):
            yield at
