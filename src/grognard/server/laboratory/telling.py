"""A run as the page shows it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from grognard.reporting.laboratory import tallies
from grognard.scenarios import bundled
from grognard.scenarios.model import Scenario
from grognard.simulate.lab.differences import Comparison, of_lab
from grognard.simulate.many import by_side
from grognard.simulate.runs.chronicle import GameRecord
from grognard.simulate.runs.columns import TABLES
from grognard.simulate.runs.plans import RunPlan

from ..lobby import gallery
from ..shapes.laboratory import ChangeMoved, CostTold, LevelTold, MeasureMoved, RunArmTold, RunStage, RunTold, ShareTold
from .hands import REPORT, HandWord


class RunCame(NamedTuple):
    """What came of the games of a run that are finished."""

    done: int
    arms: tuple[RunArmTold, ...]
    moved: tuple[ChangeMoved, ...]


def came_of(plan: RunPlan, games: Sequence[GameRecord]) -> RunCame:
    """Counted and compared."""
    arms = tuple(_arm(plan, number, games) for number in range(len(plan.arms)))
    return RunCame(len(games), arms, tuple(map(_moved, _compared(plan, games))))


def told(
    path: Path,
    plan: RunPlan,
    came: RunCame,
    state: RunStage,
    said: HandWord,
    seconds_left: int | None,
) -> RunTold:
    """All of it, with what came of the games that are finished."""
    job = plan.arms[0].job
    scenario = _scenario(job.battle)
    names = [side.name for side in scenario.sides]
    return RunTold(
        id=path.name,
        begun=_begun(path.name),
        battle=scenario.header.id,
        title=scenario.header.title,
        sides=tuple(map(gallery.side_card, scenario.sides)),
        state=state,
        games=plan.games,
        total=plan.total,
        done=came.done,
        seed=str(plan.seed),
        commanders=by_side(job.commanders, names),
        settings=tuple(_settings(job.options)),
        arms=came.arms,
        moved=came.moved,
        seconds_left=seconds_left,
        weighed=said.weighed,
        report=(path / REPORT).is_file(),
        files=tuple(name for name in TABLES if (path / f"{name}.parquet").is_file()),
        trouble=said.trouble,
    )


def _scenario(battle: str) -> Scenario:
    offered = gallery.battles()
    named = battle if battle in bundled() else next((key for key, at in offered.items() if str(at) == battle), "")
    if named:
        return gallery.scenario(named)
    from grognard.scenarios.loading import load  # of a server that was started with this folder, and is not any more

    return load(battle)


def _begun(name: str) -> str:
    day, clock = name[:8], name[9:15]
    return f"{day[:4]}-{day[4:6]}-{day[6:]}T{clock[:2]}:{clock[2:4]}:{clock[4:]}Z"


def _settings(options: dict[str, object]) -> Iterable[str]:
    for name, value in options.items():
        if isinstance(value, list):
            yield from map(str, value)
        else:
            yield f"{name} {value}"


def _arm(plan: RunPlan, number: int, games: Sequence[GameRecord]) -> RunArmTold:
    arm, own = plan.arms[number], [game for game in games if game.arm == number]
    if not own:
        return RunArmTold(arm.job.system, arm.change, 0)
    sides = tallies.sides(own)
    return RunArmTold(
        arm.job.system,
        arm.change,
        len(own),
        tuple(
            ShareTold(name, each.games, each.share.value, each.share.low, each.share.high)
            for name, each in zip((*sides, ""), tallies.who_won(own), strict=True)
        ),
        tuple(tallies.lengths(own).items()),
        tuple(LevelTold(*each) for each in tallies.levels(own)),
        tuple(CostTold(each.side, each.bars, each.mean, each.median, each.worst) for each in tallies.costs(own)),
    )


def _compared(plan: RunPlan, games: Sequence[GameRecord]) -> list[Comparison]:
    """Changes against the base, by the seeds that all of them have finished."""
    if plan.kind != "lab":
        return []
    seeds = [{game.seed for game in games if game.arm == number} for number in range(len(plan.arms))]
    both = set.intersection(*seeds)
    # of one pair nothing can be told
    return of_lab(plan, [game for game in games if game.seed in both]) if len(both) > 1 else []


def _moved(found: Comparison) -> ChangeMoved:
    return ChangeMoved(
        found.name,
        found.games[0],
        found.otherwise,
        found.level,
        tuple(
            MeasureMoved(each.kind, each.side, each.base, each.other, *each.difference, each.told)
            for each in found.moved
        ),
    )
