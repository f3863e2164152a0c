"""Works and structures that a division has taken or lost (CS-4.4.1b).

The rules count those of its sector that belonged to a side at the start, and leave both words open. Here a place
belongs to the side whose troops stood nearest to it as the battle began, and is nobody's if none stood within canister
range; a division's sector is whatever lies as near to one of its units. A major road intersection is a place only where
a scenario names one, and our scenarios name none.
"""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from grognard.ground import outlines
from grognard.ground.features import BUILT, WORKS, AreaFeature, Crossing
from grognard.ground.units import SUB, Point, point
from grognard.kernel.checks import implements

from ...checks.initiative.initiative import WorksTakenFacts, WorksTakenResult
from ...checks.setting_up.measures import reach
from ...table.battlefield import FAR, Battlefield

MOST_PACES = 5000
"""As long as the check lets works be."""


class Strongpoint(NamedTuple):
    """Works or a structure on the field."""

    outline: tuple[Point, ...]
    """Corners of its ground; a bridge is a point or a line."""
    reach: int
    """Paces from it at which one holds it: nought, but a bridge is held from beside it."""
    works_paces: int
    """Length of works; 0 for anything else."""


@implements("CS-4.4.1a", "CS-4.4.1b")
def taken_and_lost(b: Battlefield, side: str, units: list[str]) -> dict[str, int]:
    """Works and structures in the sector of these units that have changed hands, as the division's test counts them."""
    counts = {"works_lost": 0, "structures_lost": 0, "works_taken": 0, "structures_taken": 0}
    sector = reach(b.rules.tables, "P1")
    for place in places(b):
        # the quick test first: most places are in nobody's sector
        if not any(_within(b.survey.body(unit).frame, place, sector) for unit in units):
            continue
        owner = owner_at_start(b, place)
        if not owner:
            continue
        found = _taken(b, place, b.seating.other(owner))
        how = "lost" if owner == side else "taken"
        counts[f"works_{how}"] += found.works
        counts[f"structures_{how}"] += found.structures
    return {name: min(40, count) for name, count in counts.items()}


def places(b: Battlefield) -> list[Strongpoint]:
    """All works, buildings and bridges of the field."""
    areas = [area for area in b.ground.areas if area.kind in (*WORKS, *BUILT)]
    bridges = [crossing for crossing in b.ground.bridges if crossing.kind == "bridge"]
    return [_of_area(area) for area in areas] + [_of_bridge(bridge) for bridge in bridges]


def _of_area(area: AreaFeature) -> Strongpoint:
    """Works are as long as the longer side of the ground they are drawn on."""
    west, south, east, north = area.box
    length = ceil(max(east - west, north - south) / SUB) if area.kind in WORKS else 0
    return Strongpoint(area.rings[0], 0, min(MOST_PACES, length))


def _of_bridge(bridge: Crossing) -> Strongpoint:
    return Strongpoint(bridge.points, ceil(bridge.radius / SUB), 0)


def _within(shape: tuple[Point, ...], place: Strongpoint, paces: int) -> bool:
    """Whether the nearest points are no farther apart."""
    return outlines.within(shape, place.outline, paces)


def owner_at_start(b: Battlefield, place: Strongpoint) -> str:
    """The side whose troops stood nearest to it as the battle began, if any stood near."""
    near = reach(b.rules.tables, "P1")
    # where the order of battle has them: later moves do not change what belonged to whom
    spots = [((point(*entry.unit.position),), entry.side) for entry in b.roster.units.values() if entry.unit.present]
    found = (
        (outlines.apart(spot, place.outline), side)
        for spot, side in spots
        if outlines.boxes_apart(spot, place.outline) <= near
    )
    paces, side = min(found, default=(FAR, ""))
    return side if paces <= near else ""


@implements("CS-4.4.1b")
def _taken(b: Battlefield, place: Strongpoint, by: str) -> WorksTakenResult:
    """Whether that side holds it now, with nobody of the other close enough to dispute it."""
    inside = any(_within(b.survey.body(unit.id).frame, place, place.reach) for unit in b.on_table(by))
    # if nobody is inside, it does not matter who is near
    near = [b.survey.body(unit.id).frame for unit in b.enemies(by) if inside]
    disputing = [shape for shape in near if _within(shape, place, reach(b.rules.tables, "P3"))]
    nearest = min((outlines.apart(shape, place.outline) for shape in disputing), default=FAR)
    taken: WorksTakenResult = b.settle(
        "works-taken", WorksTakenFacts(occupied=inside, nearest_enemy=nearest, works_paces=place.works_paces)
    )
    return taken
