"""Debian's Chromium, and servers as processes of their own on loopback."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "server"))
sys.path.insert(0, str(Path(__file__).parent))

from chromium import CHROMIUM
from visiting import Process, free_port

HERE = Path(__file__).parent
PAGES = HERE.parents[1] / "src" / "grognard" / "server" / "static" / "index.html"
NEEDED = {
    "Chromium, as Debian has it (apt-get install chromium-headless-shell)": CHROMIUM is not None,
    "Playwright (make setup)": find_spec("playwright") is not None,
    "the pages of the table (make web)": PAGES.is_file(),
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Elsewhere a machine without a browser passes over these tests and says so; in CI it fails. Each has a second
    try, which the last line of the run counts: a browser on a busy machine may be late, a fault comes again."""
    folder = f"{HERE}{os.sep}"  # twenty thousand items: their words are compared quicker than their folders
    here = [item for item in items if str(item.path).startswith(folder)]
    for item in here:
        item.add_marker(pytest.mark.flaky(reruns=1))
    missing = [name for name, there in NEEDED.items() if not there]
    if missing and os.environ.get("CI") != "true":
        reason = f"no table in the browser without {', '.join(missing)}"
        for item in here:
            item.add_marker(pytest.mark.skip(reason=reason))


if NEEDED["Playwright (make setup)"]:
    from playwright.sync_api import Browser, sync_playwright
    from sitting import Sitting, new_context, open_browser

    # No longer than this folder: while Playwright runs, its event loop is this thread's, and tests elsewhere have
    # their own. One for all of them, since it takes as long to start as many a test to run.
    @pytest.fixture(scope="package")
    def browser() -> Iterator[Browser]:
        """A browser without a window; each visitor has a profile of his own in it."""
        with sync_playwright() as playwright:
            found = open_browser(playwright)
            yield found
            found.close()

    @pytest.fixture
    def sit(browser: Browser, base: str) -> Iterator[Callable[..., Sitting]]:
        """Makes visitors, each with a browser profile of his own; nothing may have gone wrong on their pages."""
        came: list[Sitting] = []

        def come(address: str = "", *, plays: bool = False, moves: bool = False, **more: int | None) -> Sitting:
            came.append(Sitting(new_context(browser, plays=plays, moves=moves), address or base, **more))
            return came[-1]

        yield come
        troubles = [trouble for each in came for trouble in each.troubles]
        for each in came:
            each.leave()
        assert not troubles


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server that lives as long as the tests."""
    running = Process(tmp_path_factory.mktemp("browser"), free_port())
    yield running
    running.kill()


@pytest.fixture(scope="session")
def base(server: Process) -> str:
    """Its address."""
    return server.guest.base
