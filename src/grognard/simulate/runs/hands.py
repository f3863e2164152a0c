"""Games fought side by side by processes of this machine."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import connection, parent_process
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from grognard.kernel.errors import GrognardError
from grognard.scenarios.model import Scenario

from .. import many
from .chronicle import GameRecord

T = TypeVar("T")
R = TypeVar("R")


class GameTask(NamedTuple):
    """One game to be fought: which of the run's jobs, and with which seed."""

    arm: int
    job: many.Job
    seed: int


class HandLost(GrognardError):
    """A process of a run has ended before its game did."""


AHEAD = 4
"""Games handed out for each process, so that none waits for the next."""


_read: dict[str, Scenario] = {}
"""The scenarios of a run, which are the same for all its games, by what the jobs call them."""


def _scenario(job: many.Job) -> Scenario:
    if job.battle not in _read:
        _read[job.battle] = many.fit(job.battle)
    return _read[job.battle]


def fight(task: GameTask) -> GameRecord:
    """One game. A mistake of ours names the game, so that it can be fought again."""
    try:
        return replace(many.fight_one(task.job, task.seed, _scenario(task.job)), arm=task.arm)
    except GrognardError:
        raise
    except Exception as error:
        raise RuntimeError(
            f"{task.job.battle} under {task.job.system}, seed {task.seed}: {type(error).__name__}: {error}"
        ) from error


def fight_all(tasks: Sequence[GameTask], jobs: int) -> Iterator[GameRecord]:
    """Fight all of them; they come back as they are done."""
    _read.clear()  # a folder may hold something else than in the run before
    if jobs > 1 and tasks:
        job, seed = tasks[0].job, tasks[0].seed
        # once before the processes part: what is compiled and read for a first battle is then there in all of them
        many.begin(_scenario(job), seed=seed, system=job.system, options=job.options)
    return in_processes(fight, tasks, jobs)


def in_processes(work: Callable[[T], R], each: Iterable[T], jobs: int) -> Iterator[R]:
    """Do some work many times in so many processes; what is done comes back at once, in whatever order."""
    # in this process, where a debugger and a traceback reach it
    if jobs == 1:
        yield from map(work, each)
        return
    pool, left = ProcessPoolExecutor(jobs, initializer=_watch_parent), iter(each)
    try:
        under_way: set[Future[R]] = {pool.submit(work, one) for one in islice(left, jobs * AHEAD)}
        while under_way:
            done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            under_way |= {pool.submit(work, one) for one in islice(left, len(done))}
            for one in done:
                yield one.result()
    except BrokenProcessPool:
        raise HandLost(
            "a process that fought a game was ended from outside; games that were finished are kept where they are "
            "written to a folder, and the same command goes on"
        ) from None
    finally:  # also when nobody wants the rest, or Ctrl-C was pressed: those under way are not waited for
        workers = list((getattr(pool, "_processes", None) or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.join()


def _watch_parent() -> None:
    """Ctrl-C goes to all processes of a terminal; the one that reports the games deals with it. When that one is killed
    it cannot dismiss its hands, so each watches whether it is still there."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        # readable when the parent ends, however it ends
        connection.wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, name="watch", daemon=True).start()
