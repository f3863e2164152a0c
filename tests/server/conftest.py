"""A real server on loopback, in a thread."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import uvicorn

from grognard.server.app import make_app

sys.path.insert(0, str(Path(__file__).parent))

from visiting import Guest, free_port


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in a thread; its address."""
    database = tmp_path_factory.mktemp("server") / "battles.db"
    app = make_app(f"sqlite:///{database}")
    running = uvicorn.Server(uvicorn.Config(app, port=free_port(), log_level="error", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    while not running.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{running.config.port}"
    running.should_exit = True
    thread.join(10)


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
