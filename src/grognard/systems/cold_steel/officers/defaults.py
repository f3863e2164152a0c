"""Missions to begin a battle with, from what the scenario asks of each side. Only sensible: a staff does better."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, degrees, hypot, sqrt

from msgspec import Struct

from grognard.ground.features import AreaFeature
from grognard.ground.units import SUB, gap
from grognard.scenarios.model import Condition

from ..orders.groups import ABREAST, BESIDE, in_frame, prepared
from ..table import bodies
from ..table.battlefield import Battlefield
from ..table.ground import ways
from ..table.ground.ways import Spot, ahead_of, spot_of
from ..table.state import Mission, UnitState
from ..terms import Gait
from . import habits
from .places import on_table

IN_RESERVE = 600
"""Paces behind the foremost troops at which a formation is a reserve."""
LINE_DEPTH = 500
"""Paces from one line of an army to the next."""
AREA = 150
"""Paces around the middle of a group that it defends at least."""
CROWDED = 0.6
"""An objective seems so much farther off for each formation that has it already."""
MUCH = 0.4
"""A side attacks if such a share of the points for ground is not yet its own."""
FORCED = 50
"""Paces to go for each turn of the battle from which on a group steps out."""
AT_HOME = 10
"""Ground that is as good as one's own draws so much less."""
MOST_STOPS = 6
"""Places on a route at most."""


class FormationGroup(Struct, frozen=True):
    """The units of one formation."""

    name: str
    side: str
    leader: str
    units: tuple[UnitState, ...]
    arms: frozenset[str]

    @property
    def middle(self) -> Spot:
        """Where it stands."""
        return _mean([spot_of(unit) for unit in self.units])


class GroundTask(Struct, frozen=True):
    """Ground that a side is to take."""

    spot: Spot
    points: float
    """What it is worth to send somebody there."""


def default_missions(b: Battlefield) -> list[Mission]:
    """One mission for each formation, in the order of the roster."""
    groups = groups_of(b)
    found: list[Mission] = []
    for side in b.roster.sides:
        own = [group for group in groups if group.side == side]
        # the other side's middle as the roster has it, by which all is measured
        theirs = _mean([group.middle for group in groups if group.side != side] or [(0.0, 0.0)])
        found += _for_side(b, side, own, theirs)
    return [prepared(b, mission) for mission in found]


def groups_of(b: Battlefield) -> list[FormationGroup]:
    """The formations of both sides; those who arrive apart from the rest of theirs are a group of their own."""
    by: dict[tuple[str, str, str], list[UnitState]] = {}
    for entry in b.roster.units.values():
        arrival = entry.unit.arrival
        # who comes on another turn cannot march with the rest
        when = f" from turn {arrival.turn}" if arrival else ""
        by.setdefault((entry.side, entry.brigade, when), []).append(b.unit(entry.id))
    return [
        FormationGroup(
            brigade + when,
            side,
            b.entry(units[0].id).leaders[0],
            tuple(units),
            frozenset(b.entry(unit.id).rated.arm for unit in units),
        )
        for (side, brigade, when), units in by.items()
    ]


def _for_side(b: Battlefield, side: str, groups: Sequence[FormationGroup], enemy: Spot) -> list[Mission]:
    here = [group for group in groups if group.units[0].where == "table"]
    home = _mean([group.middle for group in here or groups])
    tasks, on_the_attack = tasks_of(b, side, home, enemy)
    # nothing to take: then the enemy himself
    if on_the_attack and not tasks:
        tasks = [GroundTask(enemy, 1)]
    taken = [0] * len(tasks)
    if not on_the_attack:
        return [_defend(group, tasks, taken, home) for group in groups]
    front = min((gap(group.middle, enemy) for group in here if "infantry" in group.arms), default=0.0)
    first = [g for g in here if "infantry" in g.arms and gap(g.middle, enemy) <= front + IN_RESERVE]
    return _attackers(b, groups, tasks, taken, first)


def _attackers(
    b: Battlefield,
    groups: Sequence[FormationGroup],
    tasks: Sequence[GroundTask],
    taken: list[int],
    first: Sequence[FormationGroup],
) -> list[Mission]:
    """Foot of the first line attacks, horse and reserves protect it; who is still to come attacks when he is here."""
    wards = {group.name: _ward(b, group, first) for group in groups}
    # reserves with nobody to protect attack like the others
    behind = [g for g in groups if _stays_behind(g, first) and wards[g.name]]
    aims = {group.name: _aim(group, tasks, taken) for group in groups if group not in behind}
    goals: dict[str, Spot] = {}
    for task in tasks:
        goals |= _abreast(b, [g for g in groups if aims.get(g.name) == task.spot], task.spot)
    return [_attacker(b, group, wards[group.name], goals.get(group.name)) for group in groups]


def _stays_behind(group: FormationGroup, first: Sequence[FormationGroup]) -> bool:
    present = group.units[0].where == "table"
    return present and group not in first and group.arms != {"artillery"}


def _attacker(b: Battlefield, group: FormationGroup, ward: str, goal: Spot | None) -> Mission:
    if goal is None:
        return _mission(group, "protect", ward=ward, objective=_whole(group.middle))
    # farther than it would get at an easy march: it steps out
    far = gap(group.middle, goal) > FORCED * b.scenario.header.victory.length_turns
    gait: Gait = "quick" if far else "march"
    return _mission(group, "attack", objective=_whole(goal), route=_route(b, group.middle, goal), gait=gait)


def _abreast(b: Battlefield, groups: Sequence[FormationGroup], spot: Spot) -> dict[str, Spot]:
    """Groups with the same goal, each with its own stretch of it: those of one line side by side as they stand, the
    one in the middle on the place itself."""
    if not groups:
        return {}
    start = _mean([group.middle for group in groups])
    heading = degrees(atan2(spot[0] - start[0], spot[1] - start[1]))
    frames = {group.name: in_frame(start, heading, group.middle) for group in groups}
    lines: dict[int, list[FormationGroup]] = {}
    goals: dict[str, Spot] = {}
    for group in groups:
        if group.units[0].where == "table":
            # who stands one behind the other shares a lane, and needs no room beside
            lines.setdefault(round(frames[group.name][1] / LINE_DEPTH), []).append(group)
        else:
            goals[group.name] = spot  # they come one after the other
    for line in lines.values():
        line.sort(key=lambda group: (frames[group.name][0], group.name))
        goals |= _side_by_side(b, line, spot, heading)
    return goals


def _side_by_side(b: Battlefield, line: Sequence[FormationGroup], spot: Spot, heading: float) -> dict[str, Spot]:
    wide = [_width(b, group) for group in line]
    middle = len(line) // 2
    # the middle one exactly on the place, its neighbours to either side
    at = -sum(wide[:middle]) - wide[middle] / 2
    goals = {}
    for group, width in zip(line, wide, strict=True):
        goals[group.name] = on_table(b, ahead_of(spot, heading, at + width / 2, 0.0))
        at += width
    return goals


def _width(b: Battlefield, group: FormationGroup) -> float:
    """The front a group takes up where it fights: as wide as it stands, or as its first line will be."""
    rights = [in_frame(group.middle, group.units[0].heading, spot_of(unit))[0] for unit in group.units]
    foot = [unit for unit in group.units if b.entry(unit.id).rated.arm == "infantry"][:ABREAST]
    lines = sum(bodies.front(b, unit, habits.fighting(b, unit.id)) + BESIDE for unit in foot or group.units[:ABREAST])
    # spread out as they stand, they keep that width, if it is more than a line takes
    return max(lines, max(rights) - min(rights) + lines / max(1, len(foot)))


def _ward(b: Battlefield, group: FormationGroup, first: Sequence[FormationGroup]) -> str:
    """The battalion of the first line nearest to a group."""
    foot = [u for g in first if g is not group for u in g.units if b.entry(u.id).rated.arm == "infantry"]
    return min(foot, key=lambda unit: (gap(spot_of(unit), group.middle), unit.id)).id if foot else ""


def _aim(group: FormationGroup, tasks: Sequence[GroundTask], taken: list[int]) -> Spot:
    """The ground that a group is for: near, worth much, and not given to many others already."""
    aim = min(
        range(len(tasks)),
        # worth draws by its root, and those already sent there put others off: one village must not draw them all
        key=lambda i: (gap(group.middle, tasks[i].spot) * (1 + CROWDED * taken[i]) / sqrt(tasks[i].points), i),
    )
    taken[aim] += 1
    return tasks[aim].spot


def _defend(group: FormationGroup, tasks: Sequence[GroundTask], taken: list[int], home: Spot) -> Mission:
    """Where it stands; who comes later goes to ground that is to be held, or to the middle of the others."""
    present = group.units[0].where == "table"
    middle = group.middle if present else _aim(group, tasks, taken) if tasks else home
    reach = max(gap(spot_of(unit), middle) for unit in group.units) if present else 0.0
    return _mission(group, "defense", objective=_whole(middle), radius=max(AREA, round(reach) + AREA // 2))


def _mission(group: FormationGroup, kind: str, **more: object) -> Mission:
    units = tuple(unit.id for unit in group.units)
    fields: dict[str, object] = {
        "id": f"{group.side}: {group.name}",
        "side": group.side,
        "kind": kind,
        "units": units,
        "leader": group.leader,
        **more,
    }
    return Mission(**fields)  # type: ignore[arg-type]


# -- what a side has to do


def tasks_of(b: Battlefield, side: str, home: Spot, enemy: Spot) -> tuple[list[GroundTask], bool]:
    """Ground that earns a side points, and whether it must attack for a good part of them: what the enemy has, or
    could have first, or lies beyond him."""
    found, to_take, total = [], 0, 0
    for condition in b.scenario.header.victory.condition:
        if condition.side != side or condition.kind not in ("ground", "exit"):
            continue
        spot = spot_of_condition(b, condition)
        if spot is None:
            continue
        worth = max(1, condition.points)
        # ground nearer to the enemy than to us has to be fought for; edges always have
        to_be_taken = condition.kind == "exit" or gap(spot, enemy) < gap(spot, home)
        found.append(GroundTask(spot, worth if to_be_taken else worth / AT_HOME))
        total += worth
        to_take += worth * to_be_taken
    return found, to_take >= MUCH * total if total else _attacks_anyway(b, side)


def spot_of_condition(b: Battlefield, condition: Condition) -> Spot | None:
    """The middle of the ground that a condition names."""
    feature = b.ground.named(condition.place) if condition.place else None
    if feature is not None:
        points = feature.rings[0] if isinstance(feature, AreaFeature) else feature.points
        return _mean([(x / SUB, y / SUB) for x, y in points])
    if condition.area:
        return _mean(condition.area)
    width, height = b.ground.size[0] / SUB, b.ground.size[1] / SUB
    edges = {
        "north": (width / 2, height),
        "south": (width / 2, 0.0),
        "east": (width, height / 2),
        "west": (0.0, height / 2),
    }
    return edges[condition.edge] if condition.edge else None


def _attacks_anyway(b: Battlefield, side: str) -> bool:
    """With no ground to fight for: both sides in a meeting engagement, else the larger one."""
    if b.scenario.header.engagement == "meeting":
        return True
    # the enemy has ground to take: then it is for him to come
    if any(c.kind == "ground" and c.side != side for c in b.scenario.header.victory.condition):
        return False
    men = {name: sum(unit.men for unit in each.all_units()) for name, each in b.roster.sides.items()}
    return men[side] > men[b.seating.other(side)] or (
        men[side] == men[b.seating.other(side)] and side == next(iter(men))
    )


def _route(b: Battlefield, start: Spot, goal: Spot) -> tuple[tuple[int, int], ...]:
    """Straight, or by the places where the ground makes one turn off."""
    if ways.leg(b.ground, start, goal) is not None:
        return ()
    spots = ways.way(b, start, goal)[:-1]
    # a route keeps its corners only: straight stretches need no places
    turns = [mid for (a, mid), (_, z) in pairwise(pairwise(spots)) if not _in_line(a, mid, z)]
    step = max(1, -(-len(turns) // MOST_STOPS))
    return tuple(_whole(spot) for spot in turns[::step])


def _in_line(a: Spot, mid: Spot, z: Spot) -> bool:
    ax, ay, bx, by = mid[0] - a[0], mid[1] - a[1], z[0] - mid[0], z[1] - mid[1]
    return abs(ax * by - ay * bx) < 0.2 * hypot(ax, ay) * hypot(bx, by)


def _mean(spots: Sequence[Spot]) -> Spot:
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)


def _whole(spot: Spot) -> tuple[int, int]:
    return max(0, round(spot[0])), max(0, round(spot[1]))
