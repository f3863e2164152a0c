"""A server on loopback and players who answer it: what the benchmarks of the server and of the table share."""

from __future__ import annotations

import contextlib
import os
import random
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvicorn
from fastapi import FastAPI, Request
from websockets.sync.client import connect

ROOT = Path(__file__).parents[1]
THINKING_S = 5.0
"""Seconds between two answers of one player, on average: a quick hand."""


def free_port() -> int:
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return int(line.getsockname()[1])


@contextlib.contextmanager
def served(folder: Path, checkout: Path = ROOT) -> Iterator[str]:
    """`grognard play` of a checkout as a process of its own."""
    port = free_port()
    command = [sys.executable, "-m", "grognard", "play"]
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    told = subprocess.run([*command, "--help"], capture_output=True, text=True, env=environment, check=True).stdout
    unlimited = ["--battles-a-minute", "0"] if "--battles-a-minute" in told else []  # older checkouts have no limit
    process = subprocess.Popen(
        [*command, "--no-open", "--port", str(port), *unlimited, "--database", f"sqlite:///{folder / 'battles.db'}"],
        stdout=subprocess.DEVNULL,
        env=environment,
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
