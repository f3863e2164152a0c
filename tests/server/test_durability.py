"""What was acknowledged is on disk: the server is killed in the middle of a turn, and nothing is lost."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import httpx
import pytest
from visiting import Process, free_port

from grognard.server.archive.places import default_database
from grognard.server.archive.storage import JournalRow, Link, Storage
from grognard.server.tokens import hashed, new_token


def acknowledged(server: Process, token: str, enough: int) -> list[Any]:
    """Answer as fast as one can until the server dies; what was acknowledged, with the state it led to."""
    found: list[Any] = []
    killer = threading.Timer(0.0, server.process.kill)
    try:
        while True:
            seat = server.guest.asked(token)
            first = seat["decisions"][0]
            state = server.guest.default(token, seat)["state"]
            found.append((first["id"], first["default"]["option"], state))
            if len(found) == enough:
                killer.start()
    except (httpx.TransportError, AssertionError):
        killer.join()
        return found


def test_no_acknowledged_answer_is_lost_when_the_server_is_killed(tmp_path: Path, address: str) -> None:
    port = free_port()
    first = Process(tmp_path, port, address)
    token = first.guest.begin()["seats"][0]["token"]
    given = acknowledged(first, token, enough=6)
    first.kill()
    second = Process(tmp_path, port, address)
    try:
        seat = second.guest.asked(token)
        assert len(given) >= 6
        assert seat["state"] >= given[-1][2]
        second.guest.default(token, seat)
    finally:
        second.kill()


def test_a_battle_goes_on_in_the_same_words_after_a_restart(tmp_path: Path, address: str) -> None:
    port = free_port()
    first = Process(tmp_path, port, address)
    token = first.guest.begin()["seats"][0]["token"]
    for _ in range(3):
        first.guest.default(token)
    before = first.guest.asked(token)
    first.kill()
    second = Process(tmp_path, port, address)
    try:
        after = second.guest.asked(token)
        for part in ("state", "turn", "phase", "events", "picture", "decisions", "view"):
            assert after[part] == before[part], part
    finally:
        second.kill()


def test_links_are_kept_only_as_hashes(tmp_path: Path) -> None:
    storage, token = Storage(f"sqlite:///{tmp_path / 'b.db'}"), new_token()
    about = {"battle": "x", "system": "y", "title": "z"}
    storage.create("g", about, b"{}", {"blue": "player"}, {hashed(token): Link("g", "player", "blue")})
    storage.write("g", 0, [JournalRow("answer", b"{}")])
    assert storage.link(hashed(token)) == Link("g", "player", "blue", hashed(token))
    assert storage.link(token) is None
    storage.close()
    content = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert hashed(token).encode() in content
    assert token.encode() not in content


def test_battles_lie_in_this_folder_or_in_the_users_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert default_database() == f"sqlite:///{tmp_path}/data/grognard/grognard.db"
    (tmp_path / "grognard.db").touch()
    assert default_database() == f"sqlite:///{tmp_path}/grognard.db"
