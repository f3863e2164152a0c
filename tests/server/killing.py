"""Servers killed under play, again and again: what was acknowledged is there once, and all have the same battle.

    python tests/server/killing.py --database sqlite --kills 500
    python tests/server/killing.py --database postgres --kills 200      # two server processes

Players send an answer again, under its key, until they know what became of it: to whichever process comes next. Server
processes are forked from one that has everything loaded, so that a killed one is back within a moment.
"""

from __future__ import annotations

import argparse
import os
import random
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import sqlalchemy as sa

sys.path.insert(0, str(Path(__file__).parents[1]))

import postgres
from grognard.battle.decisions import Answer
from grognard.server.archive.schema import JOURNAL
from grognard.server.archive.storage import Storage
from grognard.server.battles.reviving import revived

SMALL = "farm-at-the-crossroads"
SEATINGS = ({"Prussians": "me", "French": "me"}, {"Prussians": "me", "French": "default"})
PARTS = ("state", "turn", "phase", "over", "events", "picture", "decisions", "view", "notices")
MOST = 3
"""Answers that are acknowledged between two kills, at most; then a server is killed while others are in flight."""
PATIENCE = 8.0
"""Seconds after which it is killed all the same."""


class Acknowledged(NamedTuple):
    """An answer that a player was told is on disk."""

    game: str
    once: str
    decision: str
    option: str


class Found(NamedTuple):
    """What came of it."""

    kills: int
    acknowledged: int
    repeated: int
    """Answers that had to be sent more than once."""
    lost: int
    doubled: int
    different: int
    """Seats that are not the same in all processes, or not the same as on disk."""
    battles: int
    seconds: float


# -- server processes


class Servers:
    """Processes on ports of their own; `kill` one, and it comes back."""

    def __init__(self, address: str, count: int) -> None:
        self._nursery = subprocess.Popen(
            [sys.executable, __file__, "--nursery", address], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.ports = [_free_port() for _ in range(count)]
        self._pids = [self._born(port) for port in self.ports]
        for port in self.ports:
            _answers(port)

    def _born(self, port: int) -> int:
        assert self._nursery.stdin is not None
        assert self._nursery.stdout is not None
        print(port, file=self._nursery.stdin, flush=True)
        return int(self._nursery.stdout.readline())

    def kill(self, which: Sequence[int]) -> None:
        """SIGKILL, to these at once; returns when others have taken their places."""
        for one in which:
            os.kill(self._pids[one], signal.SIGKILL)
        for one in which:
            _gone(self._pids[one])
            self._pids[one] = self._born(self.ports[one])
        for one in which:
            _answers(self.ports[one])

    def close(self) -> None:
        """End them all."""
        for pid in self._pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            _gone(pid)
        assert self._nursery.stdin is not None
        assert self._nursery.stdout is not None
        self._nursery.stdin.close()
        self._nursery.stdout.close()
        self._nursery.wait(60)


def nursery(address: str) -> None:
    """Load everything, then fork a server for each port that is named."""
    import uvicorn

    from grognard import systems
    from grognard.battle.battles import Battle
    from grognard.server.app import make_app
    from grognard.server.archive.claim import claimed
    from grognard.server.limits import NO_LIMITS
    from grognard.server.line.warming import know_records
    from grognard.server.line.wire import wire
    from grognard.server.lobby import gallery
    from grognard.server.play import listening

    battle = Battle.begin(systems.game("cold-steel"), gallery.scenario(SMALL), seed=7)
    while battle.turn < 4:
        battle.answer(battle.open[0].default)
    know_records()
    Storage(address).close()  # with its driver
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        pid = os.fork()
        if pid:
            print(pid, flush=True)
            continue
        with open(os.devnull, "r+b") as nothing:
            os.dup2(nothing.fileno(), 0)
            os.dup2(nothing.fileno(), 1)
        port = int(line)
        with listening(port) as door, claimed(address, f"http://127.0.0.1:{port}/"):
            app = make_app(Storage(address), limits=NO_LIMITS)
            config = uvicorn.Config(app, http=wire(NO_LIMITS), log_level="error", timeout_graceful_shutdown=1)
            uvicorn.Server(config).run([door])
        print(f"the server at port {port} has ended by itself", file=sys.stderr, flush=True)
        os._exit(1)


def _answers(port: int) -> None:
    stop = time.monotonic() + 120
    while time.monotonic() < stop:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=60).close()
        except OSError:
            time.sleep(0.01)
        else:
            return
    raise AssertionError("the server does not come up")


def _gone(pid: int) -> None:
    stop = time.monotonic() + 60
    while time.monotonic() < stop:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.002)
    raise AssertionError("a killed process is still there")


def _free_port() -> int:
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return int(line.getsockname()[1])


# -- players


class Player(threading.Thread):
    """Plays a seat, each request through the next process."""

    def __init__(self, bases: Sequence[str], game: str, token: str, ended: threading.Event) -> None:
        super().__init__(daemon=True)
        self._bases, self._game, self._token, self._ended = bases, game, token, ended
        self._http = httpx.Client(timeout=60)
        self._next = random.randrange(len(bases))
        self.acknowledged: list[Acknowledged] = []
        self.repeated = 0
        self.failed: Exception | None = None

    def run(self) -> None:
        """Until it is over."""
        try:
            while not self._ended.is_set() and self._go_on():
                pass
        except Exception as error:
            self.failed = error
        self._http.close()

    def _go_on(self) -> bool:
        seat = self._until(lambda: self._ask("GET", f"/api/seats/{self._token}"))
        if seat is None or seat.json()["over"]:
            return False
        found = seat.json()
        if not found["decisions"]:
            time.sleep(0.03)
            return True
        first, key = found["decisions"][0], secrets.token_hex(8)
        body = {"decision": first["id"], **first["default"], "state": found["state"], "key": key}
        sent: list[int] = []

        def send() -> httpx.Response | None:
            sent.append(1)
            return self._ask("POST", f"/api/seats/{self._token}/answers", body)

        taken = self._until(send)
        self.repeated += len(sent) > 1
        if taken is not None and taken.status_code == 200:
            once = f"{found['seat']} {key}"
            self.acknowledged.append(Acknowledged(self._game, once, first["id"], first["default"]["option"]))
        elif taken is not None and taken.status_code != 409:  # 409: somebody was quicker, look again
            raise AssertionError(taken.text)
        return True

    def _until(self, act: Callable[[], httpx.Response | None]) -> httpx.Response | None:
        """Again until somebody answers."""
        while not self._ended.is_set():
            found = act()
            if found is not None and found.status_code < 500:
                return found
            if found is not None and "our fault" in found.text:
                raise AssertionError(found.text)
            time.sleep(0.01)
        return None

    def _ask(self, method: str, path: str, body: Any = None) -> httpx.Response | None:
        self._next = (self._next + 1) % len(self._bases)
        try:
            return self._http.request(method, self._bases[self._next] + path, json=body)
        except httpx.TransportError:
            return None


class Play:
    """Battles that go on while servers are killed."""

    def __init__(self, ports: Sequence[int]) -> None:
        self._bases = [f"http://127.0.0.1:{port}" for port in ports]
        self._ended = threading.Event()
        self._players: list[Player] = []
        self._latest: list[list[Player]] = []
        self.tokens: list[str] = []
        for seats in SEATINGS:
            self._latest.append(self._begin(seats))

    def _begin(self, seats: dict[str, str]) -> list[Player]:
        wanted = {"battle": SMALL, "system": "cold-steel", "seed": 7, "seats": seats}
        begun = httpx.post(f"{self._bases[0]}/api/games", json=wanted, timeout=120).json()
        tokens = [seat["token"] for seat in begun["seats"] if "token" in seat]
        self.tokens += tokens
        players = [Player(self._bases, begun["game"], token, self._ended) for token in tokens]
        for each in players:
            each.start()
        self._players += players
        return players

    def wait(self, more: int) -> None:
        """Until so many more answers are acknowledged."""
        enough, stop = self.acknowledged() + more, time.monotonic() + PATIENCE
        while self.acknowledged() < enough and time.monotonic() < stop:
            time.sleep(0.005)
            self.renew()

    def acknowledged(self) -> int:
        """How many answers are."""
        return sum(len(each.acknowledged) for each in self._players)

    def renew(self) -> None:
        """Begin another battle where one is over."""
        for number, players in enumerate(self._latest):
            if not any(each.is_alive() for each in players):
                self._latest[number] = self._begin(SEATINGS[number])
        failed = next((each.failed for each in self._players if each.failed is not None), None)
        if failed is not None:
            raise failed

    def end(self) -> tuple[list[Acknowledged], int]:
        """What was acknowledged, and how many had to be sent again."""
        self._ended.set()
        for each in self._players:
            each.join(120)
        failed = [each.failed for each in self._players if each.failed is not None]
        if failed:
            raise failed[0]
        taken = [one for each in self._players for one in each.acknowledged]
        return taken, sum(each.repeated for each in self._players)


# -- the run


def killed(
    address: str, count: int, kills: int, *, seed: int = 1, tell: Callable[[str], object] = lambda _: None
) -> Found:
    """Play over a database with so many server processes, kill them so often, and look at what is left."""
    dice, start = random.Random(seed), time.monotonic()
    servers = Servers(address, count)
    try:
        play, done = Play(servers.ports), 0
        while done < kills:
            play.wait(dice.randint(1, MOST))
            time.sleep(dice.uniform(0.0, 0.1))
            which = range(count) if dice.random() < 0.2 else [dice.randrange(count)]
            servers.kill(list(which))
            done += len(which)
            play.renew()
            if done % 25 < len(which):
                tell(f"{done} kills, {play.acknowledged()} answers acknowledged, {time.monotonic() - start:.0f} s")
        acknowledged, repeated = play.end()
        servers.kill(range(count))
        different = sum(not _same(servers.ports, token) for token in play.tokens)
    finally:
        servers.close()
    lost, doubled, wrong = _on_disk(address, acknowledged)
    battles = len({each.game for each in acknowledged})
    took = time.monotonic() - start
    return Found(done, len(acknowledged), repeated, lost, doubled, different + wrong, battles, took)


def _same(ports: Sequence[int], token: str) -> bool:
    """Whether a seat is the same in all processes, once nothing moves."""
    stop = time.monotonic() + 60
    while True:
        found = [httpx.get(f"http://127.0.0.1:{port}/api/seats/{token}", timeout=120).json() for port in ports]
        again = httpx.get(f"http://127.0.0.1:{ports[0]}/api/seats/{token}", timeout=120).json()
        if [found[0][part] for part in PARTS] == [again[part] for part in PARTS] or time.monotonic() > stop:
            return all(each[part] == found[0][part] for each in found for part in PARTS)


def _on_disk(address: str, acknowledged: Sequence[Acknowledged]) -> tuple[int, int, int]:
    """Answers that are not in the journal, that are there more than once or otherwise, and battles that do not follow
    from it."""
    storage = Storage(address)
    with storage.engine.connect() as c:
        rows = c.execute(sa.select(JOURNAL).order_by(JOURNAL.c.game, JOURNAL.c.number)).mappings().all()
    times = Counter((row["game"], row["once"]) for row in rows if row["once"] is not None)
    lost = sum(not times[each.game, each.once] for each in acknowledged)
    doubled = sum(n > 1 for n in times.values())
    wrong = 0
    for game in {each.game for each in acknowledged}:
        mine = [row for row in rows if row["game"] == game]
        kept = storage.read(game)
        assert kept is not None
        found = revived(kept)
        given = sum(row["what"] == "answer" for row in mine) - sum(row["what"] == "withdrawn" for row in mine)
        whole = [row["number"] for row in mine] == list(range(1, len(mine) + 1))
        carried_out = sum(type(entry) is Answer for entry in found.battle.entries)
        wrong += bool(found.why) or not whole or carried_out != given
    storage.close()
    return lost, doubled, wrong


@contextmanager
def database(kind: str) -> Iterator[str]:
    """A new database of a kind, which goes away afterwards."""
    if kind == "postgres":
        with postgres.cluster() as found:
            yield found.address()
        return
    with tempfile.TemporaryDirectory() as folder:
        yield f"sqlite:///{folder}/battles.db"


def main() -> int:
    """Say what came of it; 1 where something is lost, doubled or different."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    words.add_argument("--kills", type=int, default=100)
    words.add_argument("--processes", type=int, help="unless told, two on PostgreSQL; a SQLite file has one")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--nursery", help=argparse.SUPPRESS)
    args = words.parse_args()
    if args.nursery:
        nursery(args.nursery)
        return 0
    count = args.processes or (2 if args.database == "postgres" else 1)
    with database(args.database) as address:
        found = killed(address, count, args.kills, seed=args.seed, tell=lambda said: print(said, flush=True))
    print(
        f"{args.database}, {count} server process{'es' if count > 1 else ''}: {found.kills} SIGKILLs in "
        f"{found.seconds:.0f} s; {found.battles} battles, {found.acknowledged} answers acknowledged, {found.repeated} "
        f"of them sent more than once; lost {found.lost}, doubled {found.doubled}, different {found.different}"
    )
    return int(bool(found.lost or found.doubled or found.different))


if __name__ == "__main__":
    sys.exit(main())
