"""For all tests. Machines differ and may be busy: what counts is what a test finds, not how long an example takes."""

import sys
from pathlib import Path

import pytest
from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))

import postgres

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


def pytest_configure(config: pytest.Config) -> None:
    """The processes of a run share one PostgreSQL, should any need it; whoever began the run ends it."""
    if not hasattr(config, "workerinput"):
        postgres.prepare()


def pytest_unconfigure(config: pytest.Config) -> None:
    """It goes away with the run."""
    if not hasattr(config, "workerinput"):
        postgres.end()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What the garbage collector finds left open is raised at whichever test runs then; a second try, counted in the
    last line, tells whether it was that test's own fault."""
    # tools/mutate.py runs without plugins
    for item in items if config.pluginmanager.hasplugin("rerunfailures") else ():
        if item.get_closest_marker("flaky") is None:
            item.add_marker(pytest.mark.flaky(reruns=1, only_rerun=["PytestUnraisableExceptionWarning"]))
