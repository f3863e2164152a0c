"""One suite over every system: those of the program, those that GROGNARD_SYSTEMS names, and one that is made up."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from every_system import PLAYABLE, made_up_too


@pytest.fixture(autouse=True, scope="module")
def _made_up_too() -> Iterator[None]:
    with made_up_too():
        yield


@pytest.fixture(params=PLAYABLE)
def system(request: pytest.FixtureRequest) -> str:
    """Each system that can be played."""
    return str(request.param)
