"""Connections: how many one address may hold, and how long it may keep silent in the middle of a request."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from ..limits import Limits
from ..shapes import Problem


def wire(limits: Limits) -> type[H11Protocol]:
    """The protocol of a server with these limits."""
    open_lines: Counter[str] = Counter()

    class Wire(H11Protocol):
        """HTTP as uvicorn speaks it. Uvicorn waits for ever for a request that does not come, so this does not."""

        _waiting: asyncio.TimerHandle | None = None
        _counted = ""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            address = self.client[0] if self.client else ""
            # before anything is read: whoever holds too many lines costs no more than this sentence
            if limits.lines and open_lines[address] >= limits.lines:
                self._turn_away()
                return
            self._counted = address
            open_lines[address] += 1
            self._wait()

        def connection_lost(self, exc: Exception | None) -> None:
            self._let_go()
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            # a request has begun to come, and its body has a limit of its own
            if self.conn.their_state is not h11.IDLE:
                self._stop_waiting()
            elif self._waiting is None and not self.transport.is_closing() and self._half_said():
                self._wait()

        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            """The live line counts its own visitors (`live`); this one is done."""
            self._let_go()
            super().handle_websocket_upgrade(event)

        def _half_said(self) -> bool:
            return bool(self.conn.trailing_data[0])

        def _wait(self) -> None:
            self._waiting = self.loop.call_later(limits.patience, self._lose_patience)

        def _stop_waiting(self) -> None:
            if self._waiting is not None:
                self._waiting.cancel()
                self._waiting = None

        def _lose_patience(self) -> None:
            self._waiting = None
            if self.conn.their_state is h11.IDLE and not self.transport.is_closing():
                self.transport.close()

        def _let_go(self) -> None:
            self._stop_waiting()
            if self._counted:
                open_lines[self._counted] -= 1
                # addresses that are gone leave nothing behind, or a year of visitors would add up
                if not open_lines[self._counted]:
                    del open_lines[self._counted]
                self._counted = ""

        def _turn_away(self) -> None:
            said = (
                f"{limits.lines} connections from this address are open, the most that this server allows; close some "
                "(its host can change this with --lines)"
            )
            body = msgspec.json.encode(Problem(said))
            head: list[Any] = [("content-type", "application/json"), ("connection", "close")]
            head.append(("content-length", str(len(body))))
            self.transport.write(_raw(503, head) + body)
            self.transport.close()

    return Wire


def _raw(status: int, headers: list[tuple[str, str]]) -> bytes:
    lines = [f"HTTP/1.1 {status} Service Unavailable", *(f"{name}: {value}" for name, value in headers), "", ""]
    return "\r\n".join(lines).encode()
