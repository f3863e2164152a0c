"""Servers killed under play; `make kills` does the same for longer."""

from __future__ import annotations

import pytest
from killing import killed


@pytest.mark.parametrize("address, processes", [("sqlite", 1), ("postgres", 2)], indirect=["address"])
def test_nothing_acknowledged_is_lost_or_doubled_when_servers_are_killed(address: str, processes: int) -> None:
    found = killed(address, processes, kills=6)
    assert found.kills >= 6
    assert found.acknowledged > 0
    assert (found.lost, found.doubled, found.different) == (0, 0, 0)
