"""Visitors of a server, and a server as a process of its own that can be killed."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from websockets.sync.client import ClientConnection, connect

from grognard.server.app import make_app
from grognard.server.archive.storage import Storage
from grognard.server.limits import NO_LIMITS, Limits
from grognard.server.line.wire import wire
from grognard.server.play import MOST_SAID

SMALL = "farm-at-the-crossroads"


def database(folder: Path) -> str:
    """Where battles are kept unless a test says otherwise."""
    return f"sqlite:///{folder / 'battles.db'}"


@contextlib.contextmanager
def running(address: str, *, names: Sequence[str] = (), limits: Limits = NO_LIMITS) -> Iterator[str]:
    """A server in a thread over a database; its own address."""
    app = make_app(Storage(address), names=names, limits=limits)
    config = uvicorn.Config(
        app, port=free_port(), http=wire(limits), log_level="error", ws_max_size=MOST_SAID, timeout_graceful_shutdown=1
    )
    served = uvicorn.Server(config)
    thread = threading.Thread(target=served.run, daemon=True)
    thread.start()
    while not served.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{served.config.port}"
    served.should_exit = True
    thread.join(10)


def free_port() -> int:
    """A port that nobody has."""
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return int(line.getsockname()[1])


class Guest:
    """Somebody with a browser: keeps every byte that he receives."""

    def __init__(self, base: str) -> None:
        self.base, self.bytes = base, bytearray()
        self.http = httpx.Client(base_url=base, timeout=60)

    def ask(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """A request; what comes back is kept."""
        found = self.http.request(method, path, json=body)
        self.bytes += found.content
        return found

    def get(self, path: str) -> Any:
        """A record that is there."""
        found = self.ask("GET", path)
        assert found.status_code == 200, found.text
        return found.json()

    def post(self, path: str, body: Any = None) -> Any:
        """A request that is granted."""
        found = self.ask("POST", path, {} if body is None else body)
        assert found.status_code == 200, found.text
        return found.json()

    def begin(self, **more: Any) -> Any:
        """A new battle."""
        return self.post("/api/games", {"battle": SMALL, "system": "cold-steel", "seed": 7, **more})

    def seat(self, token: str) -> Any:
        """What a link shows."""
        return self.get(f"/api/seats/{token}")

    def default(self, token: str, seat: Any = None) -> Any:
        """Answer the first decision as the rules suggest; returns the acknowledgement."""
        seat = seat or self.asked(token)
        first = seat["decisions"][0]
        body = {"decision": first["id"], **first["default"], "state": seat["state"]}
        return self.post(f"/api/seats/{token}/answers", body)

    def asked(self, token: str, seconds: float = 30) -> Any:
        """The seat once something is asked of it, or the battle is over."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            seat = self.seat(token)
            if seat["decisions"] or seat["over"]:
                return seat
            time.sleep(0.02)
        raise AssertionError("nothing is asked")

    def line(self, token: str, since: int = -1) -> ClientConnection:
        """A live line."""
        address = self.base.replace("http", "ws")
        return connect(f"{address}/api/seats/{token}/live?since={since}", max_size=None)


class Process:
    """`grognard play` as a process that can be killed."""

    def __init__(
        self, folder: Path, port: int, address: str = "", battles: Sequence[Path] = (), more: Sequence[str] = ()
    ) -> None:
        """Over the database at an address, or over one in the folder; with battles and options of one's own."""
        self.port = port
        command = [
            sys.executable,
            "-m",
            "grognard",
            "play",
            "--no-open",
            "--port",
            str(port),
            "--battles-a-minute",
            "0",
        ]
        self.process = subprocess.Popen(
            [*command, *more, "--database", address or database(folder), *map(str, battles)],
            env={**os.environ, "XDG_CACHE_HOME": str(folder)},
            stdout=subprocess.PIPE,
        )
        self.guest = Guest(f"http://127.0.0.1:{port}")
        self._wait()

    def _wait(self) -> None:
        for _ in range(600):
            with contextlib.suppress(httpx.TransportError):
                self.guest.http.get("/api/openapi.json")
                return
            time.sleep(0.05)
        raise AssertionError("the server does not come up")

    def kill(self) -> None:
        """SIGKILL: nothing is tidied up."""
        self.process.kill()
        self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()
        self.guest.http.close()


def children(pid: int) -> list[int]:
    """The processes that a process has started, and theirs."""
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    own = [int(each) for each in found.stdout.split()]
    return [*own, *(below for each in own for below in children(each))]


def is_alive(pid: int) -> bool:
    """Whether a process is there, and not only its name."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"
