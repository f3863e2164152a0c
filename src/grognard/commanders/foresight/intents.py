"""What an army may set out to do: the intents of which a staff makes plans and tries them in its mind."""

from __future__ import annotations

from msgspec import Struct

from ..appreciation import BEATEN, Foe, PointsGoal, Situation, TroopBody, gap, outward
from ..prizes import first_things, pull, secure
from ..tasks import Task

THREATENED = 350.0
"""Paces from ground that is ours at which enemy foot or horse is about to fall on it."""
AT_HAND = 450.0
"""Paces from them within which a body strikes at them: a longer way under fire would cost more than it brings."""
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


CROWD, ENOUGH = 0.6, 1.3
"""How much farther off an enemy seems for each time his strength that goes for him already, and from when on."""
NEARLY = 100.0
"""Paces that count for nothing when one of two enemies is chosen."""
ON_GROUND, SHAKEN, STILL, BEHIND_WALLS = 0.75, 0.8, 0.7, 1.4
"""How much nearer or farther an enemy seems on ground that counts, in disorder, as the one chosen before, in walls."""
TRIFLE, TRIFLING = 0.3, 2.5
"""The part of a body's strength below which an enemy is a trifle, and how much farther he seems then."""
_DEAREST = 0.999 * ON_GROUND * SHAKEN * STILL
"""The part of the way to him that an enemy can seem off at the least, less what rounding may take."""
GO_IN = 400.0
"""Paces from ground that nobody has at which one goes in on the way."""


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
    all_out: bool = False
    """Everybody goes at the enemies nearest to him, but for garrisons and those who go in where ground is to be had."""

    @property
    def idle(self) -> bool:
        """Whether nobody is attacked."""
        return not (self.goals or self.counter or self.all_out)

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


def worth_trying(
    s: Situation, usual: tuple[PointsGoal, ...], army: tuple[PointsGoal, ...], *, ahead: bool
) -> list[Intent]:
    """What may be tried, the likeliest first: what the rules of thumb say, to hold, to strike back, to take one goal or
    another, to beat him wherever he is, to shell him first."""
    found = [Intent("attack", usual) if usual else Intent("hold")]
    if any(threatened(s, goal) and not usual for goal in s.goals if goal.kind in ("hold", "clear")):
        found.append(Intent("strike back", counter=True))
    if ahead:
        # he has to come: whoever leaves his ground, before that or to meet him, throws away what he has
        return found
    ground = [goal for goal in s.goals if goal.kind in ("hold", "clear") and not secure(s, goal)]
    best = sorted(first_things(s, ground), key=lambda goal: (-pull(s, goal), goal.id))[:2]
    if usual:
        found.append(Intent("hold"))
        if s.left > 2 * IN_HAND:
            found.append(Intent("shell", usual, shells=5))
    found += [Intent("attack", (goal,)) for goal in best if (goal,) != usual]
    if army and army != usual:
        found.append(Intent("attack", army))
    return [*found[:1], Intent("all out", all_out=True), *found[1:]]


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
            if body.arm != "foot" or not body.fit or (goal.kind == "hold" and goal.holds(body.place)):
                continue
            foe = min(near, key=lambda each: (gap(each.place, body.place), each.id))
            if gap(foe.place, body.place) > AT_HAND:
                continue
            found[id] = Task(id, "attack", foe.place, goal=goal.id, foe=foe.id)
    return found


def everybody(s: Situation, bodies: list[TroopBody], before: dict[str, Task]) -> dict[str, Task]:
    """Each body at an enemy near it: rather at one on ground that counts, at one who is shaken, at one whom not enough
    others go for, and at the one it was sent against. Ground that nobody has is entered in time, and who holds ground
    stays in it."""
    ground = [goal for goal in s.goals if goal.kind == "hold"]
    steady = [foe for foe in s.foes if foe.steadiness > BEATEN] or list(s.foes)
    on_ground = {foe.id for foe in steady if any(goal.holds(foe.place) for goal in ground)}
    found: dict[str, Task] = {}
    for goal in ground:
        found |= _keeper(s, goal, [body for body in bodies if body.id not in found])
    sent: dict[str, float] = {}
    steady.sort(key=lambda foe: foe.place[0])
    across = [foe.place[0] for foe in steady]
    weights = {foe.id: max(1.0, foe.weight) for foe in steady}
    for body in sorted(bodies, key=lambda each: (-each.strength, each.id)):
        if body.id in found or not steady:
            continue
        was = before.get(body.id)

        def dear(foe: Foe, body: TroopBody = body, was: Task | None = was) -> tuple[float, str]:
            # in steps, and only those that count: it is asked of every enemy about every body
            id, way = foe.id, gap(foe.place, body.place) + NEARLY
            if id in sent and (crowd := sent[id] / weights[id]) > ENOUGH:
                way *= 1 + CROWD * (crowd - ENOUGH)
            if id in on_ground:
                way *= ON_GROUND
            if foe.steadiness < 0.6:
                way *= SHAKEN
            if was is not None and was.foe == id:
                way *= STILL
            if s.patience and foe.weight < TRIFLE * body.strength:
                # a brigade that turns on a few skirmishers crosses the way of another, and comes too late
                way *= TRIFLING
            return (way * BEHIND_WALLS if foe.guarded else way), id

        best, x = dear(steady[0]), body.place[0]
        foe = steady[0]
        for i in outward(across, x):
            # from here on all are so far to the east or west that nothing could make them dearer to it
            if (abs(across[i] - x) + NEARLY) * _DEAREST > best[0]:
                break
            this = dear(steady[i])
            if this < best:
                best, foe = this, steady[i]
        sent[foe.id] = sent.get(foe.id, 0.0) + body.strength * body.steadiness
        goal_id = next((goal.id for goal in s.goals if goal.kind in ("hold", "clear") and goal.holds(foe.place)), "")
        found[body.id] = Task(body.id, "attack", foe.place, goal=goal_id, foe=foe.id)
    return found


def _keeper(s: Situation, goal: PointsGoal, bodies: list[TroopBody]) -> dict[str, Task]:
    """The body that stands on a goal stays there, where an enemy could come in; where nobody is, one goes in time."""
    inside = [body for body in bodies if any(goal.holds(spot) for spot in body.spots)]
    if any(goal.holds(spot) for body in s.fit if body.fixed for spot in body.spots):
        return {}
    foe = any(goal.holds(each.place) for each in s.foes if each.steadiness > BEATEN and each.age <= 1)
    if inside and not foe:
        body = min(inside, key=lambda each: (gap(each.place, goal.place), each.id))
        return {body.id: Task(body.id, "hold", goal.place, goal=goal.id, garrison=True)}
    near = [body for body in bodies if not body.loose] or bodies
    if not near or foe:
        return {}
    body = min(near, key=lambda each: (gap(each.place, goal.place), each.id))
    turns = gap(body.place, goal.place) / max(1.0, body.pace)
    if s.left > IN_HAND + 1.5 * turns and gap(body.place, goal.place) > GO_IN + goal.radius:
        return {}
    return {body.id: Task(body.id, "attack", goal.place, goal=goal.id)}


def form_up_at(body: TroopBody) -> float:
    """Paces from the enemy at which a body forms up."""
    return max(350.0, min(FORM_UP, TURNS_AWAY * body.pace))
