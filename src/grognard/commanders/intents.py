"""What an army may set out to do: the intents of which a staff makes plans and tries them in its mind."""

from __future__ import annotations

from msgspec import Struct

from .appreciation import BEATEN, PointsGoal, Situation, TroopBody, gap
from .prizes import first_things, pull, secure
from .tasks import Task

THREATENED = 350.0
"""Paces from ground that is ours at which enemy foot or horse is about to fall on it."""
AT_HAND = 900.0
"""Paces from such ground within which a body can strike at them."""
FORM_UP = 650.0
"""Paces from the enemy at which an attack forms up, out of the worst of his fire."""
TURNS_AWAY = 4.5
"""But no farther than so many turns of marching."""
MOST_UP = 0.7
"""The part of an attack that has to be there before it goes in."""
PATIENCE = 4
"""Turns that those wait who are there."""
IN_HAND = 4
"""Turns that a fight for a place takes: an attack that would come too late for it does not wait."""
SOFT = 0.6
"""Steadiness of the enemies about a goal at which guns have done enough."""


class Intent(Struct, frozen=True):
    """One thing to do."""

    name: str
    """In words, as in "to take the place"."""
    goals: tuple[PointsGoal, ...] = ()
    """Ground that is attacked, or the enemy's army."""
    counter: bool = False
    """Those who guard fall on whoever comes up to what they guard."""
    shells: int = 0
    """Turns for which guns prepare it when the attackers are up."""

    @property
    def key(self) -> tuple[str, tuple[str, ...]]:
        """By which it is known again next turn."""
        return self.name, tuple(goal.id for goal in self.goals)


def threatened(s: Situation, goal: PointsGoal) -> bool:
    """Whether enemies who can take it are about to."""
    near = goal.radius + THREATENED
    return any(
        foe.arm != "guns" and foe.steadiness > BEATEN and foe.age <= 1 and gap(foe.place, goal.place) < near
        for foe in s.foes
    )


def worth_trying(s: Situation, usual: tuple[PointsGoal, ...], army: tuple[PointsGoal, ...]) -> list[Intent]:
    """What may be tried, the likeliest first: what the rules of thumb say, to hold, to strike back, to take one goal or
    another, to beat him wherever he is, to shell him first."""
    found = [Intent("attack", usual) if usual else Intent("hold")]
    if any(threatened(s, goal) and not usual for goal in s.goals if goal.kind in ("hold", "clear")):
        found.append(Intent("strike back", counter=True))
    ground = [goal for goal in s.goals if goal.kind in ("hold", "clear") and not secure(s, goal)]
    best = sorted(first_things(s, ground), key=lambda goal: (-pull(s, goal), goal.id))[:2]
    if usual:
        found.append(Intent("hold"))
        if s.left > 2 * IN_HAND:
            found.append(Intent("shell", usual, shells=5))
    found += [Intent("attack", (goal,)) for goal in best if (goal,) != usual]
    if army and army != usual:
        found.append(Intent("attack", army))
    return found


def strike(s: Situation, bodies: dict[str, TroopBody], tasks: dict[str, Task]) -> dict[str, Task]:
    """Tasks with those who stand by ground that is threatened sent at the enemies there."""
    found = dict(tasks)
    for goal in s.goals:
        if goal.kind not in ("hold", "clear") or not threatened(s, goal):
            continue
        near = [foe for foe in s.foes if foe.steadiness > BEATEN and foe.arm != "guns" and foe.age <= 1]
        near = [foe for foe in near if gap(foe.place, goal.place) < goal.radius + THREATENED + 150]
        for id, task in tasks.items():
            body = bodies.get(id)
            if body is None or task.kind not in ("hold", "reserve") or task.garrison or body.loose or body.fixed:
                continue
            if body.arm != "foot" or not body.fit or gap(body.place, goal.place) > AT_HAND + goal.radius:
                continue
            if goal.kind == "hold" and goal.holds(body.place):
                continue
            foe = min(near, key=lambda each: (gap(each.place, body.place), each.id))
            found[id] = Task(id, "attack", foe.place, goal=goal.id, foe=foe.id)
    return found


def form_up_at(body: TroopBody) -> float:
    """Paces from the enemy at which a body forms up."""
    return max(350.0, min(FORM_UP, TURNS_AWAY * body.pace))
