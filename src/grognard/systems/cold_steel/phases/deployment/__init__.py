"""The set-up before the first turn: councils of war and hidden deployment (CS-1.5, CS-1.6)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.battle.events import Event, Set
from grognard.battle.procedures import Steps, together
from grognard.kernel.checks import implements

from ...hidden import TELLS as CARDS
from ...hidden import dummies
from ...table.battlefield import Battlefield
from ...table.log_text import Tell, many
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
    b.emit("set_up", rules=("CS-1.6b",), sets=[Set("", "", {"deployed": (*b.world.deployed, *sides)})], to=())


def _put_down(_b: Battlefield, event: Event) -> str:
    v = event.values
    return f"{v['name']} put down" + (f" with {many(v['number'], 'unit')}" if v["number"] > 1 else "")


def _cards_laid(_b: Battlefield, event: Event) -> str:
    side, number = event.values["side"], event.values["number"]
    return f"{side}: {many(number, 'card')} {'is' if number == 1 else 'are'} laid on the table"


def _group_formed(_b: Battlefield, event: Event) -> str:
    number, own = event.values["number"], "its own" if event.values["number"] == 1 else "their own"
    return f"{event.values['name']}: {many(number, 'unit')} with a card of {own}"


TELLS: dict[str, Tell] = {
    **CARDS,
    "council_sits": "A council of war: {minutes} minutes at most",
    "council_over": "The council of war is over",
    "put_down": _put_down,
    "leader_put": "{leader} takes his place",
    "group_formed": _group_formed,
    "dummy_laid": "A dummy card: {arm}",
    "dummy_off": "A dummy card is taken away",
    "cards_laid": _cards_laid,
    "set_up": "",
}

__all__ = ["EXTRA", "TELLS", "Provider", "attacker", "play", "preview", "talk"]
