"""A copy of a database of battles, whole at one moment, even while a server writes into it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError

from grognard.kernel.errors import BadInput

from .diagnosis import in_words

PAGES = 500
"""Copied at a time, so that the server never waits long."""


def backup(database: str, to: Path) -> int:
    """Copy a database file; how many battles are in the copy. BadInput where it cannot be."""
    source = _file(database)
    if to.exists():
        raise BadInput(f"{to}: is there already; name a file that is not")
    # under another name, so that a copy that broke off is never taken for a whole one
    draft = to.with_name(f".{to.name}.{os.getpid()}")
    try:
        battles = _copied(source, draft)
        draft.replace(to)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise BadInput(f"{source}: {in_words(error)}") from None
    except OSError as error:
        raise BadInput(f"{to}: {error.strerror}; name another place") from None
    finally:
        draft.unlink(missing_ok=True)
    return battles


def _copied(source: Path, draft: Path) -> int:
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as one,
        closing(sqlite3.connect(draft)) as other,
    ):
        one.backup(other, pages=PAGES)
        # one file by itself: with a log beside it a copy of the file alone would be an old one
        other.execute("PRAGMA journal_mode=DELETE")
        (sound,) = other.execute("PRAGMA quick_check").fetchone()
        if sound != "ok":
            raise sqlite3.DatabaseError(f"malformed: {sound}")
        (battles,) = other.execute("SELECT count(*) FROM games").fetchone()
    return int(battles)


def _file(database: str) -> Path:
    try:
        url = sa.make_url(database)
    except ArgumentError:
        raise BadInput(f"--database {database}: not the address of a database") from None
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        raise BadInput("only files are copied by grognard backup; for PostgreSQL use its own pg_dump")
    if not Path(url.database).is_file():
        raise BadInput(f"{url.database}: no such file; there is nothing to copy")
    return Path(url.database)
