"""Following what other processes do: a table in memory takes in what they have written since it was looked at last.

Only what is new is read and carried out. Where that does not do, because a battle was taken back to an earlier save or
because a row does not lead where it led, it is read whole.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

import msgspec

from grognard.battle.decisions import Answer
from grognard.kernel.errors import BadData

from ..archive.storage import JournalRow, Storage, StoredStanding
from .journal import Journal
from .reviving import carried_out
from .table import Table, as_kept
from .talk import spoken_after

LOG = logging.getLogger("grognard.server")
WHOLE = ("rewind", "set aside", "withdrawn", "dice")
"""After these a battle is read whole."""


class Following:
    """Keeps tables in memory abreast of the database, where other processes may write to it."""

    def __init__(self, storage: Storage, journal: Journal, seats_changed: Callable[[], None]) -> None:
        self._storage, self._journal, self._seats_changed = storage, journal, seats_changed

    def follow(self, table: Table) -> None:
        """Take in what is new. The table's lock is held, and what was accepted here has been carried out."""
        if not self._storage.access.shared:
            return
        now = self._storage.standing(table.game)
        if now.rows != table.rows:
            self._take_in(table)
        _settings(table, now)
        if now.said != len(table.talk.spoken):
            del table.talk.spoken[now.said :]  # what could not be written
            table.talk.spoken += spoken_after(self._storage, table.game, len(table.talk.spoken))
            table.consents = table.talk.wishes()
            # a seat that was given away is always announced, so links to it must be looked up again
            self._seats_changed()

    def _take_in(self, table: Table) -> None:
        rows = self._storage.rows(table.game, table.rows)
        # fewer rows on disk than we count: something that we took for written is not there
        if not rows or table.held or any(row.what in WHOLE for row in rows):
            self._journal.read_again(table)
            return
        try:
            for row in rows:
                _carry_out(table, row)
        except Exception:
            LOG.warning("%s: what another process wrote does not lead where it led", table.game, exc_info=True)
            self._journal.read_again(table)
            return
        table.rows += len(rows)
        table.once |= {row.once for row in rows if row.once is not None}
        table.all_well()


def _carry_out(table: Table, row: JournalRow) -> None:
    if row.what == "answer":
        answer = as_kept(msgspec.json.decode(row.content, type=Answer))
        table.due = [carried_out(table.battle, answer)]
    elif row.what == "led":
        due, table.due = table.due, []
        # the other process wrote a mark of what the answer led to there; it must be what it led to here
        if due and due != [row]:
            raise BadData("what follows is not the same")
    elif row.what == "undo":
        seat, *again = row.content.decode().split("\n")
        table.battle.undo(seat, again)
        table.due = []
        table.taken_back(table.battle)


def _settings(table: Table, now: StoredStanding) -> None:
    for seat, kind in now.seats.items():
        if table.kinds.get(seat) != kind:
            table.sits(seat, kind)
    if table.paused and not now.paused:
        table.all_well()
    table.paused, table.revealed, table.spectators = now.paused, now.revealed, now.spectators
    table.rivals = table.rivals or now.rivals
    if now.saved_at != table.saved_at:  # another process has written it whole
        table.saved_at, table.saved_on = now.saved_at, table.battle.turn
