"""Games fought by the workers of a Dask cluster. What comes back is what the same games give on this machine.

Every worker must run this very program: version and digest of its sources are asked for before a game is handed out,
and by each game again, for a worker may join later. The scheduler hands the games of a lost worker to another; whatever
it does, a game is kept once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from itertools import islice
from time import sleep
from typing import Any

from msgspec.structs import replace

from grognard.kernel.errors import BadInput, GrognardError
from grognard.scenarios.loading import load
from grognard.scenarios.model import Scenario

from .. import many
from .build import build
from .chronicle import GameRecord
from .hands import GameTask
from .plans import is_own

WAIT = 20
"""Seconds for a scheduler to answer, and for its first worker to come."""
PAUSE = 0.02
"""Seconds between two looks for games that came back."""
AHEAD = 4
"""Games handed out for each thread of the cluster, so that none waits for the next."""


class ClusterTrouble(GrognardError):
    """The cluster cannot fight the games."""


def _fight(task: GameTask, scenario: Scenario | None, wanted: str) -> GameRecord:
    """On a worker. Only the game's own numbers decide what comes of it."""
    if (own := build()) != wanted:
        raise ClusterTrouble(f"a worker runs {own}, and this is {wanted}: install the same version on all machines")
    return replace(many.fight_one(task.job, task.seed, scenario), arm=task.arm)


def worker_build() -> str:
    """On a worker: which program it is. Sent by its name, so that it is the worker's own."""
    return build()


@contextmanager
def cluster(address: str) -> Iterator[Callable[[Sequence[GameTask]], Iterator[GameRecord]]]:
    """Who fights games, at a scheduler's address (`tcp://host:8786`)."""
    dask: Any = import_module("distributed")
    try:
        client = dask.Client(address, timeout=WAIT, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise BadInput(f"--cluster {address}: no scheduler answers there ({error}); docs/laboratory.md") from None
    try:
        _same_everywhere(client, address)
        yield lambda tasks: _fight_all(client, tasks)
    finally:
        client.close()


def _same_everywhere(client: Any, address: str) -> None:
    """Refuse a cluster without workers, or with another program on one of them."""
    try:
        client.wait_for_workers(1, timeout=WAIT)
    except TimeoutError:
        raise BadInput(f"--cluster {address}: it has no workers; start some: dask worker {address}") from None
    wanted = build()
    # whatever it has instead, missing altogether included, is told by the worker's address
    found = client.run(worker_build, on_error="return")
    other = {worker: told for worker, told in found.items() if told != wanted}
    if other:
        worker, told = next(iter(other.items()))
        raise ClusterTrouble(
            f"the worker {worker} runs {told}, and this is {wanted}: install the same version on all machines"
        )


def _fight_all(client: Any, tasks: Sequence[GameTask]) -> Iterator[GameRecord]:
    """Hand out games as others come back. Each comes back once, even if two workers fought it."""
    scenarios = {battle: load(battle) for battle in {task.job.battle for task in tasks} if is_own(battle)}
    _no_files(tasks)
    left, under_way = iter(tasks), list[tuple[GameTask, Any]]()

    def hand_out(task: GameTask) -> None:
        scenario = scenarios.get(task.job.battle)
        under_way.append((task, client.submit(_fight, task, scenario, build(), pure=False)))

    for task in islice(left, max(1, sum(client.nthreads().values())) * AHEAD):
        hand_out(task)
    while under_way:
        # asked for by hand: what the library says has come back may be lost again with its worker before it is read
        came = [each for each in under_way if each[1].status != "pending"]
        if not came:
            sleep(PAUSE)
        for each in came:
            task, future = each
            under_way.remove(each)
            record = _came_back(future)
            if record is None:
                hand_out(task)
                continue
            yield record
            future.release()
            for more in islice(left, 1):
                hand_out(more)


def _came_back(future: Any) -> GameRecord | None:
    """The game, if it is here; None where it was lost with its worker."""
    dask: Any = import_module("distributed")
    if future.status in ("lost", "cancelled"):
        return None
    try:
        found: GameRecord = future.result(timeout=WAIT)
    except (TimeoutError, dask.TimeoutError, dask.client.FutureCancelledError):
        return None
    except dask.scheduler.KilledWorker as error:
        raise ClusterTrouble(f"too many workers were lost with one game: {error}") from None
    return found


def _no_files(tasks: Sequence[GameTask]) -> None:
    for task in tasks:
        for variant in task.job.options.get("variants", ()):
            if str(variant).endswith(".toml"):
                raise BadInput(f"--variant {variant}: a file of yours is not on the workers; say RULE.FIELD=VALUE")
