"""What all services share: links, battles in memory and on disk, the journal, and computers that think."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from .errors import Ousted, Unknown
from .journal import Journal
from .storage import Link, Storage
from .table import Table
from .tables import Tables
from .thinking import Thinkers
from .tokens import hashed

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
        self._thinkers = Thinkers(self.journal, thinkers)
        self.tables = Tables(storage, self._thinkers.wake)
        self._links: dict[str, Link] = {}

    def close(self) -> None:
        """Stop thinking and let go of the database."""
        self._thinkers.close()
        self.storage.close()

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
        if link.role == "player" and table.kinds.get(link.seat) == "open":
            self.storage.sat_down(table.game, link.seat)
            table.sits(link.seat, "player")
            table.notify()

    @contextmanager
    def at(self, table: Table) -> Iterator[None]:
        """Stand at a table where all that was accepted has been carried out."""
        with table.entered():
            self.journal.settle(table)
            yield

    @contextmanager
    def before(self, visitor: Visitor) -> Iterator[None]:
        """The same, with somebody whose link still holds: it may have been given to another while he came."""
        table, link = visitor
        with self.at(table):
            now = self._link(link.key)
            if now is None or not now.holds:
                raise Ousted(table.given_away(link.seat))
            yield

    def looked_at(self, table: Table) -> None:
        """Somebody looks: computers that fight for nobody else go on."""
        table.look()
        self._thinkers.wake(table)

    def changed(self, table: Table) -> None:
        """Tell all who listen, and let the computers think about it."""
        table.notify()
        self._thinkers.wake(table)
