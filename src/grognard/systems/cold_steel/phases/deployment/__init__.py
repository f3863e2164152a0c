"""The set-up before the first turn: councils of war and hidden deployment (CS-1.5, CS-1.6)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.battle.events import Set
from grognard.battle.procedures import Steps, together
from grognard.kernel.checks import implements

from ...events.hidden import SideSetUp
from ...hidden import dummies
from ...table.battlefield import Battlefield
from .beginning import lay_cards, open_battle
from .council import confer, talk
from .desk import DeploymentTable, set_up
from .extra import EXTRA, Provider
from .sides import attacker, order


@implements("CS-1.5b", "CS-1.6b", "CS-1.6c")
def play(b: Battlefield) -> Steps[None]:
    """Councils and set-up in the order of the engagement, everybody in secret; then all is on the table."""
    if b.world.on_cards:
        dummies.count(b)
    for sides in order(b):
        yield from confer(b, sides)
        yield from _set_up(b, sides)
    open_battle(b)


def _set_up(b: Battlefield, sides: Sequence[str]) -> Steps[None]:
    seats = [seat.id for seat in b.seats if seat.side in sides]
    yield from together(set_up(DeploymentTable(b, seat)) for seat in seats)
    lay_cards(b, sides)
    b.emit(SideSetUp(), rules=("CS-1.6b",), sets=[Set("", "", {"deployed": (*b.world.deployed, *sides)})], to=())


__all__ = ["EXTRA", "Provider", "attacker", "play", "preview", "talk"]
