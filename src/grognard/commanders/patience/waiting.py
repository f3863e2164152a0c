"""Patience: an army that stands and fires, takes empty ground late, and goes in together when waiting does not win."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from ..appreciation import (
    BEATEN,
    Account,
    PointsGoal,
    Situation,
    TableSpot,
    TroopBody,
    bearing,
    gap,
    least_gap,
    shifted,
)
from ..foresight.intents import Intent
from ..prizes import earned, first_things, pull, secure, taken, within_our_reach
from ..tasks import Task

ROAD, STEP_OUT = 0.6, 1.3
"""The part of its pace that an army makes good over country, and one unit that steps out."""
FIGHT, LATEST = 7, 3
"""Turns that a fight for a place takes, and those for which an attack is still worth while."""
SETTLE, DENY = 5, 2
"""Turns before the end in which empty ground has to be entered, the march not counted; and ground on which one only has
to be seen, so that it does not count for the enemy."""
COVETED = 350.0
"""Paces from empty ground at which an enemy is about to go in."""
STORMING, STRIKE = 300.0, 550.0
"""Paces from ground of ours at which an enemy storms it, and from which a body falls on him."""
RIPOSTE = 0.6
"""How strong we must be there beside him."""
HELP, SENT, BEHIND = 200.0, 1100.0, 60.0
"""Paces from which on a body comes up to ground that the enemy comes for, and at most; and how far behind it stands."""
MEETS, MET = 450.0, 675.0
"""Paces from our foot at which an enemy who comes on is met by everybody, and beyond which he has gone back again: who
waits for him where he stands is taken one brigade after the other, and those who run carry the next along."""
EVEN, PARTED = 0.8, 0.5
"""So strong, beside him, must we be for it, and to go on with it."""
CRUSHING, OVERWHELMING = 1.6, 2.5
"""So much stronger than all known enemies, an army need not wait, and where few have been seen."""
SEEN = 0.6
"""The part of an army like ours that must have been seen before the first is trusted."""


class Patience:
    """What a patient army is about."""

    def __init__(self) -> None:
        self._gone_in = self._meeting = False
        self.went_in = False
        """Whether an attack has been made: then the enemy's fire is no reason any more to enter ground late."""

    def intent(
        self, s: Situation, losses: EnemyLosses, ahead: float, seen: float, *, coming: bool, exhausted: bool
    ) -> Intent:
        """Hold while that wins, or while there is time, or while the enemy comes; then everybody goes in, until what
        has been won is enough. `ahead` is our lead in points at the end if nobody attacks, `seen` the strength of all
        enemies seen so far."""
        # who is losing has nothing to spare himself for
        if exhausted and ahead > -s.margin:
            self._gone_in = False
            return Intent("strike back", counter=True)
        crushing = _crushing(s, seen)
        if prospect(s, losses, marching=False) >= s.margin and not crushing:
            # whoever has won and goes on gives the enemy another chance
            self._gone_in = False
        # who has come up saves us no way any more
        comes, coming = coming, coming and not _comes_up(s, MET)
        if self._gone_in and coming and not crushing and not any(body.fighting for body in s.fit):
            # he saves us the way
            self._gone_in = False
        if not self._gone_in and ahead < s.margin and (crushing or (_due(s) and not coming)):
            self._gone_in = self.went_in = True
        if not self._gone_in:
            # who stands, however near, is not met: he may be left to our fire
            near, strong = (MET, PARTED) if self._meeting else (MEETS, EVEN)
            self._meeting = (comes or self._meeting) and _comes_up(s, near) and _a_match(s, strong)
            return Intent("all out", all_out=True) if self._meeting else Intent("strike back", counter=True)
        best = _worth_most(s)
        # while nothing has been seen of him one goes for the ground
        return Intent("all out", all_out=True) if s.foes or best is None else Intent("attack", (best,))


class EnemyLosses(Struct, frozen=True):
    """What the enemy has lost, as far as we have seen."""

    beaten: int = 0
    """Units."""
    men: float = 0.0


def prospect(s: Situation, losses: EnemyLosses, *, marching: bool = True) -> float:
    """Points by which we are ahead at the end if nobody attacks; `marching` with ground that need only be entered."""
    return sum((1 if each.ours else -1) * each.points * _expected(s, each, losses, marching) for each in s.accounts)


def _expected(s: Situation, account: Account, losses: EnemyLosses, marching: bool) -> float:
    if account.kind == "hold" and account.ours and account.goal is not None:
        return secure(s, account.goal) or (marching and _free(s, account.goal))
    if account.kind == "men":
        return losses.men if account.ours else sum(body.at_start - body.strength for body in s.bodies)
    return earned(s, account, losses.beaten)


def _free(s: Situation, goal: PointsGoal) -> bool:
    """Whether ground can be had by marching in before the end."""
    keeper = _keeper(goal, s.fit)
    if keeper is None or taken(s, goal) or not within_our_reach(s, goal):
        return False
    return _turns(keeper, goal) + 1 <= s.left


def _turns(body: TroopBody, goal: PointsGoal) -> float:
    away = min((gap(spot, goal.place) for spot in body.spots), default=gap(body.place, goal.place))
    return away / (STEP_OUT * max(1.0, body.pace))


def _keeper(goal: PointsGoal, bodies: Iterable[TroopBody]) -> TroopBody | None:
    """The foot nearest to ground that is to be entered."""
    foot = (body for body in bodies if body.arm == "foot")
    return min(foot, key=lambda body: (gap(body.place, goal.place), body.id), default=None)


def _worth_most(s: Situation) -> PointsGoal | None:
    """The ground to be held that is worth most of what is not ours."""
    ground = [goal for goal in s.goals if goal.kind == "hold" and not secure(s, goal)]
    return max(first_things(s, ground), key=lambda goal: (pull(s, goal), goal.id), default=None)


def _due(s: Situation) -> bool:
    """Whether an attack that does not begin now comes too late, and one that does begin does not."""
    best, ways = _worth_most(s), []
    for body in s.fit:
        foe = s.nearest_foe(body.place, steady=BEATEN)
        aim = best.place if best is not None else foe.place if foe is not None else None
        if aim is not None and body.arm == "foot" and not body.fixed:
            ways.append(gap(aim, body.place) / max(1.0, body.pace))
    if not ways:
        return False
    ways.sort()
    return ways[0] / STEP_OUT + LATEST <= s.left <= ways[len(ways) // 2] / ROAD + FIGHT


def _comes_up(s: Situation, near: float) -> bool:
    """Whether enemy foot or horse has come so near to our foot."""
    spots = sorted(spot for body in s.fit if body.arm == "foot" for spot in body.spots)
    across = [x for x, _ in spots]
    coming = (foe for foe in s.foes if foe.arm != "guns" and foe.steadiness > BEATEN and foe.age <= 1)
    return any(least_gap(foe.place, spots, across, near) < near for foe in coming)


def _a_match(s: Situation, part: float) -> bool:
    """Whether the army is as strong as this part of all enemies known."""
    ours = sum(body.strength * body.steadiness for body in s.fit)
    return ours >= part * sum(foe.weight for foe in s.foes)


def _crushing(s: Situation, seen: float) -> bool:
    """Whether the enemy is so much weaker by now that there is nothing to wait for."""
    ours = sum(body.strength * body.steadiness for body in s.fit)
    known = sum(foe.weight for foe in s.foes)
    # of an army of which most has not been seen what is here is beaten before the rest comes up
    return ours > OVERWHELMING * known > 0 or (seen > SEEN * s.started_with and ours > CRUSHING * known)


def standing(
    s: Situation, foot: list[TroopBody], before: dict[str, Task], *, coming: bool, at_once: bool = False
) -> dict[str, Task]:
    """Everybody holds where he stands; one body goes into each place that is empty, when it is time or `at_once`.
    Ground of ours that the enemy comes for is helped, and he is thrown back from it."""
    found: dict[str, Task] = {}
    for goal in s.goals:
        if goal.kind == "hold":
            found |= _entering(s, goal, [body for body in foot if body.id not in found], at_once=at_once)
    for goal in _denied(s):
        rest = [body for body in foot if body.id not in found and not body.fixed]
        found |= _entering(s, goal, rest, at_once=False, settle=DENY)
    kept = [goal for goal in s.goals if goal.kind == "hold" and secure(s, goal)]
    for body in foot:
        task = _helping(s, body, kept, before.get(body.id), coming=coming) if body.id not in found else None
        if task is not None:
            found[body.id] = task
        if body.id not in found:
            was = before.get(body.id)
            place = was.place if was is not None and was.kind == "hold" else body.place
            found[body.id] = Task(body.id, "hold", place)
    return found


def _denied(s: Situation) -> list[PointsGoal]:
    """Ground that wins the enemy points while nobody of ours is on it."""
    clear = [each.goal for each in s.accounts if each.kind == "clear" and not each.ours and each.goal is not None]
    return [goal for goal in clear if not any(goal.holds(spot) for body in s.fit for spot in body.spots)]


def _helping(s: Situation, body: TroopBody, kept: list[PointsGoal], was: Task | None, *, coming: bool) -> Task | None:
    """Who is near ground of ours falls on those who storm it, or comes up behind it."""
    if body.loose or body.fixed or not body.spots:
        return None
    for goal in sorted(kept, key=lambda each: (gap(each.place, body.place), each.id)):
        storming = [
            foe
            for foe in s.foes
            if foe.arm != "guns"
            and foe.steadiness > BEATEN
            and foe.age <= 1
            and gap(foe.place, goal.place) < goal.radius + STORMING
        ]
        foe = min(storming, key=lambda each: (_from(body, each.place), each.id), default=None)
        if foe is not None and _from(body, foe.place) < STRIKE:
            under_way = was is not None and was.kind == "attack"
            odds = s.support(goal.place, 500, 900) / max(1.0, s.threat(goal.place, 350, 600))
            if odds >= (RIPOSTE * 0.7 if under_way else RIPOSTE):
                return Task(body.id, "attack", foe.place, goal=goal.id, foe=foe.id)
        away = gap(body.place, goal.place) - goal.radius
        if coming and HELP < away < SENT:
            foe = s.nearest_foe(goal.place, steady=BEATEN)
            if was is not None and was.kind == "hold" and was.goal == goal.id:
                return was
            heading = bearing(goal.place, foe.place) if foe is not None else body.facing
            return Task(body.id, "hold", shifted(goal.place, heading, 0.0, -goal.radius - BEHIND), goal=goal.id)
    return None


def _from(body: TroopBody, place: TableSpot) -> float:
    return min(gap(spot, place) for spot in body.spots)


def _entering(
    s: Situation, goal: PointsGoal, foot: list[TroopBody], *, at_once: bool, settle: int = SETTLE
) -> dict[str, Task]:
    """Who is on the ground stays there; where nobody is, the nearest goes in."""
    inside = [body for body in foot if any(goal.holds(spot) for spot in body.spots)]
    if inside:
        body = min(inside, key=lambda each: (gap(each.place, goal.place), each.id))
        place = body.place if body.fixed else goal.place
        return {body.id: Task(body.id, "hold", place, goal=goal.id, garrison=True, precise=True, single=not body.fixed)}
    keeper = _keeper(goal, foot)
    if keeper is None or taken(s, goal):
        return {}
    if not at_once and s.left > settle + _turns(keeper, goal):
        return {}
    near = [foe for foe in s.foes if foe.arm != "guns" and gap(foe.place, goal.place) < goal.radius + COVETED]
    # one unit alone does not go among enemies
    alone = s.support(goal.place, COVETED, 2 * COVETED) < s.threat(goal.place, COVETED, 2 * COVETED)
    if alone and any(foe.steadiness > BEATEN for foe in near):
        return {}
    return {keeper.id: Task(keeper.id, "hold", goal.place, goal=goal.id, precise=True, garrison=True, single=True)}
