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
