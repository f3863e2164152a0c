"""Messages: a superior writes to a subordinate whose task is new. Whoever has word from above finds his own orders the
quicker, and to those whom somebody else commands one can do nothing but write."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.battle.decisions import Answer, Decision
from grognard.commanders.appreciation import Situation, gap
from grognard.commanders.clusters import Group
from grognard.commanders.planning import Plan
from grognard.commanders.tasks import Task, TaskKind
from grognard.ground.squares import square_of
from grognard.ground.units import to_sub
from grognard.kernel.domains import Choice

from ..seat.view import Briefing, View
from ..table.state import LeaderState
from .commanding import Commands
from .wording import URGENT, whole

WORDS: dict[TaskKind, str] = {
    "attack": "Attack", "hold": "Hold", "reserve": "Stand in reserve at", "support": "Support our troops at",
    "screen": "Screen the army at", "bombard": "Bring your guns into action at", "retire": "Fall back to",
    "leave": "March off by",
}  # fmt: skip
NEWS = 400.0
"""Paces by which a place must have shifted to be worth a letter."""


class Letters:
    """What a seat's leaders have written in the course of a battle."""

    def __init__(self) -> None:
        self.written: dict[str, Task] = {}
        """The last task that each leader was written of."""

    def due(self, view: View, decision: Decision, said: Commands) -> Iterator[tuple[Answer, Task]]:
        """Letters worth a point that is left, the most urgent first."""
        option = decision.option("message")
        reached = option.fields["to"] if option is not None else None
        if not isinstance(reached, Choice):
            return
        for to, task in self._news(view, said, reached.values):
            writer = _superior(view, said.briefing, to)
            if writer is not None:
                text = f"{WORDS[task.kind]} {_where(said.briefing, said.s, task)}."
                yield decision.answer("message", leader=writer.id, to=to, text=text), task

    def conferred(self, groups: dict[str, Group], plan: Plan) -> None:
        """Everybody of the seat has heard his task at the council."""
        # said at the council, it need not be written
        self.written |= _own(groups, plan)

    def _news(self, view: View, said: Commands, reached: tuple[str, ...]) -> Iterator[tuple[str, Task]]:
        """Leaders whose task is another than they were last written of, and to whom nobody is on his way."""
        tasks, aim = _own(said.groups, said.plan), _aim(said.s, said.plan)
        # a seat of another player cannot be told a task, only what the army is about
        if aim is not None:  # other seats make their own plans
            tasks |= {to: aim for to in reached if to not in view.leaders}
        # a letter on the way is as good as written
        awaited = {rider.to for rider in view.riders.values() if rider.kind == "courier"}
        for to, task in tasks.items():
            if to in reached and to not in awaited and _new(self.written.get(to), task):
                yield to, task


def _superior(view: View, briefing: Briefing, to: str) -> LeaderState | None:
    """The nearest above him who can write; who has a seat of his own is under the army's commander."""
    known = briefing.leaders.get(to)
    if known is None:
        # not one of ours: whoever has a seat of his own stands under the army's commander
        above = tuple(id for id, entry in briefing.leaders.items() if entry.level == "army")
    else:
        chain = briefing.roster[known.units[0]].leaders if known.units else (to,)
        above = chain[chain.index(to) + 1 :]
    able = (view.leaders[id] for id in above if id in view.leaders)
    return next((leader for leader in able if leader.points and _writes(leader)), None)


def _where(briefing: Briefing, s: Situation, task: Task) -> str:
    """A place by its name, if it has one, and its square on the map."""
    x, y = whole(s, task.place)
    named = next((area.name for area in briefing.ground.areas_at((to_sub(x), to_sub(y))) if area.name), "")
    square = square_of(x, y, briefing.header.table_paces[1])
    return f"{named} ({square})" if named else f"square {square}"


def _own(groups: dict[str, Group], plan: Plan) -> dict[str, Task]:
    """The most pressing task of each brigadier, the main effort first."""
    tasks: dict[str, Task] = {}
    for task in sorted(plan.tasks.values(), key=lambda each: (each.body != plan.main, URGENT[each.kind], each.body)):
        # the first is the most pressing, by the order in which they are sorted
        if task.body in groups and groups[task.body].leaders:
            tasks.setdefault(groups[task.body].leaders[0], task)
    return tasks


def _aim(s: Situation, plan: Plan) -> Task | None:
    """What the army is about: its main effort, as far as this seat makes it, else the prize that is worth most."""
    if plan.main in plan.tasks:
        return plan.tasks[plan.main]
    ground = [goal for goal in s.goals if goal.kind in ("hold", "clear")]
    best = max(ground, key=lambda goal: (goal.points, goal.id), default=None)
    if best is None:
        return None
    return Task("", "hold" if best.kind == "hold" else "attack", best.place, goal=best.id)


def _writes(leader: LeaderState) -> bool:
    return leader.where == "table" and leader.hurt != "killed"


def _new(before: Task | None, now: Task) -> bool:
    return before is None or before.kind != now.kind or gap(before.place, now.place) > NEWS
