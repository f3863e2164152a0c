"""What there is to win: whether a goal is ours, theirs or open, which come first, what bears on them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from .appreciation import BEATEN, Account, PointsGoal, Situation, gap, middle

UNSEEN = 2500.0
"""Paces: with no enemy known so near to a place, one must expect him in it."""
PRIZE = 0.35
"""An army attacks for this part of the points that ground can earn; for less only if it is much the stronger."""
BEYOND, ON_THE_WAY = 500.0, 1.15
"""A goal lies beyond another if it is so many paces farther, and the way by that one is no longer than this."""

LATELY = 3
"""Turns for which an enemy who was seen on a goal is taken to be there."""
HEAD_START = 350.0
"""Paces by which the enemy may be nearer to a goal that nobody has: he may not have thought of it."""


GoalQuestion = Callable[[Situation, PointsGoal], bool]


def _once(asked: GoalQuestion) -> GoalQuestion:
    """A question about a goal whose answer holds for a situation: every plan that is tried asks it again."""

    @wraps(asked)
    def answer(s: Situation, goal: PointsGoal) -> bool:
        key = asked, id(goal)
        if key not in s.told:
            # with the goal, so that no other one can come to have its number
            s.told[key] = goal, asked(s, goal)
        return s.told[key][1]

    return answer


@_once
def secure(s: Situation, goal: PointsGoal) -> bool:
    """Whether a goal is won as things stand."""
    if any(goal.holds(foe.place) for foe in s.foes if foe.steadiness > BEATEN and foe.age <= 3):
        return False
    if goal.kind == "clear":
        return True
    inside = sum(goal.holds(spot) for body in s.bodies if body.here and body.steadiness > BEATEN for spot in body.spots)
    return inside >= goal.needed


def ours(s: Situation, goal: PointsGoal, had: frozenset[str] = frozenset()) -> bool:
    """Whether a goal is won, or can be had by marching in: no enemy is there, and we are nearer than any."""
    if secure(s, goal):
        return True
    if goal.needed > 1 or any(goal.holds(foe.place) for foe in s.foes) or s.threat(goal.place, 300, 700) > 0:
        return False
    foe = s.nearest_foe(goal.place, steady=BEATEN)
    nearest = min((gap(body.place, goal.place) for body in s.fit if body.arm == "foot"), default=9e9)
    if foe is None or gap(foe.place, goal.place) > UNSEEN:
        return goal.id in had
    return nearest < 1000 and nearest < gap(foe.place, goal.place)


def first_things(s: Situation, goals: list[PointsGoal]) -> list[PointsGoal]:
    """Without the goals that lie beyond another one of no less worth: that one has to be taken first."""
    foot = [body.place for body in s.fit if body.arm == "foot"]
    if not foot:
        return goals
    start = middle(foot)

    def beyond(goal: PointsGoal, other: PointsGoal) -> bool:
        by_it = gap(start, other.place) + gap(other.place, goal.place)
        nearer = gap(start, other.place) < gap(start, goal.place) - BEYOND
        return nearer and other.points >= goal.points and by_it < ON_THE_WAY * gap(start, goal.place)

    return [goal for goal in goals if not any(beyond(goal, other) for other in goals)]


@_once
def theirs(s: Situation, goal: PointsGoal) -> bool:
    """Whether the enemy has a goal and we have nobody there: nothing to guard."""
    if not any(goal.holds(foe.place) for foe in s.foes if foe.steadiness > BEATEN):
        return False
    return not any(goal.holds(spot) for body in s.fit for spot in body.spots)


def worth_it(s: Situation, open_goals: list[PointsGoal]) -> bool:
    """Whether a good part of what ground can earn is still to be won."""
    ground = sum(goal.points for goal in s.goals if goal.kind in ("hold", "clear"))
    return sum(goal.points for goal in open_goals) >= PRIZE * ground


def pull(s: Situation, goal: PointsGoal) -> float:
    """How much a goal draws troops: by its worth, and more where the enemy is."""
    return (2 + goal.points) * (2 if threat_to(s, goal) else 1)


def threat_to(s: Situation, goal: PointsGoal) -> float:
    """Enemy strength that bears on the ground of a goal."""
    reach = goal.radius
    return s.threat(goal.place, 400 + reach, 1200 + reach)


@_once
def taken(s: Situation, goal: PointsGoal) -> bool:
    """Whether steady enemies are known to stand on a goal."""
    return any(goal.holds(foe.place) for foe in s.foes if foe.steadiness > BEATEN and foe.age <= LATELY)


def lead(s: Situation, broken: int = 0) -> float:
    """Points by which we would be ahead if the battle ended now, as far as we know, with so many enemies beaten."""
    return sum((1 if each.ours else -1) * each.points * earned(s, each, broken) for each in s.accounts)


def earned(s: Situation, account: Account, broken: int) -> int:
    """How often an account earns its points if the battle ends now, with so many enemies beaten."""
    goal = account.goal
    match account.kind:
        case "beat":
            return broken if account.ours else s.beaten
        case "men" | "army":
            # what is not counted until the end
            return 0
        case "hold" if goal is not None:
            return secure(s, goal) if account.ours else theirs(s, goal)
        case "clear" if goal is not None and account.ours:
            # of an enemy whom nobody has seen yet one must not think that he is elsewhere
            return bool(s.foes) and not taken(s, goal)
        case "clear" if goal is not None:
            return not any(goal.holds(spot) for body in s.fit for spot in body.spots)
    return 1


def unknown(s: Situation, goal: PointsGoal) -> bool:
    """Whether ground only looks clear because nothing has been seen of the enemy, and nobody of ours is there."""
    here = any(goal.holds(spot) for body in s.fit for spot in body.spots)
    return goal.kind == "clear" and not s.foes and not here


def at_hand(s: Situation, goal: PointsGoal, paces: float) -> bool:
    """Whether foot of ours is near enough to a goal to go in and guard it."""
    return any(gap(body.place, goal.place) - goal.radius < paces for body in s.fit if body.arm == "foot")


def within_our_reach(s: Situation, goal: PointsGoal) -> bool:
    """Whether our foot can be on a goal about as soon as the enemy's."""
    foot = (gap(body.place, goal.place) for body in s.fit if body.arm == "foot" and not body.loose)
    foes = (gap(foe.place, goal.place) for foe in s.foes if foe.arm == "foot" and foe.steadiness > BEATEN)
    return min(foot, default=9e9) < min(foes, default=9e9) + HEAD_START
