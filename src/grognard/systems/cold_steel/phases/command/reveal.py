"""Step 1d: all chits are turned over; missions stay hidden (CS-3.2p)."""

from __future__ import annotations

from grognard.battle.events import Set
from grognard.battle.kinds import Noted
from grognard.kernel.checks import implements

from ...events.command import ChitsRevealed, MissionAnnounced
from ...orders import order_text
from ...table.battlefield import Battlefield


@implements("CS-3.2p", "CS-2b")
def reveal(b: Battlefield) -> None:
    """Whoever sees a unit sees its chits; those that lay open before need not be told again."""
    for unit in list(b.world.units.values()):
        # without who gave it: a chit on the table shows what is to be done, not whose idea it was
        chits = order_text.bare(unit.order)
        if unit.where != "table" or chits == order_text.bare(unit.revealed):
            continue
        told = order_text.said(chits) if chits is not None else ""  # chits taken away are no news
        b.report(ChitsRevealed(unit=unit.id, chits=told), rules=("CS-3.2p",), sets=[b.change(unit.id, revealed=chits)])


@implements("CS-3.3.1c")
def announce_missions(b: Battlefield) -> None:
    """Option: the type of a mission is told on the turn it is received, not where it leads."""
    if not b.rules.tables.value("CS-3.3.1c", "in_force"):
        return
    for mission in b.world.missions.values():
        if mission.given == b.world.turn:
            first = mission.units[0]
            # where the seat cannot make out the unit, it hears of a mission but not whose
            hidden = {seat.id: ("unit",) for seat in b.seats if not b.knows(seat.id, first)}
            b.emit(
                MissionAnnounced(unit=first, mission=mission.kind, number=len(mission.units), side=mission.side),
                rules=("CS-3.3.1c",),
                masked=hidden,
            )


@implements("CS-3.1")
def lapse(b: Battlefield) -> None:
    """Points that were not spent are gone."""
    nothing = {"points": 0, "paces": 0, "order_in_hand": False}
    left = [leader for leader in b.world.leaders.values() if leader.points or leader.paces or leader.order_in_hand]
    if left:
        b.emit(Noted(), rules=("CS-3.1",), sets=[Set("leaders", leader.id, nothing) for leader in left], to=())
