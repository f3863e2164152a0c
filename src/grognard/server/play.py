"""Starting the server on this machine, and nowhere else."""

from __future__ import annotations

import socket
import sys
import webbrowser
from collections.abc import Callable, Sequence
from threading import Timer
from urllib.parse import urlsplit

import uvicorn
from fastapi import FastAPI

from grognard.kernel.errors import BadInput

from .app import make_app
from .archive.claim import claimed
from .archive.places import default_database
from .archive.storage import Storage
from .limits import Limits
from .line.discretion import log_to_stderr
from .line.wire import wire
from .lobby import gallery

LOOPBACK = "127.0.0.1"
FIRST_PORT = 8765
LAST_PORT = FIRST_PORT + 20
QUIET = 75
"""Seconds that a browser's connection may lie idle: people think long between two answers."""

MOST_SAID = 4096
"""Bytes of one message on a live line, where visitors have nothing to say."""
TURN = 0.001
"""Seconds that a thread which thinks keeps the interpreter while somebody waits for an answer."""


def serve(
    port: int | None,
    database: str,
    *,
    open_page: bool,
    names: Sequence[str] = (),
    limits: Limits | None = None,
    tell: Callable[[str], object] = print,
    battles: Sequence[str] = (),
) -> None:
    """Serve until interrupted; `tell` is told the address, `names` are those by which others reach it by a
    tunnel, `battles` are offered beside the bundled ones."""
    gallery.take_in(battles)
    limits = limits or Limits()
    sys.setswitchinterval(TURN)
    database = database or default_database()
    line = listening(port)
    address = f"http://{LOOPBACK}:{line.getsockname()[1]}/"
    with line, claimed(database, address):
        app = _app(database, names, limits)
        tell(address)
        if open_page:
            Timer(0.8, webbrowser.open, [address]).start()
        config = uvicorn.Config(
            app,
            http=wire(limits),
            log_config=None,
            ws_ping_interval=20,
            ws_max_size=MOST_SAID,
            timeout_keep_alive=QUIET,
            timeout_graceful_shutdown=2,
        )
        uvicorn.Server(config).run([line])


def _app(database: str, names: Sequence[str], limits: Limits) -> FastAPI:
    hosts = list(map(_host, names))
    log_to_stderr()
    return make_app(Storage(database), origin=_origin(names), names=hosts, limits=limits, draw_ahead=True)


def _host(name: str) -> str:
    """The name of a machine out of a name or an address."""
    try:
        found = urlsplit(name if "://" in name else f"//{name}").hostname
    except ValueError:
        found = None
    if not found:
        raise BadInput(f"--host-name {name}: not the name of a machine; as in battles.example.org")
    return found


def _origin(names: Sequence[str]) -> str:
    """The address that stands in links for others."""
    return names[0] if names and "://" in names[0] else f"https://{names[0]}" if names else ""


def listening(port: int | None) -> socket.socket:
    """A socket on loopback: the port asked for, or the first that is free."""
    ports = range(FIRST_PORT, LAST_PORT + 1) if port is None else [port]
    for each in ports:
        # asyncio sends small answers at once only on sockets that say that they are TCP: 1 ms instead of 44
        line = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            line.bind((LOOPBACK, each))
        except OSError:
            line.close()
            continue
        return line
    raise BadInput(f"port {ports[0]} is taken; name another one with --port")
