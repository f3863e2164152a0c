"""What all services share: links, battles in memory and on disk, the journal, and computers that think."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from grognard.kernel.errors import GrognardError

from ..archive.neighbours import PRESENCE, Call, neighbours, present
from ..archive.storage import Link, Storage
from ..errors import Ousted, Unknown
from ..tokens import hashed
from .following import Following
from .journal import Journal
from .table import Table
from .tables import OpenTables
from .thinking import Thinkers

LOG = logging.getLogger("grognard.server")
CLOCK, FORGOTTEN = 1.0, 60.0
"""Seconds after which clocks of battles in memory are looked at, and of those on disk."""
MOST_LINKS = 10_000
"""Remembered, so that not every request has to ask the database."""


class Visitor(NamedTuple):
    """Somebody who came by a link."""

    table: Table
    link: Link


class House:
    """The rooms behind the service."""

    def __init__(self, storage: Storage, thinkers: int) -> None:
        self.storage = storage
        self.journal = Journal(storage)
        self.following = Following(storage, self.journal, self.forget_links)
        self.neighbours = neighbours(storage.access)
        self._thinkers = Thinkers(self.journal, self.following, self.neighbours, thinkers)
        self.tables = OpenTables(storage, self._in_memory)
        self._links: dict[str, Link] = {}
        self._said_who = 0.0
        self.neighbours.listen(self)
        self._closing = threading.Event()
        threading.Thread(target=self._watch_clocks, name="clocks", daemon=True).start()

    def close(self) -> None:
        """Stop thinking and let go of the database."""
        self._closing.set()
        self._thinkers.close()
        self.neighbours.close()
        self.storage.close()

    def _watch_clocks(self) -> None:
        """Time passes also where nobody looks: what is late is answered, in memory within a second, on disk within a
        minute."""
        asked = 0.0
        while not self._closing.wait(CLOCK):
            for table in self.tables:
                if table.clock.seconds:
                    self._thinkers.take_over(table)
            if time.monotonic() > asked + FORGOTTEN:
                asked = time.monotonic()
                self._wake_the_late()

    def _wake_the_late(self) -> None:
        try:
            for game in self.storage.overdue():
                if self.tables.get(game) is None and not self._closing.is_set():
                    self.tables[game]  # reading it wakes whoever thinks for it
        except (GrognardError, SQLAlchemyError) as error:  # looked at again in a minute
            LOG.warning("a battle with a clock could not be read: %s", error)

    def _in_memory(self, table: Table) -> None:
        self.neighbours.call(table.game, who=True)
        self._thinkers.wake(table)

    def admit(self, token: str, *, role: str = "") -> Visitor:
        """Whoever has a link; Unknown for all others, whatever the reason."""
        link = self._link(hashed(token))
        if link is not None and not link.holds:
            raise Ousted(self.tables[link.game].given_away(link.seat))
        if link is None or (role and link.role != role):
            raise Unknown("this link leads nowhere; ask whoever gave it to you for a new one")
        return Visitor(self.tables[link.game], link)

    def _link(self, key: str) -> Link | None:
        found = self._links.get(key) or self.storage.link(key)
        if found is not None:
            # forgotten whole: a link that is still used is read again at its next word
            if len(self._links) >= MOST_LINKS:
                self._links.clear()
            self._links[key] = found
        return found

    def forget_links(self) -> None:
        """Some links lead nowhere from now on."""
        self._links.clear()

    def sit_down(self, visitor: Visitor) -> None:
        """Whoever comes to an open seat sits on it."""
        table, link = visitor
        if link.role != "player" or table.kinds.get(link.seat) != "open":
            return
        if self.storage.sat_down(table.game, link.seat):
            table.sits(link.seat, "player")
            table.notify()

    @contextmanager
    def at(self, table: Table) -> Iterator[None]:
        """Stand at a table where all that was accepted has been carried out."""
        with table.entered():
            self.journal.settle(table)
            self.following.follow(table)
            yield

    @contextmanager
    def alone(self, table: Table) -> Iterator[None]:
        """The same, to write: no other process does meanwhile."""
        # the table before the database, everywhere: two who took them the other way round would wait for each other
        with table.entered(), self.storage.access.alone(table.game), self.at(table):
            yield

    @contextmanager
    def before(self, visitor: Visitor, *, alone: bool = False) -> Iterator[None]:
        """The same, with somebody whose link still holds: it may have been given to another while he came."""
        table, link = visitor
        with self.alone(table) if alone else self.at(table):
            # asked again under the lock: the host may have given the seat away while this one waited
            now = self._link(link.key)
            if now is None or not now.holds:
                raise Ousted(table.given_away(link.seat))
            yield

    def looked_at(self, table: Table) -> None:
        """Somebody looks: computers that fight for nobody else go on."""
        table.look()
        self._thinkers.wake(table)

    # -- other processes

    def called(self, call: Call) -> None:
        """Another process has done something."""
        table = self.tables.get(call.game)
        if table is None:
            return
        if call.who:
            self.say_who(table)
        elif call.here is None or present(table.elsewhere, call):
            table.notify()

    def say_who(self, table: Table) -> None:
        """Who is at a table here."""
        # the plus leaves out seats from which everybody has gone
        self.neighbours.call(table.game, here=dict(+table.here))

    def back(self) -> None:
        """The database can be reached again: what could not be written can be now."""
        for table in self.tables:
            table.notify()
            self._thinkers.take_over(table)

    def tick(self) -> None:
        """Some seconds have passed: a process that has gone may have left something to think about."""
        say = time.monotonic() > self._said_who + PRESENCE
        if say:
            self._said_who = time.monotonic()
        for table in self.tables:
            if say and table.listeners:
                self.say_who(table)
            if present(table.elsewhere):
                table.notify()
            self._thinkers.take_over(table)

    def changed(self, table: Table) -> None:
        """Tell all who listen, and let the computers think about it."""
        table.notify()
        self._thinkers.wake(table)
