"""A process's lines to its database: reading, writing, and being alone with a battle.

On PostgreSQL other server processes may have the same battles. Who is alone with one holds its advisory lock on the
very line that he writes on. So a process that is killed lets go of the lock only when what it had begun to write is on
disk or is not; and one whose line breaks off has lost the lock and can write nothing. A SQLite file has one process,
which is always alone.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from hashlib import blake2b
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import DisconnectionError, SQLAlchemyError

CHANNEL = "grognard"
"""By which processes call to each other."""
BROKEN = "server closed the connection while a battle was being written"


def lock_number(name: str) -> int:
    """The number of an advisory lock."""
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "big", signed=True)


class Access:
    """May be used from several threads; each is alone with one battle at most."""

    def __init__(self, engine: sa.Engine) -> None:
        self.engine = engine
        self.shared = engine.dialect.name == "postgresql"
        """Whether there may be other processes."""
        self.name = secrets.token_hex(6)
        """Of this process, among others."""
        self._mine = threading.local()

    def _line(self) -> sa.Connection | None:
        """The line that this thread writes on now, if it does."""
        found: sa.Connection | None = getattr(self._mine, "line", None)
        if found is not None and found.invalidated:
            raise DisconnectionError(BROKEN)  # SQLAlchemy would take another one, which has no lock
        return found

    @contextmanager
    def reading(self, *, several: bool = False) -> Iterator[sa.Connection]:
        """Look into the database by one question, or by several whose answers are of one moment."""
        mine = self._line()
        if mine is not None:
            with _begun(mine):
                yield mine
            return
        with self.engine.connect() as line:
            if self.shared:
                # several answers must be of one moment; one alone is, and needs no transaction
                level: Any = "REPEATABLE READ" if several else "AUTOCOMMIT"
                line = line.execution_options(isolation_level=level)
            yield line

    @contextmanager
    def together(self) -> Iterator[sa.Connection]:
        """All that this thread writes meanwhile is written at once, or not at all."""
        mine = self._line()
        if mine is not None:
            with _begun(mine):
                yield mine
            return
        with self.engine.begin() as line:
            # for all that this thread writes meanwhile, whoever calls: on another line it would wait for itself
            self._mine.line = line
            try:
                yield line
            finally:
                self._mine.line = None

    @contextmanager
    def writing(self, game: str) -> Iterator[sa.Connection]:
        """Write something of a battle; on disk at the end, and other processes are called."""
        with self.together() as line:
            yield line
            self._call(line, {"game": game})

    @contextmanager
    def alone(self, game: str) -> Iterator[None]:
        """No other process writes to a battle meanwhile."""
        if not self.shared or self._line() is not None:
            yield
            return
        # a lock of the session, not of a transaction: one is alone over several of them
        number = lock_number(f"battle {game}")
        with self.engine.connect() as line:
            with line.begin():
                line.execute(sa.select(sa.func.pg_advisory_lock(number)))
            self._mine.line = line
            try:
                yield
            finally:
                self._mine.line = None
                _unlock(line, number)

    def call(self, **said: Any) -> None:
        """Call to other processes, if there may be any."""
        if self.shared:
            with self.engine.begin() as line:
                self._call(line, said)

    def _call(self, line: sa.Connection, said: dict[str, Any]) -> None:
        if self.shared:
            text = msgspec.json.encode({"by": self.name, **said}).decode()
            line.execute(sa.select(sa.func.pg_notify(CHANNEL, text)))


def _begun(line: sa.Connection) -> AbstractContextManager[object]:
    """A transaction, or a part of the one that is open."""
    return nullcontext() if line.in_transaction() else line.begin()


def _unlock(line: sa.Connection, number: int) -> None:
    try:
        if not line.invalidated:
            with line.begin():
                line.execute(sa.select(sa.func.pg_advisory_unlock(number)))
            return
    except SQLAlchemyError:
        pass  # a line that is shut holds no lock
    line.invalidate()
