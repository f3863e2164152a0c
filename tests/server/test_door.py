"""Pages of others cannot drive the server, whatever name they call it by."""

from __future__ import annotations

import contextlib
import http.client
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from visiting import SMALL, Guest, running
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

NEW = {"battle": SMALL, "system": "cold-steel", "seed": 7}


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guest]:
    """A visitor of a server that others reach as battle.example."""
    folder = tmp_path_factory.mktemp("named")
    with running(f"sqlite:///{folder / 'battles.db'}", names=("battle.example",)) as address:
        guest = Guest(address)
        yield guest
        guest.http.close()


def own(guest: Guest) -> str:
    return urlsplit(guest.base).netloc


def test_a_strange_name_is_refused(guest: Guest) -> None:
    found = guest.http.get("/api/gallery", headers={"host": "evil.example"})
    assert found.status_code == 421
    assert "evil.example" in found.json()["error"]
    assert "--host-name" in found.json()["error"]


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "[::1]"])
def test_this_machine_has_several_names(guest: Guest, name: str) -> None:
    assert guest.http.get("/", headers={"host": f"{name}:8765"}).status_code == 200


def test_a_name_that_was_given_is_known(named: Guest) -> None:
    headers = {"host": "battle.example", "origin": "https://battle.example"}
    assert named.http.post("/api/games", json=NEW, headers=headers).status_code == 200
    assert named.http.get("/", headers={"host": "battle.example.evil.example"}).status_code == 421


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1:1", "http://localhost:1", "http://["]
)
def test_a_page_from_elsewhere_begins_nothing(guest: Guest, origin: str) -> None:
    found = guest.http.post("/api/games", json=NEW, headers={"origin": origin})
    assert found.status_code == 403
    assert "its own page" in found.json()["error"]


def test_the_page_itself_begins(guest: Guest) -> None:
    assert guest.http.post("/api/games", json=NEW, headers={"origin": f"http://{own(guest)}"}).status_code == 200


def test_what_a_foreign_page_loads_is_refused_but_a_link_to_a_page_opens(guest: Guest) -> None:
    foreign = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image"}
    assert guest.http.get("/api/gallery", headers=foreign).status_code == 403
    followed = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
    assert guest.http.get("/", headers=followed).status_code == 200


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""]
)
def test_only_json_is_read(guest: Guest, kind: str) -> None:
    found = guest.http.post("/api/games", content=b'{"battle": "x"}', headers={"content-type": kind} if kind else {})
    assert found.status_code == 415
    assert "application/json" in found.json()["error"]


def test_a_live_line_to_a_foreign_page_is_shut(guest: Guest) -> None:
    token = guest.begin()["seats"][0]["token"]
    address = f"{guest.base.replace('http', 'ws')}/api/seats/{token}/live"
    evil: Any = "https://evil.example"
    with connect(address, origin=evil) as line, pytest.raises(ConnectionClosed) as shut:
        line.recv(timeout=10)
    assert shut.value.rcvd is not None
    assert shut.value.rcvd.code == 4403


@pytest.mark.parametrize("path", ["/", "/api/gallery", "/api/nothing", "/anything"])
def test_browsers_are_told_to_be_careful(guest: Guest, path: str) -> None:
    headers = guest.http.get(path).headers
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-frame-options"] == "DENY"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


# -- odd addresses and broken requests


def raw(guest: Guest, path: str) -> tuple[int, bytes]:
    """A request with its path as it is, which no library would write."""
    with contextlib.closing(http.client.HTTPConnection(own(guest), timeout=20)) as line:
        line.putrequest("GET", path)
        line.endheaders()
        found = line.getresponse()
        return found.status, found.read()


@pytest.mark.parametrize("path", ["/%00", "/assets/%00", "/" + "a" * 5000, "/..%2f..%2fetc/passwd", "/%ff%fe"])
def test_odd_addresses_are_answered(guest: Guest, path: str) -> None:
    status, body = raw(guest, path)
    assert status in (200, 404, 414)
    assert b"our fault" not in body
    assert b"root:" not in body


def test_head_of_a_page(guest: Guest) -> None:
    found = guest.http.head("/")
    assert found.status_code == 200
    assert not found.content


def test_binary_messages_do_no_harm(guest: Guest, caplog: Any) -> None:
    token = guest.begin()["seats"][0]["token"]
    with guest.line(token) as line:
        line.recv(timeout=20)
        line.send(b"\x00\xff")
        line.send("{}")
    assert guest.seat(token)["seat"]
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
