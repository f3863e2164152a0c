"""Starting the server on this machine, and nowhere else."""

from __future__ import annotations

import os
import socket
import sys
import webbrowser
from pathlib import Path
from threading import Timer

import uvicorn

from grognard.kernel.errors import BadInput

from .app import make_app
from .storage import Storage

LOOPBACK = "127.0.0.1"
FIRST_PORT = 8765
LAST_PORT = FIRST_PORT + 20
FILE = "grognard.db"
QUIET = 75
"""Seconds that a browser's connection may lie idle: people think long between two answers."""

TURN = 0.001
"""Seconds that a thread which thinks keeps the interpreter while somebody waits for an answer."""


def serve(port: int | None, database: str, *, open_page: bool, origin: str = "") -> None:
    """Serve until interrupted."""
    sys.setswitchinterval(TURN)
    storage = Storage(database or default_database())
    line = _listening(port)
    address = f"http://{LOOPBACK}:{line.getsockname()[1]}/"
    app = make_app(storage, origin=origin, draw_ahead=True)
    print(f"Grognard is at {address}  (Ctrl+C ends it; battles go on where they were)", flush=True)
    if open_page:
        Timer(0.8, webbrowser.open, [address]).start()
    config = uvicorn.Config(
        app, log_level="warning", ws_ping_interval=20, timeout_keep_alive=QUIET, timeout_graceful_shutdown=2
    )
    uvicorn.Server(config).run([line])


def _listening(port: int | None) -> socket.socket:
    """A socket on loopback: the port asked for, or the first that is free."""
    ports = range(FIRST_PORT, LAST_PORT + 1) if port is None else [port]
    for each in ports:
        line = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            line.bind((LOOPBACK, each))
        except OSError:
            line.close()
            continue
        return line
    raise BadInput(f"port {ports[0]} is taken; name another one with --port")


def default_database() -> str:
    """`grognard.db` in this folder if there is one, else in the user's own data folder."""
    here = Path(FILE)
    if here.is_file():
        return f"sqlite:///{here.resolve()}"
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "grognard"
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{home}: {error.strerror}; name a database with --database sqlite:///battles.db") from None
    return f"sqlite:///{home / FILE}"
