"""Computers think in threads of their own, a slice at a time, so that nobody waits for them."""

from __future__ import annotations

import logging
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from sqlalchemy.exc import SQLAlchemyError

from grognard.kernel.errors import GrognardError

from ..archive.diagnosis import first_line
from ..archive.neighbours import Neighbours
from ..archive.storage import JournalRow
from .following import Following
from .journal import Journal
from .reviving import carried_out, written
from .table import Table, as_kept
from .talk import Spoken, keep

LOG = logging.getLogger("grognard.server")
SLICE = 0.15
"""Seconds that a computer thinks before others get their turn and all are told."""
ADVICE = "The host can take something back, or give the computer's seat to a person or to another computer."


class Thinkers:
    """Lets the computers of all battles think."""

    def __init__(self, journal: Journal, following: Following, neighbours: Neighbours, count: int) -> None:
        self._journal, self._following, self._neighbours = journal, following, neighbours
        self._pool = ThreadPoolExecutor(count, "staff")
        self._closed = False

    def close(self) -> None:
        """Stop thinking; what was decided is on disk."""
        self._closed = True
        self._pool.shutdown(wait=True, cancel_futures=True)

    def wake(self, table: Table) -> None:
        """Let the computers of a battle think, unless they do already."""
        with table.lock:
            if table.thinking or self._closed or not table.to_think():
                return
            # asked last, because it goes to the database
            if not self._neighbours.may_think(table.game):
                return  # another process does
            table.thinking = True
        self._pool.submit(self._think, table)

    def take_over(self, table: Table) -> None:
        """Think where another process may have left off, or where the database had gone away; not now if somebody is
        at the table."""
        if not table.lock.acquire(blocking=False):
            return
        try:
            if table.unreached:
                table.all_well()
                table.notify()
            self.wake(table)
        finally:
            table.lock.release()

    def _think(self, table: Table) -> None:
        """A slice of thought, journalled and told; then back to the end of the queue, if there is more."""
        reached = False
        try:
            # always in this order, as everywhere: the other way round two could wait for each other
            with table.lock, self._journal.storage.access.alone(table.game):
                self._answer_for(table)
            reached = True
        except GrognardError as error:
            reached = True
            LOG.error("%s: a computer could not go on: %s", table.game, error)
        except SQLAlchemyError as error:  # tried again when some time has passed
            LOG.error("%s: a computer could not go on: %s", table.game, first_line(error))
        finally:
            with table.lock:
                table.thinking = False
                more = table.to_think()
        table.notify()
        if not more:
            self._leave_off(table)
        if reached:
            self.wake(table)

    def _tell_late(self, table: Table, seat: str) -> None:
        # not what was asked: that may be known to the seat alone
        text = f"{table.title(seat)} has run out of time: the usual answer was given"
        said = Spoken("notice", "", (), text, table.battle.turn, time.time())
        keep(self._journal.storage, table.game, table.talk, said)

    def _leave_off(self, table: Table) -> None:
        """Nothing is left to think about. What another process wrote before it could think is seen by this one."""
        self._neighbours.thought(table.game)
        with suppress(GrognardError, SQLAlchemyError), table.lock:
            self._journal.settle(table)
            self._following.follow(table)

    def _answer_for(self, table: Table) -> None:
        self._journal.settle(table)
        self._following.follow(table)
        rows: list[JournalRow] = []
        stop = time.monotonic() + SLICE
        with self._journal.mended(table, ADVICE):
            while table.to_think() and not self._closed:
                late = table.overdue()
                answer = as_kept(late.default) if late else table.next_answer()
                if late:
                    self._tell_late(table, late.seat)
                rows += [written(answer), carried_out(table.battle, answer)]
                # one answer at least in each slice, or a table that people look at all the time would stand still
                if table.wanted or time.monotonic() > stop:
                    break
            if rows:
                # once for the slice: a row is on disk only after a sync, which takes longer than many answers
                self._journal.write(table, rows)
