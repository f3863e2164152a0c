"""A real server on loopback, in a thread."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from visiting import Guest, database, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in a thread; its address."""
    with running(database(tmp_path_factory.mktemp("server"))) as address:
        yield address


@pytest.fixture(scope="module")
def visit(server: str) -> Iterator[Callable[[], Guest]]:
    """Makes visitors of that server."""
    came: list[Guest] = []

    def come() -> Guest:
        came.append(Guest(server))
        return came[-1]

    yield come
    for each in came:
        each.http.close()


@pytest.fixture
def guest(visit: Callable[[], Guest]) -> Guest:
    """One visitor."""
    return visit()
