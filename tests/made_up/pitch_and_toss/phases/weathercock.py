"""The first phase: the weather, and who comes up."""

from __future__ import annotations

from grognard.battle.events import Set
from grognard.battle.procedures import Steps
from grognard.kernel.checks import implements

from ..checks.tossing import WeathercockFacts
from ..events import Arrives, WeathercockTurns
from ..table.field import Fairground


@implements("PT-1.2", "PT-1.3")
def play(b: Fairground) -> Steps[None]:
    """The weathercock is read, and those who are due stand in their places."""
    roll = b.roll("weathercock", WeathercockFacts())
    wind = roll.settled.wind
    b.emit(WeathercockTurns(wind=wind), rules=("PT-1.2",), roll=roll, sets=[Set("", "", {"wind": wind})])
    for unit in list(b.world.units.values()):
        arrival = b.chain.units[unit.id].unit.arrival
        if unit.where == "waiting" and arrival is not None and arrival.turn <= b.world.turn:
            there = [Set("units", unit.id, {"where": "table"})]
            b.emit(Arrives(unit=unit.id), rules=("PT-1.3",), sets=there)
    yield from ()
