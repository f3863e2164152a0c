"""The paths of the library: copies and branches of battles, files that are brought, battles in figures."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable
from typing import TypeVar

import msgspec
from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response
from msgspec import Struct

from grognard.reporting.figures import Review

from .. import shapes
from ..limits import Uploading, address_of
from ..seats import arrivals
from ..workshop import Workshop
from .api import asked, encoded, games_of, understood, workshop_of
from .descriptions import gives, takes

T = TypeVar("T")
ROUTER = APIRouter(prefix="/api")


def _uploading(request: Request) -> Uploading:
    found: Uploading = request.app.state.uploading
    found.allow(request)
    return found


async def _apart(request: Request, work: Callable[..., T], brought: Struct) -> T:
    """Work on a file in a process of its own, which is ended if it takes too long."""
    dock: Workshop = request.app.state.dock
    mark = hashlib.sha256(msgspec.json.encode(brought)).digest()
    return await dock.made((work.__name__, mark), work, request.app.state.limits, brought)


def _mark(file: shapes.SaveFile) -> bytes:
    return hashlib.sha256(file.content).digest()


def _followed(request: Request) -> deque[bytes]:
    """The saves that were followed to their end lately."""
    found: deque[bytes] = request.app.state.followed
    return found


@ROUTER.get("/seats/{token}/save", responses=gives(None, 404, 409))
async def get_save(request: Request, token: str) -> Response:
    """A battle as a file for `grognard report`, `verify` and `replay`; to whoever plays alone, or when all of it is
    shown."""
    return _file(*await run_in_threadpool(games_of(request).copies.save, token))


@ROUTER.post("/seats/{token}/save", responses=gives(None, 404, 409, 413, 422), openapi_extra=takes(shapes.Copying))
async def copy(request: Request, token: str) -> Response:
    """The same to whoever plays on several seats."""
    wanted = await understood(request, shapes.Copying)
    return _file(*await run_in_threadpool(games_of(request).copies.save, token, wanted.also))


def _file(name: str, content: bytes) -> Response:
    kept = {"cache-control": "no-store", "content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type="application/json", headers=kept)


@ROUTER.post(
    "/seats/{token}/branch",
    responses=gives(shapes.BranchLinks, 404, 409, 413, 422, 429),
    openapi_extra=takes(shapes.BranchRequest),
)
async def branch(request: Request, token: str) -> Response:
    """A new battle from a moment of this one."""
    wanted = await understood(request, shapes.BranchRequest)
    request.app.state.beginning.allow(address_of(request))
    return await asked(games_of(request).copies.branch, token, wanted)


@ROUTER.post(
    "/host/{token}/delete", responses=gives(shapes.Hosted, 404, 409, 413, 422), openapi_extra=takes(shapes.Copying)
)
async def delete(request: Request, token: str) -> Response:
    """Everything of a battle; not while others play it."""
    wanted = await understood(request, shapes.Copying)
    return await asked(games_of(request).copies.delete, token, wanted.also)


@ROUTER.post("/saves/look", responses=gives(shapes.SaveCard, 409, 413, 422, 429), openapi_extra=takes(shapes.SaveFile))
async def look(request: Request) -> Response:
    """What is in a saved battle."""
    file = await understood(request, shapes.SaveFile, _uploading(request).most)
    card = await _apart(request, arrivals.looked, file)
    _followed(request).append(_mark(file))
    return encoded(card)


@ROUTER.post("/saves", responses=gives(shapes.NewLinks, 409, 413, 422, 429), openapi_extra=takes(shapes.SaveFile))
async def open_save(request: Request) -> Response:
    """Go on with a saved battle."""
    file = await understood(request, shapes.SaveFile, _uploading(request).most)
    request.app.state.beginning.allow(address_of(request))
    # first where it can be ended, if it should take too long; not again where that has just been done
    if _mark(file) not in _followed(request):
        await _apart(request, arrivals.looked, file)
    return await asked(games_of(request).arrivals.open, file)


@ROUTER.post(
    "/scenarios/check",
    responses=gives(shapes.ScenarioCard, 409, 413, 422, 429),
    openapi_extra=takes(shapes.ScenarioFiles),
)
async def check(request: Request) -> Response:
    """What is wrong with a scenario, and the battle where nothing is."""
    brought = await understood(request, shapes.ScenarioFiles, _uploading(request).most)
    return encoded(await _apart(request, arrivals.checked, brought))


@ROUTER.post(
    "/scenarios/fight",
    responses=gives(shapes.NewLinks, 409, 413, 422, 429),
    openapi_extra=takes(shapes.ScenarioStart),
)
async def fight(request: Request) -> Response:
    """Fight a scenario of one's own."""
    brought = await understood(request, shapes.ScenarioStart, _uploading(request).most)
    request.app.state.beginning.allow(address_of(request))
    await _apart(request, arrivals.tried, brought)
    return await asked(games_of(request).arrivals.fight, brought)


@ROUTER.get("/seats/{token}/review", responses=gives(Review, 404, 409))
async def get_review(request: Request, token: str) -> Response:
    """A battle that is over in figures, as far as the link may know it."""
    found = await games_of(request).accounts.review(workshop_of(request), token)
    return Response(found, media_type="application/json", headers={"cache-control": "no-store"})
