"""A database that is damaged, full, locked or shared is told in a sentence that says what to do."""

from __future__ import annotations

import contextlib
import random
import sqlite3
from pathlib import Path

import pytest
from visiting import Guest, Process, free_port, running

from grognard.cli import main
from grognard.kernel.errors import BadInput
from grognard.server.archive.backup import backup
from grognard.server.archive.claim import claimed
from grognard.server.archive.storage import Storage

FAULT = "our fault"


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, str]:
    """A database with some battles in it, and a link into one of them."""
    file = tmp_path_factory.mktemp("kept") / "battles.db"
    with running(f"sqlite:///{file}") as address:
        guest = Guest(address)
        with guest.http:
            for _ in range(3):
                token = guest.begin()["seats"][0]["token"]
            guest.default(token)
    assert not Path(f"{file}-wal").exists(), "all of it is in the file"
    return file.read_bytes(), token


def spoilt(content: bytes, seed: int) -> bytes:
    """Cut short, or with some of its bytes changed."""
    dice = random.Random(seed)
    if seed % 3 == 0:
        return content[: dice.randrange(len(content))]
    spoiled = bytearray(content)
    for _ in range(dice.choice((1, 20, 400))):
        start = dice.randrange(100, len(spoiled))
        spoiled[start : start + 64] = dice.randbytes(len(spoiled[start : start + 64]))
    return bytes(spoiled)


@pytest.mark.parametrize("seed", range(20))
def test_damage_is_told_in_a_sentence(kept: tuple[bytes, str], tmp_path: Path, seed: int) -> None:
    content, token = kept
    file = tmp_path / "battles.db"
    file.write_bytes(spoilt(content, seed))
    refusal = _refusal(file)
    if refusal:
        assert "battles.db" in refusal
        assert "\n" not in refusal
        return
    with running(f"sqlite:///{file}") as address:
        guest = Guest(address)
        with guest.http:
            for found in (guest.ask("GET", f"/api/seats/{token}"), guest.ask("GET", "/health")):
                assert found.status_code in (200, 404, 409, 503)
                assert FAULT not in found.text


def _refusal(file: Path) -> str:
    """Why a file is not opened, if it is not."""
    try:
        Storage(f"sqlite:///{file}").close()
    except BadInput as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    "content, said",
    [
        (b"this is a letter to my aunt, and no database at all" * 50, "no database of ours"),
        (b"", ""),
    ],
)
def test_files_of_another_kind(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "x.db"
    file.write_bytes(content)
    if said:
        with pytest.raises(BadInput, match=said):
            Storage(f"sqlite:///{file}")
    else:
        Storage(f"sqlite:///{file}").close()


def test_a_database_that_somebody_holds_is_told_and_the_battle_goes_on_afterwards(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path / 'b.db'}") as address:
        guest = Guest(address)
        with guest.http:
            token = guest.begin()["seats"][0]["token"]
            seat = guest.asked(token)
            with contextlib.closing(sqlite3.connect(tmp_path / "b.db")) as other:
                other.execute("BEGIN EXCLUSIVE")  # somebody else holds it for longer than we wait
                first = seat["decisions"][0]
                body = {"decision": first["id"], **first["default"], "state": seat["state"]}
                refused = guest.ask("POST", f"/api/seats/{token}/answers", body)
                assert refused.status_code in (500, 503)
                assert "another program holds it" in refused.json()["error"]
                other.rollback()
            guest.default(token)


def test_a_second_server_is_told_where_the_first_is(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'b.db'}"
    first = r"a server at http://127\.0\.0\.1:8765/ has these battles already"
    with claimed(database, "http://127.0.0.1:8765/"), pytest.raises(BadInput, match=first):
        claimed(database, "http://127.0.0.1:8766/").__enter__()
    with claimed(database, "http://127.0.0.1:8767/"):
        pass


def test_a_backup_of_a_running_server_is_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = Process(tmp_path, free_port())
    try:
        token = first.guest.begin()["seats"][0]["token"]
        for _ in range(3):
            state = first.guest.default(token)["state"]
        copy = tmp_path / "copy.db"
        assert main(["backup", str(copy), "--database", f"sqlite:///{tmp_path / 'battles.db'}"]) == 0
        assert "1 battle." in capsys.readouterr().out
    finally:
        first.kill()
    with running(f"sqlite:///{copy}") as address:
        guest = Guest(address)
        with guest.http:
            assert guest.asked(token)["state"] >= state


@pytest.mark.parametrize(
    "database, to, said",
    [
        ("sqlite:///nothing.db", "x.db", "no such file"),
        ("postgresql://somewhere/x", "x.db", "pg_dump"),
        ("nonsense", "x.db", "not the address"),
    ],
)
def test_what_cannot_be_copied(tmp_path: Path, database: str, to: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        backup(database, tmp_path / to)


def test_a_copy_of_a_file_whose_names_are_not_readable(tmp_path: Path) -> None:
    """SQLite then quotes bytes that are no text."""
    file = tmp_path / "b.db"
    Storage(f"sqlite:///{file}").close()
    file.write_bytes(file.read_bytes().replace(b"CREATE TABLE", b"CREATE \xc2ABLE"))
    with pytest.raises(BadInput, match=r"b\.db: the file is damaged \(its names are not readable"):
        backup(f"sqlite:///{file}", tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


def test_a_backup_writes_over_nothing(tmp_path: Path) -> None:
    Storage(f"sqlite:///{tmp_path / 'b.db'}").close()
    (tmp_path / "mine").write_text("keep me")
    with pytest.raises(BadInput, match="is there already"):
        backup(f"sqlite:///{tmp_path / 'b.db'}", tmp_path / "mine")
    assert (tmp_path / "mine").read_text() == "keep me"
