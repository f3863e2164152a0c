"""Why an order is given, in a sentence: for the report and the look back, when everybody may know."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from ..appreciation import PointsGoal, Situation, TroopBody
from ..prizes import threat_to
from ..tasks import Task
from .intents import Intent

ABOUT = 50
"""Men to whom strengths are rounded: a staff guesses."""
NEAR, FAR = 500.0, 900.0
"""Paces about a place within which troops count in what is said of it."""


class OrderReason(Struct, frozen=True):
    """Why a body was told something."""

    turn: int
    body: str
    """Its name; nothing where the whole army is meant."""
    text: str


def army_reason(s: Situation, intent: Intent, tried: int) -> OrderReason:
    """What the army is about, and why that rather than something else."""
    names = " and ".join(_named(goal) for goal in intent.goals)
    what = {
        "hold": "the army holds what it has and lets the enemy come",
        "strike back": "those who guard fall on the enemy who comes up",
        "all out": "everybody goes at the enemy",
        "shell": f"guns prepare an attack on {names}",
    }.get(intent.name, f"the army goes for {names}" if names else "the army attacks")
    counted = f"of {tried} plans tried in the mind it came off best" if tried > 1 else ""
    return OrderReason(s.turn, "", f"{what}; {counted}" if counted else what)


def task_reason(s: Situation, body: TroopBody, task: Task, tasks: Mapping[str, Task]) -> OrderReason:
    """Why a body gets its task."""
    return OrderReason(s.turn, body.name, _why(s, body, task, tasks))


def _why(s: Situation, body: TroopBody, task: Task, tasks: Mapping[str, Task]) -> str:
    goal = next((each for each in s.goals if each.id == task.goal), None)
    match task.kind:
        case "attack" if goal is not None:
            return f"attack, to take {_worth(goal)}; {_odds(s, task, tasks)}"
        case "attack":
            return f"attack {_foe(s, task)}; {_odds(s, task, tasks)}"
        case "hold" if goal is not None and task.garrison:
            return f"hold {_worth(goal)}, and do not leave it"
        case "hold" if goal is not None:
            bearing_on = _men(threat_to(s, goal))
            return f"stand for {_worth(goal)}; about {bearing_on} of the enemy could come for it"
        case "hold":
            return "stay: nothing within reach is worth leaving this ground for"
        case "reserve" if goal is not None:
            return f"wait until the others are up, then go for {_named(goal)} with them"
        case "reserve":
            return "stay in reserve behind the main effort"
        case "support":
            return "keep near the foot, and ride at whoever is shaken or shows a flank"
        case "screen":
            return "screen the others in open order"
        case "bombard":
            return f"fire at {_foe(s, task)}: of all in sight it is worth most" if task.foe else "be ready to fire"
        case "retire" if body.lost > 0.5:
            return f"go back: {body.lost:.0%} of the men are gone"
        case "retire":
            return "go back, to rally out of the enemy's reach"
        case "leave":
            return "leave the field"


def _worth(goal: PointsGoal) -> str:
    points = f"{goal.points:g} point{'s' if goal.points != 1 else ''}"
    return f"{_named(goal)}, worth {points}"


def _named(goal: PointsGoal) -> str:
    return goal.name or ("the enemy's army" if goal.kind == "army" else "the ground that counts")


def _foe(s: Situation, task: Task) -> str:
    foe = next((each for each in s.foes if each.id == task.foe), None)
    if foe is None:
        return "the enemy before it"
    arm = {"foot": "foot", "horse": "horse", "guns": "guns"}[foe.arm]
    state = "shaken " if foe.steadiness < 0.6 else ""
    return f"{state}enemy {arm}{' behind walls' if foe.guarded else ''}"


def _odds(s: Situation, task: Task, tasks: Mapping[str, Task]) -> str:
    """All who are sent there, against all who are known to be about it."""
    aim = task.via[0] if task.via else task.place
    sent = [body for body in s.fit if body.id in tasks and _alike(tasks[body.id], task)]
    ours, theirs = sum(body.strength for body in sent), s.threat(aim, NEAR, FAR)
    return f"about {_men(ours)} of ours against {_men(theirs)} seen there"


def _alike(one: Task, other: Task) -> bool:
    same = one.goal == other.goal if other.goal else one.foe == other.foe
    return one.kind == other.kind and same


def _men(strength: float) -> str:
    return f"{round(strength / ABOUT) * ABOUT:,}"


__all__ = ["OrderReason", "army_reason", "task_reason"]
