"""A person at a table gives the battle up: the computer need not be asked, and the disk knows of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.battle.ending.giving_up import GIVE_UP
from grognard.kernel.checks import Refused
from grognard.server.archive.storage import Storage
from grognard.server.seats.games import Games
from grognard.server.shapes import Considered, Given, NewGame

UP = {"decision": GIVE_UP, "option": GIVE_UP}


@pytest.mark.parametrize("system", ["cold-steel", "steel-canister"])
def test_a_battle_given_up_is_over_also_after_a_restart(tmp_path: Path, system: str):
    address = f"sqlite:///{tmp_path / 'battles.db'}"
    games = Games(Storage(address))
    seats = {"French": "me", "Russians": "staff"}
    links = games.begin(NewGame("too-few-orders", system, seed=3, seats=seats))
    token = next(seat.token for seat in links.seats if seat.token)
    assert games.preview(token, Considered(**UP)).refusal is None
    assert not games.everything(token).over

    games.answer(token, Given(**UP))
    seen = games.everything(token)
    assert seen.over
    told = seen.outcome
    assert told is not None
    assert told["winner"] == "Russians"
    assert "French gave up the battle" in told["why"]
    with pytest.raises(Refused, match="the battle is over"):
        games.answer(token, Given(**UP))

    games.close()
    again = Games(Storage(address))
    assert again.everything(token).outcome == told
    again.close()
