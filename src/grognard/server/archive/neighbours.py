"""Other server processes on the same database: hearing from them, and agreeing with them who thinks.

With PostgreSQL any process may take any request of any battle. Whoever writes calls the others (`Access.writing`), and
they look again. The calls only wake: what is true stands in the database and is read from there
(`battles/following.py`), so that a call which is lost costs a moment and nothing else.

One process at a time thinks for the computers of a battle, the one that holds the battle's second advisory lock; when
it is killed the lock is free, and another that has the battle in memory takes it within seconds. With SQLite there is
nobody to hear from.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Protocol

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from .access import CHANNEL, Access, lock_number
from .diagnosis import first_line

LOG = logging.getLogger("grognard.server")
TICK = 2.0
"""Seconds after which a process looks whether another has left something for it to think about."""
PRESENCE = 15.0
"""Seconds after which a process says again who is at its tables."""
GONE = 3 * PRESENCE
"""Seconds after which one that has not said so has gone."""
AGAIN = 1.0
"""Seconds before a database that has gone away is tried again."""


class Call(msgspec.Struct, frozen=True):
    """What one process says to all others: that a battle has moved, who is at its table, or that it wants to know."""

    by: str
    game: str = ""
    here: dict[str, int] | None = None
    who: bool = False


class Hears(Protocol):
    """Who is told what other processes say."""

    def called(self, call: Call) -> None:
        """Another process has called."""

    def back(self) -> None:
        """The database can be reached, for the first time or again: anything may have happened meanwhile."""

    def tick(self) -> None:
        """Some seconds have passed."""


class Neighbours(Protocol):
    """The other processes."""

    def listen(self, hears: Hears) -> None:
        """Tell what they say, from now on."""

    def call(self, game: str, **said: Any) -> None:
        """Say something to them about a battle."""

    def may_think(self, game: str) -> bool:
        """Whether this process, and no other, may think for a battle's computers; if so until it has `thought`."""

    def thought(self, game: str) -> None:
        """This process thinks for the battle no longer; another process may."""

    def close(self) -> None:
        """Hear no more."""


class Nobody:
    """A database that one process has to itself."""

    def listen(self, hears: Hears) -> None:
        """There are no other processes, so nothing is ever told."""

    def call(self, game: str, **said: Any) -> None:
        """There are no other processes, so this does nothing."""

    def may_think(self, game: str) -> bool:
        """The only process may always think."""
        return True

    def thought(self, game: str) -> None:
        """There are no other processes, so this does nothing."""

    def close(self) -> None:
        """There is nothing to close."""


class Postgres:
    """Processes that share a PostgreSQL."""

    def __init__(self, access: Access) -> None:
        self._access = access
        self._closed = threading.Event()
        self._listener: threading.Thread | None = None
        self._staff: sa.Connection | None = None
        """The line that holds the locks of the battles that this process thinks for."""
        self._thinking: set[str] = set()
        self._one = threading.Lock()

    def listen(self, hears: Hears) -> None:
        """Tell what they say, from now on."""
        self._listener = threading.Thread(target=self._listen, args=(hears,), name="neighbours", daemon=True)
        self._listener.start()

    def call(self, game: str, **said: Any) -> None:
        """Say something to them about a battle; it is not worth failing for."""
        with suppress(SQLAlchemyError):
            self._access.call(game=game, **said)

    def close(self) -> None:
        """Hear no more."""
        self._closed.set()
        self.call("")  # wakes the listener
        if self._listener is not None:
            self._listener.join()
        with self._one:
            self._drop_staff()

    # -- hearing

    def _listen(self, hears: Hears) -> None:
        while not self._closed.is_set():
            try:
                with self._own_line() as line:
                    # before looking: what is written in between is then heard, and only seen twice
                    line.exec_driver_sql(f"LISTEN {CHANNEL}")
                    hears.back()
                    self._hear(line, hears)
            except SQLAlchemyError as error:
                LOG.warning("the battles cannot be reached, trying again: %s", first_line(error))
            except Exception:
                LOG.exception("what another process says cannot be followed")
            self._closed.wait(AGAIN)

    def _hear(self, line: sa.Connection, hears: Hears) -> None:
        driver: Any = line.connection.dbapi_connection  # of a line that is not of the pool
        due = time.monotonic() + TICK
        while not self._closed.is_set():
            try:
                for said in driver.notifies(timeout=max(0.01, due - time.monotonic())):
                    call = msgspec.json.decode(said.payload, type=Call)
                    if self._closed.is_set():
                        return
                    if call.by != self._access.name:
                        hears.called(call)
            except driver_errors() as error:
                raise sa.exc.DBAPIError("LISTEN", None, error) from error
            if time.monotonic() >= due:
                due = time.monotonic() + TICK
                hears.tick()

    @contextmanager
    def _own_line(self) -> Iterator[sa.Connection]:
        """A line that is not of the pool, and is shut afterwards."""
        line = self._access.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        try:
            # a line that listens, or holds locks, must never go back to the pool for somebody else
            line.detach()
            yield line
        finally:
            with suppress(SQLAlchemyError):
                line.close()

    # -- who thinks

    def may_think(self, game: str) -> bool:
        """Whether this process, and no other, may think for a battle's computers; if so until it has `thought`."""
        with self._one:
            if game in self._thinking:
                return True
            try:
                if self._asked("pg_try_advisory_lock", game):
                    self._thinking.add(game)
                    return True
            except SQLAlchemyError:
                self._drop_staff()
            return False

    def thought(self, game: str) -> None:
        """This process thinks for the battle no longer; another process may."""
        with self._one:
            if game not in self._thinking:
                return
            self._thinking.discard(game)
            try:
                self._asked("pg_advisory_unlock", game)
            except SQLAlchemyError:
                self._drop_staff()

    def _asked(self, function: str, game: str) -> bool:
        if self._staff is None:
            self._staff = self._access.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            self._staff.detach()
        return bool(self._staff.execute(sa.select(getattr(sa.func, function)(lock_number(f"staff {game}")))).scalar())

    def _drop_staff(self) -> None:
        """The line has broken off, or is not wanted any more: its locks are free."""
        self._thinking.clear()
        if self._staff is not None:
            with suppress(SQLAlchemyError):
                self._staff.close()
            self._staff = None


def driver_errors() -> type[Exception]:
    """What the driver raises when a line breaks off."""
    import psycopg

    return psycopg.Error


def neighbours(access: Access) -> Neighbours:
    """The other processes on a database: none where it is a SQLite file."""
    return Postgres(access) if access.shared else Nobody()


def present(elsewhere: dict[str, tuple[float, Counter[str]]], call: Call | None = None) -> bool:
    """Note who is at another process's table, and forget those that have gone; whether anything has changed."""
    now, before = time.monotonic(), {name: here for name, (_, here) in elsewhere.items()}
    if call is not None and call.here is not None:
        elsewhere[call.by] = now, Counter(call.here)
    for name in [name for name, (said, here) in elsewhere.items() if now > said + GONE or not here.total()]:
        del elsewhere[name]
    return before != {name: here for name, (_, here) in elsewhere.items()}
