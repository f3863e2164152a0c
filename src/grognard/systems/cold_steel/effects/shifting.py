"""Units put elsewhere at once, leaders attached to them too; units lifted and set down in the rear."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot

from grognard.battle.events import Set
from grognard.ground.shapes import placed
from grognard.ground.units import SUB, to_sub
from grognard.kernel.checks import implements
from grognard.miniatures.motion.nearness import between, overlap, trimmed
from grognard.miniatures.motion.placements import EDGES, Placement, middle, shifted, turned_about

from ..events.movement import UnitMoved
from ..table.battlefield import Battlefield
from ..table.bodies import shape, standing

STRIDE = 20
"""Paces from one place that is tried to the next."""
SIDEWAYS = (0, 1, -1, 2, -2, 3, -3, 4, -4, 6, -6, 8, -8)
"""Strides to either side at which a unit that is set down looks for room."""


def with_leaders(b: Battlefield, unit: str, end: Placement) -> list[Set]:
    """Leaders attached to a unit go with it (CS-3.3.2.3b)."""
    # a leader rides in the middle of the unit; a place is the middle of its front
    spot = placed(end.position, end.heading, 0, -shape(b, b.unit(unit)).depth // 2)
    return [Set("leaders", leader, {"position": spot}) for leader in _attached(b).get(unit, ())]


def _attached(b: Battlefield) -> dict[str, list[str]]:
    """Leaders on the table by the units to which they are attached."""

    def found() -> dict[str, list[str]]:
        by_unit: dict[str, list[str]] = {}
        for leader in b.world.leaders.values():
            if leader.attached and leader.where == "table":
                by_unit.setdefault(leader.attached, []).append(leader.id)
        return by_unit

    return b.memo.keep("attached", b.as_before("leaders"), found)


@implements("CS-5.6", "CS-9.2.3l")
def set_down(b: Battlefield, unit: str, *, paces: int, rules: Iterable[str], cause: str) -> None:
    """Lift a unit and set it down toward its own edge, no nearer than so many paces to any enemy; at the edge where
    there is no room for that."""
    now, body = b.unit(unit), shape(b, b.unit(unit))
    home = EDGES[b.roster.sides[now.side].deployment_edge]
    # faced to the enemy before it is lifted, so that the ground it covers is that of its last facing
    here = turned_about(standing(now), body.depth, (home + 180) % 360)
    foes = [b.survey.body(foe.id) for foe in b.enemies(now.side)]
    friends = [trimmed(shape(b, each), standing(each)) for each in b.on_table(now.side) if each.id != unit]
    last = here
    for turn in range(sum(b.ground.size) // to_sub(STRIDE) + 1):
        back = shifted(here, home, turn * to_sub(STRIDE))
        if not b.ground.on_table(middle(back, body.depth)):
            break
        # the last place still on the table is taken if none is far enough
        last = back
        if all(between(body.at(*back), foe) >= to_sub(paces) for foe in foes):
            break
    # sideways only once the distance is right: who is set down may not land on a friend
    ways = (shifted(last, (home + 90) % 360, each * to_sub(STRIDE)) for each in SIDEWAYS)
    free = (each for each in ways if b.ground.on_table(each.position) and not _taken(trimmed(body, each), friends))
    go(b, unit, next(free, last), rules=rules, how=cause)


def _taken(frame: object, others: Iterable[object]) -> bool:
    return any(overlap(frame, other) for other in others)  # type: ignore[arg-type]


def go(b: Battlefield, unit: str, end: Placement, *, rules: Iterable[str], how: str, retired: bool = False) -> int:
    """It is there; leaders attached to it too."""
    # from middle to middle: turning about moves the front but not the men
    (x, y), (x2, y2) = b.survey.middle(unit), middle(end, shape(b, b.unit(unit)).depth)
    paces = round(hypot(x2 - x, y2 - y) / SUB)
    more = {"retired": True} if retired else {}
    sets = [b.change(unit, position=end.position, heading=end.heading % 360, **more), *with_leaders(b, unit, end)]
    b.report(UnitMoved(unit=unit, how=how, paces=paces), rules=rules, sets=sets)
    return paces
