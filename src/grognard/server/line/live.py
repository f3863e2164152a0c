"""The live line of a link: what is new since the state it knows, as it comes."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from fastapi.concurrency import run_in_threadpool
from sqlalchemy.exc import SQLAlchemyError

from ..battles.house import Visitor
from ..errors import Damaged, Ousted, Unknown, Unreadable
from ..limits import Limits, Rate, address_of
from ..seats.games import Games

ROUTER = APIRouter()
UNKNOWN_LINK, UNREADABLE, OUSTED, TOO_MANY = 4404, 4409, 4410, 4429
LATER, UNREACHED = 1013, "the battles cannot be reached; try again"
AGAIN = 1.0
"""Seconds after which a line that could not be told what is new tries again."""
QUIET = 20.0
"""Seconds between two words that say nothing, so that a dead line is noticed. They are said whatever happens
meanwhile: their time must not tell that somebody else has acted."""
PING = '{"ping":true}'
LARGEST = 2**53


@ROUTER.websocket("/api/seats/{token}/live")
async def live(socket: WebSocket, token: str) -> None:
    """Send what is new until the other side hangs up."""
    games: Games = socket.app.state.games
    limits: Limits = socket.app.state.limits
    await socket.accept()
    lines, address = socket.app.state.lines, address_of(socket)
    if limits.lines and lines[address] >= limits.lines:
        await socket.close(TOO_MANY, f"{limits.lines} lines from this address are open, the most that are allowed")
        return
    lines[address] += 1
    try:
        await _talked(games, limits, socket, token)
    finally:
        lines[address] -= 1
        if not lines[address]:
            del lines[address]


async def _talked(games: Games, limits: Limits, socket: WebSocket, token: str) -> None:
    try:
        visitor = await run_in_threadpool(games.admit, token)
    except Ousted as error:
        await socket.close(OUSTED, str(error))
        return
    except Unknown:
        await socket.close(UNKNOWN_LINK, "this link leads nowhere")
        return
    except (Unreadable, Damaged):
        await socket.close(UNREADABLE, "this battle cannot be read")
        return
    except SQLAlchemyError:
        await socket.close(LATER, UNREACHED)
        return
    line = LiveLine(games, visitor, socket, _since(socket), limits)
    # nothing has to be said on this line, but only a read notices that the other side has gone
    hearing = asyncio.create_task(line.hang_up())
    try:
        await line.talk(hearing)
    finally:
        hearing.cancel()
        with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await hearing


def _since(socket: WebSocket) -> int:
    """The state that the other side knows; what is no number counts as none."""
    said = socket.query_params.get("since", "")
    # digits of other scripts are digits to Python, and an endless number would be worked on for minutes
    number = int(said) if said.isascii() and said.isdigit() and len(said) < 17 else -1
    return number if number < LARGEST else -1


class LiveLine:
    """One connection."""

    def __init__(self, games: Games, visitor: Visitor, socket: WebSocket, since: int, limits: Limits) -> None:
        self._words = Rate(limits.words_a_minute)
        self.games, self.visitor, self.socket, self.since = games, visitor, socket, since
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._sent = b""

    def _call(self) -> None:
        """Called from any thread when something may have changed."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._news.set)

    async def talk(self, hanging_up: asyncio.Task[None]) -> None:
        """Tell what is new, again and again; to one whose seat is another's, not one word more than that."""
        try:
            # in a thread: it waits for the table's lock, and the event loop must wait for nobody
            await run_in_threadpool(self.games.arrived, self.visitor, self._call)
            try:
                await self._tell(hanging_up)
            finally:
                await run_in_threadpool(self.games.left, self.visitor, self._call)
        except Ousted as error:
            with suppress(WebSocketDisconnect, RuntimeError):
                await self.socket.close(OUSTED, str(error))
        except SQLAlchemyError:
            with suppress(WebSocketDisconnect, RuntimeError):
                await self.socket.close(LATER, UNREACHED)
        except (WebSocketDisconnect, RuntimeError):
            return  # the other side has hung up while we spoke

    async def _tell(self, hanging_up: asyncio.Task[None]) -> None:
        self._news.set()
        due = self._loop.time() + QUIET
        while not hanging_up.done():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), max(0.0, due - self._loop.time()))
            if self._news.is_set():
                await self._say()
            if self._loop.time() >= due:
                # from the last due time, not from now: what happened in between must not show in the next one's
                due += QUIET
                await self.socket.send_text(PING)

    async def _say(self) -> None:
        # before looking: news that come while one looks are looked at once more
        self._news.clear()
        try:
            text, self.since = await run_in_threadpool(self._encoded)
        except SQLAlchemyError:
            self._loop.call_later(AGAIN, self._news.set)
            return
        # much that changes at a table changes nothing for this link; silence tells it nothing either
        if text != self._sent:
            self._sent = text
            await self.socket.send_text(text.decode())

    def _encoded(self) -> tuple[bytes, int]:
        update = self.games.update(self.visitor, self.since)
        return msgspec.json.encode(update), update.state

    async def hang_up(self) -> None:
        """Wait until the other side goes; whatever it says meanwhile is of no account, if it does not say too much."""
        with suppress(WebSocketDisconnect, RuntimeError):
            while (await self.socket.receive())["type"] == "websocket.receive":
                if not self._words.count(""):
                    await self.socket.close(TOO_MANY, "too many messages; nothing has to be said on this line")
                    break
        self._news.set()
