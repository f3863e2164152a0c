"""Troops who come onto the table (CS-2e, step 4a)."""

from __future__ import annotations

from grognard.army.oob import Edge
from grognard.battle.events import Set
from grognard.ground.units import SUB
from grognard.kernel.checks import implements

from ...battlefield import Battlefield
from ...bodies import shape
from ...roster import Entry
from ...state import UnitState
from .contact import close_range
from .places import Place, overlap, shifted, trimmed, within

ALONG, TRIES = 20, 20
"""Paces along the edge from one try to the next, and how many each way."""
_WAYS: dict[Edge, int] = {"north": 90, "south": 90, "east": 0, "west": 0}


@implements("CS-2e")
def arrive(b: Battlefield) -> bool:
    """Whoever is due comes on at his place, or the nearest free one along the edge; else he waits a turn. Whether
    anybody came."""
    anybody = False
    for entry in b.roster.units.values():
        now, due = b.unit(entry.id), entry.unit.arrival
        if now.where != "waiting" or due is None or due.turn > b.world.turn:
            continue
        place = _free_place(b, now, due.edge)
        if place is not None:
            _come_on(b, entry, place, due.edge)
            anybody = True
    return anybody


def _free_place(b: Battlefield, now: UnitState, edge: Edge) -> Place | None:
    body, near = shape(b, now), close_range(b)
    here = Place(now.position, now.heading)
    others = [(trimmed(shape(b, each), Place(each.position, each.heading)), each) for each in b.on_table()]
    for turn in range(TRIES + 1):
        for way in (1, -1) if turn else (1,):
            tried = shifted(here, _WAYS[edge], way * turn * ALONG * SUB)
            if not b.ground.on_table(tried.position):
                continue
            frame, there = trimmed(body, tried), body.at(*tried)
            if any(overlap(frame, other) for other, _ in others):
                continue
            if all(each.side == now.side or not within(there, b.body(each.id), near) for _, each in others):
                return tried
    return None


def _come_on(b: Battlefield, entry: Entry, place: Place, edge: Edge) -> None:
    sets = [b.change(entry.id, where="table", position=place.position, heading=place.heading)]
    for leader in entry.leaders:
        if b.world.leaders[leader].where == "waiting":
            sets.append(Set("leaders", leader, {"where": "table", "position": place.position}))
            sets += [
                Set("riders", rider.id, {"position": place.position})
                for rider in b.world.riders.values()
                if rider.leader == leader
            ]
    b.report("arrived", rules=("CS-2e",), units={"unit": entry.id}, values={"edge": edge}, sets=sets)
