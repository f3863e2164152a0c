"""The server put together: paths, live lines, refusals, and the pages."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from grognard import __version__
from grognard.kernel.checks import Refused
from grognard.kernel.errors import GrognardError

from . import api, live, maps, pages
from .api import encoded
from .descriptions import describe
from .errors import Fault, Garbled, Ousted, TooLong, Unknown
from .games import Games
from .shapes import Problem
from .storage import Storage

LOG = logging.getLogger("grognard.server")
STATUS: dict[type[Exception], int] = {Unknown: 404, Ousted: 404, TooLong: 413, Garbled: 422, Fault: 500}


def make_app(storage: Storage, *, origin: str = "", draw_ahead: bool = False) -> FastAPI:
    """The application over a database that is open; it closes it."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.games = Games(storage)
        if draw_ahead:
            threading.Thread(target=maps.draw_ahead, name="maps", daemon=True).start()
        yield
        app.state.games.close()

    app = FastAPI(
        title="Grognard", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None,
        openapi_url="/api/openapi.json", description="Horse-and-musket battles: a seat by its link, and its view.",
    )  # fmt: skip
    app.state.origin = origin
    app.add_middleware(GZipMiddleware, minimum_size=2000, compresslevel=1)
    app.include_router(api.ROUTER)
    app.include_router(live.ROUTER)
    app.include_router(pages.ROUTER)
    describe(app)
    _refusals(app)
    return app


def described() -> str:
    """The description of all paths as JSON, the same on every run; the types of the pages are made from it."""
    no_storage: Any = None  # nothing is begun and nothing looked at
    app = make_app(no_storage)
    return json.dumps(app.openapi() | {"info": {"title": app.title, "version": ""}}, indent=1, sort_keys=True) + "\n"


def _refusals(app: FastAPI) -> None:
    """Whatever is refused is refused in one sentence, with its rule where there is one."""

    @app.exception_handler(GrognardError)
    async def refused(_: Request, error: GrognardError) -> Response:
        rule = error.refusal.rule if isinstance(error, Refused) else ""
        said = error.refusal.reason if isinstance(error, Refused) else str(error)
        return _problem(STATUS.get(type(error), 409), said, rule)

    @app.exception_handler(RequestValidationError)
    async def garbled(_: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        return _problem(422, f"{'.'.join(map(str, first['loc'][1:]))}: {first['msg']}")

    @app.exception_handler(HTTPException)
    async def missing(_: Request, error: HTTPException) -> Response:
        found = _problem(error.status_code, str(error.detail))
        found.headers.update(error.headers or {})
        return found

    @app.exception_handler(Exception)
    async def broken(request: Request, error: Exception) -> Response:
        LOG.error("%s %s", request.method, request.url.path, exc_info=error)
        return _problem(500, f"this is our fault: {type(error).__name__}")


def _problem(status: int, error: str, rule: str = "") -> Response:
    found = encoded(Problem(error, rule))
    found.status_code = status
    return found
