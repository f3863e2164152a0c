"""The pages and whatever is alike for all visitors: packed once, sent as each of them can read it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from visiting import SMALL, Guest

from grognard.server import pages

Ask = Callable[..., httpx.Response]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<p>the first page</p>")
    (tmp_path / "assets" / "table-1.js").write_text("march();" * 1000)
    monkeypatch.setattr(pages, "STATIC", tmp_path)
    return tmp_path


@pytest.fixture
def get(folder: Path) -> Ask:
    """A file of these pages, for somebody who can read it in one way."""
    app = FastAPI()
    app.include_router(pages.ROUTER)

    async def asked(path: str, reads: str) -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://here") as line:
            return await line.get(path, headers={"accept-encoding": reads})

    return lambda path, reads="gzip": asyncio.run(asked(path, reads))


def test_a_file_comes_packed_or_plain(get: Ask) -> None:
    packed = get("/assets/table-1.js")
    plain = get("/assets/table-1.js", "identity")
    assert packed.text == plain.text == "march();" * 1000
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < 200
    assert "content-encoding" not in plain.headers
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    assert packed.headers["content-type"].startswith("text/javascript")
    assert "immutable" in packed.headers["cache-control"]


@pytest.mark.parametrize("path", ["/", "/battles", "/assets/gone.js", "/%2e%2e/secret", "/assets/../../secret"])
def test_other_addresses_are_the_page_which_nobody_keeps(get: Ask, path: str) -> None:
    found = get(path)
    assert found.text == "<p>the first page</p>"
    assert found.headers["cache-control"] == "no-cache"


def test_pages_that_are_built_anew_are_seen(get: Ask, folder: Path) -> None:
    assert "first" in get("/").text
    assert get("/assets/table-2.js").text.startswith("<p>")
    (folder / "index.html").write_text("<p>the second page, which is longer</p>")
    (folder / "assets" / "table-2.js").write_text("wheel();")
    assert "second" in get("/").text
    assert get("/assets/table-2.js").text == "wheel();"


def test_the_field_comes_packed_or_plain(guest: Guest) -> None:
    address = f"/api/battles/{SMALL}/field"
    packed = guest.http.get(address, headers={"accept-encoding": "gzip"})
    plain = guest.http.get(address, headers={"accept-encoding": "identity"})
    assert packed.json() == plain.json()
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
