"""The live line of a link: what is new since the state it knows, as it comes."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from fastapi.concurrency import run_in_threadpool

from .errors import Ousted, Unknown, Unreadable
from .games import Games
from .house import Visitor

ROUTER = APIRouter()
UNKNOWN_LINK, UNREADABLE, OUSTED = 4404, 4409, 4410
QUIET = 20.0
"""Seconds of silence after which a word is said, so that a dead line is noticed."""
PING = '{"ping":true}'
LARGEST = 2**53


@ROUTER.websocket("/api/seats/{token}/live")
async def live(socket: WebSocket, token: str) -> None:
    """Send what is new until the other side hangs up."""
    games: Games = socket.app.state.games
    await socket.accept()
    try:
        visitor = await run_in_threadpool(games.admit, token)
    except Ousted as error:
        await socket.close(OUSTED, str(error))
        return
    except Unknown:
        await socket.close(UNKNOWN_LINK, "this link leads nowhere")
        return
    except Unreadable:
        await socket.close(UNREADABLE, "this battle cannot be read")
        return
    line = Line(games, visitor, socket, _since(socket))
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
    number = int(said) if said.isascii() and said.isdigit() and len(said) < 17 else -1
    return number if number < LARGEST else -1


class Line:
    """One connection."""

    def __init__(self, games: Games, visitor: Visitor, socket: WebSocket, since: int) -> None:
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
            await run_in_threadpool(self.games.arrived, self.visitor, self._call)
            try:
                await self._tell(hanging_up)
            finally:
                await run_in_threadpool(self.games.left, self.visitor, self._call)
        except Ousted as error:
            with suppress(WebSocketDisconnect, RuntimeError):
                await self.socket.close(OUSTED, str(error))
        except (WebSocketDisconnect, RuntimeError):
            return  # the other side has hung up while we spoke

    async def _tell(self, hanging_up: asyncio.Task[None]) -> None:
        self._news.set()
        while not hanging_up.done():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), QUIET)
            await self._say()

    async def _say(self) -> None:
        if not self._news.is_set():
            await self.socket.send_text(PING)
            return
        self._news.clear()
        text, self.since = await run_in_threadpool(self._encoded)
        if text != self._sent:
            self._sent = text
            await self.socket.send_text(text.decode())

    def _encoded(self) -> tuple[bytes, int]:
        update = self.games.update(self.visitor, self.since)
        return msgspec.json.encode(update), update.state

    async def hang_up(self) -> None:
        """Wait until the other side goes; whatever it says meanwhile is of no account."""
        with suppress(WebSocketDisconnect):
            while True:
                await self.socket.receive_text()
        self._news.set()
