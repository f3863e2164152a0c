"""How much one visitor may ask of a server: each limit with the option that changes it and a sentence that says so."""

from __future__ import annotations

import os
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from urllib.parse import urlsplit

from msgspec import Struct
from starlette.requests import HTTPConnection

from grognard.kernel.errors import BadInput

from .errors import TooMany

MINUTE = 60.0
LOOPBACK = ("localhost", "127.0.0.1", "::1")
"""Names of this machine for itself."""
UNBOUNDED = 100_000_000
"""Bytes that are read of a file where no limit is set: no save of ours is longer."""
MOST_REMEMBERED = 10_000
"""Addresses of which it is remembered what they asked for lately."""


class Limits(Struct, frozen=True):
    """What a server bears; 0 stands for as much as one likes."""

    battles_a_minute: int = 30
    """Battles that one address may begin."""
    computer_battles: int = 8
    """Battles between computers alone that go on at a time, while somebody looks on."""
    lines: int = 200
    """Connections that one address may hold open."""
    words_a_minute: int = 120
    """Messages that one live line may send; the page itself sends none."""
    patience: float = 20.0
    """Seconds that a visitor may take to say what he wants."""
    uploads: bool = False
    """Whether files are also taken from those who come through a tunnel; from this machine they always are."""
    upload_bytes: int = 30_000_000
    """Of a file, or of the files of a folder together; the longest battles take some ten million."""
    upload_seconds: int = 90
    """That may be spent on following a file that is brought, or on one question at the odds desk."""
    lab: bool = False
    """Whether runs of the laboratory are also begun for those who come through a tunnel."""
    lab_games: int = 2000
    """Games of one run in all."""
    lab_runs: int = 1
    """Runs that are fought at a time."""
    lab_kept: int = 50
    """Runs that are kept."""
    lab_jobs: int = max(1, (os.cpu_count() or 1) // 2)
    """Processes of one run; 0 for one on every core. The machine also has battles to fight."""


NO_LIMITS = Limits(
    0, 0, 0, 0, 20.0, uploads=True, upload_bytes=0, upload_seconds=0, lab=True, lab_games=0, lab_runs=0, lab_kept=0
)


class Rate:
    """Counts what each address has asked for during the last minute."""

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._clock = most, clock
        self._lately: OrderedDict[str, deque[float]] = OrderedDict()

    def count(self, address: str) -> bool:
        """Whether it may ask once more; if so, this counts as asked."""
        if not self._most:
            return True
        now = self._clock()
        asked = self._lately.setdefault(address, deque())
        # those who asked longest ago are forgotten first, so that nobody grows our memory by changing addresses
        self._lately.move_to_end(address)
        while len(self._lately) > MOST_REMEMBERED:
            self._lately.popitem(last=False)
        while asked and asked[0] <= now - MINUTE:
            asked.popleft()
        if len(asked) >= self._most:
            return False
        asked.append(now)
        return True


def address_of(visitor: HTTPConnection) -> str:
    """Where somebody comes from. Through a tunnel all come from this machine; it says whom it let in last."""
    # the last entry is our own tunnel's; those before it are whatever the visitor claims
    told = visitor.headers.get("x-forwarded-for", "") if visitor.app.state.tunnel else ""
    peer = visitor.client.host if visitor.client else ""
    return told.rpartition(",")[2].strip()[:100] or peer


class Uploading:
    """Who may bring files of his own, and how much of them is read."""

    def __init__(self, limits: Limits) -> None:
        self._limits, self._rate = limits, Rate(2 * limits.battles_a_minute)

    @property
    def most(self) -> int:
        """Bytes of one request."""
        # files travel as text, four letters for three bytes, with their names beside them
        return (self._limits.upload_bytes or UNBOUNDED) * 4 // 3 + 100_000

    def allow(self, visitor: HTTPConnection) -> None:
        """BadInput or TooMany where he may not."""
        if not self._limits.uploads and not is_from_here(visitor):
            raise BadInput(
                "files are taken only from the machine that this server runs on; its host can let others bring theirs "
                "with --uploads"
            )
        if not self._rate.count(address_of(visitor)):
            raise TooMany("too many files came from this address within a minute; wait a little")


def is_from_here(visitor: HTTPConnection) -> bool:
    """Whether somebody sits at this very machine: he asks for it by its own name, and no tunnel speaks for him."""
    name = urlsplit(f"//{visitor.headers.get('host', '')}").hostname or ""
    return name in LOOPBACK and "x-forwarded-for" not in visitor.headers


def may_experiment(limits: Limits, visitor: HTTPConnection) -> str:
    """Why somebody may not begin runs of the laboratory; nothing where he may."""
    if limits.lab or is_from_here(visitor):
        return ""
    return "runs are begun only from the machine that this server runs on; its host can let others with --lab"


class Beginning:
    """Who may begin another battle."""

    def __init__(self, limits: Limits) -> None:
        self._most, self._rate = limits.battles_a_minute, Rate(limits.battles_a_minute)

    def allow(self, address: str) -> None:
        """TooMany where this address has begun as many as it may."""
        if not self._rate.count(address):
            raise TooMany(
                f"{self._most} battles were begun from this address within a minute, the most that this server allows; "
                "wait a little (its host can change this with --battles-a-minute)"
            )
