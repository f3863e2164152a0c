"""The paths of the server: thin, each a question to the service."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from fastapi import APIRouter, Path, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response
from starlette.requests import ClientDisconnect

from grognard.battle.sighting.records import GroundCard, SightLine

from .. import shapes
from ..errors import Garbled, TooLong, TooSlow
from ..limits import address_of
from ..lobby import gallery, maps
from ..packing import Packed, sent
from ..seats.games import Games
from ..workshop import Workshop
from . import garbled
from .descriptions import gives, takes

MOST_BYTES = 200_000
"""Of a request; an order takes a few hundred."""
T = TypeVar("T")
ROUTER = APIRouter(prefix="/api")
Size = Annotated[Literal["small", "full"], Query()]
Theme = Annotated[Literal["light", "dark"], Query()]


def encoded(found: Any, headers: dict[str, str] | None = None) -> Response:
    """A record as JSON."""
    # what a link shows is for its bearer alone, so nobody on the way may keep it
    private = {"cache-control": "no-store"} | (headers or {})
    return Response(msgspec.json.encode(found), media_type="application/json", headers=private)


def problem(status: int, error: str, rule: str = "") -> Response:
    """A refusal: one sentence, with its rule where there is one."""
    found = encoded(shapes.Problem(error, rule))
    found.status_code = status
    return found


async def understood(request: Request, shape: type[T], most: int = MOST_BYTES) -> T:
    """The body of a request as a record; refused with one sentence where it is none."""
    body = await _body(request, most)
    try:
        return msgspec.json.decode(body, type=shape)
    except RecursionError:
        raise Garbled("nested too deeply to be understood") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Garbled(garbled.of_body(error)[:500]) from None


async def _body(request: Request, most: int) -> bytes:
    body, patience = bytearray(), request.app.state.limits.patience
    try:
        async with asyncio.timeout(patience):
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise TooLong(f"longer than {most:,} bytes, the most that is read")
    except TimeoutError:
        raise TooSlow(f"the request did not come to its end within {patience:g} seconds") from None
    except ClientDisconnect:
        raise Garbled("the request broke off before its end") from None
    return bytes(body)


def games_of(request: Request) -> Games:
    """The service."""
    found: Games = request.app.state.games
    return found


def workshop_of(request: Request) -> Workshop:
    """Where slow work is done."""
    found: Workshop = request.app.state.workshop
    return found


async def asked(act: Callable[..., T], *args: Any) -> Response:
    """The answer of the service, which works in a thread so that nobody waits for it but who asked."""
    return encoded(await run_in_threadpool(act, *args))


def _map(packed: bytes, whose: str) -> Response:
    kept = {"content-encoding": "gzip", "cache-control": f"{whose}, max-age=3600"}
    return Response(packed, media_type="image/svg+xml", headers=kept)


def _field(request: Request, found: Packed, whose: str) -> Response:
    return sent(request, found, "application/geo+json", {"cache-control": f"{whose}, max-age=3600"})


# -- what there is


@ROUTER.get("/gallery", responses=gives(shapes.Gallery))
async def get_gallery(request: Request) -> Response:
    """Rule systems and battles."""
    return await asked(gallery.gallery, request.app.state.origin)


@ROUTER.get("/battles/{battle}/map.svg", responses=gives(None, 404, 422, media="image/svg+xml"))
async def get_map(request: Request, battle: str, size: Size = "full", theme: Theme = "light") -> Response:
    """The period map without troops; it fills the table from edge to edge."""
    found = await run_in_threadpool(maps.offered, battle)
    return _map(await maps.ground(workshop_of(request), found, size, theme), "public")


@ROUTER.get("/battles/{battle}/field", responses=gives(None, 404, media="application/geo+json"))
async def get_field(request: Request, battle: str) -> Response:
    """The field as GeoJSON, in paces."""
    return _field(request, await run_in_threadpool(lambda: maps.field(maps.offered(battle))), "public")


@ROUTER.get("/rules/{system}/{rule}", responses=gives(shapes.RuleText, 404))
async def get_rule(system: str, rule: str) -> Response:
    """A rule in our words."""
    return await asked(maps.rule, system, rule)


# -- playing


@ROUTER.post("/games", responses=gives(shapes.NewLinks, 409, 413, 422, 429), openapi_extra=takes(shapes.NewGame))
async def begin(request: Request) -> Response:
    """Set up a battle; its links are told only here."""
    wanted = await understood(request, shapes.NewGame)
    request.app.state.beginning.allow(address_of(request))
    return await asked(games_of(request).begin, wanted)


@ROUTER.get("/seats/{token}", responses=gives(shapes.SeatState, 404))
async def get_seat(request: Request, token: str) -> Response:
    """All that a link shows."""
    return await asked(games_of(request).everything, token)


@ROUTER.get("/seats/{token}/map.svg", responses=gives(None, 404, 422, media="image/svg+xml"))
async def get_seat_map(request: Request, token: str, size: Size = "full", theme: Theme = "light") -> Response:
    """The period map of the battle that a link leads to: it is in the save, whether the battle is still offered or
    not."""
    found = await run_in_threadpool(games_of(request).scenario, token)
    return _map(await maps.ground(workshop_of(request), found, size, theme), "private")


@ROUTER.get("/seats/{token}/field", responses=gives(None, 404, media="application/geo+json"))
async def get_seat_field(request: Request, token: str) -> Response:
    """Its field as GeoJSON, in paces."""
    found = await run_in_threadpool(games_of(request).scenario, token)
    return _field(request, await run_in_threadpool(maps.field, found), "private")


@ROUTER.post(
    "/seats/{token}/answers",
    responses=gives(shapes.Accepted, 404, 409, 413, 422),
    openapi_extra=takes(shapes.Given),
)
async def answer(request: Request, token: str) -> Response:
    """Answer a decision; on disk when it is acknowledged."""
    given = await understood(request, shapes.Given)
    return encoded(shapes.Accepted(await run_in_threadpool(games_of(request).answer, token, given)))


@ROUTER.post(
    "/seats/{token}/preview",
    responses=gives(shapes.Previewed, 404, 409, 413, 422),
    openapi_extra=takes(shapes.Considered),
)
async def preview(request: Request, token: str) -> Response:
    """What an answer would do."""
    return await asked(games_of(request).preview, token, await understood(request, shapes.Considered))


@ROUTER.post(
    "/seats/{token}/odds", responses=gives(shapes.ReckonedOdds, 404, 409, 413, 422), openapi_extra=takes(shapes.Aim)
)
async def odds(request: Request, token: str) -> Response:
    """The exact chances of a unit against a target."""
    return await asked(games_of(request).odds, token, await understood(request, shapes.Aim))


@ROUTER.post(
    "/seats/{token}/sight",
    responses=gives(SightLine, 404, 409, 413, 422),
    openapi_extra=takes(shapes.TwoPlaces),
)
async def sight(request: Request, token: str) -> Response:
    """Whether two places see each other, and what hides them."""
    return await asked(games_of(request).sight, token, await understood(request, shapes.TwoPlaces))


@ROUTER.post(
    "/seats/{token}/ground", responses=gives(GroundCard, 404, 409, 413, 422), openapi_extra=takes(shapes.OnePlace)
)
async def ground_at(request: Request, token: str) -> Response:
    """What lies at a place, and what it is worth."""
    return await asked(games_of(request).ground, token, await understood(request, shapes.OnePlace))


@ROUTER.get("/seats/{token}/reach", responses=gives(shapes.EnemyReach, 404, 409))
async def get_reach(request: Request, token: str) -> Response:
    """How far the guns and the charges of enemies in sight reach."""
    return await asked(games_of(request).reach, token)


@ROUTER.get("/seats/{token}/words", responses=gives(shapes.SeatWords, 404))
async def get_words(request: Request, token: str) -> Response:
    """All that a link shows, in words."""
    return await asked(games_of(request).wording.words, token)


@ROUTER.post(
    "/seats/{token}/typed",
    responses=gives(shapes.LineRead, 404, 409, 413, 422),
    openapi_extra=takes(shapes.TypedLine),
)
async def typed(request: Request, token: str) -> Response:
    """What a typed line means, or how it may go on; it answers nothing."""
    return await asked(games_of(request).wording.read, token, await understood(request, shapes.TypedLine))


@ROUTER.post(
    "/seats/{token}/talk", responses=gives(shapes.Said, 404, 409, 413, 422), openapi_extra=takes(shapes.SpokenText)
)
async def talk(request: Request, token: str) -> Response:
    """Say something to all of one's side with whom one may talk now."""
    said = await understood(request, shapes.SpokenText)
    return await asked(games_of(request).talk.say, token, said.text)


@ROUTER.post("/seats/{token}/undo", responses=gives(shapes.Undone, 404, 409))
async def undo(request: Request, token: str) -> Response:
    """Take back the last answer, or ask the others to."""
    return await asked(games_of(request).undo, token)


@ROUTER.post("/seats/{token}/undo/refuse", responses=gives(shapes.Undone, 404, 409))
async def refuse_undo(request: Request, token: str) -> Response:
    """Say no to those who ask to take something back."""
    return await asked(games_of(request).keep, token)


@ROUTER.post(
    "/seats/{token}/dice", responses=gives(shapes.Accepted, 404, 409, 413, 422), openapi_extra=takes(shapes.OwnPart)
)
async def part_of_the_dice(request: Request, token: str) -> Response:
    """Promise one's part of the seed by its hash, or give it when all have promised theirs."""
    own = await understood(request, shapes.OwnPart)
    return encoded(shapes.Accepted(await run_in_threadpool(games_of(request).part_of_the_dice, token, own)))


# -- looking back


@ROUTER.get("/seats/{token}/history", responses=gives(shapes.History, 404))
async def get_history(request: Request, token: str) -> Response:
    """The steps of the battle so far, as the link heard of them."""
    return await asked(games_of(request).history.steps, token)


@ROUTER.get("/seats/{token}/history/{n}", responses=gives(shapes.Past, 404, 409, 422))
async def get_past(
    request: Request,
    token: str,
    n: Annotated[int, Path(ge=0, lt=2**31)],
    see: Annotated[shapes.Seeing, Query()] = "own",
) -> Response:
    """The table as it was at the end of a step."""
    return await asked(games_of(request).history.picture, token, n, see)


@ROUTER.get("/seats/{token}/history/{n}/words", responses=gives(shapes.PastWords, 404, 409, 422))
async def get_past_words(
    request: Request,
    token: str,
    n: Annotated[int, Path(ge=0, lt=2**31)],
    see: Annotated[shapes.Seeing, Query()] = "own",
) -> Response:
    """The table as it was at the end of a step, in words."""
    return await asked(games_of(request).wording.past, token, n, see)


@ROUTER.get("/seats/{token}/reel", responses=gives(shapes.Reel, 404, 409, 422))
async def get_reel(
    request: Request,
    token: str,
    first: Annotated[int, Query(ge=0, lt=2**31)],
    last: Annotated[int, Query(ge=0, lt=2**31)],
    see: Annotated[shapes.Seeing, Query()] = "own",
) -> Response:
    """What happened from one event to another, in pictures as the link saw them."""
    return await asked(games_of(request).history.reel, token, first, last, see)


# -- what is left of it


@ROUTER.get("/seats/{token}/report", responses=gives(None, 404, 409, media="text/html"))
async def get_report(request: Request, token: str) -> Response:
    """The illustrated report of a battle that is over."""
    page = await games_of(request).accounts.report(workshop_of(request), token)
    return Response(page, media_type="text/html", headers={"cache-control": "no-store"})


# -- the host


@ROUTER.post("/host/{token}/pause", responses=gives(shapes.Hosted, 404))
async def pause(request: Request, token: str) -> Response:
    """Nobody answers until the battle is resumed."""
    return await asked(games_of(request).host.pause, token, True)


@ROUTER.post("/host/{token}/resume", responses=gives(shapes.Hosted, 404))
async def resume(request: Request, token: str) -> Response:
    """All go on."""
    return await asked(games_of(request).host.pause, token, False)


@ROUTER.post(
    "/host/{token}/seat", responses=gives(shapes.Hosted, 404, 409, 413, 422), openapi_extra=takes(shapes.SeatingRequest)
)
async def seat(request: Request, token: str) -> Response:
    """Hand a seat to the computer, or to a person by a new link."""
    wanted = await understood(request, shapes.SeatingRequest)
    return await asked(games_of(request).host.seat, token, wanted.seat, wanted.kind)


@ROUTER.post("/host/{token}/undo", responses=gives(shapes.Hosted, 404, 409))
async def host_undo(request: Request, token: str) -> Response:
    """Take back the last answer of a person, if all who play consent."""
    return await asked(games_of(request).host.undo, token)


@ROUTER.post("/host/{token}/reveal", responses=gives(shapes.Hosted, 404, 413, 422), openapi_extra=takes(shapes.Shown))
async def reveal(request: Request, token: str) -> Response:
    """Let spectators see everything once the battle is over."""
    wanted = await understood(request, shapes.Shown)
    return await asked(games_of(request).host.reveal, token, wanted.revealed)


@ROUTER.post(
    "/host/{token}/spectators",
    responses=gives(shapes.Hosted, 404, 409, 413, 422),
    openapi_extra=takes(shapes.WatchRequest),
)
async def spectators(request: Request, token: str) -> Response:
    """What spectators see while the battle is on."""
    wanted = await understood(request, shapes.WatchRequest)
    return await asked(games_of(request).host.spectators, token, wanted.see)


@ROUTER.post("/host/{token}/continue", responses=gives(shapes.Hosted, 404, 409))
async def go_on(request: Request, token: str) -> Response:
    """Play on from where a battle stands whose record no longer fits the rules."""
    return await asked(games_of(request).host.go_on, token)
