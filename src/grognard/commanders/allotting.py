"""Foot for each goal: guards for what we have, attackers for what we want, a reserve, and who is left over."""

from __future__ import annotations

from collections.abc import Mapping

from .appreciation import PointsGoal, Situation, TroopBody, gap
from .prizes import pull, secure, theirs, threat_to
from .tasks import Task

ODDS = 1.4
"""So much stronger than the enemies about a goal should its attackers be."""
GUARD = 0.8
"""So strong, against the enemies about it, should the guard of a goal be."""
GUARD_FROM, SENT = 700.0, 1.5
"""Paces from which an attacking army takes guards for what it has; one that holds, from so much farther off."""
FAR_OFF, NEAR_ENOUGH = 3500.0, 1300.0
"""Paces that nobody is sent to attack a goal, or to guard it with the others."""
COMMIT = 0.55
"""After this part of the battle the reserve is no longer held back."""

Allotted = list[tuple[PointsGoal, list[TroopBody]]]
"""Bodies by the goal that they are for."""


def allot(
    s: Situation, foot: list[TroopBody], open_goals: list[PointsGoal], before: Mapping[str, Task]
) -> tuple[Allotted, list[TroopBody]]:
    """Foot for each goal; guards for what we have first, then attackers; and who is left over. `before` are the tasks
    of the turn before, by body."""
    return _Allotment(s, before).made(foot, open_goals)


def main_effort(allotted: Allotted, open_goals: list[PointsGoal]) -> list[TroopBody]:
    """The bodies of the main effort, the strongest first."""
    efforts = [bodies for goal, bodies in allotted if goal in open_goals] or [bodies for _, bodies in allotted]
    best = max(efforts, key=lambda bodies: sum(body.strength for body in bodies), default=[])
    return sorted(best, key=lambda body: (-body.strength, body.id))


class _Allotment:
    """One turn's."""

    def __init__(self, s: Situation, before: Mapping[str, Task]) -> None:
        self.s, self.before = s, before

    def made(self, foot: list[TroopBody], open_goals: list[PointsGoal]) -> tuple[Allotted, list[TroopBody]]:
        free = [body for body in foot if not body.loose] or list(foot)
        loose = [body for body in foot if body not in free]
        allotted: Allotted = []
        ground = [goal for goal in self.s.goals if goal.kind in ("hold", "clear") and goal not in open_goals]
        kept = [goal for goal in ground if not theirs(self.s, goal)]
        allotted += [(goal, self._guard(free, goal, attacking=bool(open_goals))) for goal in kept]
        # after the guards and before the attackers: what is held back must not be what holds ground
        held_back = self._reserve(free) if open_goals else []
        for goal in open_goals:
            took = self._take(free, goal, ODDS * threat_to(self.s, goal) + 1, least=True)
            allotted.append((goal, took))
        if open_goals and free:
            self._share_out(free, [pair for pair in allotted if pair[0] in open_goals])
        elif kept and free:
            self._share_out(free, allotted, far=NEAR_ENOUGH)
        if loose and open_goals:
            self._share_out(loose, [pair for pair in allotted if pair[0] in open_goals])
        return [pair for pair in allotted if pair[1]], [*held_back, *free, *loose]

    def _guard(self, free: list[TroopBody], goal: PointsGoal, *, attacking: bool) -> list[TroopBody]:
        """Those who keep what is ours. While the army attacks, only ground to be held is guarded, by who is near."""
        if attacking and goal.kind != "hold":
            return []
        there = sum(body.strength for body in self.s.bodies if body.fixed and body.fit and goal.holds(body.place))
        want = GUARD * threat_to(self.s, goal) * (1.0 if attacking else 1.5) - there
        far = GUARD_FROM if attacking else SENT * GUARD_FROM
        near = [body for body in free if gap(body.place, goal.place) - goal.radius < far]
        took = self._take(near, goal, want, least=not there and (want > 0 or not secure(self.s, goal)))
        # in place: it is the pool from which the others are taken
        free[:] = [body for body in free if body not in took]
        return took

    def _take(self, free: list[TroopBody], goal: PointsGoal, want: float, *, least: bool) -> list[TroopBody]:
        """The bodies nearest to a goal, until they are strong enough; they are free no more."""
        took: list[TroopBody] = []
        for body in sorted(free, key=lambda each: (self._distance(each, goal), each.id)):
            if sum(each.strength * each.steadiness for each in took) >= want and (took or not least):
                break
            # who cannot be there before the battle ends is of more use elsewhere
            if gap(body.place, goal.place) - goal.radius < body.pace * self.s.left:
                took.append(body)
        for body in took:
            free.remove(body)
        return took

    def _distance(self, body: TroopBody, goal: PointsGoal) -> float:
        """How far off a goal is; whoever had it before is preferred."""
        before = self.before.get(body.id)
        away = gap(body.place, goal.place)
        # a goal that changed hands each turn would cost orders and marches
        return away * 0.35 if before is not None and before.goal == goal.id else away

    def _share_out(self, free: list[TroopBody], allotted: Allotted, far: float = FAR_OFF) -> None:
        """Whoever is left goes where he is nearest, weighing what it is worth; not across half the field."""
        for body in list(free):
            if all(gap(body.place, goal.place) - goal.radius > far for goal, _ in allotted):
                continue
            _, took = min(allotted, key=lambda pair: self._distance(body, pair[0]) / pull(self.s, pair[0]))
            took.append(body)
            free.remove(body)

    def _reserve(self, free: list[TroopBody]) -> list[TroopBody]:
        """The rearmost body, if there are enough and it is not time to throw everything in."""
        s = self.s
        if len(free) < 4 or s.turn > COMMIT * s.last or self._in_trouble():
            return []
        fresh = [body for body in free if not body.fighting and body.lost < 0.1 and not self._was(body, "attack")]
        if not fresh:
            return []
        before = [body for body in fresh if self._was(body, "reserve")]
        home = s.home
        rearmost = max(before or fresh, key=lambda body: (body.place[0] * home[0] + body.place[1] * home[1], body.id))
        free.remove(rearmost)
        return [rearmost]

    def _in_trouble(self) -> bool:
        """Whether those in front need help."""
        engaged = [body for body in self.s.bodies if body.here and body.fighting and body.arm == "foot"]
        return any(body.steadiness < 0.6 or body.lost > 0.25 for body in engaged)

    def _was(self, body: TroopBody, kind: str) -> bool:
        before = self.before.get(body.id)
        return before is not None and before.kind == kind
