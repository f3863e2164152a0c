"""One visitor cannot use up a server; every limit is told in a sentence."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from visiting import SMALL, Guest, Process, children, free_port, is_alive, running
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from grognard.server import play
from grognard.server.battles import table
from grognard.server.limits import Limits, Rate
from grognard.server.line.discretion import Discreet, discreet

NEW = {"battle": SMALL, "system": "cold-steel", "seed": 7}


@contextlib.contextmanager
def limited(tmp_path: Path, limits: Limits) -> Iterator[Guest]:
    with running(f"sqlite:///{tmp_path / 'battles.db'}", limits=limits) as address:
        guest = Guest(address)
        with guest.http:
            yield guest


def test_small_answers_are_sent_at_once() -> None:
    """Without this each answer on a kept-open line takes 44 ms."""

    async def accepted() -> int:
        found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        async def come(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            line: socket.socket = writer.get_extra_info("socket")
            found.set_result(line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        line = play.listening(0)
        server = await asyncio.start_server(come, sock=line)
        _, writer = await asyncio.open_connection(*line.getsockname())
        no_delay = await found
        writer.close()
        await writer.wait_closed()
        server.close()
        await server.wait_closed()
        return no_delay

    assert asyncio.run(accepted()) != 0


def test_so_many_a_minute() -> None:
    now = [100.0]
    rate = Rate(2, lambda: now[0])
    assert [rate.count("a"), rate.count("a"), rate.count("a"), rate.count("b")] == [True, True, False, True]
    now[0] += 59.9
    assert not rate.count("a")
    now[0] += 0.2
    assert rate.count("a")


def test_battles_a_minute(tmp_path: Path) -> None:
    with limited(tmp_path, Limits(battles_a_minute=2)) as guest:
        guest.begin()
        guest.begin()
        found = guest.ask("POST", "/api/games", NEW)
        assert found.status_code == 429
        assert "--battles-a-minute" in found.json()["error"]


def test_computers_fight_no_more_than_so_many_battles(tmp_path: Path) -> None:
    with limited(tmp_path, Limits(computer_battles=1)) as guest:
        long = {"battle": "quatre-bras", "seats": {"allies": "staff", "french": "staff"}}
        guest.begin(**long)
        found = guest.ask("POST", "/api/games", {**NEW, **long})
        assert found.status_code == 429
        assert "--computer-battles" in found.json()["error"]


def test_lines_of_one_address(tmp_path: Path) -> None:
    with limited(tmp_path, Limits(lines=3)) as guest:
        token = guest.begin()["seats"][0]["token"]
        with contextlib.ExitStack() as stack:
            for _ in range(3):
                stack.enter_context(guest.line(token)).recv(timeout=20)
            with guest.line(token) as one_more, pytest.raises(ConnectionClosed) as shut:
                one_more.recv(timeout=20)
            assert shut.value.rcvd is not None
            assert shut.value.rcvd.code == 4429
        time.sleep(0.2)
        with guest.line(token) as again:
            assert again.recv(timeout=20)


def test_connections_of_one_address(tmp_path: Path) -> None:
    with limited(tmp_path, Limits(lines=4)) as guest, contextlib.ExitStack() as stack:
        port = int(guest.base.rpartition(":")[2])
        for _ in range(4):
            stack.enter_context(socket.create_connection(("127.0.0.1", port)))
        time.sleep(0.2)
        found = httpx.get(f"{guest.base}/api/gallery")
        assert found.status_code == 503
        assert "--lines" in found.json()["error"]


def test_too_many_words_on_a_live_line(tmp_path: Path) -> None:
    with limited(tmp_path, Limits(words_a_minute=5)) as guest:
        token = guest.begin()["seats"][0]["token"]
        with guest.line(token) as line:
            for _ in range(6):
                line.send("hello")
            with pytest.raises(ConnectionClosed) as shut:
                _drained(line)
            assert shut.value.rcvd is not None
            assert shut.value.rcvd.code == 4429


def _drained(line: ClientConnection) -> None:
    while True:
        line.recv(timeout=20)


@pytest.mark.parametrize("said", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "])
def test_half_a_request_is_not_waited_for_for_ever(tmp_path: Path, said: bytes) -> None:
    with limited(tmp_path, Limits(patience=0.4)) as guest:
        port = int(guest.base.rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
            line.sendall(said)
            assert line.recv(100) == b""


def test_half_a_body_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    head = (
        b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"
    )
    with limited(tmp_path, Limits(patience=0.4)) as guest:
        port = int(guest.base.rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
            line.sendall(head)
            assert b" 408 " in line.recv(1000)


@pytest.mark.flaky(reruns=1)  # it waits on a clock
def test_computers_sleep_when_nobody_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "ATTENTION", 0.5)
    with limited(tmp_path, Limits()) as guest:
        link = guest.begin(seats={"allies": "staff", "french": "staff"}, battle="quatre-bras")["spectator"]
        quiet = _settled(tmp_path)
        time.sleep(1)
        assert _rows(tmp_path) == quiet
        with guest.line(link) as line:
            until = time.monotonic() + 60
            while _rows(tmp_path) == quiet:
                assert time.monotonic() < until, "nobody fights although somebody looks"
                line.recv(timeout=60)


def _rows(folder: Path) -> int:
    """Of the journal."""
    with contextlib.closing(sqlite3.connect(folder / "battles.db")) as database:
        return int(database.execute("select count(*) from journal").fetchone()[0])


def _settled(folder: Path) -> int:
    """Rows of the journal once nothing more comes."""
    before = -1
    until = time.monotonic() + 60
    while (now := _rows(folder)) != before:
        assert time.monotonic() < until, "they fight although nobody looks"
        before = now
        time.sleep(1.5)
    return now


def test_links_reach_no_log() -> None:
    record = logging.LogRecord("x", logging.ERROR, "", 0, "GET /api/seats/%s/live", ("abcDEF_-0123456789abcdef",), None)
    assert Discreet().format(record) == "GET /api/seats/…/live"
    assert "abcDEF" not in discreet("http://127.0.0.1/#/seat/abcDEF_-0123456789abcdef and /api/host/abcDEF_-01234567/x")


def test_nothing_is_left_behind_by_a_server_that_is_killed(tmp_path: Path) -> None:
    server = Process(tmp_path, free_port())
    server.guest.http.get("/api/battles/maida/map.svg")
    hands = children(server.process.pid)
    assert hands, "the map was drawn by a process of its own"
    server.kill()
    until = time.monotonic() + 15
    while [pid for pid in hands if is_alive(pid)]:
        assert time.monotonic() < until, "a process was left behind"
        time.sleep(0.1)


def test_maps_that_are_being_drawn_keep_no_table_waiting(tmp_path: Path) -> None:
    """Sixty people ask for a map that nobody has drawn; a table answers meanwhile."""
    from concurrent.futures import ThreadPoolExecutor

    server = Process(tmp_path, free_port())
    try:
        token = server.guest.begin()["seats"][0]["token"]
        with ThreadPoolExecutor(60) as people:
            address = f"{server.guest.base}/api/battles/quatre-bras/map.svg?theme=dark"
            maps = [people.submit(httpx.get, address, timeout=120) for _ in range(60)]
            time.sleep(0.3)
            start = time.monotonic()
            server.guest.seat(token)
            took = time.monotonic() - start
            still_drawing = not all(one.done() for one in maps)
            assert all(one.result().status_code == 200 for one in maps)
        assert still_drawing, "the maps were there before the table was asked"
        assert took < 5
    finally:
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(20)
        server.kill()
