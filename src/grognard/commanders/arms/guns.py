"""Guns in the plan: on good ground within range of the enemies who matter, behind the line of the foot or beside it."""

from __future__ import annotations

from math import inf

from grognard.ground.units import point

from ..appreciation import BEATEN, Foe, Situation, TableSpot, TroopBody, bearing, gap, outward, shifted, toward
from ..tasks import Task, homeward_of

RANGE = 700.0
"""Paces at which guns do well; nearer than CLOSE they are in danger without foot beside them."""
CLOSE = 280.0
TRIFLE = 150.0
"""Men who are not worth a battery's powder."""


def tasks(s: Situation, bodies: list[TroopBody], others: dict[str, Task]) -> dict[str, Task]:
    """What each battery does."""
    attacking = any(task.kind == "attack" for task in others.values())
    lead = [each for each in s.bodies if each.id in others and others[each.id].kind == "attack" and each.arm == "foot"]
    # the same for all batteries, from west to east, so that the nearest to each is soon found
    worth = sorted(
        (foe for foe in s.foes if foe.steadiness > BEATEN and foe.weight > TRIFLE), key=lambda foe: foe.place[0]
    )
    across = [foe.place[0] for foe in worth]
    shut_up = [foe for foe in worth if foe.guarded and any(g.kind == "hold" and g.holds(foe.place) for g in s.goals)]
    return {body.id: _task(s, body, worth, across, lead, shut_up if attacking else None) for body in bodies}


def _task(
    s: Situation,
    body: TroopBody,
    worth: list[Foe],
    across: list[float],
    lead: list[TroopBody],
    shut_up: list[Foe] | None,
) -> Task:
    """`shut_up` are the garrisons of places that are to be taken, where the army attacks."""
    attacking = shut_up is not None
    foe = _in_the_way(body, shut_up) if shut_up else None
    foe = foe or _nearest(body.place, worth, across)
    if foe is None:
        return _follow(s, body, lead)
    away = gap(foe.place, body.place)
    # without itself: a battery cannot cover itself
    beside = s.support(body.place, 200, 450) - body.strength * body.steadiness
    if away < CLOSE and beside < 0.7 * s.threat(body.place, 300, 600):
        return Task(body.id, "retire", homeward_of(s, body.place, 350))
    if away <= RANGE:
        return Task(body.id, "bombard", body.place, foe=foe.id)
    if not attacking:
        return Task(body.id, "bombard", body.place)
    ahead = toward(foe.place, body.place, RANGE)
    if away > 2 * RANGE:
        return _follow(s, body, lead)
    covered = any(each.arm == "foot" and gap(each.place, foe.place) < RANGE + 150 for each in s.fit)
    if not covered and s.support(ahead, 350, 900) < 0.5 * s.threat(ahead, 300, 800):
        return Task(body.id, "bombard", body.place)  # nobody of ours is there to cover them
    return Task(body.id, "bombard", _good_ground(s, body.place, foe.place), foe=foe.id)


def _nearest(spot: TableSpot, foes: list[Foe], across: list[float]) -> Foe | None:
    """The nearest of some enemies, who stand in order from west to east; of several as near the first by id."""
    best, nearest = inf, None
    for i in outward(across, spot[0]):
        if abs(across[i] - spot[0]) > best:
            break
        foe, far = foes[i], gap(foes[i].place, spot)
        if far < best or nearest is None or (far == best and foe.id < nearest.id):
            best, nearest = far, foe
    return nearest


def _in_the_way(body: TroopBody, shut_up: list[Foe]) -> Foe | None:
    """The garrison of a place that is to be taken: guns open the way into it."""
    near = [foe for foe in shut_up if gap(foe.place, body.place) < 2 * RANGE]
    return min(near, key=lambda each: (gap(each.place, body.place), each.id), default=None)


def _follow(s: Situation, body: TroopBody, lead: list[TroopBody]) -> Task:
    """No enemy near: behind the foot that attacks, or any if none does, when it has gone far; else where they are."""
    foot = lead or [each for each in s.bodies if each.arm == "foot" and each.here]
    near = min(foot, key=lambda each: (gap(each.place, body.place), each.id), default=None)
    if near is None or gap(near.place, body.place) < 400:
        return Task(body.id, "bombard", body.place)
    return Task(body.id, "bombard", toward(near.place, body.place, 200))


def _good_ground(s: Situation, start: TableSpot, foe: TableSpot) -> TableSpot:
    """The highest of some places in range on this side of the enemy, near the straight way to him."""
    heading = bearing(start, foe)
    short = toward(foe, start, 0.75 * RANGE)
    tried = [shifted(short, heading, right, ahead) for right in (0, -150, 150) for ahead in (0, -120)]
    on_table = [at for at in tried if 60 < at[0] < s.size[0] - 60 and 60 < at[1] < s.size[1] - 60] or [short]
    return max(on_table, key=lambda at: (s.field.height_at(point(*at)), -gap(at, start)))
