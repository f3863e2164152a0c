"""Computers think in threads of their own, a slice at a time, so that nobody waits for them."""

from __future__ import annotations

import logging
import time
from concurrent.futures import ThreadPoolExecutor

from grognard.kernel.errors import GrognardError

from .journal import Journal
from .reviving import carried_out, written
from .storage import Row
from .table import Table

LOG = logging.getLogger("grognard.server")
SLICE = 0.15
"""Seconds that a computer thinks before others get their turn and all are told."""
ADVICE = "The host can take something back, or give the computer's seat to a person or to another computer."


class Thinkers:
    """Lets the computers of all battles think."""

    def __init__(self, journal: Journal, count: int) -> None:
        self._journal = journal
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
            table.thinking = True
        self._pool.submit(self._think, table)

    def _think(self, table: Table) -> None:
        """A slice of thought, journalled and told; then back to the end of the queue, if there is more."""
        try:
            with table.lock:
                self._answer_for(table)
        except GrognardError as error:
            LOG.error("%s: a computer could not go on: %s", table.game, error)
        finally:
            with table.lock:
                table.thinking = False
        table.notify()
        self.wake(table)

    def _answer_for(self, table: Table) -> None:
        self._journal.settle(table)
        rows: list[Row] = []
        stop = time.monotonic() + SLICE
        with self._journal.mended(table, ADVICE):
            while table.to_think() and not self._closed:
                answer = table.next_answer()
                rows += [written(answer), carried_out(table.battle, answer)]
                if table.wanted or time.monotonic() > stop:
                    break
            if rows:
                self._journal.write(table, rows)
