"""Slow work is done elsewhere: maps and reports are made by processes of their own, each thing once.

Whoever asks for something that is being made waits for that one; tables never wait for any of it.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable, Hashable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import connection, get_context, parent_process
from typing import Any, TypeVar

from grognard.kernel.errors import BadInput

T = TypeVar("T")
HANDS = 1
"""Processes at work: the machine also has battles to fight."""
BEHIND = 5
"""By how much work without a limit gives way to battles."""


class Workshop:
    """Makes things one after the other. Asked from the event loop only."""

    def __init__(self, within: float = 0.0) -> None:
        """`within` are the seconds that one piece of work may take; 0 for as long as it does."""
        self._within = within or None
        # somebody waits for what has a limit; maps can come later than what is played
        self._behind = 0 if within else BEHIND
        self._pool: ProcessPoolExecutor | None = None
        self._under_way: dict[Hashable, asyncio.Future[Any]] = {}
        self._turn = asyncio.Lock()

    def close(self) -> None:
        """Drop the work that is under way: it can be done again."""
        if self._pool is not None:
            self._dismiss(self._pool)
            self._pool.shutdown(wait=True, cancel_futures=True)

    def _dismiss(self, pool: ProcessPoolExecutor) -> None:
        for hand in list((pool._processes or {}).values()):
            hand.terminate()

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
            return await self._timed(work, args)
        except BrokenProcessPool:  # somebody has killed it; the next one does it
            self._pool = None
            return await self._timed(work, args)

    async def _timed(self, work: Callable[..., T], args: tuple[Any, ...]) -> T:
        """BadInput for work that takes too long: its process is ended, and the next piece gets a new one."""
        if self._within is None:
            return await asyncio.wrap_future(self._hands().submit(work, *args))
        async with self._turn:
            # alone in its process, so that the time of one is not spent by those before it
            pool = self._hands()
            try:
                return await asyncio.wait_for(asyncio.wrap_future(pool.submit(work, *args)), self._within)
            except TimeoutError:
                self._dismiss(pool)
                self._pool = None
                raise BadInput(
                    f"this takes longer than the {self._within:g} seconds that this server spends on it (its host can "
                    "change this with --upload-seconds)"
                ) from None

    def _hands(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # not forked: a copy of a process with threads and open databases may hang in a lock that nobody holds
            self._pool = ProcessPoolExecutor(
                HANDS, mp_context=get_context("spawn"), initializer=go_with_the_server, initargs=(self._behind,)
            )
        return self._pool


def go_with_the_server(behind: int) -> None:
    """A server that is killed cannot dismiss its hands; so each watches whether it is still there. Ctrl-C goes to all
    processes of a terminal: the server deals with it, and ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(behind)
    server = parent_process()
    assert server is not None

    def watch() -> None:
        # readable when the server ends, however it ends
        connection.wait([server.sentinel])
        os._exit(1)

    threading.Thread(target=watch, name="watch", daemon=True).start()
