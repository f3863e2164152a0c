"""Letting people of one side talk, and ending councils of war whose time is up."""

from __future__ import annotations

import logging
import threading
import time

from grognard.kernel.errors import BadInput, GrognardError

from ..battles.house import House, Visitor
from ..battles.journal import ADVICE
from ..battles.table import Table, as_kept
from ..battles.talk import Spoken, council_of, councils, keep, lasts, side_of
from ..shapes import Said
from .seating import may_go_on

LOG = logging.getLogger("grognard.server")
MOST_LETTERS = 1000
"""Of what is said at once."""
PAUSED = 5.0
"""Seconds after which a council that is due to end looks again whether the battle is still paused."""


class Talking:
    """Lets people talk, and ends councils whose time is up."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._timers: dict[tuple[str, str], threading.Timer] = {}

    def close(self) -> None:
        """Stop all clocks."""
        for timer in self._timers.values():
            timer.cancel()

    def say(self, token: str, text: str) -> Said:
        """Say something to all with whom a seat may talk now; on disk when this returns."""
        visitor = self._house.admit(token, role="player")
        table, seat = visitor.table, visitor.link.seat
        said = text.strip()
        if not said or len(said) > MOST_LETTERS:
            raise BadInput(f"text: {len(said)} letters; say something of 1 to {MOST_LETTERS:,} letters")
        with self._house.before(visitor, alone=True):
            may_go_on(table)
            hearers = tuple(table.battle.game.talk(table.battle.fight, seat))
            if not hearers:
                raise BadInput("nobody of your side can hear it now")
            spoken = Spoken("said", seat, hearers, said, table.battle.turn, time.time())
            keep(self._house.storage, table.game, table.talk, spoken)
        table.notify()
        return Said(len(table.talk.spoken) - 1, seat, said, spoken.turn)

    # -- the council's clock

    def looked(self, visitor: Visitor) -> None:
        """Somebody looks at the table, whose lock is held: the first who comes to his council sets its clock going."""
        table, link = visitor
        decision = council_of(table.battle, link.seat) if link.role == "player" else None
        if decision is None:
            return
        side = side_of(table.battle, link.seat)
        if table.talk.began(side) is None:
            self._begin(table, side)
        self._wind(table, side, (table.talk.began(side) or 0.0) + lasts(decision) - time.time())

    def _begin(self, table: Table, side: str) -> None:
        with self._house.alone(table):
            if table.talk.began(side) is None:
                began = Spoken("council", side, (), "", table.battle.turn, time.time())
                keep(self._house.storage, table.game, table.talk, began)
        table.notify()

    def _wind(self, table: Table, side: str, seconds: float) -> None:
        key = (table.game, side)
        # one clock for a council, however often somebody looks in
        if key in self._timers and self._timers[key].is_alive():
            return
        timer = threading.Timer(max(0.05, seconds), self._up, key)
        timer.daemon = True
        self._timers[key] = timer
        timer.start()

    def _up(self, game: str, side: str) -> None:
        """The time is up: whoever of the side still sits there has had enough."""
        self._timers.pop((game, side), None)
        table = self._house.tables[game]  # it may have been put away and read again meanwhile
        try:
            with self._house.alone(table):
                if table.paused:
                    return self._wind(table, side, PAUSED)
                if not table.held:
                    self._end(table, side)
        except GrognardError as error:
            LOG.error("%s: the council of %s could not be ended: %s", table.game, side, error)
        return self._house.changed(table)

    def _end(self, table: Table, side: str) -> None:
        for decision in councils(table.battle):
            if side_of(table.battle, decision.seat) == side:
                with self._house.journal.mended(table, ADVICE):
                    self._house.journal.accept(table, as_kept(decision.default))
                fault = self._house.journal.settle(table)
                if fault is not None:
                    raise fault
