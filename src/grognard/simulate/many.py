"""Fight a battle many times with different seeds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from time import perf_counter
from typing import Any

from msgspec import Struct

from grognard import systems
from grognard.battle.battles import Battle
from grognard.battle.commanding import fight_out
from grognard.commanders import commander
from grognard.scenarios.loading import load
from grognard.scenarios.model import Scenario


class Job(Struct, frozen=True):
    """What is fought: a scenario under a system, by which kind of commanders."""

    battle: str
    system: str = "cold-steel"
    options: dict[str, Any] = {}
    commanders: str = "staff"


class Fought(Struct, frozen=True):
    """One battle that was fought."""

    seed: int
    seconds: float
    outcome: dict[str, Any]


def begin(
    battle: str | Path | Scenario, *, seed: int, system: str = "cold-steel", options: Mapping[str, Any] | None = None
) -> Battle:
    """A battle that waits for its first decisions: a bundled one by its id, a scenario, or its folder or zip."""
    scenario = battle if isinstance(battle, Scenario) else load(battle)
    return Battle.begin(systems.game(system), scenario, seed=seed, options=options)


def begin_job(job: Job, seed: int) -> Battle:
    """The battle of a job with a seed."""
    return begin(job.battle, seed=seed, system=job.system, options=job.options)


def staffed(battle: Battle, kind: str) -> dict[str, Any]:
    """A computer commander for every seat; their own dice come from the battle's seed."""
    seats = battle.fight.seats
    return {
        seat.id: commander(kind, battle.game.id, seat.id, battle.seed * len(seats) + place)
        for place, seat in enumerate(seats)
    }


def fight_one(job: Job, seed: int) -> Fought:
    """Fight to the end."""
    start = perf_counter()
    battle = begin_job(job, seed)
    fight_out(battle, staffed(battle, job.commanders))
    return Fought(seed, perf_counter() - start, battle.game.outcome(battle.fight))


def fight_many(job: Job, seeds: range, jobs: int) -> Iterator[Fought]:
    """Fight with each of the seeds; they come back as they are done."""
    if jobs == 1:
        yield from (fight_one(job, seed) for seed in seeds)
        return
    with ProcessPoolExecutor(jobs) as pool:
        waiting = [pool.submit(fight_one, job, seed) for seed in seeds]
        try:
            for done in as_completed(waiting):
                yield done.result()
        finally:
            for each in waiting:
                each.cancel()
