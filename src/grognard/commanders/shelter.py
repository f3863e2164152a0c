"""Waiting troops out of the sight of enemy guns: behind a hill, a wood, a village, or out of range."""

from __future__ import annotations

from .appreciation import BEATEN, GUNS_KNOWN, PointsGoal, Situation, TableSpot, TroopBody, gap
from .tasks import Task

STEP = 80.0
"""Paces between the places that are looked at."""
FARTHEST, TURNS = 600.0, 2.5
"""Paces, and turns of marching, that troops go for cover at most: they are wanted at their post."""
MARGIN = 35.0
"""Paces from the edge of the table within which nobody waits."""
PRESSING, CLOSE = 300.0, 400.0
"""With enemy foot or horse so near to the ground they wait for, or to themselves, troops stand at their post whatever
is thrown at them."""
WORTH = 0.5
"""So much less, as a part of what they suffer now, must they suffer in the new place."""
LONG_SHOT = 0.4
"""What a gun at long range counts for, beside one in good range."""
WAITING = ("hold", "reserve", "support")


def exposure(s: Situation, spot: TableSpot) -> float:
    """Weight of the enemy guns that have a place in their sight and range."""
    good, far = s.gun_ranges
    weight = 0.0
    for foe in s.batteries:
        away = gap(foe.place, spot)
        if away <= far and s.sees(foe.place, spot):
            weight += foe.weight * (1.0 if away <= good else LONG_SHOT)
    return weight


def under_cover(s: Situation, tasks: dict[str, Task]) -> dict[str, Task]:
    """Tasks with the waiting troops moved to where guns do not reach them, if there is such a place near."""
    if not s.batteries:
        return tasks
    bodies, goals = {body.id: body for body in s.bodies}, {goal.id: goal for goal in s.goals}
    return {
        id: _covered(s, bodies[id], task, goals.get(task.goal)) if task.kind in WAITING and id in bodies else task
        for id, task in tasks.items()
    }


def _covered(s: Situation, body: TroopBody, task: Task, goal: PointsGoal | None) -> Task:
    if not body.here or body.fixed or body.arm == "guns" or task.precise or _needed(s, body, task, goal):
        return task
    now = _suffers(s, body, task.place)
    if not now:
        return task
    # a new place must be much better, or troops would walk to and fro under fire for little
    place, least = task.place, WORTH * now
    for at in _places(s, body, task.place):
        there = _suffers(s, body, at)
        if there < least:
            place, least = at, there
        # places come nearest first: one that no gun reaches cannot be bettered
        if not there:
            break
    return Task(body.id, task.kind, place, goal=task.goal, ward=task.ward)


def _suffers(s: Situation, body: TroopBody, place: TableSpot) -> float:
    """What the units of a body would suffer if it stood at a place as it stands now."""
    spots = _drawn_up(body, place)
    return sum(exposure(s, each) for each in spots) / len(spots)


def _drawn_up(body: TroopBody, place: TableSpot) -> list[TableSpot]:
    """Where its units would stand."""
    east, north = place[0] - body.place[0], place[1] - body.place[1]
    return [(x + east, y + north) for x, y in body.spots] or [place]


def _needed(s: Situation, body: TroopBody, task: Task, goal: PointsGoal | None) -> bool:
    """Whether a body has to stand where it is told: on ground to be held, or with the enemy coming on."""
    if goal is not None and goal.kind == "hold" and goal.holds(task.place):
        return True
    spots = [(body.place, CLOSE), (task.place, CLOSE)]
    if goal is not None:
        spots.append((goal.place, goal.radius + PRESSING))
    return any(
        foe.arm != "guns" and foe.steadiness > BEATEN and foe.age <= GUNS_KNOWN and gap(foe.place, spot) < near
        for spot, near in spots
        for foe in s.foes_about(spot, near)
    )


def _places(s: Situation, body: TroopBody, place: TableSpot) -> list[TableSpot]:
    """Places of a grid about a post, the nearest first; none nearer to the enemy."""
    most = min(FARTHEST, TURNS * body.pace)
    steps = int(most // STEP)
    west, south = round(place[0] / STEP), round(place[1] / STEP)
    foe = s.nearest_foe(place)
    # a step of the grid of slack, else rounding to the grid would rule out the post itself
    near = gap(foe.place, place) - STEP if foe is not None else 0.0
    grid = (((west + i) * STEP, (south + j) * STEP) for i in range(-steps, steps + 1) for j in range(-steps, steps + 1))
    found = [
        (gap(at, place), at)
        for at in grid
        if MARGIN < at[0] < s.size[0] - MARGIN
        and MARGIN < at[1] < s.size[1] - MARGIN
        and gap(at, place) <= most
        and (foe is None or all(gap(foe.place, each) >= near for each in _drawn_up(body, at)))
    ]
    return [at for _, at in sorted(found)]
