"""Horse in the plan: behind a flank until there is something to ride down."""

from __future__ import annotations

from ..appreciation import Foe, Situation, TableSpot, TroopBody, bearing, gap, middle, shifted, sideways
from ..tasks import Task, homeward_of

REACH = 900.0
"""Paces within which horse looks for prey."""
HUNGER = 0.55
"""Prey is worth riding for from here on."""
CAUGHT = 0.8
"""What the steadiest foot is worth to horse behind it, as much as guns: it cannot fire, and may not form in time."""
BACK = 120.0
"""Degrees from its front beyond which foot has its back turned."""
BESIDE, BEHIND = 200.0, 200.0
"""Paces outside and behind the flank of the foot that horse waits at."""


def tasks(
    s: Situation,
    bodies: list[TroopBody],
    others: dict[str, Task],
    before: dict[str, Task],
    boldness: float,
    *,
    waits: bool = False,
) -> dict[str, Task]:
    """What each body of horse does; one that `waits` stays where it is while there is nobody to ride down."""
    taken: dict[str, float] = {}
    waiting: dict[str, int] = {}
    found = {}
    for body in bodies:
        prey = _prey(s, body, before.get(body.id), taken, boldness)
        if prey is None and waits:
            found[body.id] = Task(body.id, "hold", body.place)
        elif prey is None:
            found[body.id] = _on_the_flank(s, body, others, waiting)
            waiting[found[body.id].ward] = waiting.get(found[body.id].ward, 0) + 1
        else:
            # what rides at him already: two bodies at one weak enemy would leave another in peace
            taken[prey.id] = taken.get(prey.id, 0.0) + body.strength
            found[body.id] = Task(body.id, "attack", prey.place, foe=prey.id)
    return found


def _prey(s: Situation, body: TroopBody, before: Task | None, taken: dict[str, float], boldness: float) -> Foe | None:
    """The enemy most worth riding at, if one is."""
    near = [foe for foe in s.foes if gap(foe.place, body.place) < REACH and foe.age <= 2]
    spare = [foe for foe in near if taken.get(foe.id, 0.0) < foe.strength]
    # late in a battle horse is no longer spared
    hungry = HUNGER / boldness - 0.2 * (s.turn > 0.6 * s.last)
    best = max(spare, key=lambda foe: (_appetite(s, body, foe, before), foe.id), default=None)
    return best if best is not None and _appetite(s, body, best, before) > hungry else None


def _appetite(s: Situation, body: TroopBody, foe: Foe, before: Task | None) -> float:
    """How good a target an enemy is: shaken foot, guns, weaker horse; taken in flank or rear; not out of our reach."""
    if foe.guarded:
        return 0.0
    aside = abs((bearing(foe.place, body.place) - foe.facing + 180) % 360 - 180)
    kind = {"foot": 1.0 - 0.9 * foe.steadiness, "guns": 0.8, "horse": 0.55}[foe.arm]
    weight = foe.weight
    if foe.arm == "foot" and aside > BACK:
        # nor do its numbers count for what they are
        kind, weight = max(kind, CAUGHT), weight / 2
    size = min(1.6, body.strength * body.steadiness / max(1.0, weight))
    flank = 0.3 if aside > 90 else 0.0
    helped = s.support(foe.place, 300, 600) / max(1.0, s.threat(foe.place, 200, 450))
    # the ride made so far is lost to whoever changes his mind
    stuck = 0.15 if before is not None and before.foe == foe.id else 0.0
    distance = 0.3 * gap(body.place, foe.place) / REACH
    return kind * min(1.2, 0.4 + 0.6 * size) * min(1.2, 0.5 + 0.5 * helped) + flank + stuck - distance


def _on_the_flank(s: Situation, body: TroopBody, others: dict[str, Task], waiting: dict[str, int]) -> Task:
    """A place outside and behind the nearer flank of the foot; away from stronger horse."""
    foot = [each for each in s.fit if each.arm == "foot"]
    lines = [each for each in foot if each.id in others and others[each.id].kind == "attack"] or foot
    foe = s.nearest_foe(middle(each.place for each in lines) if lines else body.place)
    ahead = foe.place if foe else s.goals[0].place if s.goals and lines is not foot else None
    if not lines or ahead is None:
        return Task(body.id, "hold", body.place)
    if (
        foe is not None
        and gap(foe.place, body.place) < 350
        and s.support(body.place, 200, 500) < s.threat(body.place, 300, 600)
    ):
        return Task(body.id, "retire", homeward_of(s, body.place, 300))
    place, ward = _station(body, lines, ahead, waiting)
    back = (place[0] - body.place[0]) * s.home[0] + (place[1] - body.place[1]) * s.home[1]
    quiet = foe is None or gap(foe.place, body.place) > 700
    if gap(place, body.place) < 300 or (back > 250 and quiet):
        place = body.place  # near enough, or in front of the others where nothing threatens it
    return Task(body.id, "support", place, ward=ward)


def _station(body: TroopBody, lines: list[TroopBody], foe: TableSpot, waiting: dict[str, int]) -> tuple[TableSpot, str]:
    """Behind those who wait there already."""
    front = middle(each.place for each in lines)
    heading = bearing(front, foe)
    right = sideways(front, heading, body.place) >= 0
    pick = max if right else min
    flank = pick(lines, key=lambda each: (sideways(front, heading, each.place), each.id))
    outside = flank.front / 2 + BESIDE
    back = BEHIND * (1 + waiting.get(flank.id, 0))
    return shifted(flank.place, heading, outside if right else -outside, -back), flank.id
