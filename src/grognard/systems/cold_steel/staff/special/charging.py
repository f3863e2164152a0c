"""The bayonet by the odds: foot deploys before it attacks, and goes in where it should win, not wherever it stands in
column.

A column that charges a steady line meets a volley that goes through all its ranks, and then twice its front. A line
that charges a column, or foot in disorder, has both on its own side; left to themselves its officers would stand at
eighty paces and fire until one of the two breaks."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from grognard.commanders.appreciation import TableSpot, bearing, gap, turned
from grognard.ground.units import spot

from ...seat.view import Seen
from ...table.forms import COLUMNS, LOOSE, SQUARES
from ...table.state import UnitState
from ..outlook import ChitFields, Outlook, Told, spot_of, stands_in
from .stepping import straight_on
from .works import HALT

UPON = 125.0
"""Paces from which foot can close with an enemy in a turn."""
DEPLOYS = 430.0
"""Paces from enemy foot at which those who attack leave their columns."""
HORSE = 450.0
"""Paces to enemy horse within which they stay in them."""
GOOD = 3.0
"""By so much should a charge be the better."""
ORDINARY = 9
"""Morale rating of an enemy of whom nothing more is known."""
WIDE, FLANK, REAR, RESOLUTE, WAVERING, QUARTER = 4.0, 5.0, 9.0, 4.0, 3.0, 3.0
"""What decides close combat, about: twice the front, flank, rear, spirits, each quarter of the men lost."""
VOLLEY = 2.0
"""What the volley of a line that stands costs those who come at it."""
BROKEN = 8.0
STREETS = 2.5
GUNS = 4.0
UNTIDY = 4
RIDDEN, HANDFUL = 300.0, 2
SALLIES, ASIDE = 450.0, 35
"""Paces to enemy foot at which a garrison forms line, and degrees off its front at which it turns to him."""

NEVER = (*LOOSE, *SQUARES, "irregular", "skirmish_squares")
"""Formations that do not charge."""


def chits(look: Outlook) -> Iterator[Told]:
    """Battalions near the enemy, under a mission that lets them attack."""
    for unit in look.able("infantry"):
        if look.mission(unit) not in ("attack", "defense", "protect"):
            continue
        if unit.prone or unit.aboard or unit.formation in NEVER:
            continue
        if unit.formation == "garrison":
            told = _sallies(look, unit)
        else:
            told = _told(look, unit) or _in_the_streets(look, unit)
        if told is not None:
            yield unit.id, told


def _told(look: Outlook, unit: UnitState) -> tuple[ChitFields, ...] | None:
    at = spot_of(unit)
    foes = [foe for foe in look.view.seen.values() if foe.side != look.view.side and foe.status != "routed"]
    near = sorted((gap(at, spot(foe.position)), foe.id) for foe in foes)
    steady = unit.status in ("resolute", "determined") and unit.disorder < UNTIDY
    if steady:
        leads = [
            (_lead(look, unit, foe), away, foe.id)
            for away, id in near
            if away <= UPON and (foe := look.view.seen[id]).arm != "cavalry" and _ahead(unit, spot(foe.position)) <= 30
        ]
        best = max(leads, default=None)
        if best is not None and best[0] >= GOOD:
            target = look.view.seen[best[2]]
            return tuple(
                {**way, "attack": "yes", "target": target.id} for way in straight_on(unit, spot(target.position))
            )
    if unit.formation in COLUMNS and look.mission(unit) == "attack":
        foot = [away for away, id in near if look.view.seen[id].arm == "infantry" and _stands(look.view.seen[id])]
        horse = [away for away, id in near if look.view.seen[id].arm == "cavalry"]
        if foot and UPON / 2 < foot[0] <= DEPLOYS and min(horse, default=HORSE) >= HORSE:
            return ({"formation": "line"},)
    return None


def _sallies(look: Outlook, unit: UnitState) -> tuple[ChitFields, ...] | None:
    """A garrison whom foot comes for forms line before its houses, or among them: behind the walls one face of it would
    fire and fight, the enemy with all his front, and who is in the village with it loses nothing by the walls."""
    foot, horse = _away(look, unit)
    return ({"formation": "line"},) if UPON < foot <= SALLIES and horse >= RIDDEN else None


def _in_the_streets(look: Outlook, unit: UnitState) -> tuple[ChitFields, ...] | None:
    """A line in a village, with foot coming: it faces him, and does not go back into the houses."""
    foot, horse = _away(look, unit)
    if unit.formation != "line" or foot > SALLIES or horse < RIDDEN or look.mission(unit) != "defense":
        return None
    if stands_in(unit, look.land.built.values()) is None:
        return None
    foe = min(
        (foe for foe in look.view.seen.values() if foe.side != look.view.side and foe.arm == "infantry"),
        key=lambda foe: (gap(spot_of(unit), spot(foe.position)), foe.id),
    )
    off = round((bearing(spot_of(unit), spot(foe.position)) - unit.heading + 180) % 360 - 180)
    return ({"movement": "conversion", "degrees": off, "paces": 1},) if abs(off) > ASIDE else HALT


def _away(look: Outlook, unit: UnitState) -> tuple[float, float]:
    """Paces to the nearest foot that stands, and to the nearest horse."""
    at = spot_of(unit)
    foes = [foe for foe in look.view.seen.values() if foe.side != look.view.side]
    foot = (gap(at, spot(foe.position)) for foe in foes if foe.arm == "infantry" and _stands(foe))
    horse = (
        gap(at, spot(foe.position)) for foe in foes if foe.arm == "cavalry" and foe.status not in ("broken", "routed")
    )
    return min(foot, default=inf), min(horse, default=inf)


def _stands(foe: Seen) -> bool:
    return foe.status in ("resolute", "determined", "wavering") and foe.formation not in LOOSE


def _ahead(unit: UnitState, place: TableSpot) -> float:
    return turned(bearing(spot_of(unit), place), unit.heading)


def _lead(look: Outlook, unit: UnitState, foe: Seen) -> float:
    """By how much a charge should come out the better."""
    mine = float(look.view.entry(look.briefing, unit.id).rated.morale_rating)
    mine += _spirits(unit.status) - unit.disorder - QUARTER * (4 * unit.lost // max(1, unit.figures))
    mine += WIDE * (unit.formation == "line" and foe.formation in COLUMNS)
    his = ORDINARY + _spirits(foe.status) - foe.disorder - QUARTER * (4 * (foe.of - foe.figures) // max(1, foe.of))
    his += WIDE * (unit.formation in COLUMNS and foe.formation == "line")
    aside = turned(bearing(spot(foe.position), spot_of(unit)), foe.heading)
    if foe.formation == "garrison":
        # one face of it fires and fights; but the way in costs order
        return mine - his + WIDE * (unit.formation == "line") - STREETS
    if foe.formation in LOOSE or foe.forming:
        his -= WIDE
    if aside > 135:
        mine += REAR
    elif aside > 70:
        mine += FLANK
    elif foe.arm == "artillery":
        his += GUNS
    else:
        his += VOLLEY
    return mine - his


def _spirits(status: str) -> float:
    return {"resolute": RESOLUTE, "determined": 0.0, "wavering": -WAVERING}.get(status, -BROKEN)


__all__ = ["chits"]
