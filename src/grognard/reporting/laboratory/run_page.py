"""A run as one HTML page that needs nothing else: who won, what it cost, when it was decided, where men fell."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from grognard import systems
from grognard.battle.record.saves import Progress
from grognard.kernel.errors import BadInput
from grognard.printing.look import nation_id, nations
from grognard.scenarios.loading import load
from grognard.scenarios.model import Scenario
from grognard.simulate.history import KIND
from grognard.simulate.lab.differences import of_lab
from grognard.simulate.runs.build import build
from grognard.simulate.runs.chronicle import GameRecord
from grognard.simulate.runs.folder import read_plan, sorted_records
from grognard.simulate.runs.hands import in_processes
from grognard.simulate.runs.plans import RunArm, RunPlan

from . import charts, tallies
from .charts import Panel
from .heat import where_men_fell
from .luck import teller
from .past_page import past_report
from .sheet import heading, page, panels

LUCKY = 24
"""Games that are fought again to weigh their dice, unless told."""
MOST_SHOWN = 8
"""Battles of a run that have pages of their own."""


def run_report(path: Path, *, lucky: int = LUCKY, jobs: int = 1, progress: Progress = lambda done, of: None) -> str:
    """The page of a run's folder."""
    plan, records = read_plan(path), sorted_records(path)
    if not records:
        raise BadInput(f"{path}: no game of it is finished yet")
    if plan.kind == KIND:
        return past_report(plan, records)
    # by other rules the same seed is another game: its dice would not be those of the run
    lucky = lucky if plan.build == build() else 0
    # of a laboratory run the base is shown, and the changes against it
    shown = [0] if plan.kind == "lab" else range(min(len(plan.arms), MOST_SHOWN))
    parts = [
        _arm(plan, number, [record for record in records if record.arm == number], lucky, jobs, progress)
        for number in shown
    ]
    if plan.kind == "lab":
        side = tallies.sides(records)[0]
        parts.insert(1, panels([charts.what_would_change_it(of_lab(plan, records), side)]))
    scenarios = [load(plan.arms[number].job.battle) for number in shown]
    colours = "".join(_sides_css(scenario, f".a{number}") for number, scenario in zip(shown, scenarios, strict=True))
    return page(f"{scenarios[0].header.title} · Laboratory · Grognard", "".join(parts), plan, colours)


def _arm(plan: RunPlan, number: int, games: Sequence[GameRecord], lucky: int, jobs: int, progress: Progress) -> str:
    if not games:
        return ""
    arm, key = plan.arms[number], f"a{number}"
    scenario = load(arm.job.battle)
    figures = [
        charts.who_won(games, key),
        charts.how_long(games, key),
        charts.how_clear(games, key),
        charts.what_it_cost(games, key),
        charts.what_matters(games, key),
        charts.when_decided(games, key),
        _luck(arm, games, key, lucky, jobs, progress),
        charts.who_stood(games, key),
        where_men_fell(scenario, games, key),
    ]
    inner = _heading(arm, scenario, games) + panels([each for each in figures if each is not None])
    # colours are those of the nations that fight this one
    return f'<div class="{key}">{inner}</div>'


def _luck(
    arm: RunArm, games: Sequence[GameRecord], key: str, lucky: int, jobs: int, progress: Progress
) -> Panel | None:
    seeds = [game.seed for game in games[:lucky]]
    found = []
    for each in in_processes(teller(arm.job), seeds, max(1, min(jobs, len(seeds)))) if seeds else ():
        found.append(each)
        progress(len(found), len(seeds))
    return charts.dice_luck(sorted(found), games, key) if found else None


def _heading(arm: RunArm, scenario: Scenario, games: Sequence[GameRecord]) -> str:
    rules = systems.rulebook(arm.job.system).name
    seeds = [game.seed for game in games]
    with_ = [str(each) for each in arm.job.options.get("variants", ())]
    with_ += [f"{name} {value}" for name, value in arm.job.options.items() if name != "variants"]
    options = f", {', '.join(with_)}" if with_ else ""
    title = f"{scenario.header.title}, {_times(len(games))}"
    under = (
        f"{rules}{options}, seeds {min(seeds):,} to {max(seeds):,}, commanders: {', '.join(arm.job.commanders)}. "
        "The same seed gives the same battle."
    )
    return heading(title, under)


def _times(number: int) -> str:
    return {1: "once", 100: "a hundred times", 1000: "a thousand times"}.get(number, f"{number:,} times")


def _sides_css(scenario: Scenario, at: str) -> str:
    """The colours of the sides' nations, in both themes; two of one nation are told apart by the mark's colour."""
    out, seen = {"light": "", "dark": ""}, set()
    for number, side in enumerate(scenario.sides):
        look = nations()[nation_id(side.nation)]
        for theme in out:
            colours = look.colours(theme)
            out[theme] += f"--side-{number}:{colours[2 if side.nation in seen else 0]};--on-{number}:{colours[3]};"
        seen.add(side.nation)
    dark = out["dark"]
    return (
        f"{at}{{{out['light']}}}[data-theme=dark] {at}{{{dark}}}"
        f"@media (prefers-color-scheme: dark){{:root:not([data-theme=light]) {at}{{{dark}}}}}"
    )
