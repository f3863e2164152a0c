"""Guns in the plan of a staff that looks before it unlimbers: where they have somebody worth it in sight and range."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import islice
from math import hypot

from ..appreciation import BEATEN, Foe, Situation, TableSpot, TroopBody, bearing, gap, least_gap, shifted
from ..shelter import exposure
from ..tasks import Task
from . import guns

STEP = 130.0
"""Paces between the places that are looked at."""
REACH = 4
"""Steps to each side."""
MARCH = 0.12
"""The part of what the fire is worth that each turn of marching costs, because guns on the move do not fire."""
STOP = 100.0
"""What fire must be worth for guns on the march to stop and unlimber."""
THERE = 60.0
"""Paces from their place at which guns are there."""
BATTERY = 360.0
"""Weight of the enemy guns that make a place as bad as fire on foot in the open makes it good."""
LONG_SHOT = 0.3
"""What fire at the longest range is worth beside that in good range."""
GUNS, HORSE, GUARDED = 0.9, 0.75, 0.55
"""What a hit is worth on guns, on horse, on those in cover, beside one on foot in the open."""
ON_THE_GOAL = 3.0
"""How much more on those who hold what we want."""
NEAR_US = 1.5
"""How much more on those who come near our troops."""
MARGIN = 60.0
ROOM = 110.0
"""Paces, east and north together, within which a friend would have to make way."""
BY_HAND, LIMBERED = 25.0, 200.0
"""Paces that guns are dragged in a turn, and from which on they are put on their limbers for the way."""
LIMBERING = 2.5
"""Turns that it takes to limber up and to unlimber."""
SHOTS = 3
"""Enemies, the best first, by whom a place is judged."""


class Targets:
    """The enemies worth a shot from west to east, so that only those about a place are asked about."""

    def __init__(self, s: Situation) -> None:
        self.s = s
        worth = sorted((f for f in s.foes if f.steadiness > BEATEN and f.age <= 1), key=lambda foe: foe.place[0])
        self._foes, self._across = worth, [foe.place[0] for foe in worth]
        self._wanted = [goal for goal in s.goals if goal.kind in ("hold", "clear")]
        self._foot = sorted(body.place for body in s.fit if body.arm == "foot")
        self._foot_across = [x for x, _ in self._foot]
        self._bases: dict[int, float] = {}
        self._ranged: dict[TableSpot, list[tuple[float, Foe]]] = {}
        friends = sorted((spot, each.id) for each in s.bodies if each.here for spot in each.spots)
        self._friends, self._friends_across = friends, [x for (x, _), _ in friends]

    def within(self, at: TableSpot, reach: float) -> Iterator[tuple[Foe, float]]:
        """Enemies nearer than that to a place, or just so far, and how far each is."""
        x, y = at
        # a pace more, so that rounding leaves nobody out
        first, last = bisect_left(self._across, x - reach - 1), bisect_right(self._across, x + reach + 1)
        for foe in self._foes[first:last]:
            away = hypot(foe.place[0] - x, foe.place[1] - y)
            if away <= reach:
                yield foe, away

    def too_near(self, at: TableSpot, paces: float) -> bool:
        """Whether enemy foot or horse is nearer than that to a place."""
        return any(foe.arm != "guns" and away < paces for foe, away in self.within(at, paces))

    def in_range(self, at: TableSpot) -> list[tuple[float, Foe]]:
        """What a hit from a place is worth on each enemy in range, the best first, whether he is seen or not."""
        known = self._ranged.get(at)
        if known is None:
            known = self._ranged[at] = self._in_range(at)
        return known

    def _in_range(self, at: TableSpot) -> list[tuple[float, Foe]]:
        good, far = self.s.gun_ranges
        found = []
        for foe, away in self.within(at, far):
            # nearer is better even within good range
            if away <= good:
                near = 1.5 - 0.5 * away / good
            elif self.s.patience and self.s.rates is not None:
                near = self.s.rates.long_range
            else:
                near = 1 - (1 - LONG_SHOT) * (away - good) / (far - good)
            found.append((self._base(foe) * near * (0.5 + 0.5 * foe.steadiness), foe))
        found.sort(key=lambda each: (each[0], each[1].id), reverse=True)
        return found

    def _base(self, foe: Foe) -> float:
        """What a hit on an enemy is worth, whatever the range."""
        known = self._bases.get(id(foe))
        if known is None:
            kind = GUARDED if foe.guarded else {"foot": 1.0, "horse": HORSE, "guns": GUNS}[foe.arm]
            aim = ON_THE_GOAL if any(goal.holds(foe.place) for goal in self._wanted) else 1.0
            good = self.s.gun_ranges[0]
            close = NEAR_US if least_gap(foe.place, self._foot, self._foot_across, good) < good else 1.0
            known = self._bases[id(foe)] = 100.0 * kind * aim * close
        return known

    def free(self, at: TableSpot, body: str) -> bool:
        """Whether no friend would have to make way for a body at a place."""
        x, y = at
        first = bisect_left(self._friends_across, x - ROOM - 1)
        last = bisect_right(self._friends_across, x + ROOM + 1)
        return all(
            whose == body or abs(x - spot[0]) + abs(y - spot[1]) > ROOM for spot, whose in self._friends[first:last]
        )


def tasks(s: Situation, bodies: list[TroopBody], others: dict[str, Task], before: dict[str, Task]) -> dict[str, Task]:
    """What each battery does."""
    usual = guns.tasks(s, bodies, others)
    targets = Targets(s)
    attacking = any(each.kind == "attack" for each in others.values())
    return {
        body.id: _posted(targets, body, usual[body.id], before.get(body.id), attacking=attacking) for body in bodies
    }


def rooted(s: Situation, bodies: list[TroopBody], before: dict[str, Task], *, awaits: bool) -> dict[str, Task]:
    """What each battery does in an army that stands and fires: it stays where it has a target, and does not run. In an
    army that only has to wait for the enemy, nor does it look for one."""
    targets = Targets(s)
    return {body.id: _stays(targets, body, before.get(body.id), awaits=awaits) for body in bodies}


def _stays(targets: Targets, body: TroopBody, before: Task | None, *, awaits: bool) -> Task:
    s = targets.s
    on_the_way = before is not None and before.precise and gap(before.place, body.place) > THERE
    if not body.here or not s.foes:
        return Task(body.id, "bombard", body.place)
    if awaits or _fire(targets, body.place) >= s.gun_worth or targets.too_near(body.place, s.gun_safety):
        best = body.place
    elif on_the_way and before is not None and not targets.too_near(before.place, s.gun_safety / 2):
        best = before.place
    else:
        best = _better(targets, body, body.place, drags=True)
    foe = next((foe for hit, foe in targets.in_range(best) if hit and s.sees(best, foe.place)), None)
    return Task(body.id, "bombard", best, foe=foe.id if foe is not None else "", precise=True)


def _posted(targets: Targets, body: TroopBody, task: Task, before: Task | None, *, attacking: bool) -> Task:
    """The usual task, but where there is something to be seen; those in danger get away as usual."""
    if task.kind != "bombard" or not body.here:
        return task
    s, best = targets.s, body.place
    # an enemy who is near is the best of targets: whether they are in danger of him has been looked at before
    here = _fire(targets, body.place)
    if before is not None and before.precise and gap(before.place, body.place) > THERE and here < STOP:
        # on the way: changing one's mind costs every shot
        best = before.place
    elif here < s.gun_worth and (attacking or not _seen_soon(targets, body)):
        best = _better(targets, body, task.place)
        if best == body.place:
            return task
    if targets.too_near(best, s.gun_safety / 2):
        best = body.place
    foe = next((foe for hit, foe in targets.in_range(best) if hit and s.sees(best, foe.place)), None)
    return Task(body.id, "bombard", best, foe=foe.id if foe is not None else "", precise=True)


def _seen_soon(targets: Targets, body: TroopBody) -> bool:
    """Whether the enemy is near enough to come before the guns as they stand: then they had better be ready."""
    far = targets.s.gun_ranges[1]
    return any(away < far for _, away in targets.within(body.place, far))


def _better(targets: Targets, body: TroopBody, usual: TableSpot, *, drags: bool = False) -> TableSpot:
    """The best place about, if there is one that is worth the way; `drags` where guns go a short way by hand."""
    best, value = body.place, targets.s.gun_worth
    for at in _places(targets, body, usual):
        there = _worth(targets, body, at, value, drags=drags)
        if there > value:
            best, value = at, there
    return best


def _worth(targets: Targets, body: TroopBody, at: TableSpot, least: float, *, drags: bool = False) -> float:
    """What a battery gains by a place: a part of the battle must be left to fire in, and nothing is hit on the way.
    Nothing, where that is not more than the least that is asked for."""
    s = targets.s
    turns = gap(at, body.place) / max(1.0, body.pace)
    if drags:
        turns = gap(at, body.place) / BY_HAND if gap(at, body.place) < LIMBERED else turns + LIMBERING
    marching, left = max(0.0, 1 - MARCH * turns), min(1.0, max(0.0, s.left - turns - 2) / 4)
    # whom one sees costs most to tell: a place that would not do if all were seen is not looked from
    if _best_shots(hit for hit, _ in targets.in_range(at)) * marching * left <= least:
        return 0.0
    value = _value(targets, at)
    if value <= 0:
        return 0.0
    value -= 100.0 * exposure(s, at) / BATTERY
    return value * marching * left


def _value(targets: Targets, at: TableSpot) -> float:
    """What fire from a place is worth to which guns would have to go: nothing, if the enemy is too near to it."""
    return 0.0 if targets.too_near(at, targets.s.gun_safety) else _fire(targets, at)


def _fire(targets: Targets, at: TableSpot) -> float:
    """What fire from a place is worth: by the best of those in sight, and a little by the others."""
    return _best_shots(hit for hit, foe in targets.in_range(at) if targets.s.sees(at, foe.place))


def _best_shots(hits: Iterator[float]) -> float:
    """What some hits are worth together, which come the best first."""
    return sum(hit * 0.5**place for place, hit in enumerate(islice(hits, SHOTS)))


def _places(targets: Targets, body: TroopBody, usual: TableSpot) -> Iterator[TableSpot]:
    """About where they stand and where they would be sent anyway; not among friends who would have to make way."""
    s = targets.s
    foe = s.nearest_foe(body.place)
    heading = bearing(body.place, foe.place) if foe is not None else body.facing
    steps = range(-REACH, REACH + 1)
    found = [shifted(body.place, heading, right * STEP, ahead * STEP) for right in steps for ahead in steps]
    for at in [usual, *found]:
        on_table = MARGIN < at[0] < s.size[0] - MARGIN and MARGIN < at[1] < s.size[1] - MARGIN
        if on_table and targets.free(at, body.id):
            yield at
