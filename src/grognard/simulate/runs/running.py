"""A run fought: what is left of it, by processes of this machine or by a cluster, each game kept as it is finished."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from grognard.battle.record.saves import Progress

from .chronicle import GameRecord
from .folder import RunFolder, sorted_records
from .hands import GameTask, HandLost, fight_all
from .plans import RunPlan

Fighters = Callable[[Sequence[GameTask]], Iterator[GameRecord]]


class RunState(NamedTuple):
    """How far a run has come."""

    plan: RunPlan
    records: list[GameRecord]
    whole: bool


def local(jobs: int) -> Fighters:
    """So many processes of this machine, fewer where there are fewer games."""
    return lambda tasks: fight_all(tasks, max(1, min(jobs, len(tasks))))


def carry_out(
    plan: RunPlan, fighters: Fighters, out: Path | None = None, progress: Progress = lambda done, of: None
) -> RunState:
    """Fight what is left of a run; Ctrl-C ends it early, with all that was finished."""
    if out is None:
        return _in_memory(plan, fighters, progress)
    with RunFolder(out, plan) as folder:
        left = [task for task in plan.tasks() if (task.arm, task.seed) not in folder.done]
        progress(len(folder.done), plan.total)
        whole = True
        try:
            for record in fighters(left) if left else ():
                folder.keep(record)
                progress(len(folder.done), plan.total)
        except KeyboardInterrupt:
            whole = False
        if whole and len(folder.done) < plan.total:
            raise HandLost(f"{plan.total - len(folder.done)} games did not come back; the same command goes on")
        return RunState(plan, sorted_records(out), whole)


def _in_memory(plan: RunPlan, fighters: Fighters, progress: Progress) -> RunState:
    done: list[GameRecord] = []
    whole = True
    try:
        for record in fighters(list(plan.tasks())):
            done.append(record)
            progress(len(done), plan.total)
    except KeyboardInterrupt:
        whole = False
    return RunState(plan, sorted(done, key=lambda each: (each.arm, each.seed)), whole)
