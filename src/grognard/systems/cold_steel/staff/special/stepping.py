"""Troops sent into a place under cannon shot go on: left to himself an officer deploys on the way, and stays there."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, degrees

from grognard.commanders.appreciation import TableSpot, gap

from ...table.state import UnitState
from ..outlook import ChitFields, Outlook, Told, spot_of

CLOSE = 250.0
"""Paces to an enemy fit to fight within which it is for the officer to see what he does."""
THERE = 40.0
"""Paces from its place at which a unit is there."""
OBLIQUE, STRAIGHT = 30, 4
"""Degrees off its front that a unit goes without turning, and that it does not mind."""
UNTIDY = 5
"""Disorder with which a unit reforms first."""
FAR = 400.0
"""Paces that nobody goes in a turn."""
A_LITTLE = 110.0
"""Paces after which the last of a column is off the table."""
BRINK = 250.0
"""Paces from the edge of the table by which it leaves at which a unit rides on over it."""


def chits(look: Outlook) -> Iterator[Told]:
    """Single units on their way into a place, and those who are at the edge of the table by which they leave."""
    yield from _off_the_table(look)
    for unit in look.able("infantry"):
        task = look.tasks.get(unit.id)
        if task is None or not task.single or not _sent(look, unit, task.place):
            continue
        away = gap(spot_of(unit), task.place)
        goes = unit.before.moved != "no" and not unit.prone
        if goes and away > THERE and unit.disorder < UNTIDY and look.nearest(unit) > CLOSE:
            several = tuple(_on(unit, task.place, away))
            if several:
                yield unit.id, several


def _off_the_table(look: Outlook) -> Iterator[Told]:
    """On along the way while enemies are about, and over the edge at its end."""
    for unit in look.able():
        task = look.tasks.get(unit.id)
        goal = next((each for each in look.s.goals if task is not None and each.id == task.goal), None)
        if task is None or task.kind != "leave" or goal is None:
            continue
        (x, y), (width, height) = spot_of(unit), look.s.size
        beyond = {"west": (-FAR, y), "south": (x, -FAR), "east": (width + FAR, y), "north": (x, height + FAR)}
        aim = beyond[goal.edge] if gap((x, y), beyond[goal.edge]) <= FAR + BRINK else (*task.via, task.place)[0]
        # left to its officer it would turn to every enemy in sight; beyond the edge no farther than the mission lets it
        several = (*_on(unit, aim, 2 * FAR), *_on(unit, aim, A_LITTLE), *_about(unit, aim))
        if several:
            yield unit.id, several


def _sent(look: Outlook, unit: UnitState, place: TableSpot) -> bool:
    mission = look.view.missions.get(unit.mission)
    return mission is not None and mission.kind in ("attack", "maneuver") and gap(mission.objective, place) <= THERE


def off_its_front(unit: UnitState, place: TableSpot) -> int:
    """Degrees to the right of its front at which a place lies, or to the left below zero."""
    (x, y), (px, py) = spot_of(unit), place
    return round((degrees(atan2(px - x, py - y)) - unit.heading + 180) % 360 - 180)


def _about(unit: UnitState, place: TableSpot) -> Iterator[ChitFields]:
    """Round to a place that lies too far off its front to be gone for as it stands."""
    off = off_its_front(unit, place)
    if abs(off) > OBLIQUE:
        yield {"movement": "wheel", "degrees": off, "gait": "quick"}


def straight_on(unit: UnitState, place: TableSpot) -> Iterator[ChitFields]:
    """At the quick to a place ahead, as far as it goes."""
    off = off_its_front(unit, place)
    if abs(off) <= STRAIGHT:
        yield {"movement": "forward", "gait": "quick"}
    elif abs(off) <= OBLIQUE:
        yield {"movement": "oblique", "degrees": off, "gait": "quick"}


def _on(unit: UnitState, place: TableSpot, away: float) -> Iterator[ChitFields]:
    off = off_its_front(unit, place)
    paces = 0 if away > FAR else round(away)
    for gait in ("quick", "march"):
        if abs(off) <= STRAIGHT:
            yield {"movement": "forward", "gait": gait, "paces": paces}
        elif abs(off) <= OBLIQUE:
            yield {"movement": "oblique", "degrees": off, "gait": gait, "paces": paces}


__all__ = ["chits"]
