"""The table in the browser: first meaningful paint, panning, what is played, answers with many battles, what is sent.

    .venv/bin/python bench/table.py [--battles 50] [--answers 400]

Needs Debian's Chromium and the pages (make web). All on loopback; the load is bounded.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import json
import os
import random
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvicorn
from _common import exit_with, verdict
from fastapi import FastAPI, Request
from playwright.sync_api import Browser, Page, Route, sync_playwright
from websockets.sync.client import connect

ROOT = Path(__file__).parents[1]
STATIC = ROOT / "src" / "grognard" / "server" / "static"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
PAINT_S, FRAMES, ROUND_MS, BUNDLE_KB, KEPT_OPEN_MS = 1.5, 30, 50, 400, 25
UNITS, MARCHING, FIRING = 300, 100, 40
SHOTS = 8 * FIRING
"""Of a phase: they are played in eight salvoes."""
THINKING_S = 5.0
"""Seconds between two answers of one player, on average: a quick hand."""


def free_port() -> int:
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return int(line.getsockname()[1])


@contextlib.contextmanager
def served(folder: Path) -> Iterator[str]:
    """`grognard play` as a process of its own."""
    port = free_port()
    command = [sys.executable, "-m", "grognard", "play", "--no-open", "--port", str(port), "--battles-a-minute", "0"]
    process = subprocess.Popen(
        [*command, "--database", f"sqlite:///{folder / 'battles.db'}"], stdout=subprocess.DEVNULL
    )
    base = f"http://127.0.0.1:{port}"
    try:
        until_up(f"{base}/api/openapi.json")
        yield base
    finally:
        process.terminate()
        process.wait()


def until_up(address: str) -> None:
    for _ in range(600):
        with contextlib.suppress(httpx.TransportError):
            httpx.get(address)
            return
        time.sleep(0.05)
    raise SystemExit(f"{address} does not answer")


@contextlib.contextmanager
def echo() -> Iterator[str]:
    """A bare FastAPI server that says what it is told."""
    app = FastAPI()

    @app.post("/")
    async def say(request: Request) -> Any:
        return await request.json()

    running = uvicorn.Server(uvicorn.Config(app, port=free_port(), log_level="error", timeout_keep_alive=75))
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    base = f"http://127.0.0.1:{running.config.port}/"
    until_up(base)
    yield base
    running.should_exit = True
    thread.join(5)


def begun(base: str, battle: str, seed: int = 7) -> str:
    """A battle against the computer; the key of the first seat."""
    made = httpx.post(f"{base}/api/games", json={"battle": battle, "system": "cold-steel", "seed": seed}, timeout=60)
    return next(seat["token"] for seat in made.json()["seats"] if seat["token"])


# -- the browser


def first_paint(browser: Browser, base: str, token: str) -> float:
    """Seconds from opening the link in a fresh browser until units stand on the map."""
    context = browser.new_context(viewport={"width": 1600, "height": 1000})
    page = context.new_page()
    page.goto(f"{base}/#/seat/{token}", wait_until="commit")
    page.wait_for_selector("[data-units]")
    drawn = page.evaluate("() => new Promise(done => requestAnimationFrame(() => done(performance.now() / 1000)))")
    context.close()
    return float(drawn)


def crowded(route: Route, kept: dict[str, Any] | None = None) -> None:
    """Quatre Bras with as many units as the bar asks for: those that are there, again a little beside. Where it is to
    be kept, with a turn in which a hundred of them marched and forty fired."""
    response = route.fetch()
    seat = response.json()
    units = seat["picture"]["units"]
    there = [unit for unit in units if unit["where"] == "table"]
    copies = range(1, UNITS // max(len(there), 1) + 1)
    again = [
        {**unit, "id": f"{unit['id']}-{n}", "x": unit["x"] + 90 * n, "y": unit["y"] - 70 * n}
        for n in copies
        for unit in there
    ]
    seat["picture"]["units"] = [*units, *again][: len(units) - len(there) + UNITS]
    if kept is not None:
        seat["scenes"] = {
            "goes": [{"act": "march", "who": "unit"}],
            "shoots": [{"act": "fire", "who": "unit", "whom": "at"}],
        }
        seat["events"] = _turn([unit["id"] for unit in seat["picture"]["units"] if unit["where"] == "table"])
        kept.update(seat)
    route.fulfill(response=response, body=json.dumps(seat))


def _turn(ids: list[str]) -> list[dict[str, Any]]:
    """Marches and shots, as they are told."""
    event = {"turn": 1, "quarter": 0, "rules": [], "values": {}, "secret": {}, "roll": None, "letter": None}
    shots = [
        {
            **event, "n": n, "kind": "shoots", "phase": "a", "text": f"unit {n} fires",
            "units": {"unit": ids[n % len(ids)], "at": ids[-n % len(ids) - 1]},
        }
        for n in range(SHOTS)
    ]  # fmt: skip
    return shots + [
        {**event, "n": SHOTS + n, "kind": "goes", "phase": "b", "text": f"unit {n} marches", "units": {"unit": unit}}
        for n, unit in enumerate(ids[:MARCHING])
    ]


PANNING = """() => {
  const spans = []; let last = performance.now();
  window.stopCounting = () => spans;
  const tick = now => { spans.push(now - last); last = now; requestAnimationFrame(tick); };
  requestAnimationFrame(tick);
}"""


def panning(browser: Browser, base: str, token: str, zoom: str) -> tuple[int, float]:
    """Units on the map, and frames a second while it is dragged to and fro."""
    page = browser.new_page(viewport={"width": 1600, "height": 1000})
    page.route(f"**/api/seats/{token}", crowded)
    page.route_web_socket("**/live*", lambda line: None)
    page.goto(f"{base}/#/seat/{token}")
    page.wait_for_selector("[data-units]")
    for _ in range(4):
        page.get_by_role("button", name=zoom).click()
    count = sum(
        len(units.split()) for units in page.locator("[data-units]").evaluate_all("l => l.map(e => e.dataset.units)")
    )
    spans = dragged(page)
    page.close()
    return count, 1000 / statistics.mean(spans)


def dragged(page: Page) -> list[float]:
    """Milliseconds from frame to frame during a drag of some seconds."""
    page.mouse.move(800, 500)
    page.mouse.down()
    page.mouse.move(790, 495)
    page.evaluate(PANNING)
    for step in range(90):
        page.mouse.move(800 + 250 * (step % 30 - 15) / 15, 500 + 120 * (step % 18 - 9) / 9)
    spans: list[float] = page.evaluate("() => window.stopCounting()")
    page.mouse.up()
    return spans[2:]


def staged(route: Route, seat: dict[str, Any]) -> None:
    """That turn in pictures: nothing changes by the fire, and a hundred units go a turn's way and wheel."""
    units = [unit for unit in seat["picture"]["units"] if unit["where"] == "table"][:MARCHING]
    there = [{**unit, "y": unit["y"] + 60, "heading": unit["heading"] + 20} for unit in units]
    frame = {"turn": 1, "whole": True, "fields": {}}
    frames = [
        {**frame, "n": SHOTS - 1, "phase": "a", "lists": {}},
        {**frame, "n": len(seat["events"]) - 1, "phase": "b", "lists": {"units": {"changed": there, "order": None}}},
    ]
    route.fulfill(json={"first": 0, "last": len(seat["events"]) - 1, "base": seat["picture"], "frames": frames})


def played(browser: Browser, base: str, token: str) -> dict[str, float]:
    """Frames a second while a hundred units march, and while forty fire at once."""
    page = browser.new_page(viewport={"width": 1600, "height": 1000})
    page.add_init_script("localStorage.setItem('grognard.prefs', JSON.stringify({ follow: false, pace: 0 }))")
    kept: dict[str, Any] = {}

    def crowd(route: Route) -> None:
        crowded(route, kept)

    page.route(f"**/api/seats/{token}", crowd)
    page.route(f"**/api/seats/{token}/reel*", lambda route: staged(route, kept))
    page.route_web_socket("**/live*", lambda line: None)
    page.goto(f"{base}/#/seat/{token}")
    page.wait_for_selector("[data-units]")
    for _ in range(2):
        page.get_by_role("button", name="Zoom in (+)").click()
    page.wait_for_timeout(1500)
    rates = {}
    for what, said in (("marching", f"unit {MARCHING - 1} marches"), ("firing", f"unit {SHOTS - 1} fires")):
        page.get_by_role("button", name=said).click()
        page.wait_for_selector("[data-played=playing]")
        page.evaluate(PANNING)
        page.wait_for_timeout(1500)
        spans: list[float] = page.evaluate("() => window.stopCounting()")
        rates[what] = 1000 / statistics.mean(spans[2:])
        page.keyboard.press("Escape")
        page.wait_for_selector("[data-played]", state="hidden")
    page.close()
    return rates


# -- answers


class Question(msgspec.Struct):
    """What a player needs to know of a decision to answer it as the rules suggest."""

    id: str
    default: dict[str, Any]


class News(msgspec.Struct):
    """What he needs to know of an update: fifty players in one process must not be what is measured."""

    state: int = -1
    over: bool = False
    decisions: list[Question] = []


def player(base: str, token: str, answers: int) -> list[float]:
    """Somebody who watches his live line and answers as the rules suggest; seconds of each round trip."""
    spans: list[float] = []
    pace = random.Random(token)
    address = base.replace("http", "ws")
    with (
        httpx.Client(base_url=base, timeout=60) as http,
        connect(f"{address}/api/seats/{token}/live?since=-1", max_size=None) as line,
    ):
        while len(spans) < answers:
            news = msgspec.json.decode(line.recv(timeout=60), type=News)
            if news.over:
                break
            if not news.decisions:
                continue
            first = news.decisions[0]
            body = {"decision": first.id, **first.default, "state": news.state}
            time.sleep(pace.uniform(0, 2 * THINKING_S))
            start = time.perf_counter()
            given = http.post(f"/api/seats/{token}/answers", json=body)
            if given.status_code == 200:
                spans.append(time.perf_counter() - start)
    return spans


def kept_open(base: str, bare: str, token: str, times: int = 40) -> dict[str, float]:
    """Milliseconds (median) of a look, a preview and an answer on one kept-open line, and of the bare echo."""
    spans: dict[str, list[float]] = {"echo": [], "look": [], "preview": [], "answer": []}

    def timed(what: str, http: httpx.Client, method: str, path: str, body: Any = None) -> Any:
        start = time.perf_counter()
        found = http.request(method, path, json=body)
        spans[what].append((time.perf_counter() - start) * 1000)
        return found.json()

    with httpx.Client(base_url=base, timeout=60) as ours, httpx.Client(timeout=60) as theirs:
        for _ in range(times):
            timed("echo", theirs, "POST", bare, {"decision": "command", "option": "done", "values": {}, "state": 1})
            seat = timed("look", ours, "GET", f"/api/seats/{token}")
            if seat["over"]:
                break
            if not seat["decisions"]:
                time.sleep(0.05)
                continue
            first = seat["decisions"][0]
            said = {"decision": first["id"], **first["default"]}
            timed("preview", ours, "POST", f"/api/seats/{token}/preview", said)
            timed("answer", ours, "POST", f"/api/seats/{token}/answers", said | {"state": seat["state"]})
    return {what: statistics.median(taken) for what, taken in spans.items()}


def echoed(base: str, token: str, answers: int) -> list[float]:
    """The same pace against the bare server."""
    spans: list[float] = []
    pace = random.Random(token)
    with httpx.Client(timeout=60) as http:
        for _ in range(answers):
            time.sleep(pace.uniform(0, 2 * THINKING_S))
            start = time.perf_counter()
            http.post(base, json={"decision": "command", "option": "done", "values": {}, "state": 1})
            spans.append(time.perf_counter() - start)
    return spans


def p95(spans: list[float]) -> float:
    """Milliseconds under which 95 of 100 stay."""
    return statistics.quantiles(spans, n=20)[-1] * 1000


def bundle() -> float:
    """Kilobytes of the pages, packed as they are sent: what a first visit to the table loads of our own."""
    kinds = (".js", ".css", ".html")
    return sum(len(gzip.compress(path.read_bytes())) for path in STATIC.rglob("*") if path.suffix in kinds) / 1000


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--battles", type=int, default=50)
    parser.add_argument("--answers", type=int, default=250, help="in all; at most 5,000")
    asked = parser.parse_args()
    if not shutil.which("chromium") or not (STATIC / "index.html").is_file():
        print("no Chromium or no pages: apt-get install chromium; make web")
        return 1
    print(f"load of this machine at the start: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    each = max(2, min(asked.answers, 5000) // asked.battles)
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as base, echo() as bare:
        spans = kept_open(base, bare, begun(base, "farm-at-the-crossroads"))
        told = ", ".join(f"{what} {ms:.1f} ms" for what, ms in spans.items())
        print(f"one after the other on a kept-open line, median: {told} (aim {KEPT_OPEN_MS} each)")
        paint, frames = browsing(base)
        tokens = [begun(base, "farm-at-the-crossroads", seed) for seed in range(asked.battles)]
        with ThreadPoolExecutor(asked.battles) as people:
            theirs = [span for spans in people.map(lambda token: echoed(bare, token, each), tokens) for span in spans]
            ours = [span for spans in people.map(lambda token: player(base, token, each), tokens) for span in spans]
    print(
        f"answers with {asked.battles} battles live: median {statistics.median(ours) * 1000:.1f} ms, "
        f"p95 {p95(ours):.1f} ms of {len(ours)} (aim {ROUND_MS}); bare FastAPI echo: "
        f"median {statistics.median(theirs) * 1000:.1f} ms, p95 {p95(theirs):.1f} ms; "
        f"{statistics.median(ours) / statistics.median(theirs):.1f} and {p95(ours) / p95(theirs):.1f} times as long"
    )
    size = bundle()
    print(f"pages: {size:.0f} kB gzipped (aim {BUNDLE_KB})")
    return verdict(
        max(spans.values()) <= KEPT_OPEN_MS
        and paint <= PAINT_S
        and frames >= FRAMES
        and p95(ours) <= ROUND_MS
        and size <= BUNDLE_KB
    )


def browsing(base: str) -> tuple[float, float]:
    """First paint and the slowest panning, told as they come."""
    token = begun(base, "quatre-bras")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        first_paint(browser, base, token)  # the server draws its map once
        paint = statistics.median(first_paint(browser, base, token) for _ in range(5))
        print(f"Quatre Bras: units on the map after {paint:.2f} s (aim {PAINT_S:g})")
        rates = []
        for zoom in ("Zoom out (−)", "Zoom in (+)"):
            count, rate = panning(browser, base, token, zoom)
            print(f"panning {count} units, {zoom[:-4].lower()}: {rate:.0f} frames a second (aim {FRAMES})")
            rates.append(rate)
        for what, rate in played(browser, base, token).items():
            many = MARCHING if what == "marching" else FIRING
            print(f"{many} units {what} at once: {rate:.0f} frames a second (aim {FRAMES})")
            rates.append(rate)
        browser.close()
    return paint, min(rates)


if __name__ == "__main__":
    exit_with(main())
