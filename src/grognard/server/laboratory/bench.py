"""The bench: runs that are kept in a folder each, and the processes that are at them."""

from __future__ import annotations

import atexit
import logging
import re
import shutil
import threading
import time
from pathlib import Path

import msgspec

from grognard.kernel.errors import BadInput, GrognardError
from grognard.simulate.runs.columns import TABLES
from grognard.simulate.runs.folder import JOURNAL, MANIFEST, is_written, read_plan, write_whole
from grognard.simulate.runs.plans import RunPlan
from grognard.simulate.runs.watching import RunWatch

from ..errors import TooMany, Unknown
from ..limits import Limits
from ..shapes.laboratory import RunStage, RunsTold, RunTold, RunWish
from ..tokens import new_token
from .hands import REPORT, HandWord, RunHand
from .telling import RunCame, came_of, told
from .wishes import planned

_NAME = re.compile(r"\d{8}-\d{6}-[A-Za-z0-9_-]{20,60}")
"""The day, the time, and what nobody can guess: who has the name of a run may look at it, stop it and delete it."""
LOG = logging.getLogger("grognard.server")


class Bench:
    """All runs of a server. May be asked from any thread."""

    def __init__(self, folder: Path, limits: Limits) -> None:
        self._folder, self._limits = folder, limits
        self._hands: dict[str, RunHand] = {}
        self._watches: dict[str, RunWatch] = {}
        self._seen: dict[str, tuple[int, RunCame]] = {}
        """What came of each, and how long its journal was then."""
        self._plans: dict[str, RunPlan] = {}
        self._lock = threading.RLock()
        # Python waits for processes at its end; where the server breaks down nobody would have ended them
        atexit.register(self.close)

    def close(self) -> None:
        """End what is at work; it can be gone on with."""
        atexit.unregister(self.close)
        with self._lock:
            for hand in self._hands.values():
                hand.stop()

    # -- what is there

    def runs(self, only: tuple[str, ...] | None = None) -> RunsTold:
        """All of them, or those of these names; the latest first."""
        names = [name for name in self._names() if only is None or name in only]
        found = []
        for name in sorted(names, reverse=True):
            try:
                found.append(self.run(name))
            except (GrognardError, OSError, msgspec.MsgspecError) as error:
                # one that was spoilt by hand must not hide the others
                LOG.warning("a run cannot be read: %s", error)
        return RunsTold(tuple(found))

    def run(self, name: str) -> RunTold:
        """One run as it stands."""
        with self._lock:
            path = self._path(name)
            plan = self._plans.setdefault(name, read_plan(path))
            came, hand = self._come_so_far(name, path, plan), self._hands.get(name)
            said = hand.said if hand is not None else HandWord()
            state = self._state(path, hand, whole=came.done == plan.total)
            left = hand.seconds_left(came.done, plan.total) if hand is not None and state == "fighting" else None
            if state in ("whole", "stopped"):
                # what was counted is kept, the games themselves are not: there may be many runs
                self._watches.pop(name, None)
            return told(path, plan, came, state, said, left)

    def _come_so_far(self, name: str, path: Path, plan: RunPlan) -> RunCame:
        journal = path / JOURNAL
        size = journal.stat().st_size if journal.is_file() else 0
        seen = self._seen.get(name)
        if seen is None or seen[0] != size:
            games = self._watches.setdefault(name, RunWatch(path)).look()
            seen = self._seen[name] = size, came_of(plan, games)
        return seen[1]

    def page(self, name: str) -> bytes:
        """Its report."""
        return self._read(name, REPORT)

    def rows(self, name: str, table: str) -> bytes:
        """One of its tables, as Parquet."""
        if table not in TABLES:
            raise Unknown(f"no table {table[:50]!r}; there are {', '.join(TABLES)}")
        return self._read(name, f"{table}.parquet")

    def _read(self, name: str, file: str) -> bytes:
        found = self._path(name) / file
        if not found.is_file():
            raise Unknown("this has not been made yet")
        return found.read_bytes()

    # -- what is done with them

    def begin(self, wish: RunWish) -> RunTold:
        """A new run, at once under way."""
        plan = planned(wish, self._limits)
        with self._lock:
            self._must_have_room()
            kept = len(self._names())
            if self._limits.lab_kept and kept >= self._limits.lab_kept:
                raise TooMany(
                    f"{kept} runs are kept, the most that this server allows; delete one first (its host can change "
                    "this with --lab-kept)"
                )
            name = f"{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}-{new_token()}"
            path = self._folder / name
            try:
                path.mkdir(parents=True)
                write_whole(path / MANIFEST, msgspec.json.encode(plan))
            except OSError as error:
                raise BadInput(f"runs cannot be kept in {self._folder}: {error.strerror}") from None
            return self._set_to_work(name, fights=True)

    def go_on(self, name: str) -> RunTold:
        """Fight what is left of a run that was stopped."""
        with self._lock:
            self._must_rest(name)
            self._must_have_room()
            return self._set_to_work(name, fights=True)

    def report(self, name: str) -> RunTold:
        """Make the page of the games that there are."""
        with self._lock:
            if not self._must_rest(name).done:
                raise BadInput("no game of it is finished yet")
            self._must_have_room()
            return self._set_to_work(name, fights=False)

    def stop(self, name: str) -> RunTold:
        """End a run early; what is finished is kept."""
        with self._lock:
            hand, path = self._hands.pop(name, None), self._path(name)
            if hand is not None:
                hand.stop()
            elif is_written(path):
                raise BadInput("this run is fought by another process of this server, and ends there")
            return self.run(name)

    def delete(self, name: str) -> RunsTold:
        """Everything of a run."""
        with self._lock:
            self.stop(name)
            shutil.rmtree(self._path(name))
            for known in (self._plans, self._watches, self._seen):
                known.pop(name, None)
            return RunsTold(())

    def _set_to_work(self, name: str, *, fights: bool) -> RunTold:
        done = self.run(name).done
        self._hands[name] = RunHand(self._path(name), self._limits.lab_jobs, fights=fights, done=done)
        return self.run(name)

    def _must_rest(self, name: str) -> RunTold:
        found = self.run(name)
        if found.state in ("fighting", "reporting"):
            raise BadInput("this run is at work already")
        return found

    def _must_have_room(self) -> None:
        at_work = sum(hand.is_at_work for hand in self._hands.values())
        if self._limits.lab_runs and at_work >= self._limits.lab_runs:
            raise TooMany(
                f"runs at work: {at_work}, and this server fights no more than {self._limits.lab_runs} at a time; "
                "stop one, or wait for it (its host can change this with --lab-runs)"
            )

    # -- where they are

    def _state(self, path: Path, hand: RunHand | None, *, whole: bool) -> RunStage:
        if hand is not None and hand.is_at_work:
            return "reporting" if whole or hand.said.reporting else "fighting"
        if whole:
            return "whole"
        return "fighting" if is_written(path) else "stopped"

    def _names(self) -> list[str]:
        if not self._folder.is_dir():
            return []
        return [each.name for each in self._folder.iterdir() if _NAME.fullmatch(each.name) and each.is_dir()]

    def _path(self, name: str) -> Path:
        path = self._folder / name if _NAME.fullmatch(name) else None
        if path is None or not (path / MANIFEST).is_file():
            raise Unknown("no such run")
        return path
