"""Who has won: the battle told in terms in which victory is counted, its end, and its outcome."""

from __future__ import annotations

from functools import partial
from typing import Any

from grognard.army.oob import Edge
from grognard.battle.ending import early, endings, victory
from grognard.battle.ending.early import EarlyEnd
from grognard.battle.ending.endings import by_scenario
from grognard.battle.ending.tally import Army, Tally, UnitStanding
from grognard.battle.ending.victory import Ending
from grognard.ground.units import SUB
from grognard.kernel.checks import implements

from ...table.battlefield import Battlefield
from ...table.raised import counted
from ...table.roster import Entry
from ...table.state import UnitState, guns_of

STEADY = ("resolute", "determined")
BEATEN = ("broken", "routed")


# -- the tally


def tally(b: Battlefield) -> Tally:
    """How the battle stands."""
    return Tally(tuple(_army(b, side) for side in b.roster.sides), dict(b.world.held))


def _army(b: Battlefield, side: str) -> Army:
    w, left = b.world, men_left(b)
    units = tuple(_standing(b, entry, left[entry.id]) for entry in b.roster.units.values() if entry.side == side)
    # overrun guns count as taken once they are spiked or held, not because their crews ran
    taken = sum(g.pieces for g in w.abandoned.values() if g.side != side and (g.spiked or g.touched_by == side))
    return Army(side, units, taken, tuple(name for whose, name in w.fallen if whose == side))


def _standing(b: Battlefield, entry: Entry, men: int) -> UnitStanding:
    """A unit of the roster, its skirmishers counted in."""
    own = b.world.units[entry.id]
    # what stands for a unit that joined another is the unit it is in
    now = b.world.units[own.within] if own.where == "joined" else own
    edge: Edge | None = now.left_by or None
    lost = now.where == "lost"
    x, y = b.survey.middle(now.id) if now.where == "table" else (0, 0)
    return UnitStanding(
        id=entry.id,
        arm=entry.rated.arm,
        men_at_start=entry.unit.men,
        men=0 if lost else men,
        place=(x / SUB, y / SUB) if now.where == "table" else None,
        formed=now.status in STEADY,
        beaten=now.status in BEATEN,
        destroyed=lost,
        left_by=edge,
        guns=_guns(b, entry),
    )


def _guns(b: Battlefield, entry: Entry) -> int:
    """Pieces that it brought and that are not taken yet, with it or on the ground."""
    left = b.world.abandoned.get(guns_of(entry.id))
    taken = left is not None and (left.spiked or left.touched_by not in ("", entry.side))
    return 0 if taken else entry.unit.guns + entry.unit.howitzers


def men_left(b: Battlefield) -> dict[str, int]:
    """Men still in the ranks of each unit of the roster: its share of figures, or of pieces, that is left."""
    found = counted(b)
    return {
        each: entry.unit.men * (found[each][0] - found[each][1]) // max(1, found[each][0])
        for each, entry in b.roster.units.items()
    }


# -- the end


@implements("CS-10.3b")
def decide(b: Battlefield) -> None:
    """At the end of a turn: has somebody won, or is it the last?"""
    stands = tally(b)
    endings.go_on_or_end(b, b.ground, stands, _ending(b, stands), by_scenario(b, b.ground), rules=("CS-10.3b",))


def _ending(b: Battlefield, stands: Tally) -> Ending | None:
    return victory.early_end(b.scenario.header.victory, stands, b.ground)


def early_ends(b: Battlefield, seat: str) -> tuple[EarlyEnd, ...]:
    """What would end it before its time: an army of which half is beaten quits the field."""
    stands = tally(b)
    found = [early.quits(b, seat, army.side, victory.counted(army)) for army in stands.armies]
    return (*found, *early.by_conditions(b.scenario.header.victory))


# -- the outcome


def outcome(b: Battlefield) -> dict[str, Any]:
    """Who won and by what, as plain data; before the end, how it stands."""
    stands = tally(b)
    return endings.outcome(b, stands, _ending(b, stands), by_scenario(b, b.ground), partial(_account, b))


def _account(b: Battlefield, army: Army) -> dict[str, int]:
    """What became of a side's units."""
    states = [b.world.units[unit.id] for unit in army.units]
    return {
        "guns_lost": sum(_pieces_lost(b, unit) for unit in states),
        "broken": sum(unit.where != "lost" and unit.status == "broken" for unit in states),
        "routed": sum(unit.where != "lost" and unit.status == "routed" for unit in states),
        "destroyed": sum(unit.where == "lost" for unit in states),
    }


def _pieces_lost(b: Battlefield, unit: UnitState) -> int:
    """Guns and howitzers that a battery has no more, or guns that a battalion left behind."""
    if b.entry(unit.id).rated.arm != "artillery":
        left = b.world.abandoned.get(guns_of(unit.id))
        return left.pieces if left is not None else 0
    return unit.figures if unit.where == "lost" else unit.lost
