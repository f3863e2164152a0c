"""Whole battles a second on one core with both staffs deciding, under every system, and what a second job is worth.

    .venv/bin/python bench/battles.py [--jobs-only]

Process time, so that a busy machine disturbs it little; for jobs also the clock, which tells something on a quiet
machine with two cores only.
"""

from __future__ import annotations

import argparse
import os
import resource
import time
from typing import NamedTuple

from _common import exit_with, verdict

from grognard.simulate.many import Job, fight_one, fit
from grognard.simulate.runs.hands import GameTask, fight_all

SYSTEMS = ("cold-steel", "steel-canister", "class-dice", "black-powder")
BARS = {"farm-at-the-crossroads": 15.0, "quatre-bras": 1.0}
"""Battles a second and core."""
SEEDS = {"farm-at-the-crossroads": 6, "quatre-bras": 2}
MANY, TWICE = 40, 1.9
"""Farms that are fought by one job and by two, and how much faster two should be."""


def battles_a_second(battle: str, system: str) -> float:
    """Whole battles, each begun anew on a field that is known."""
    job, scenario = Job(battle, system), fit(battle)
    fight_one(Job(battle, system, {"turns": 1}), 1, scenario)  # compiles what has to be compiled
    start = time.process_time()
    for seed in range(SEEDS[battle]):
        fight_one(job, seed, scenario)
    return SEEDS[battle] / (time.process_time() - start)


class Run(NamedTuple):
    """What some battles took: seconds by the clock, and of all processes together."""

    clock: float
    used: float


def run(jobs: int) -> Run:
    """Farms by so many jobs, started from nothing."""
    clock, used = time.perf_counter(), _used()
    for _ in fight_all([GameTask(0, Job("farm-at-the-crossroads"), seed) for seed in range(MANY)], jobs):
        pass
    return Run(time.perf_counter() - clock, _used() - used)


def _used() -> float:
    whose = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(sum(resource.getrusage(each)[:2]) for each in whose)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs-only", action="store_true")
    args = parser.parse_args()
    met = True
    for battle, bar in BARS.items() if not args.jobs_only else ():
        for system in SYSTEMS:
            rate = battles_a_second(battle, system)
            met = met and rate >= bar
            print(f"{battle}, {system}: {rate:.2f} battles a second (aim {bar:g}), {rate / bar:.2f} of it")
    one, two = run(1), run(2)
    print(
        f"{MANY} Farms by 2 jobs: {one.clock / two.clock:.2f} times 1 job by the clock (aim {TWICE}; load "
        f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores), {two.used / one.used:.2f} of its processor time"
    )
    return verdict(met and one.clock / two.clock >= TWICE)


if __name__ == "__main__":
    exit_with(main())
