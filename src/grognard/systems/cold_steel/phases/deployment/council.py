"""The council of war before the battle, and who may talk freely with whom at any time: CS-1.5."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.battle.decisions import Decision, Option
from grognard.battle.events import Set
from grognard.battle.procedures import Steps, ask, together
from grognard.ground.shapes import distance
from grognard.ground.units import to_sub
from grognard.kernel.checks import implements

from ...checks.command.orders import limit
from ...checks.setting_up.deployment import TalkFacts
from ...events.hidden import CouncilOver, CouncilSits
from ...hidden.prepare import conference
from ...table.battlefield import Battlefield

OVER = Option("done", "The council is over for you", "CS-1.5d")


@implements("CS-1.5a", "CS-1.5b", "CS-1.5d")
def confer(b: Battlefield, sides: Sequence[str]) -> Steps[None]:
    """The players of these sides talk over the battle, each side by itself, until all have had enough or the time is
    up. Who plays all of a side has nobody to confer with."""
    if not b.world.confers:
        return
    seats = [seat for side in sides if len(sit := attending(b, side)) > 1 for seat in sit]
    if not seats:
        return
    minutes = conference(b, sides[0]).most_minutes
    b.emit(
        CouncilSits(minutes=minutes),
        rules=("CS-1.5a", "CS-1.5d"),
        sets=[Set("", "", {"council": tuple(seats)})],
        to=tuple(seats),
    )
    yield from together(ask(_decision(seat, minutes)) for seat in seats)
    b.emit(CouncilOver(), rules=("CS-1.5e",), sets=[Set("", "", {"council": ()})], to=tuple(seats))


def _decision(seat: str, minutes: int) -> Decision:
    return Decision(
        seat,
        "confer",
        f"Council of war, {minutes} minutes at most",
        [OVER],
        default=("done", {}),
        rules=("CS-1.5a", "CS-1.5d"),
        about={"minutes": str(minutes)},
    )


@implements("CS-1.5c")
def attending(b: Battlefield, side: str) -> list[str]:
    """The seats of a side whose troops are there, or due soon enough."""
    return [seat for seat in b.seats_of(side) if conference(b, side, _due(b, seat)).may_attend]


def _due(b: Battlefield, seat: str) -> int:
    """Turns after the start at which the first of a seat's troops are due; none for an army's commander, who is there
    although he may have no troops of his own."""
    units = [b.entry(unit).unit for unit in b.seating.mustered(seat)]
    turns = [unit.arrival.turn if unit.arrival else 0 for unit in units]
    return min(300, min(turns, default=0))


@implements("CS-1.5e")
def talk(b: Battlefield, seat: str) -> tuple[str, ...]:
    """The seats with whom one may talk freely now: in the council with all who sit there, later only where the player
    figures stand base to base. All else goes by message."""
    side = b.seating.side_of(seat)
    others = [other for other in b.seats_of(side) if other != seat]
    if b.world.phase == "deployment":
        return tuple(other for other in others if seat in b.world.council and other in b.world.council)
    return tuple(other for other in others if not _by_courier(b, seat, other))


def _by_courier(b: Battlefield, seat: str, other: str) -> bool:
    carried: bool = b.settle("talk", TalkFacts(words=1, touching=touching(b, seat, other))).courier
    return carried


def touching(b: Battlefield, seat: str, other: str) -> bool:
    """Whether two player figures stand base to base: no farther apart than a general and the aide at his side."""
    leaders = {each.id: each.leaders[0] for each in b.seats}
    one, two = (b.world.leaders[leaders[each]] for each in (seat, other))
    there = all(leader.where == "table" and leader.hurt != "killed" for leader in (one, two))
    return there and distance(one.position, two.position) <= to_sub(limit(b.rules.tables, "CS-3.2a", "too_far"))
