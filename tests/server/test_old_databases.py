"""Databases of earlier versions open for ever: their battles go on, or stand still with a sentence that says why."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from visiting import Guest, running

SAVES = Path(__file__).parents[1] / "saves"
KEPT = {"server-0.1.0.db": "ZvbX4fScmfWbBYUIjiB-HL3rUQlMzYj9HvoDsJiC4EQ"}
"""Databases of the Farm at the Crossroads after some turns, each with the link of its player."""


def test_every_database_is_tried() -> None:
    assert {path.name for path in SAVES.glob("*.db")} == set(KEPT)


@pytest.mark.parametrize("name", KEPT)
def test_its_battle_goes_on_or_says_why_not(name: str, tmp_path: Path) -> None:
    shutil.copy(SAVES / name, tmp_path / name)
    with running(f"sqlite:///{tmp_path / name}") as address:
        guest = Guest(address)
        with guest.http:
            seat = guest.seat(KEPT[name])
            assert seat["battle"]["title"] == "The Farm at the Crossroads"
            if seat["held"]:
                assert "the rules have changed" in seat["trouble"]
            else:
                guest.default(KEPT[name])
