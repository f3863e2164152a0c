"""A real server on loopback, in a thread; databases of both kinds, each test's own."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from databases import KINDS, fresh_database
from visiting import Guest, running


@pytest.fixture(params=KINDS)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database of each kind."""
    with fresh_database(request.param, tmp_path) as found:
        yield found


@pytest.fixture
def postgres_address(tmp_path: Path) -> Iterator[str]:
    """A PostgreSQL database."""
    with fresh_database("postgres", tmp_path) as found:
        yield found


@pytest.fixture(scope="module")
def kept_in(request: pytest.FixtureRequest) -> str:
    """Of the server's database. Modules whose tests are to be tried with both say so: `BOTH_DATABASES = True`."""
    return str(getattr(request, "param", "sqlite"))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """See `kept_in`."""
    if "kept_in" in metafunc.fixturenames and getattr(metafunc.module, "BOTH_DATABASES", False):
        metafunc.parametrize("kept_in", KINDS, indirect=True, scope="module")


@pytest.fixture(scope="module")
def server(kept_in: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in a thread; its address."""
    with fresh_database(kept_in, tmp_path_factory.mktemp("server")) as kept, running(kept) as address:
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
