"""The bayonet by the odds: foot deploys before it attacks, goes in where it should win, and meets who comes in line.

A column that charges a steady line meets a volley through all its ranks, and then twice its front. A line that charges
a column, or foot in disorder, has both on its own side; left to themselves its officers would stand at eighty paces and
fire until one of the two breaks. A garrison fires and fights with one face, and its walls do not count against those
who are in the village with it: so it forms line when foot comes for it."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from grognard.commanders.appreciation import bearing, gap, turned
from grognard.ground.units import spot

from ...seat.view import Seen
from ...table.forms import COLUMNS, LOOSE, SQUARES
from ...table.state import UnitState
from ..outlook import ChitFields, Outlook, Told, spot_of, stands_in
from .stepping import off_its_front, straight_on
from .works import HALT

UPON = 125.0
"""Paces from which foot closes with an enemy in a turn, and within which it is too late to change formation."""
DEPLOYS, HORSE = 430.0, 450.0
"""Paces from enemy foot at which those who attack leave their columns, and to enemy horse within which they do not."""
SALLIES, RIDDEN, HANDFUL = 450.0, 300.0, 2
"""Paces to enemy foot at which a garrison forms line, and to horse within which it does not, unless that is so many
times weaker."""
AHEAD, ASIDE = 30, 35
"""Degrees off its front within which a battalion charges, and from which on it turns to those who come."""
UNTIDY = 4
"""Disorder with which nobody charges."""
GOOD = 3.0
"""By so much should a charge be the better."""
ORDINARY = 9
"""Morale rating of an enemy of whom nothing more is known."""
WIDE, FLANK, REAR, QUARTER = 4.0, 5.0, 9.0, 3.0
"""What decides close combat, about: twice the front, the flank, the rear, and each quarter of the men lost."""
SPIRITS = {"resolute": 4.0, "determined": 0.0, "wavering": -3.0}
FLEEING = -8.0
"""The same for a unit's spirits."""
LOOSELY = {"open_order": 0.0, "extended_order": 2.0}
"""What it is worth that he stands loosely: it weakens him, but then his front is twice ours."""
VOLLEY, CANISTER, STREETS = 2.0, 4.0, 2.5
"""What fire costs those who come at foot, and at guns, from in front, and what the way between houses costs."""
BESIDE, BEHIND = 70, 135
"""Degrees off his front at which one comes at an enemy's flank, and at his rear."""
NEVER = (*LOOSE, *SQUARES, "irregular", "skirmish_squares")
"""Formations that do not charge."""
FORM_LINE: tuple[ChitFields, ...] = ({"formation": "line"},)


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
            told = _charges(look, unit) or _deploys(look, unit) or _in_the_streets(look, unit)
        if told:
            yield unit.id, told


# -- going in


def _charges(look: Outlook, unit: UnitState) -> tuple[ChitFields, ...]:
    """At the enemy before it against whom it has most on its side, if that is enough."""
    if unit.status not in ("resolute", "determined") or unit.disorder >= UNTIDY:
        return ()
    near = [foe for foe in _enemies(look) if foe.arm != "cavalry" and foe.status != "routed"]
    ahead = [foe for foe in near if _away(unit, foe) <= UPON and abs(off_its_front(unit, spot(foe.position))) <= AHEAD]
    found = max(((_lead(look, unit, foe), _away(unit, foe), foe.id) for foe in ahead), default=None)
    if found is None:
        return ()
    lead, _, id = found
    foe = look.view.seen[id]
    if lead < GOOD:
        return ()
    return tuple({**way, "attack": "yes", "target": id} for way in straight_on(unit, spot(foe.position)))


def _lead(look: Outlook, unit: UnitState, foe: Seen) -> float:
    """By how much its dice should come out the better."""
    rating = look.view.entry(look.briefing, unit.id).rated.morale_rating
    mine = rating + _state(unit.status, unit.disorder, unit.lost, unit.figures)
    his = ORDINARY + _state(foe.status, foe.disorder, foe.of - foe.figures, foe.of)
    if foe.formation == "garrison":
        return mine - his + WIDE * (unit.formation == "line") - STREETS
    wider = (unit.formation == "line" and foe.formation in COLUMNS) - (
        unit.formation in COLUMNS and foe.formation == "line"
    )
    return mine - his + WIDE * (wider + foe.forming) + LOOSELY.get(foe.formation, 0.0) + _from_where(unit, foe)


def _state(status: str, disorder: int, lost: int, figures: int) -> float:
    return SPIRITS.get(status, FLEEING) - disorder - QUARTER * (4 * lost // max(1, figures))


def _from_where(unit: UnitState, foe: Seen) -> float:
    """What it is worth to come at his flank or rear, and what it costs to come at his front."""
    aside = turned(bearing(spot(foe.position), spot_of(unit)), foe.heading)
    if aside > BESIDE:
        return REAR if aside > BEHIND else FLANK
    return -(CANISTER if foe.arm == "artillery" else VOLLEY)


# -- in line in time


def _deploys(look: Outlook, unit: UnitState) -> tuple[ChitFields, ...]:
    """A column that attacks forms line before it comes under musketry, with no horse about."""
    if unit.formation not in COLUMNS or look.mission(unit) != "attack":
        return ()
    foot, horse = _nearest_foot(look, unit), _nearest_horse(look, unit)
    return FORM_LINE if UPON / 2 < foot <= DEPLOYS and horse >= HORSE else ()


def _sallies(look: Outlook, unit: UnitState) -> tuple[ChitFields, ...]:
    """A garrison that foot comes for forms line, while there is time for it."""
    return FORM_LINE if _nearest_foot(look, unit) > UPON and _foot_comes(look, unit) else ()


def _in_the_streets(look: Outlook, unit: UnitState) -> tuple[ChitFields, ...]:
    """A line in a village faces the foot that comes for it, and does not go back into the houses."""
    if unit.formation != "line" or look.mission(unit) != "defense" or not _foot_comes(look, unit):
        return ()
    if stands_in(unit, look.land.built.values()) is None:
        return ()
    foe = min((foe for foe in _enemies(look) if _stands(foe)), key=lambda foe: (_away(unit, foe), foe.id))
    off = off_its_front(unit, spot(foe.position))
    return ({"movement": "conversion", "degrees": off, "paces": 1},) if abs(off) > ASIDE else HALT


def _foot_comes(look: Outlook, unit: UnitState) -> bool:
    # a few squadrons ride down nobody: who stays indoors for their sake is shot there by the foot
    handful = (unit.figures - unit.lost) / HANDFUL
    return _nearest_foot(look, unit) <= SALLIES and _nearest_horse(look, unit, handful) >= RIDDEN


# -- the enemy


def _enemies(look: Outlook) -> Iterator[Seen]:
    return (foe for foe in look.view.seen.values() if foe.side != look.view.side)


def _away(unit: UnitState, foe: Seen) -> float:
    return gap(spot_of(unit), spot(foe.position))


def _nearest_foot(look: Outlook, unit: UnitState) -> float:
    """Paces to the nearest enemy foot in close order that stands."""
    return min((_away(unit, foe) for foe in _enemies(look) if _stands(foe)), default=inf)


def _stands(foe: Seen) -> bool:
    return foe.arm == "infantry" and foe.status not in ("broken", "routed") and foe.formation not in LOOSE


def _nearest_horse(look: Outlook, unit: UnitState, handful: float = 0.0) -> float:
    """Paces to the nearest enemy horse of more figures than a handful."""
    riders = (foe for foe in _enemies(look) if foe.arm == "cavalry" and foe.status not in ("broken", "routed"))
    return min((_away(unit, foe) for foe in riders if foe.figures > handful), default=inf)


__all__ = ["chits"]
