"""Where bodies go: attackers side by side on lanes of their own, defenders on posts between the goal and the enemy."""

from __future__ import annotations

from .appreciation import (
    BEATEN,
    Foe,
    PointsGoal,
    Situation,
    TableSpot,
    TroopBody,
    bearing,
    gap,
    middle,
    shifted,
    sideways,
    toward,
    turned,
)
from .shelter import exposure
from .tasks import Task, TaskKind

CORRIDOR = 350.0
"""Paces to each side of a lane within which an enemy is dealt with on the way."""
BESIDE = 60.0
"""Paces between the flanks of two bodies."""
AT_HAND, EXPOSED, BETWEEN = 500.0, 250.0, 1000.0
"""A body this near to the ground it is to hold fights from where it stands; nearer if guns have it in their sight;
farther off if it stands between that ground and the enemy."""
TRIFLE = 0.12
"""An enemy who is less than this part of a body's strength does not turn it from its way: it brushes him aside."""
SLACK = 150.0
"""Paces by which another enemy may be nearer before one turns to him."""
IN_TIME = 4
"""Turns before the end in which ground that counts has to be entered, the march not counted."""
COVETED = 350.0
"""Paces from ground that nobody has at which an enemy is about to go in."""
ABOUT = 900.0
"""Paces from a place that others storm within which the enemies are who cover it."""
BACK = 130.0
"""Paces behind the ground to be held, as seen from the enemy, at which those stand who come to help."""


def aims(
    s: Situation, goal: PointsGoal, bodies: list[TroopBody], before: dict[str, Task], *, firm: bool = False
) -> list[Task]:
    """An attack of several bodies on a goal: each on its own lane, against the enemies in its way."""
    start = middle(body.place for body in bodies)
    target = _target(s, goal, start)
    heading = bearing(start, target)
    offsets = lanes(bodies, start, heading)

    def far_from_it(body: TroopBody) -> tuple[bool, bool, float, float, str]:
        """No light troops; who goes for it already; among those about equally near the one in the middle."""
        was = before.get(body.id)
        goes = firm and was is not None and was.kind == "attack" and was.goal == goal.id and was.place == goal.place
        return body.loose, not goes, gap(body.place, target) // 300, abs(offsets[body.id]), body.id

    central = min(bodies, key=far_from_it)
    return [
        _aim(s, goal, body, shifted(target, heading, offsets[body.id]), before.get(body.id), central=body is central)
        for body in bodies
    ]


def _target(s: Situation, goal: PointsGoal, start: TableSpot) -> TableSpot:
    """The place itself; for ground to be cleared, the middle of the enemies on it."""
    if goal.kind == "hold":
        return goal.place
    on_it = [foe for foe in s.foes if goal.kind == "army" or goal.holds(foe.place)]
    steady = [foe for foe in on_it if foe.steadiness > BEATEN] or on_it
    if not steady:
        return goal.place
    nearest = min(steady, key=lambda foe: (gap(foe.place, start), foe.id))
    return middle(foe.place for foe in steady if gap(foe.place, nearest.place) < 600)


def lanes(bodies: list[TroopBody], origin: TableSpot, heading: float) -> dict[str, float]:
    """How far to the right of the middle each body goes forward: in the order they stand, without crossing."""
    first, behind = _lines(bodies, origin, heading)
    # in the order in which they stand, because columns that cross each other stop in disorder
    row = sorted(first, key=lambda body: (sideways(origin, heading, body.place), body.id))
    whole = sum(body.front + BESIDE for body in row) - BESIDE
    at, offsets = -whole / 2, {}
    for body in row:
        offsets[body.id] = at + body.front / 2
        at += body.front + BESIDE
    return offsets | {body: offsets[leader] for body, leader in behind.items()}


def _lines(bodies: list[TroopBody], origin: TableSpot, heading: float) -> tuple[list[TroopBody], dict[str, str]]:
    """The first line, and whom each body of the second follows: the one it stands behind."""
    first: list[TroopBody] = []
    behind: dict[str, str] = {}
    for body in sorted(bodies, key=lambda each: (-_ahead(origin, heading, each.place), each.id)):
        right = sideways(origin, heading, body.place)
        over = [
            each
            for each in first
            # half of the mean front: they would walk into each other, so the rear one follows
            if abs(sideways(origin, heading, each.place) - right) < (each.front + body.front) / 4
            # one follower for each: a third line would come up too late to be of use
            and each.id not in behind.values()
        ]
        if over:
            behind[body.id] = over[0].id
        else:
            first.append(body)
    return first, behind


def _ahead(origin: TableSpot, heading: float, spot: TableSpot) -> float:
    return sideways(origin, heading - 90, spot)


def _aim(
    s: Situation, goal: PointsGoal, body: TroopBody, spot: TableSpot, before: Task | None, *, central: bool
) -> Task:
    """An attack along a lane. Who has the middle lane goes for the place itself, others for enemies beside it."""
    # a lane at the flank may end off the table; a place just within its edge will do
    x, y = min(max(spot[0], 60.0), s.size[0] - 60), min(max(spot[1], 60.0), s.size[1] - 60)
    end = goal.place if goal.kind == "hold" and central else (x, y)
    if not central and any(foe.guarded and goal.holds(foe.place) for foe in s.foes):
        round_it = _round(s, goal, body, before)
        if round_it is not None:
            return Task(body.id, "attack", round_it.place, goal=goal.id, foe=round_it.id)
    # the enemy it was sent against comes first: changing him each turn would cost an order and the time on the way
    foe = _still(s, body, before) or first_in_the_way(s, body.place, end, TRIFLE * body.strength)
    if foe is None and goal.kind == "hold":
        # nobody to fight on this lane: help with the place itself
        return Task(body.id, "attack", toward(goal.place, end, goal.radius + 150), goal=goal.id)
    aside = goal.kind == "hold" and gap(end, goal.place) > goal.radius + 400
    if foe is not None and not aside and gap(foe.place, end) > 250 and _on_the_way(body.place, end, foe):
        return Task(body.id, "attack", end, via=(foe.place,), goal=goal.id, foe=foe.id)
    place = foe.place if foe is not None and end != goal.place else end
    return Task(body.id, "attack", place, goal=goal.id, foe=foe.id if foe else "")


def _round(s: Situation, goal: PointsGoal, body: TroopBody, before: Task | None) -> Foe | None:
    """An enemy in the open about a place that others storm, whom a body can reach without going through that place."""
    still = _still(s, body, before)
    if still is not None and not still.guarded:
        return still
    about = [
        (gap(foe.place, body.place), foe.id, foe)
        for foe in s.foes
        if foe.steadiness > BEATEN
        and not foe.guarded
        and foe.weight >= TRIFLE * body.strength
        and gap(foe.place, goal.place) < ABOUT + goal.radius
        and _clear_of(body.place, foe.place, goal.place) > goal.radius + BESIDE
    ]
    return min(about)[2] if about else None


def _clear_of(start: TableSpot, end: TableSpot, spot: TableSpot) -> float:
    """How far a straight way keeps from a place."""
    along = min(gap(start, end), max(0.0, _ahead(start, bearing(start, end), spot)))
    return gap(toward(start, end, along), spot)


def _still(s: Situation, body: TroopBody, before: Task | None) -> Foe | None:
    """The enemy it was sent against, while he stands and no other has come nearer."""
    if before is None or before.kind != "attack" or not before.foe:
        return None
    foe = next((each for each in s.foes if each.id == before.foe), None)
    if foe is None or foe.steadiness <= BEATEN or foe.weight < TRIFLE * body.strength:
        return None
    nearest = s.nearest_foe(body.place, steady=BEATEN)
    away = gap(foe.place, body.place)
    # he is left only for one who is much nearer, or each step would bring a new order
    return foe if nearest is None or away < 2 * gap(nearest.place, body.place) + SLACK else None


def _on_the_way(start: TableSpot, end: TableSpot, foe: Foe) -> bool:
    return _ahead(start, bearing(start, end), foe.place) < gap(start, end) - 150


def first_in_the_way(s: Situation, start: TableSpot, end: TableSpot, least: float = 0.0) -> Foe | None:
    """The first steady enemy near the straight way, or near its end, who is worth a halt."""
    heading, far = bearing(start, end), gap(start, end)
    ahead = [
        # guns count as farther off: foot first turns to what can come at it
        (gap(foe.place, start) + abs(sideways(start, heading, foe.place)) + 400 * (foe.arm == "guns"), foe.id, foe)
        for foe in s.foes
        if foe.steadiness > BEATEN
        and foe.weight >= least
        and gap(foe.place, start) < far + 300
        and abs(sideways(start, heading, foe.place)) < CORRIDOR
        and abs((bearing(start, foe.place) - heading + 180) % 360 - 180) < 80
    ]
    return min(ahead)[2] if ahead else None


def posts(
    s: Situation, goal: PointsGoal, bodies: list[TroopBody], before: dict[str, Task], *, enter: bool = False
) -> list[Task]:
    """A defence: who is at hand stays where he stands, others come up beside, fronting the enemy. Who has a post keeps
    it. Ground that is empty is gone into by the nearest, with the bayonet (`enter`) if the enemy is about."""
    foe = _threat(s, goal)
    heading = bearing(goal.place, foe) if foe else bearing((0.0, 0.0), (-s.home[0], -s.home[1]))
    offsets = lanes(bodies, goal.place, heading)
    empty = goal.kind == "hold" and not any(goal.holds(at) for body in s.fit for at in body.spots)
    if enter:
        return _garrisoned(s, goal, bodies, before, heading, offsets)
    first = min(bodies, key=lambda body: (gap(body.place, goal.place), body.id))
    return [
        _post(s, goal, body, heading, offsets[body.id], before.get(body.id), into=empty and body is first)
        for body in bodies
    ]


def _garrisoned(
    s: Situation,
    goal: PointsGoal,
    bodies: list[TroopBody],
    before: dict[str, Task],
    heading: float,
    offsets: dict[str, float],
) -> list[Task]:
    """Posts about a place with one body told to hold the place itself: who has been told so, who is inside, or who is
    nearest where nobody is."""
    inside = {body.id for body in s.fit if any(goal.holds(at) for at in body.spots)}

    def claim(body: TroopBody) -> tuple[bool, bool, bool, float, str]:
        was = before.get(body.id)
        told = was is not None and was.goal == goal.id and was.place == goal.place
        return not told, body.id not in inside, body.loose, gap(body.place, goal.place), body.id

    keeper = min(bodies, key=claim)
    needed = goal.kind == "hold" and (not claim(keeper)[0] or keeper.id in inside or not inside)
    needed = needed and (keeper.id in inside or not _bides(s, goal, keeper))
    quiet = not s.threat(goal.place, 300 + goal.radius, 700 + goal.radius)
    found = []
    for body in bodies:
        if needed and body is keeper:
            # with the enemy about nobody gets in who keeps his distance
            kind: TaskKind = "hold" if body.id in inside or quiet else "attack"
            found.append(Task(body.id, kind, goal.place, goal=goal.id, garrison=kind == "hold"))
        else:
            was, back = before.get(body.id), s.behind or BACK
            found.append(_post(s, goal, body, heading, offsets[body.id], was, into=False, stays=s.rooted, back=back))
    return found


def _bides(s: Situation, goal: PointsGoal, keeper: TroopBody) -> bool:
    """Whether there is time to go in later: ground counts at the end, and until then guns would have the garrison in
    their sight. Not with enemy foot that is as near as we are."""
    turns = gap(keeper.place, goal.place) / max(1.0, keeper.pace)
    if not exposure(s, goal.place) or s.left <= IN_TIME + 1.5 * turns:
        return False
    near = min(gap(keeper.place, goal.place), COVETED) + goal.radius
    return not any(
        foe.arm != "guns" and foe.steadiness > BEATEN and gap(foe.place, goal.place) < near for foe in s.foes
    )


def _post(
    s: Situation,
    goal: PointsGoal,
    body: TroopBody,
    heading: float,
    offset: float,
    before: Task | None,
    *,
    into: bool,
    stays: float = 0.0,
    back: float = BACK,
) -> Task:
    kind: TaskKind = "screen" if body.loose else "hold"
    if into:
        return Task(body.id, kind, goal.place, goal=goal.id)
    # a post that is taken is kept, even where a better one could be reckoned now: moving a line costs more
    if before is not None and before.kind == kind and before.goal == goal.id:
        return Task(body.id, kind, before.place, goal=goal.id)
    away = gap(body.place, goal.place) - goal.radius
    between = turned(bearing(goal.place, body.place), heading) < 80
    if away <= max(stays, BETWEEN if between else EXPOSED if exposure(s, body.place) else AT_HAND):
        return Task(body.id, kind, body.place, goal=goal.id)
    # the foremost of its units, not its middle, shall stand behind the ground
    ahead = max((_ahead(body.place, heading, spot) for spot in body.spots), default=0.0)
    return Task(body.id, kind, shifted(goal.place, heading, offset, -back - ahead), goal=goal.id)


def _threat(s: Situation, goal: PointsGoal) -> TableSpot | None:
    """Where the enemies are who may come for a goal."""
    about = [foe for foe in s.foes if foe.steadiness > BEATEN and gap(foe.place, goal.place) < 1800 + goal.radius]
    return middle(foe.place for foe in about) if about else None
