"""Slow work is done elsewhere: maps and reports are made by processes of their own, each thing once.

Whoever asks for something that is being made waits for that one; tables never wait for any of it.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Hashable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, connection, get_context, parent_process
from typing import Any, TypeVar

T = TypeVar("T")
HANDS = 1
"""Processes at work: the machine also has battles to fight."""


class Workshop:
    """Makes things one after the other. Asked from the event loop only."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._under_way: dict[Hashable, asyncio.Future[Any]] = {}

    def close(self) -> None:
        """Drop the work that is under way: it can be done again."""
        if self._pool is not None:
            for hand in active_children():
                hand.terminate()
            self._pool.shutdown(wait=True, cancel_futures=True)

    async def made(self, thing: Hashable, work: Callable[..., T], *args: Any) -> T:
        """What the work makes of its arguments; who asks for the same thing meanwhile gets the same."""
        if thing not in self._under_way:
            task = asyncio.ensure_future(self._make(work, args))
            task.add_done_callback(lambda _: self._under_way.pop(thing, None))
            self._under_way[thing] = task
        # whoever goes away must not take the work with him: others may wait for the same thing
        found: T = await asyncio.shield(self._under_way[thing])
        return found

    async def _make(self, work: Callable[..., T], args: tuple[Any, ...]) -> T:
        try:
            return await asyncio.wrap_future(self._hands().submit(work, *args))
        except BrokenProcessPool:  # somebody has killed it; the next one does it
            self._pool = None
            return await asyncio.wrap_future(self._hands().submit(work, *args))

    def _hands(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # not forked: a copy of a process with threads and open databases may hang in a lock that nobody holds
            self._pool = ProcessPoolExecutor(HANDS, mp_context=get_context("spawn"), initializer=_go_with_the_server)
        return self._pool


def _go_with_the_server() -> None:
    """A server that is killed cannot dismiss its hands; so each watches whether it is still there."""
    os.nice(5)
    server = parent_process()
    assert server is not None

    def watch() -> None:
        # readable when the server ends, however it ends
        connection.wait([server.sentinel])
        os._exit(1)

    threading.Thread(target=watch, name="watch", daemon=True).start()
