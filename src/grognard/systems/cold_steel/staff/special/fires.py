"""Fires: nobody is sent into them or by them; garrisons fight them while there is hope, and then come out.

Whom the enemy presses stays inside: the rules do him no harm there while the walls last, and outside he would be
harmed. Nobody sets fire to anything: what burns covers whoever is in it for five turns more, and a rearguard is gone in
two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from grognard.commanders.appreciation import PointsGoal, Situation, TableSpot, TroopBody, gap, shifted
from grognard.commanders.tasks import Task
from grognard.ground.features import AreaFeature
from grognard.ground.units import SUB, point, to_sub
from grognard.scenarios.extents import near

from ...checks.command.engineers import FightFireFacts
from ...table.state import UnitState
from ..outlook import Outlook, Told, stands_by, stands_in

HEAT = 50
"""Paces from a fire that troops keep."""
PRESSED, QUIET = 450.0, 200.0
"""With an enemy so near nobody leaves the walls that still cover him; so near, nobody has hands free for buckets."""
IDLE = 500.0
"""Paces without an enemy at which neighbours help to put a fire out."""
BESIDE = 100
"""Paces from a fire within which the middle of a front may be of which a flank reaches it."""
RINGS, ROUND = range(60, 780, 60), range(0, 360, 30)
"""Where one looks for a place out of a fire."""
WIDE = HEAT + 120.0
"""Paces from a fire at which a way leads round it: whoever is within a hundred of a stop makes for the next."""
CORNERS = 2
"""Of a fire that a way goes round at most."""
MARGIN = 60.0
"""Paces from the edge of the table within which nobody is posted."""


# -- in the plan


def clear_of(
    s: Situation, tasks: dict[str, Task], fires: Sequence[AreaFeature], stay: Iterable[str]
) -> dict[str, Task]:
    """Tasks whose places and ways lie outside of what burns; bodies that had better stay where they are keep theirs."""
    if not fires:
        return tasks
    bodies, goals = {body.id: body for body in s.bodies}, {goal.id: goal for goal in s.goals}
    kept = set(stay)
    return {
        id: _outside(s, bodies[id], task, goals.get(task.goal), fires) if id in bodies and id not in kept else task
        for id, task in tasks.items()
    }


def _outside(s: Situation, body: TroopBody, task: Task, goal: PointsGoal | None, fires: Sequence[AreaFeature]) -> Task:
    place = task.place if _clear(body, task.place, fires) else _aside(s, body, task.place, goal, fires)
    via = tuple(each for each in task.via if not _hot(each, fires))
    return task if (place, via) == (task.place, task.via) else replace(task, place=place, via=via)


def _hot(place: TableSpot, fires: Sequence[AreaFeature], paces: int = HEAT) -> bool:
    return any(near(area, point(*place), to_sub(paces)) for area in fires)


def close_to(place: TableSpot, fires: Sequence[AreaFeature], paces: int = 4 * HEAT) -> bool:
    """Whether a place lies so near to a fire; as a rule, so near that it matters to the pace."""
    return _hot(place, fires, paces)


def _clear(body: TroopBody, place: TableSpot, fires: Sequence[AreaFeature]) -> bool:
    """Whether all of a body would be clear of the fires if it stood at a place as it stands now."""
    east, north = place[0] - body.place[0], place[1] - body.place[1]
    return not any(_hot(each, fires) for each in (place, *((x + east, y + north) for x, y in body.spots)))


def _aside(
    s: Situation, body: TroopBody, place: TableSpot, goal: PointsGoal | None, fires: Sequence[AreaFeature]
) -> TableSpot:
    """The nearest place clear of the fires, on the ground that is wanted if there is such, rather on this side."""
    tried = [shifted(place, heading, 0.0, paces) for paces in RINGS for heading in ROUND]
    good = [at for at in tried if _on_table(s, at) and _clear(body, at, fires)]
    if not good:
        return body.place
    # on the ground that is wanted first of all, then near, then not farther on than need be
    return min(good, key=lambda at: (not (goal and goal.holds(at)), gap(at, place) + 0.3 * gap(at, body.place), at))


def _on_table(s: Situation, at: TableSpot) -> bool:
    return MARGIN < at[0] < s.size[0] - MARGIN and MARGIN < at[1] < s.size[1] - MARGIN


def detour(start: TableSpot, end: TableSpot, fires: Iterable[AreaFeature]) -> TableSpot | None:
    """A place by which a way keeps clear of the first fire across it; None where nothing burns in its way."""
    across = [area for area in fires if _meets(start, end, area)]
    if not across:
        return None
    area = min(across, key=lambda each: (gap(start, _middle(each)), each.box))
    west, south, east, north = (edge / SUB for edge in area.box)
    corners = [(x, y) for x in (west - WIDE, east + WIDE) for y in (south - WIDE, north + WIDE)]
    # off the table to the south or west is no way round
    free = [at for at in corners if not _meets(start, at, area) and min(at) > 0]
    return min(free, key=lambda at: (_meets(at, end, area), gap(start, at) + gap(at, end), at), default=None)


def _middle(area: AreaFeature) -> TableSpot:
    west, south, east, north = area.box
    return (west + east) / 2 / SUB, (south + north) / 2 / SUB


def _meets(start: TableSpot, end: TableSpot, area: AreaFeature) -> bool:
    """Whether the straight way comes into a fire from outside."""
    # who is in it already, or has to go there, is not led round it
    if _hot(start, (area,), 0) or _hot(end, (area,)):
        return False
    far = gap(start, end)
    steps = max(1, int(far // (HEAT / 2)))
    spots = [
        (start[0] + (end[0] - start[0]) * i / steps, start[1] + (end[1] - start[1]) * i / steps) for i in range(steps)
    ]
    return any(_hot(each, (area,), HEAT // 2) for each in spots)


# -- on the spot


def stays(look: Outlook, units: Iterable[UnitState]) -> bool:
    """Whether some of these units stand in a fire and stay there: they fight it with some hope, or are pressed."""
    fires = look.land.burning(look.view)
    return any(
        # half the heat: a way may pass nearer than one would stand
        area is not None and (hope(look, area) > 0 or look.nearest(unit) <= PRESSED)
        for unit in units
        for area in [stands_in(unit, fires.values())]
    )


def hope(look: Outlook, area: AreaFeature) -> float:
    """The chance of one unit to put a fire out this turn."""
    lit = next(look.view.structures[name].lit for name, each in look.land.built.items() if each is area)
    odds = look.briefing.rules["fight-fire"].odds(FightFireFacts(burned=max(0, look.view.turn - lit)))
    return float(dict(odds.map(lambda fought: fought.out)).get(True, 0))


def chits(look: Outlook) -> Iterator[Told]:
    """Who fights a fire, and who leaves it."""
    fires = look.land.burning(look.view)
    if not fires:
        return
    ours = [area for area in fires.values() if _ours(look, area)]
    for unit in look.able("infantry"):
        if unit.prone or unit.aboard:
            continue
        held = stands_in(unit, fires.values())
        if held is not None:
            yield from _inside(look, unit, held)
        elif look.waits(unit) and look.nearest(unit) > IDLE:
            beside = stands_by(unit, ours, BESIDE)
            if beside is not None and hope(look, beside) > 0:
                yield unit.id, ({"special": "fight_fire"},)


def _inside(look: Outlook, unit: UnitState, held: AreaFeature) -> Iterator[Told]:
    away = look.nearest(unit)
    # who only passes through on his way to an attack lets it burn
    stays = unit.formation == "garrison" or look.waits(unit)
    if stays and away > QUIET and hope(look, held) > 0:
        # hope before flight: put out, the house covers him again
        yield unit.id, ({"special": "fight_fire"},)
    elif away > PRESSED and unit.formation == "garrison":
        yield unit.id, ({"special": "leave", "formation": "line"}, {"special": "leave", "formation": "open_order"})


def _ours(look: Outlook, area: AreaFeature) -> bool:
    """Whether a fire is ours to put out: in what we hold, or on ground that we want to hold."""
    middle = _middle(area)
    wanted = any(goal.kind == "hold" and goal.holds(middle) for goal in look.s.goals)
    held = any(unit.formation == "garrison" and area.holds(unit.position) for unit in look.able("infantry"))
    return held or (wanted and not any(area.holds(point(*foe.place)) for foe in look.s.foes))


def ways_round(start: TableSpot, stops: Sequence[TableSpot], fires: Sequence[AreaFeature]) -> list[TableSpot]:
    """The stops of a way, the last left out, with those added that lead round fires."""
    found: list[TableSpot] = []
    for one, other in pairwise([start, *stops]):
        for _ in range(CORNERS):
            corner = detour(one, other, fires)
            if corner is None:
                break
            found.append(corner)
            one = corner
        found.append(other)
    return found[:-1]


__all__ = ["chits", "clear_of", "close_to", "detour", "hope", "stays", "ways_round"]
