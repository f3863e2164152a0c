"""Engineers: an obstacle before those who wait for the enemy, works where there is time, a gap where a line bars a way.

Nothing is pulled down: five turns of it bring down a few paces of a wall, which helps nobody who has to be gone."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.commanders.appreciation import bearing, gap, turned
from grognard.ground.shapes import distance, distance_to_line, placed
from grognard.ground.units import to_sub

from ...checks.command.orders import limit
from ...table.ground.obstacles import CLEARED
from ...table.state import UnitState
from ..outlook import ChitFields, Outlook, Told, spot_of

KNOWN = 2500.0
"""Paces within which an enemy in front is worth an obstacle."""
CLOSE = 400.0
"""Paces from an enemy at which men lay down the axe and take up the musket."""
AMPLE = 900.0
"""Paces that leave time for works."""
AT_POST = 80.0
"""Paces from its place within which a unit is where it will fight."""
BEFORE = 75.0
"""Degrees off its front within which an enemy is before it."""
UNSEEN = 600.0
"""Paces without an enemy at which one stops to clear a way."""
AHEAD = 30
"""Paces before the front within which a line is in the way."""
COLUMN = 500.0
"""Paces within which those are who follow a unit."""
WIDE = 60
"""Paces of a gap through which a column passes."""
TWO_TURNS = 2
"""Turns that must be left for it to be of use."""
IN_PLACE = 60.0
"""Paces that are no march to a place."""
BREAK_OFF: tuple[ChitFields, ...] = ({},)
"""Chits that say nothing: halt."""


def chits(look: Outlook) -> Iterator[Told]:
    """What units with engineers do while nothing better is to be done."""
    for unit in look.able():
        if not unit.engineers or unit.prone or unit.aboard:
            continue
        if unit.labour is not None:  # their officer has them go on with it, whatever their mission is
            # with an enemy coming, or a task that moves it, a halt breaks the work off
            told = () if look.waits(unit) and look.nearest(unit) > UNSEEN else BREAK_OFF
        else:
            told = _digs_in(look, unit) or _clears(look, unit)
        if told:
            yield unit.id, told


def _digs_in(look: Outlook, unit: UnitState) -> tuple[ChitFields, ...]:
    """An obstacle before a front to which the enemy may come, then works: for a roll one must be left alone."""
    if not look.waits(unit) or not _at_post(look, unit):
        return ()
    away, turns = look.nearest(unit), look.s.left
    # unbroken turns are what works need (CS-3.3.2.3u): with fewer left they come too late
    five = limit(look.briefing.rules.tables, "CS-3.3.2.3u", "too_soon", "turns")
    obstacle = away > CLOSE and turns > TWO_TURNS and _comes(look, unit)
    works = away > AMPLE and turns > five
    return ({"special": "make_obstacle"},) * obstacle + ({"special": "build_works"},) * works


def _at_post(look: Outlook, unit: UnitState) -> bool:
    """Whether it holds ground, and stands where it is to hold it: the obstacle stays when it has gone."""
    mission = look.view.missions.get(unit.mission)
    if mission is None or mission.kind != "defense":
        return False
    # just given, a mission may still have to be marched to
    settled = look.view.turn > mission.given or gap(mission.start, mission.objective) <= IN_PLACE
    still = settled and unit.before.moved == "no" and not unit.before.turned
    return still and gap(spot_of(unit), mission.objective) <= max(AT_POST, mission.radius)


def _comes(look: Outlook, unit: UnitState) -> bool:
    """Whether an enemy on foot or on horse is known before its front."""
    at = spot_of(unit)
    return any(
        foe.arm != "guns" and gap(foe.place, at) <= KNOWN and turned(bearing(at, foe.place), unit.heading) <= BEFORE
        for foe in look.s.foes
    )


# -- a way through


def _clears(look: Outlook, unit: UnitState) -> tuple[ChitFields, ...]:
    """A gap in the line that it would have to cross next, if nobody is near enough to catch it at that."""
    task = look.tasks.get(unit.id)
    if task is None or look.waits(unit) or look.nearest(unit) <= UNSEEN or look.s.left <= TWO_TURNS:
        return ()
    ahead = placed(unit.position, unit.heading, 0, to_sub(AHEAD))
    at = spot_of(unit)
    if gap(at, task.place) <= AHEAD or turned(bearing(at, task.place), unit.heading) > BEFORE:
        return ()
    barred = _line_across(look, unit, ahead) or _made_across(look, unit, ahead)
    if not barred or _gap_so_far(look, unit) >= WIDE or not _followed(look, unit):
        # wide enough already, or nobody behind to use it
        return ()
    return ({"special": "clear_obstacle"},)


def _followed(look: Outlook, unit: UnitState) -> bool:
    """Whether others come the same way after it: a line costs a unit a marker and some paces, a halt costs a turn."""
    at, whither = spot_of(unit), look.tasks[unit.id].place
    return any(
        other.id != unit.id
        and not look.waits(other)
        and gap(spot_of(other), at) <= COLUMN
        and gap(spot_of(other), look.tasks[other.id].place) > gap(at, whither)
        and turned(bearing(spot_of(other), look.tasks[other.id].place), unit.heading) <= BEFORE
        for other in look.able()
        if other.id in look.tasks
    )


def _line_across(look: Outlook, unit: UnitState, ahead: tuple[int, int]) -> bool:
    met = look.land.ground.crossings((unit.position, ahead)).lines
    return any(each.line.kind in CLEARED for each in met)


def _made_across(look: Outlook, unit: UnitState, ahead: tuple[int, int]) -> bool:
    """An obstacle that engineers have made, ours or theirs."""
    reach = to_sub(AHEAD)
    return any(
        work.kind == "obstacle" and min(distance_to_line(each, work.line) for each in (unit.position, ahead)) <= reach
        for work in look.view.works.values()
    )


def _gap_so_far(look: Outlook, unit: UnitState) -> int:
    """How wide a gap there is before it."""
    reach = to_sub(2 * AHEAD)
    gaps = [each for each in look.view.works.values() if each.kind == "gap"]
    return max((each.paces for each in gaps if distance(each.line[0], unit.position) <= reach), default=0)


__all__ = ["chits"]
