"""Attackers who wait for one another: they form up out of the worst fire and go in together."""

from __future__ import annotations

from ..appreciation import BEATEN, Situation, TroopBody, gap, toward
from ..duties import aim_of
from ..tasks import Task
from .intents import IN_HAND, MOST_UP, PATIENCE, SOFT, Intent, form_up_at

HELD = 0.25
"""An attack forms up where the enemies about its aims are at least this part of its strength."""
HEAVILY = 0.4
"""With so much of an attack in the fight it goes in as it is."""


class FormingUp:
    """How far the attack of an army has got."""

    def __init__(self) -> None:
        self._launched: tuple[tuple[str, ...], int, bool] = ((), 0, False)
        """An attack by its goals, the turn in which its first body was up, and whether it has gone in."""

    def gone(self, intent: Intent) -> bool:
        """Whether an attack has gone in."""
        return self._launched[0] == intent.key[1] and self._launched[2]

    def formed_up(self, s: Situation, tasks: dict[str, Task], intent: Intent) -> dict[str, Task]:
        """An attack waits where it forms up until most of it is there, and the guns have done their part."""
        bodies = {body.id: body for body in s.fit if body.arm == "foot" and not body.loose}
        attack = [bodies[id] for id, task in tasks.items() if task.kind == "attack" and id in bodies]
        # one alone has nobody to wait for, unless guns prepare its way
        if len(attack) < (1 if intent.shells else 2) or not intent.goals or self.gone(intent):
            return tasks
        # ground that hardly anybody holds is simply entered
        if sum(s.threat(aim_of(tasks[body.id]), 350, 700) for body in attack) < HELD * sum(b.strength for b in attack):
            return tasks
        up = [body for body in attack if self._is_up(s, body, tasks[body.id])]
        goals = intent.key[1]
        if self._launched[0] != goals:
            self._launched = goals, s.turn if up else 0, False
        elif up and not self._launched[1]:
            self._launched = goals, s.turn, False
        if self._goes_in(s, attack, up, intent):
            self._launched = goals, self._launched[1], True
            return tasks
        return tasks | {body.id: self._waits(s, body, tasks[body.id]) for body in attack}

    def _is_up(self, s: Situation, body: TroopBody, task: Task) -> bool:
        foe = s.nearest_foe(body.place, steady=BEATEN)
        near = form_up_at(body) + 120
        return (
            body.fighting
            or gap(aim_of(task), body.place) < near
            or (foe is not None and gap(foe.place, body.place) < near)
        )

    def _goes_in(self, s: Situation, attack: list[TroopBody], up: list[TroopBody], intent: Intent) -> bool:
        need = max(form_up_at(body) / max(1.0, body.pace) for body in attack) + IN_HAND
        far = max(gap(body.place, intent.goals[0].place) / max(1.0, body.pace) for body in attack)
        strength = sum(body.strength for body in attack)
        in_it = sum(body.strength for body in up if body.fighting)
        if s.left <= max(need, far + 2) or in_it >= HEAVILY * strength:
            return True
        since = self._launched[1]
        if not since or (
            sum(body.strength for body in up) < MOST_UP * strength and s.turn < since + PATIENCE + intent.shells
        ):
            return False
        goal = intent.goals[0]
        about = [foe for foe in s.foes if gap(foe.place, goal.place) < goal.radius + 300]
        soft = about and sum(foe.steadiness for foe in about) < SOFT * len(about)
        return bool(soft) or s.turn >= since + intent.shells

    def _waits(self, s: Situation, body: TroopBody, task: Task) -> Task:
        place = body.place if self._is_up(s, body, task) else toward(aim_of(task), body.place, form_up_at(body))
        return Task(body.id, "reserve", place, goal=task.goal)
