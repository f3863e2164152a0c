"""What a run is to fight: jobs, games of each, and the seeds, checked before anything is fought."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from grognard import systems
from grognard.battle.record.fair import written
from grognard.kernel.errors import BadInput
from grognard.scenarios import bundled
from grognard.scenarios.loading import load

from ..many import Job, by_side, fit
from .build import build
from .hands import GameTask

MOST_GAMES = 100_000
MOST_ARMS = 256
"""Jobs of one run at most."""


class RunArm(Struct, frozen=True):
    """One of the things that a run compares."""

    name: str
    job: Job
    digest: str = ""
    """Of the scenario, so that a folder of somebody's own that was changed since is found out."""
    change: str = ""
    """What it has that the base has not; nothing for a base."""


class RunPlan(Struct, frozen=True):
    """A run: every arm is fought with every seed, from the first on."""

    arms: tuple[RunArm, ...]
    games: int
    seed: int | str
    """The first; as text where it is too long for a number in JSON."""
    build: str
    kind: str = "simulate"
    """`simulate`, `lab` where the first arm is the base and others are changes of it, `history` for real battles."""

    @property
    def first(self) -> int:
        """The first seed."""
        return int(self.seed)

    def tasks(self) -> Iterator[GameTask]:
        """All games: seed by seed, so that a run that is broken off has pairs."""
        for seed in range(self.first, self.first + self.games):
            for number, arm in enumerate(self.arms):
                yield GameTask(number, arm.job, seed)

    @property
    def total(self) -> int:
        """Games in all."""
        return self.games * len(self.arms)


def plan(
    battles: Sequence[str],
    chosen: Sequence[str],
    *,
    games: int,
    seed: int,
    options: dict[str, Any] | None = None,
    commanders: tuple[str, ...] = ("staff",),
) -> RunPlan:
    """Every battle under every system named."""
    jobs = [Job(battle, system, options or {}, commanders) for battle in battles for system in chosen]
    return RunPlan(tuple(arm(job) for job in _different(jobs)), games, written(seed), build())


def _different(jobs: list[Job]) -> list[Job]:
    if len(jobs) > MOST_ARMS:
        raise BadInput(f"{len(jobs)} battles and systems at a time: at most {MOST_ARMS}")
    said = [(job.battle, job.system) for job in jobs]
    if twice := next((each for each in said if said.count(each) > 1), None):
        raise BadInput(f"{twice[0]} under {twice[1]} is named twice")
    return jobs


def arm(job: Job, change: str = "") -> RunArm:
    """A job that can be fought; what is wrong with it is said now, not by each of the processes later."""
    scenario = fit(job.battle)
    by_side(job.commanders, [side.name for side in scenario.sides])
    systems.game(job.system).options(scenario.header.options_for(job.system, job.options))
    name = f"{scenario.header.id}, {job.system}" + (f", {change}" if change else "")
    digest = hashlib.sha256(msgspec.json.encode(scenario, order="sorted")).hexdigest()[:16]
    return RunArm(name, job, digest, change)


def renewed(begun: RunPlan) -> RunPlan:
    """The same run as this program would begin it now: where it is another program, or a scenario was changed since,
    the folder says so."""
    arms = tuple(arm(each.job, each.change) for each in begun.arms)
    return RunPlan(arms, begun.games, begun.seed, build(), begun.kind)


def is_own(battle: str) -> bool:
    """Whether it is a folder or zip of somebody's own, which other machines do not have."""
    return battle not in bundled() or load(battle).header.id != battle
