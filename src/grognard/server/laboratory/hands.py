"""The process that fights a run: games, then rows, then the page. It ends with the server, even one that is killed."""

from __future__ import annotations

import logging
import os
import time
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

from msgspec import Struct

from grognard.kernel.errors import GrognardError
from grognard.simulate.runs.columns import TABLES, write_parquet
from grognard.simulate.runs.folder import read_plan, sorted_records, write_whole
from grognard.simulate.runs.plans import renewed
from grognard.simulate.runs.running import carry_out, local

from ..workshop import go_with_the_server

BEHIND = 10
"""By how much a run gives way to battles that people play."""
REPORT = "report.html"
LOG = logging.getLogger("grognard.server")


class HandWord(Struct, frozen=True):
    """What the process says of itself."""

    reporting: bool = False
    weighed: tuple[int, int] = (0, 0)
    trouble: str = ""


class RunHand:
    """A process at a run, seen from the server."""

    def __init__(self, path: Path, jobs: int, *, fights: bool, done: int) -> None:
        """`fights` says whether games are fought, or only the page is made of those that are there."""
        self.path, self._began, self._done = path, time.monotonic(), done
        self._said = HandWord(reporting=not fights)
        # not forked: a copy of a process with threads and open databases may hang in a lock that nobody holds
        context = get_context("spawn")
        self._line, theirs = context.Pipe(duplex=False)
        self._process = context.Process(target=_work, args=(path, jobs or os.cpu_count() or 1, fights, theirs))
        self._process.start()
        theirs.close()

    @property
    def is_at_work(self) -> bool:
        """Whether it still does something."""
        return self._process.is_alive()

    @property
    def said(self) -> HandWord:
        """What it said last."""
        with suppress(EOFError, OSError):
            while self._line.poll():
                self._said = self._line.recv()
        if not self.is_at_work and not self._said.trouble and self._process.exitcode not in (0, None):
            return HandWord(trouble=f"the process of this run was ended from outside ({self._process.exitcode})")
        return self._said

    def seconds_left(self, done: int, total: int) -> int | None:
        """By the pace so far; None before there is one."""
        fought = done - self._done
        return round((total - done) * (time.monotonic() - self._began) / fought) if fought > 0 else None

    def stop(self) -> None:
        """End it; games that were finished are in the folder."""
        self._process.terminate()
        self._process.join()
        self._line.close()
        self._said = HandWord()


def _work(path: Path, jobs: int, fights: bool, line: Connection) -> None:
    """In the process."""
    go_with_the_server(BEHIND)
    try:
        if fights:
            _fight(path, jobs)
        _rows(path)
        _report(path, jobs, line)
    except GrognardError as error:
        line.send(HandWord(trouble=str(error)))
    except ImportError as error:
        line.send(HandWord(trouble=f"{error.name} is missing for rows and plots: pip install 'grognard[lab]'"))
    except Exception as error:
        LOG.exception("a run")
        line.send(HandWord(trouble=f"this is our fault: {type(error).__name__}: {error}"))


def _fight(path: Path, jobs: int) -> None:
    (path / REPORT).unlink(missing_ok=True)
    carry_out(renewed(read_plan(path)), local(jobs), path)


def _rows(path: Path) -> None:
    """Of a run that is whole, if they are not there: it may have been stopped before they were."""
    plan, records = read_plan(path), sorted_records(path)
    if len(records) == plan.total and not all((path / f"{name}.parquet").is_file() for name in TABLES):
        write_parquet(path, plan, records)


def _report(path: Path, jobs: int, line: Connection) -> None:
    from grognard.reporting.laboratory.run_page import run_report

    def weighed(done: int, of: int) -> None:
        line.send(HandWord(reporting=True, weighed=(done, of)))

    if not sorted_records(path):
        return
    weighed(0, 0)
    write_whole(path / REPORT, run_report(path, jobs=jobs, progress=weighed).encode())


def can_report() -> bool:
    """Whether what the page needs is installed."""
    from importlib.util import find_spec

    return all(find_spec(each) is not None for each in ("matplotlib", "pyarrow"))
