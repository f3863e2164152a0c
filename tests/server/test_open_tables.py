"""More battles than are kept in memory: each still has one table, whoever holds it and whenever it was put away."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.server.archive.storage import Storage
from grognard.server.battles import tables as tables_module
from grognard.server.battles.table import Table
from grognard.server.seats.games import Games
from grognard.server.shapes import NewGame

ALONE = NewGame("farm-at-the-crossroads", "cold-steel", seed=7, seats={"Prussians": "me", "French": "me"})


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Games]:
    """A server that keeps next to nothing in memory."""
    monkeypatch.setattr(tables_module, "MOST_OPEN", 1)
    found = Games(Storage(f"sqlite:///{tmp_path / 'b.db'}"))
    yield found
    found.close()


def table(games: Games, token: str) -> Table:
    return games.admit(token).table


def test_who_still_has_a_table_that_was_put_away_has_the_table(games: Games) -> None:
    """A computer between two slices of thought has one: it wrote beside the same battle read again from disk."""
    first = games.begin(ALONE).seats[0].token
    held = table(games, first)
    others = [games.begin(ALONE).seats[0].token for _ in range(3)]
    for other in others:
        table(games, other)
    assert held not in list(games._house.tables), "it was not put away"
    assert table(games, first) is held


def test_a_table_that_nobody_has_is_read_from_disk_again(games: Games) -> None:
    first = games.begin(ALONE).seats[0].token
    before, was = games.everything(first), weakref.ref(table(games, first))
    for _ in range(3):
        games.begin(ALONE)
    gc.collect()
    assert was() is None, "somebody still has it"
    assert games.everything(first).picture == before.picture


def test_two_who_come_at_once_sit_at_one_table(games: Games) -> None:
    token = games.begin(ALONE).seats[0].token
    for _ in range(3):
        games.begin(ALONE)
    found: list[Table] = []
    comers = [threading.Thread(target=lambda: found.append(table(games, token))) for _ in range(8)]
    for comer in comers:
        comer.start()
    for comer in comers:
        comer.join()
    assert len(found) == 8
    assert len(set(map(id, found))) == 1
