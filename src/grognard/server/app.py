"""The server put together: paths, live lines, refusals, and the pages."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter, deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from grognard import __version__
from grognard.kernel.checks import Refused
from grognard.kernel.errors import GrognardError

from . import pages
from .archive.diagnosis import first_line, in_words
from .archive.places import runs_folder
from .archive.storage import Storage
from .errors import Damaged, Fault, Garbled, Ousted, TooLong, TooMany, TooSlow, Unknown
from .laboratory.bench import Bench
from .limits import Beginning, Limits, Uploading
from .line import api, books, garbled, laboratory, library, live, metrics
from .line.api import problem
from .line.descriptions import describe
from .line.discretion import discreet
from .line.door import Door
from .line.warming import know_records
from .lobby import maps
from .seats.games import Games
from .workshop import Workshop

LOG = logging.getLogger("grognard.server")
REMEMBERED = 64
"""Files that were brought lately and need not be tried again."""
STATUS: dict[type[Exception], int] = {
    Unknown: 404,
    Ousted: 404,
    TooSlow: 408,
    TooLong: 413,
    Garbled: 422,
    TooMany: 429,
    Fault: 500,
    Damaged: 503,
}


def make_app(
    storage: Storage,
    *,
    origin: str = "",
    names: Sequence[str] = (),
    limits: Limits | None = None,
    draw_ahead: bool = False,
) -> FastAPI:
    """The application over a database that is open; it closes it. `names` are those by which others reach it."""
    limits = limits or Limits()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        know_records()
        app.state.games = Games(storage, limits=limits)
        app.state.workshop, app.state.dock = Workshop(), Workshop(limits.upload_seconds)
        app.state.bench = Bench(runs_folder(storage.engine.url), limits)
        ahead = asyncio.create_task(maps.draw_ahead(app.state.workshop)) if draw_ahead else None
        yield
        if ahead is not None:
            ahead.cancel()
        app.state.workshop.close()
        app.state.dock.close()
        app.state.bench.close()
        app.state.games.close()

    app = FastAPI(
        title="Grognard",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        description="Horse-and-musket battles: a seat by its link, and its view.",
    )
    app.state.origin, app.state.limits, app.state.tunnel = origin, limits, bool(names)
    app.state.uploading, app.state.followed = Uploading(limits), deque[bytes](maxlen=REMEMBERED)
    app.state.beginning, app.state.lines, app.state.figures = Beginning(limits), Counter[str](), metrics.Figures()
    # the last one added is the outermost: what the door refuses is counted, and never packed
    app.add_middleware(GZipMiddleware, minimum_size=2000, compresslevel=1)
    app.add_middleware(Door, names=names)
    app.add_middleware(metrics.Metered, figures=app.state.figures)
    app.include_router(api.ROUTER)
    app.include_router(books.ROUTER)
    app.include_router(library.ROUTER)
    app.include_router(laboratory.ROUTER)
    app.include_router(live.ROUTER)
    app.include_router(metrics.ROUTER)
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
        return problem(STATUS.get(type(error), 409), said, rule)

    @app.exception_handler(RequestValidationError)
    async def misaddressed(_: Request, error: RequestValidationError) -> Response:
        return problem(422, garbled.of_address(error.errors()[0]))

    @app.exception_handler(HTTPException)
    async def missing(request: Request, error: HTTPException) -> Response:
        said = f"nothing can be done here by {request.method}" if error.status_code == 405 else str(error.detail)
        found = problem(error.status_code, said)
        found.headers.update(error.headers or {})
        return found

    @app.exception_handler(SQLAlchemyError)
    async def unkept(request: Request, error: SQLAlchemyError) -> Response:
        LOG.error("%s %s: the database: %s", request.method, discreet(request.url.path), first_line(error))
        return problem(503, f"the battles cannot be reached: {in_words(error)}")

    @app.exception_handler(Exception)
    async def broken(request: Request, error: Exception) -> Response:
        LOG.error("%s %s", request.method, discreet(request.url.path), exc_info=error)
        return problem(500, f"this is our fault: {type(error).__name__}")
