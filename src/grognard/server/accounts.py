"""A battle that is over, to take away: its illustrated report, and the file that `grognard` reads.

A seat gets the report of what it learnt itself; the whole one, and the file, which holds everything, are given out
once all may be seen.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from grognard.battle import saves
from grognard.kernel.errors import BadInput

from .house import House
from .speech import EVERYTHING
from .storage import Link
from .table import Table

KEPT = 16
"""Reports at hand; they are some hundred kilobytes each."""
UNTIL_REVEALED = "until its host shows both armies (under “Look back”)"


class Accounts:
    """Writes reports and hands out files."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._written: OrderedDict[tuple[str, str, int], str] = OrderedDict()
        self._one = threading.Lock()

    def report(self, token: str) -> str:
        """The page that `grognard report` makes of the battle, as far as the link may know it."""
        visitor = self._house.admit(token)
        table, link = visitor
        with self._house.before(visitor):
            _must_be_over(table)
            seat = "" if _may_know_all(table, link) else link.seat
            if not seat and not _may_know_all(table, link):
                raise BadInput(f"the report would tell what only the players know; it is kept {UNTIL_REVEALED}")
            key, content = (table.game, seat, len(table.battle.entries)), saves.sealed(saves.saved(table.battle))
        with self._one:
            if key not in self._written:
                self._written[key] = _apart(content, seat)
                while len(self._written) > KEPT:
                    self._written.popitem(last=False)
            self._written.move_to_end(key)
            return self._written[key]

    def save(self, token: str) -> tuple[str, bytes]:
        """The battle as a file, with the name that it should have."""
        visitor = self._house.admit(token)
        table, link = visitor
        with self._house.before(visitor):
            _must_be_over(table)
            if not _may_know_all(table, link):
                raise BadInput(f"the file holds the orders and the dice of all sides; it is kept {UNTIL_REVEALED}")
            return f"{table.battle.scenario.header.id}.json", saves.sealed(saves.saved(table.battle))


def _must_be_over(table: Table) -> None:
    if not table.battle.over:
        raise BadInput("the battle is not over yet; look again when it is")


def _may_know_all(table: Table, link: Link) -> bool:
    """Whether everything is shown to a link, now that the battle is over."""
    sees, _, _ = table.looked_back(link)
    return table.revealed or sees == EVERYTHING


def _apart(content: bytes, seat: str) -> str:
    """Written by a process of its own: the battle is fought again for its odds, and no table waits for that."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as apart:
        return apart.submit(written, content, seat).result()


def written(content: bytes, seat: str) -> str:
    """The report of a battle from the bytes of its file; of one seat, or of all."""
    from grognard import systems
    from grognard.reporting.page import report

    return report(saves.from_bytes(content, "the battle"), systems.game, "the battle", seat or None)
