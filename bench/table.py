"""The table in the browser: first meaningful paint, panning, what is played, answers with many battles, what is sent.

    .venv/bin/python bench/table.py [--battles 50] [--answers 400] [--seeing]

Needs Debian's Chromium and the pages (make web). All on loopback; the load is bounded.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
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

import _seeing as seeing
import httpx
import msgspec
import uvicorn
from _common import exit_with, verdict
from fastapi import FastAPI, Request
from playwright.sync_api import Browser, sync_playwright
from websockets.sync.client import connect

ROOT = Path(__file__).parents[1]
STATIC = ROOT / "src" / "grognard" / "server" / "static"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
PAINT_S, PANNED, PLAYED, HITCH_MS = 1.0, 60, 30, 100
ROUND_MS, BUNDLE_KB, KEPT_OPEN_MS = 50, 400, 25
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
    """Seconds from opening the link in a fresh browser until units stand on the map; with no key, until the bare
    description of the server is there."""
    context = browser.new_context(viewport=seeing.SIZE)
    page = context.new_page()
    page.goto(f"{base}/#/seat/{token}" if token else f"{base}/api/openapi.json", wait_until="commit")
    page.wait_for_selector("[data-units]" if token else "pre")
    drawn = page.evaluate("() => new Promise(done => requestAnimationFrame(() => done(performance.now() / 1000)))")
    context.close()
    return float(drawn)


def browsing(base: str) -> bool:
    """First paint, panning, zoom and playback, told as they come; whether all are within their bars."""
    token = begun(base, "quatre-bras")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        first_paint(browser, base, token)  # the server draws its map once
        paints = sorted(first_paint(browser, base, token) for _ in range(5))
        print(
            f"Quatre Bras: units on the map after {paints[2]:.2f} s, median of 5, {paints[0]:.2f} to {paints[-1]:.2f} "
            f"(aim {PAINT_S:g}); a bare page after {first_paint(browser, base, ''):.2f} s"
        )
        met = [paints[2] <= PAINT_S, *panned(browser, base, token), zoomed_well(browser, base, token)]
        met += played(browser, base, token)
        browser.close()
    return all(met)


def panned(browser: Browser, base: str, token: str) -> list[bool]:
    """The map dragged at both ends of the scale, beside an empty page and a table with few units."""
    met = []
    for name, times in (("Zoom out (−)", 4), ("Zoom in (+)", 4)):
        pages = [seeing.bare(browser), *(seeing.laid(browser, base, token, n) for n in (seeing.FEW, seeing.UNITS))]
        for page in pages[1:]:
            seeing.zoomed(page, name, times)
        floor, few, many = (seeing.middle(lambda page=page: seeing.dragged(page)) for page in pages)
        what = name[:-4].lower()
        print(f"panning an empty page: {floor.told(floor)}")
        print(f"panning {seeing.FEW} units, {what}: {few.told(floor)}")
        print(f"panning {seeing.drawn_units(pages[2])} units, {what}: {many.told(floor)} (aim {PANNED})")
        met.append(round(many.rate) >= PANNED)
        for page in pages:
            page.close()
    return met


def zoomed_well(browser: Browser, base: str, token: str) -> bool:
    """The longest frame while the wheel turns."""
    pages = [seeing.bare(browser), *(seeing.laid(browser, base, token, n) for n in (seeing.FEW, seeing.UNITS))]
    worst = []
    for page in pages:
        tries = [seeing.wheeled(page) for _ in range(seeing.ROUNDS)]
        worst.append(statistics.median(max(each.spans) for each in tries))
        if page is pages[-1]:
            with tempfile.TemporaryDirectory() as folder:
                task = seeing.longest_task(
                    browser, page, lambda: seeing.wheeled(pages[-1]), Path(folder) / "trace.json"
                )
        page.close()
    print(
        f"longest frame of a zoom with {seeing.UNITS} units, median of {seeing.ROUNDS}: {worst[2]:.0f} ms "
        f"(aim {HITCH_MS}); with {seeing.FEW} {worst[1]:.0f} ms, of an empty page {worst[0]:.0f} ms; "
        f"the longest task took {task:.0f} ms of the processor"
    )
    return worst[2] <= HITCH_MS


def played(browser: Browser, base: str, token: str) -> list[bool]:
    """A hundred units on the march, and forty that fire at once."""
    bare, page = seeing.bare(browser), seeing.laid(browser, base, token, seeing.UNITS, turn=True)
    seeing.zoomed(page, "Zoom in (+)", 2)
    floor = seeing.middle(lambda: seeing.counted(bare, lambda: bare.wait_for_timeout(1500)))
    met = []
    for many, what, said in (
        (seeing.MARCHING, "marching", f"unit {seeing.MARCHING - 1} marches"),
        (seeing.FIRING, "firing", f"unit {seeing.SHOTS - 1} fires"),
    ):
        found = seeing.middle(lambda said=said: seeing.shown(page, said))
        print(f"{many} units {what} at once: {found.told(floor)} (aim {PLAYED})")
        met.append(found.rate >= PLAYED)
    page.close()
    bare.close()
    return met


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


def bundled() -> bool:
    """Whether the pages are small, packed as they are sent: all that is ours, though a first visit loads less."""
    kinds = (".js", ".css", ".html")
    size = sum(len(gzip.compress(path.read_bytes())) for path in STATIC.rglob("*") if path.suffix in kinds) / 1000
    print(f"pages: {size:.0f} kB gzipped (aim {BUNDLE_KB})")
    return size <= BUNDLE_KB


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--battles", type=int, default=50)
    parser.add_argument("--answers", type=int, default=250, help="in all; at most 5,000")
    parser.add_argument("--seeing", action="store_true", help="only what is seen: paint, frames, size of the pages")
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
        smooth = browsing(base)
        if asked.seeing:
            print(f"load of this machine at the end: {os.getloadavg()[0]:.1f}")
            return verdict(bundled() and smooth)
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
    return verdict(bundled() and smooth and max(spans.values()) <= KEPT_OPEN_MS and p95(ours) <= ROUND_MS)


if __name__ == "__main__":
    exit_with(main())
