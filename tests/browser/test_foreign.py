"""A page of somebody else, in a real browser, can neither begin, read nor frame anything of ours."""

from __future__ import annotations

import http.server
import json
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from sitting import new_context
from visiting import SMALL, Process, free_port

EVIL = (
    """<!doctype html><title>evil</title><iframe id="frame"></iframe><form method="post" enctype="text/plain"></form>"""
)
TRIES = """async ({base, body}) => {
  const found = {};
  const attempt = async (name, act) => {
    try { found[name] = await act(); } catch (error) { found[name] = "refused"; }
  };
  const post = (more) => fetch(base + "/api/games", {method: "POST", body, ...more}).then(r => r.text());
  await attempt("json", () => post({headers: {"content-type": "application/json"}}));
  await attempt("plain", () => post({headers: {"content-type": "text/plain"}}));
  await attempt("blind", async () => { await post({mode: "no-cors"}); return "sent"; });
  await attempt("read", () => fetch(base + "/api/gallery").then(r => r.text()));
  await attempt("image", () => new Promise((done, no) => {
    const image = new Image(); image.onload = () => done("loaded"); image.onerror = no;
    image.src = base + "/api/battles/maida/map.svg?size=small"; }));
  await attempt("line", () => new Promise((done, no) => {
    const line = new WebSocket(base.replace("http", "ws") + "/api/seats/x/live");
    line.onmessage = () => done("heard"); line.onclose = (e) => no(e); }));
  return found;
}"""


@pytest.fixture
def evil() -> Iterator[str]:
    """A page on another port of this machine, which is another origin to a browser."""

    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(EVIL.encode())

        def log_message(self, *_: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_address[1]}/"
        server.shutdown()


def test_a_foreign_page_is_powerless(browser: Browser, evil: str, tmp_path: Path) -> None:
    server = Process(tmp_path, free_port())
    try:
        context = new_context(browser)
        page = context.new_page()
        page.goto(evil)
        body = json.dumps({"battle": SMALL, "system": "cold-steel"})
        found = page.evaluate(TRIES, {"base": server.guest.base, "body": body})
        assert set(found) == {"json", "plain", "blind", "read", "image", "line"}
        assert set(found.values()) == {"refused"}
        _framed(page, server.guest.base)
        _sent_as_a_form(page, server.guest.base, body)
        context.close()
        with sqlite3.connect(tmp_path / "battles.db") as database:
            assert database.execute("select count(*) from games").fetchone() == (0,)
        database.close()
    finally:
        server.kill()


def _framed(page: Page, base: str) -> None:
    """The browser shows an error instead of our page."""
    page.evaluate("base => { document.getElementById('frame').src = base; }", f"{base}/")
    page.wait_for_timeout(500)
    assert all(frame.url.startswith(("chrome-error:", "about:")) for frame in page.frames[1:])


def _sent_as_a_form(page: Page, base: str, body: str) -> None:
    """A form needs no leave of ours to be sent; so the server itself refuses it."""
    page.evaluate(
        """({base, body}) => { const form = document.querySelector("form"); form.action = base + "/api/games";
        const field = document.createElement("input"); field.name = body; form.append(field); form.submit(); }""",
        {"base": base, "body": body},
    )
    page.wait_for_url(f"{base}/api/games")
    assert "cannot use this server" in page.content() or "only JSON" in page.content()
