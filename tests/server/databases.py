"""Databases of both kinds, which nobody has used."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

import postgres

KINDS = ("sqlite", "postgres")


@contextlib.contextmanager
def fresh_database(kind: str, folder: Path) -> Iterator[str]:
    """The address of a database that nobody has used."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'battles.db'}"
        return
    server, name = found_postgres(), f"test_{secrets.token_hex(6)}"
    with psycopg.connect(server, autocommit=True) as line:
        line.execute(f"CREATE DATABASE {name}".encode())
        yield f"{server.rpartition('/')[0]}/{name}"
        line.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


def found_postgres() -> str:
    """This run's PostgreSQL; where there is none the test is skipped, or fails where everything has to be tested."""
    try:
        return postgres.shared()
    except postgres.NoPostgres as error:
        if os.environ.get("CI") == "true":
            pytest.fail(str(error))
        pytest.skip(str(error))
