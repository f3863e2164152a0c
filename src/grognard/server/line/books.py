"""The paths of the rulebooks and of the desk for checks. What they tell hangs on no battle: anybody may read it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response

from grognard.handbook.answers import CheckForm, CheckThrow, FactSteps, OddsSeries
from grognard.handbook.books import Book, BookShelf, RulePage
from grognard.handbook.glossary import Glossary

from ..lobby import library
from ..lobby.library import Kept
from ..shapes.books import CheckAlong, CheckDice, CheckSituations, CheckTries, OddsTold
from ..workshop import Workshop
from .api import asked, encoded, understood
from .descriptions import gives, takes

T = TypeVar("T")
ROUTER = APIRouter(prefix="/api")


def kept(request: Request, found: Kept) -> Response:
    """What a browser may keep; it asks each time whether it is still so, and is told no more than that."""
    headers = {"etag": found.mark, "cache-control": "public, no-cache"}
    # a proxy that packs it marks it as weak
    if found.mark in request.headers.get("if-none-match", "").replace("W/", ""):
        return Response(status_code=304, headers=headers)
    return Response(found.content, media_type="application/json", headers=headers)


async def _read(request: Request, find: Any, *words: str) -> Response:
    return kept(request, await run_in_threadpool(find, *words))


async def _reckoned(request: Request, work: Callable[..., T], system: str, check: str, wanted: Any) -> T:
    """What a check comes to; of several checks in a row in a process of its own, since that may take seconds."""
    if not await run_in_threadpool(library.is_sequence, system, check):
        return await run_in_threadpool(work, system, check, wanted)
    dock: Workshop = request.app.state.dock
    return await dock.made((work.__name__, system, check, msgspec.json.encode(wanted)), work, system, check, wanted)


@ROUTER.get("/books", responses=gives(BookShelf))
async def get_shelf(request: Request) -> Response:
    """All rulebooks."""
    return await _read(request, library.shelf)


@ROUTER.get("/books/{system}", responses=gives(Book, 404))
async def get_book(request: Request, system: str) -> Response:
    """A rulebook with its contents, its checks and its variants."""
    return await _read(request, library.book, system)


@ROUTER.get("/books/{system}/glossary", responses=gives(Glossary, 404))
async def get_glossary(request: Request, system: str) -> Response:
    """Its words and marks."""
    return await _read(request, library.words, system)


@ROUTER.get("/books/{system}/rules/{rule}", responses=gives(RulePage, 404))
async def get_page(request: Request, system: str, rule: str) -> Response:
    """A rule with its numbers, its variants, its neighbours and its checks."""
    return await _read(request, library.page, system, rule)


@ROUTER.get("/checks/{system}/{check}", responses=gives(CheckForm, 404))
async def get_form(request: Request, system: str, check: str) -> Response:
    """What a check asks for."""
    return await _read(request, library.form, system, check)


@ROUTER.post(
    "/checks/{system}/{check}/odds",
    responses=gives(OddsTold, 404, 409, 413, 422),
    openapi_extra=takes(CheckSituations),
)
async def get_odds(request: Request, system: str, check: str) -> Response:
    """Its exact odds in one situation, or in two beside each other."""
    wanted = await understood(request, CheckSituations)
    return encoded(OddsTold(await _reckoned(request, library.odds, system, check, wanted)))


@ROUTER.post(
    "/checks/{system}/{check}/series", responses=gives(OddsSeries, 404, 409, 413, 422), openapi_extra=takes(CheckAlong)
)
async def get_series(request: Request, system: str, check: str) -> Response:
    """Its exact odds along one of its facts."""
    return encoded(await _reckoned(request, library.series, system, check, await understood(request, CheckAlong)))


@ROUTER.post(
    "/checks/{system}/{check}/steps", responses=gives(FactSteps, 404, 409, 413, 422), openapi_extra=takes(CheckTries)
)
async def get_steps(request: Request, system: str, check: str) -> Response:
    """Which fact, changed by one step, changes its odds most."""
    return encoded(await _reckoned(request, library.steps, system, check, await understood(request, CheckTries)))


@ROUTER.post(
    "/checks/{system}/{check}/throw", responses=gives(CheckThrow, 404, 409, 413, 422), openapi_extra=takes(CheckDice)
)
async def get_throw(request: Request, system: str, check: str) -> Response:
    """One throw, with dice that were thrown elsewhere or are thrown here."""
    return await asked(library.throw, system, check, await understood(request, CheckDice))
