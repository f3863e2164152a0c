"""Skirmishers sent out in front of their unit (CS-3.3.2.3j to r).

While they are out they are a unit of their own. Their figures are taken off their parent's strength and come back to it
with what they have lost, so that nobody is counted twice and nobody is forgotten.
"""

from __future__ import annotations

from typing import Any

from grognard.battle.events import Set
from grognard.kernel.checks import implements

from ..events.troops import SkirmishersAside, SkirmishersFollow, SkirmishersIn, SkirmishersOut, UnitLoosened
from ..facts.situations import threats
from ..facts.skirmishers import IN_FRONT, Station, going_out, may_send, out, station_of
from ..table.battlefield import Battlefield
from ..table.state import UnitState
from . import making_way
from .units import doing

RUNNING = ("broken", "routed")


# -- sending out


@implements("CS-3.3.2.3j", "CS-3.3.2.3k", "CS-3.3.2.3r")
def send_out(b: Battlefield, unit: str) -> bool:
    """Skirmishers go out in front; returns whether they do. With the enemy too near there is no room for them."""
    if b.unit(unit).where != "table" or may_send(b, unit) is not None:
        return False
    now, figures = b.unit(unit), going_out(b, unit)
    made = UnitState(
        id=f"{unit}/skirmishers",
        side=now.side,
        position=now.position,
        heading=now.heading,
        formation="open_order",
        figures=figures,
        status=now.status,
        parent=unit,
        placed=now.placed,
        # skirmishers fire no volleys: they neither have the opening one nor spend their parent's (CS-3.3.2.3m)
        volley_spent=True,
    )
    station = station_of(b, now, made)
    if station.place != "in_front":
        return False
    b.report(
        SkirmishersOut(unit=unit, figures=figures),
        rules=("CS-3.3.2.3j", "CS-3.3.2.3k"),
        sets=[
            # off the parent's strength while they are out, or they would be counted twice
            b.change(unit, figures=now.figures - figures, skirmishers=made.id),
            Set("units", made.id, _fields(made, position=station.position, formation=station.formation)),
        ],
    )
    return True


def _fields(made: UnitState, **changed: Any) -> dict[str, Any]:
    """All fields, so that skirmishers sent out again have nothing left of the last time."""
    return {name: getattr(made, name) for name in made.__struct_fields__} | changed


# -- where they belong


@implements("CS-3.3.2.3k")
def keep_station(b: Battlefield) -> None:
    """Skirmishers go with their parent, without orders; they run with one that runs. Who runs himself keeps no station
    until he is rallied."""
    moves = []
    for own, parent in out(b):
        if own.status in RUNNING:
            continue
        if parent.where != "table" or parent.status in RUNNING:
            recall(b, own.id, ("CS-3.3.2.3k",), cause="their battalion is gone from behind them")
            continue
        station = station_of(b, parent, own)
        if (station.position, station.formation, parent.heading) != (own.position, own.formation, own.heading):
            moves.append((own, parent, station))
    # after all have been looked at, so that none judges by another's new place
    for own, parent, station in moves:
        _take(b, own, parent, station)


def _take(b: Battlefield, own: UnitState, parent: UnitState, station: Station) -> None:
    """Take up a station; who goes along has moved as the parent has."""
    aside = station.place == "at_the_sides" and own.formation in IN_FRONT
    b.report(
        (SkirmishersAside if aside else SkirmishersFollow)(skirmishers=own.id, unit=parent.id),
        rules=(station.rule,),
        sets=[
            b.change(
                own.id,
                position=station.position,
                heading=parent.heading,
                formation=station.formation,
                # moved as the parent: their fire takes the same modifier
                now=doing(b, own.id, moved=parent.now.moved, paces=parent.now.paces).fields["now"],  # type: ignore[index]
            )
        ],
    )


@implements("CS-3.3.2.3p")
def step_aside(b: Battlefield) -> None:
    """When a parent comes to close quarters its skirmishers go to its flanks, without orders."""
    for own, parent in out(b):
        if own.formation in IN_FRONT and parent.where == "table" and own.status not in RUNNING:
            station = station_of(b, parent, own)
            if station.place == "at_the_sides":
                _take(b, own, parent, station)
    making_way.make_way(b)


@implements("CS-3.3.2.3p")
def leave_the_flank(b: Battlefield) -> None:
    """Skirmishers beside their parent count as formed while they stand there: who runs is in open order again."""
    for own, _ in out(b):
        # beside the parent they stood in line; running in line would let them count as formed
        if own.status in RUNNING and own.formation not in IN_FRONT:
            b.report(
                UnitLoosened(unit=own.id),
                rules=("CS-3.3.2.3k", "CS-3.3.2.3p"),
                sets=[b.change(own.id, formation="open_order")],
            )


# -- coming back


@implements("CS-3.3.2.3q")
def recall(b: Battlefield, unit: str, rules: tuple[str, ...], cause: str = "recalled") -> None:
    """The skirmishers of a unit, or these skirmishers, rejoin it: their figures and their losses are its own again."""
    now = b.unit(unit)
    own = now if now.parent else b.world.units.get(now.skirmishers)
    if own is None or not own.figures:
        return
    parent = b.unit(own.parent)
    b.report(
        SkirmishersIn(unit=parent.id, skirmishers=own.id, cause=cause),
        rules=rules,
        sets=[*_counted_in(b, parent, own), *_leave(b, own)],
    )


def _counted_in(b: Battlefield, parent: UnitState, own: UnitState) -> list[Set]:
    """Who was dispersed or taken out there is lost to the parent, all of them."""
    # figures lost out there are losses of the parent, or it would never check for them
    lost = own.figures if own.where == "lost" else own.lost
    return [b.change(parent.id, figures=parent.figures + own.figures, lost=parent.lost + lost, skirmishers="")]


def _leave(b: Battlefield, own: UnitState) -> list[Set]:
    """Nothing is left of the unit they were but its name in the log."""
    gone: dict[str, Any] = {"figures": 0, "lost": 0, "order": None, "ordered": None, "melee": ()}
    if own.where == "table":
        gone |= {"where": "left", "how": "rejoined"}
    # enemies locked with them are free
    locked = [b.change(foe, melee=tuple(x for x in b.unit(foe).melee if x != own.id)) for foe in own.melee]
    return [Set("units", own.id, gone), *locked]


@implements("CS-3.3.2.3n", "CS-3.3.2.3r")
def regroup_after_fire(b: Battlefield) -> None:
    """At the end of a fire phase: who has lost men out there goes back; so does the account of those all lost."""
    for own in list(b.world.units.values()):
        # the account of those who were wiped out is settled here too: nobody is left to come back
        if own.parent and own.figures and (own.lost or own.where == "lost"):
            wiped = own.where == "lost"
            recall(b, own.id, ("CS-3.3.2.3n", "CS-3.3.2.3r"), cause="none left" if wiped else "casualties")


@implements("CS-3.3.2.3o")
def regroup_from_cavalry(b: Battlefield) -> None:
    """Skirmishers whom cavalry threatens are with their parent at once; neither has moved by that, or been ordered."""
    for own, parent in out(b):
        if parent.where == "table" and own.formation in IN_FRONT and threats(b, own.id)["cavalry"]:
            recall(b, own.id, ("CS-3.3.2.3o",), cause="cavalry")
