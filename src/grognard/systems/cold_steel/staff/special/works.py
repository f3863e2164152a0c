"""Works in the plan: own ones are held by those who defend near by, and horse keeps away from the enemy's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.commanders.appreciation import Situation, TableSpot, gap
from grognard.commanders.objectives import heart
from grognard.commanders.tasks import homeward_of
from grognard.ground.features import AreaFeature
from grognard.ground.shapes import crossing_along, distance, point_along
from grognard.ground.units import Point, point, to_sub
from grognard.scenarios.extents import near

from ...seat.view import Seen, View
from ...table.forms import LOOSE
from ...table.state import UnitState, Work
from ..outlook import Land, Outlook, Told, spot_of, stands_by, stands_in

AT_HAND = 300.0
"""Paces from where foot stands within which works are manned."""
STRETCH = 150
"""Paces of works for a battalion."""
TIME_TO_GO = 550.0
"""Paces from the enemy at which one may still go there."""
TAKEN = 80.0
"""Paces from works within which an enemy has them."""
BEHIND = 40
"""Paces behind a line of works at which one is covered by it."""
DOORSTEP = 30
"""Paces from works within which a unit may go in."""
UPON = 120.0
"""With an enemy so near nobody files into works any more."""
CHARGE, SHY = 450.0, 500.0
"""Paces within which horse might charge, and that it keeps from works which it must not charge."""
HALT: tuple[dict[str, str], ...] = ({},)


# -- who stands in works


def covered(view: View, land: Land, at: Point) -> bool:
    """Whether a place lies in works that stand, or close to a line of them made in this battle."""
    made = (work for work in view.works.values() if work.kind == "works")
    return _inside(view, land, at) or any(near(work.line, at, to_sub(BEHIND)) for work in made)


def _inside(view: View, land: Land, at: Point) -> bool:
    return bool(land.works) and any(area.holds(at) for area in land.standing_works(view))


def in_works(view: View, land: Land, at: Point, whence: Point) -> bool:
    """Whether a place lies in works that stand, or close behind works or an obstacle made in this battle, as seen from
    another place."""
    return _inside(view, land, at) or any(_between(work, at, whence) for work in view.works.values())


def _between(work: Work, at: Point, whence: Point) -> bool:
    if work.kind == "gap" or not near(work.line, at, to_sub(BEHIND)):
        return False
    met = crossing_along(whence, at, *work.line)
    if met is None:
        return False
    along = distance(work.line[0], point_along(whence, at, met))
    return work.level > 0 or along <= to_sub(work.paces)


# -- our own


def posts(look: Outlook) -> dict[str, TableSpot]:
    """Units of foot that hold ground near works of which nobody has possession, with the middle of those they man: one
    for every stretch of them."""
    found: dict[str, TableSpot] = {}
    for area in look.land.standing_works(look.view):
        if _free(look.s, area):
            middle = heart(area)
            near_by = sorted(
                (gap(spot_of(unit), middle), unit.id)
                for unit in look.able("infantry")
                if unit.id not in found and _mans(look, unit, area)
            )
            # as many as find room, the nearest first
            found |= {unit: middle for away, unit in near_by[: _room(area)] if away <= AT_HAND}
    return found


def _mans(look: Outlook, unit: UnitState, area: AreaFeature) -> bool:
    """Whether a unit may go into works: it holds ground, is formed, and is in them or has the time to go there."""
    task = look.tasks.get(unit.id)
    if task is None or task.kind != "hold" or unit.prone or unit.aboard or unit.formation in (*LOOSE, "irregular"):
        return False
    return stands_in(unit, (area,)) is not None or look.nearest(unit) > TIME_TO_GO


def _room(area: AreaFeature) -> int:
    """Battalions that find room in works."""
    west, south, east, north = area.box
    return max(1, max(east - west, north - south) // to_sub(STRETCH))


def _free(s: Situation, area: AreaFeature) -> bool:
    return not any(near(area, point(*foe.place), to_sub(TAKEN)) for foe in s.foes)


def chits(look: Outlook) -> Iterator[Told]:
    """Foot that holds ground beside works goes in; horse that has yet to be called off does not charge them."""
    standing = look.land.standing_works(look.view)
    for id in posts(look) if standing else ():
        unit = look.view.units[id]
        outside = unit.formation != "garrison" and look.nearest(unit) > UPON
        # only at the doorstep: farther off its mission has to bring it there
        if outside and stands_by(unit, standing, DOORSTEP) is not None:
            yield unit.id, ({"special": "occupy"},)
    if standing or look.view.works:
        for unit in look.able("cavalry"):
            # manoeuvring, it is already on its way out of reach
            if shy(look, [unit]) and look.mission(unit) != "maneuver":
                yield unit.id, HALT


# -- horse before the enemy's


def tempted(view: View, land: Land, unit: UnitState) -> bool:
    """Whether the nearest enemy whom horse might charge stands in works."""
    if not (land.works or view.works):
        return False
    foes = [foe for foe in view.seen.values() if foe.side != view.side and _away(unit, foe) <= CHARGE]
    if not foes:
        return False
    nearest = min(foes, key=lambda foe: (_away(unit, foe), foe.id))
    return in_works(view, land, nearest.position, unit.position)


def shy(look: Outlook, units: Sequence[UnitState]) -> bool:
    """Whether horse has to be called off from works, and is not sent against somebody in the open."""
    foes = {foe.id: foe for foe in look.s.foes}
    prey = [foes.get(look.tasks[unit.id].foe) for unit in units if unit.id in look.tasks]
    # sent against somebody in the open: let it go
    if any(foe is not None and not foe.guarded for foe in prey):
        return False
    return any(tempted(look.view, look.land, unit) for unit in units if unit.where == "table")


def _away(unit: UnitState, foe: Seen) -> float:
    return distance(unit.position, foe.position) / to_sub(1)


def keep_off(s: Situation, place: TableSpot, works: Sequence[TableSpot]) -> TableSpot:
    """A place for horse that is far enough from works in the enemy's hands."""
    for _ in range(4):
        if all(gap(place, each) >= SHY for each in works):
            return place
        place = homeward_of(s, place, SHY / 2)
    return place


__all__ = ["chits", "covered", "in_works", "keep_off", "posts", "shy", "tempted"]
