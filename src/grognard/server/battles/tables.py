"""The battles in play: in memory while somebody needs them, from disk otherwise."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from weakref import WeakValueDictionary

from ..archive.storage import Storage
from ..errors import Unknown
from .reviving import restored
from .table import Table
from .talk import Conversation, spoken_after

MOST_OPEN = 100
"""Battles kept in memory; those that nobody watches are put away first."""


class OpenTables:
    """Finds a battle by its name. May be used from several threads."""

    def __init__(self, storage: Storage, arrived: Callable[[Table], None]) -> None:
        """`arrived` is called with each battle that comes into memory."""
        self._storage, self._arrived = storage, arrived
        self._tables: dict[str, Table] = {}
        # one battle, one table: whoever still has one that was put away must not write beside another of the same name
        self._alive: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._loading: dict[str, threading.Lock] = {}
        self._lock = threading.Lock()

    def __getitem__(self, game: str) -> Table:
        """A battle; Unknown or Unreadable where there is none."""
        found = self._at_hand(game)
        if found is not None:
            return found
        with self._lock:
            loading = self._loading.setdefault(game, threading.Lock())
        with loading:
            # looked for again: another may have read it from disk while one waited
            found = self._at_hand(game)
            return found if found is not None else self._loaded(game)

    def _at_hand(self, game: str) -> Table | None:
        """A battle that somebody has; one that was put away meanwhile is in memory again."""
        with self._lock:
            found = self._alive.get(game)
            if found is not None:
                self._tables[game] = found
            return found

    def get(self, game: str) -> Table | None:
        """A battle if it is in memory."""
        with self._lock:
            return self._tables.get(game)

    def __iter__(self) -> Iterator[Table]:
        """Those in memory."""
        with self._lock:
            return iter(list(self._tables.values()))

    def _loaded(self, game: str) -> Table:
        kept = self._storage.read(game)
        if kept is None:
            raise Unknown("there is no such battle")
        table = restored(kept)
        table.talk = Conversation(spoken_after(self._storage, game))
        table.consents = table.talk.wishes()
        return self.add(table)

    def add(self, table: Table) -> Table:
        """Keep a battle in memory; the table to use is the one that is returned."""
        with self._lock:
            table = self._alive.setdefault(table.game, table)
            self._tables[table.game] = table
        self._put_away()
        self._arrived(table)
        return table

    def drop(self, game: str) -> None:
        """Forget a battle that is no more."""
        with self._lock:
            self._tables.pop(game, None)
            self._alive.pop(game, None)
            self._loading.pop(game, None)

    def _put_away(self) -> None:
        """Keep no more in memory than one needs: what is on disk can be read again."""
        with self._lock:
            idle = [name for name, table in self._tables.items() if not table.listeners and not table.thinking]
            for name in idle[: max(0, len(self._tables) - MOST_OPEN)]:
                del self._tables[name]
                self._loading.pop(name, None)
