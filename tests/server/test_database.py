"""Databases: what cannot be opened is refused in a sentence, older ones are brought up to date, of both kinds."""

from __future__ import annotations

import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from databases import fresh_database

from grognard.kernel.errors import BadInput
from grognard.server.archive import schema
from grognard.server.archive.storage import JournalRow, Link, Storage
from grognard.server.seats.games import Games
from grognard.server.shapes import Given, NewGame

ABOUT = {"battle": "x", "system": "y", "title": "z", "spectators": "public"}


@pytest.fixture
def storage(address: str) -> Iterator[Storage]:
    """A database of each kind."""
    found = Storage(address)
    yield found
    found.close()


def test_a_row_of_the_journal_is_never_written_over(storage: Storage) -> None:
    game = secrets.token_urlsafe(9)
    storage.create(game, ABOUT, b"{}", {"blue": "player"}, {})
    storage.write(game, 0, [JournalRow("answer", b"1")])
    with pytest.raises(sa.exc.IntegrityError):
        storage.write(game, 0, [JournalRow("answer", b"2")])
    kept = storage.read(game)
    assert kept is not None
    assert [row.content for row in kept.journal] == [b"1"]


def test_what_is_set_aside_stays_in_the_journal(storage: Storage) -> None:
    game = secrets.token_urlsafe(9)
    storage.create(game, ABOUT, b"first", {"blue": "player"}, {})
    storage.write(game, 0, [JournalRow("answer", b"1"), JournalRow("answer", b"2")])
    storage.set_aside(game, b"second", 2)
    kept = storage.read(game)
    assert kept is not None
    assert (kept.save, kept.saved_at, kept.journal) == (b"second", 3, ())
    with storage.engine.connect() as c:
        rows = c.execute(sa.select(schema.JOURNAL.c.what).where(schema.JOURNAL.c.game == game)).scalars().all()
    assert sorted(rows) == ["answer", "answer", "set aside"]


def test_a_seat_given_anew_loses_its_old_link(storage: Storage) -> None:
    game, old, new = (secrets.token_hex(32) for _ in range(3))
    game = game[:12]
    storage.create(game, ABOUT, b"{}", {"blue": "player"}, {old: Link(game, "player", "blue")})
    storage.seat(game, "blue", "open", new)
    assert storage.link(old) == Link(game, "player", "blue", old, holds=False)
    assert storage.link(new) == Link(game, "player", "blue", new)


def test_a_battle_goes_on_from_its_database(storage: Storage) -> None:
    games = Games(storage)
    both = {"Prussians": "me", "French": "me"}
    links = games.begin(NewGame("farm-at-the-crossroads", "cold-steel", seed=7, seats=both))
    tokens = [seat.token for seat in links.seats]
    while games.everything(tokens[0]).turn < 2:
        for token in tokens:
            for asked in games.everything(token).decisions[:1]:
                games.answer(token, Given(asked["id"], asked["default"]["option"], asked["default"]["values"]))
    before = games.everything(tokens[0])
    games.close()
    again = Games(Storage(storage.engine.url.render_as_string(hide_password=False)))
    after = again.everything(tokens[0])
    assert (after.state, after.view, after.trouble) == (before.state, before.view, "")
    again.close()


def test_a_database_of_an_earlier_version_gets_what_it_lacks(address: str) -> None:
    first = Storage(address)
    first.create("g", ABOUT, b"{}", {"blue": "player"}, {})
    with first.engine.begin() as c:
        c.execute(sa.text("ALTER TABLE games DROP COLUMN spectators"))
    first.close()
    second = Storage(address)
    kept = second.read("g")
    assert kept is not None
    assert kept.spectators == "public"
    second.close()


@pytest.mark.parametrize(
    "address, said",
    [
        ("nonsense", "not the address of a database"),
        ("sqlite:////no/such/folder/b.db", "cannot be opened: unable to open"),
        ("oracle9://x", "no such kind of database"),
        ("mysql://x/y", "driver MySQLdb is not installed"),
    ],
)
def test_a_database_that_cannot_be_opened_is_refused_in_a_sentence(address: str, said: str) -> None:
    with pytest.raises(BadInput, match=f"--database {address}: .*{said}"):
        Storage(address)


def test_without_its_driver_postgres_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(BadInput, match=r"pip install 'grognard\[postgres\]'"):
        Storage("postgresql://somebody:secret@127.0.0.1:1/nothing")


@pytest.mark.parametrize("kind", ["postgres", "postgresql", "postgresql+psycopg"])
def test_a_database_that_does_not_answer_is_named_without_its_password(kind: str) -> None:
    pytest.importorskip("psycopg")
    with pytest.raises(BadInput, match=r"cannot be reached \(connection failed") as refused:
        Storage(f"{kind}://somebody:secret@127.0.0.1:1/nothing")
    assert "--database postgres" in str(refused.value)
    assert "secret" not in str(refused.value)


def test_the_command_ends_with_that_sentence() -> None:
    command = [sys.executable, "-m", "grognard", "play", "--no-open", "--port", "0", "--database", "nonsense"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 2
    assert ended.stderr.startswith("grognard: --database nonsense: not the address of a database")
    assert ended.stderr.count("\n") == 1


def test_a_line_given_back_after_the_end_is_closed(tmp_path: Path) -> None:
    """A thread may still write while the database is closed; what it gives back must not stay open."""
    with fresh_database("postgres", tmp_path) as address:
        storage = Storage(address)
        late = storage.engine.connect()
        line = late.connection.dbapi_connection
        storage.close()
        late.close()
        assert line is not None
        assert line.closed
