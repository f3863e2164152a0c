"""How the server is: a health page for everybody, and figures for its host, who has the key."""

from __future__ import annotations

import hmac
import os
import time
from collections import Counter

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grognard import __version__

from ..errors import Unknown
from .api import encoded, games_of

ROUTER = APIRouter(include_in_schema=False)
KEY = "GROGNARD_METRICS_KEY"
"""The environment variable that holds the host's key."""


class Figures:
    """What was asked for since the server began."""

    def __init__(self) -> None:
        self.began = time.time()
        self.requests: Counter[int] = Counter()
        """By the first digit of their status."""
        self.answers = 0
        self.answer_seconds = 0.0


class Metered:
    """Counts requests, and how long answers take."""

    def __init__(self, app: ASGIApp, figures: Figures) -> None:
        self._app, self._figures = app, figures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass it on, and note how it went."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        start = time.perf_counter()

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._figures.requests[message["status"] // 100] += 1
                if scope["path"].endswith("/answers") and message["status"] == 200:
                    self._figures.answers += 1
                    self._figures.answer_seconds += time.perf_counter() - start
            await send(message)

        await self._app(scope, receive, counted)


@ROUTER.api_route("/health", methods=["GET", "HEAD"])
async def health(request: Request) -> Response:
    """Whether battles can be read and written."""
    trouble = await run_in_threadpool(games_of(request).trouble)
    found = encoded({"well": not trouble, "trouble": trouble, "version": __version__})
    found.status_code = 503 if trouble else 200
    return found


@ROUTER.get("/metrics")
async def metrics(request: Request) -> Response:
    """Figures for the host, as Prometheus reads them."""
    key = os.environ.get(KEY, "")
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    # in the same time whatever is wrong with it, so that a key cannot be guessed letter by letter
    if not key or not hmac.compare_digest(key.encode(), given.encode()):
        raise Unknown(f"for the host alone: start the server with {KEY} set, and send it as a bearer token")
    return PlainTextResponse(_text(request), media_type="text/plain; version=0.0.4")


def _text(request: Request) -> str:
    figures: Figures = request.app.state.figures
    lines = [
        _line("up_seconds", "gauge", f"{time.time() - figures.began:.0f}"),
        _line("battles_in_memory", "gauge", str(games_of(request).in_memory())),
        _line("live_lines", "gauge", str(request.app.state.lines.total())),
        _line("answers_total", "counter", str(figures.answers)),
        _line("answer_seconds_total", "counter", f"{figures.answer_seconds:.6f}"),
        "# TYPE grognard_requests_total counter",
        *(f'grognard_requests_total{{status="{kind}xx"}} {n}' for kind, n in sorted(figures.requests.items())),
    ]
    return "\n".join(lines) + "\n"


def _line(name: str, kind: str, value: str) -> str:
    return f"# TYPE grognard_{name} {kind}\ngrognard_{name} {value}"
