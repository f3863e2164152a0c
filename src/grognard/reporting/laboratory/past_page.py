"""Real battles beside history as one page: a plot for each system, a row in it for each battle."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from grognard import systems
from grognard.scenarios.loading import load
from grognard.simulate.history import summary
from grognard.simulate.runs.chronicle import GameRecord
from grognard.simulate.runs.plans import RunPlan

from .charts import Panel
from .drawing import as_svg, canvases, colour, grid
from .sheet import heading, page, panels
from .tallies import as_csv

ROW = 46
"""Pixels of a battle."""
APART = 0.17
"""By how much the two sides of a battle lie above and below its row."""
HEADS = (
    "battle", "games", "history's winner", "won", "share", "low", "high", "side", "lost, %", "low", "high",
    "history, lowest", "history, highest", "turns", "low", "high", "history",
)  # fmt: skip


def past_report(plan: RunPlan, records: Sequence[GameRecord]) -> str:
    """The page of a run of real battles."""
    found = summary(plan, records)
    by_system: dict[str, list[dict[str, Any]]] = {}
    for entry in found["battles"]:
        by_system.setdefault(entry["system"], []).append(entry)
    under = (
        f"{found['games']:,} of {found['of']:,} battles between staffs, the same seeds under every system. Brackets: "
        "where the true value lies, 19 times in 20. Outcomes are reported, not arranged: no rule and no scenario was "
        "set by them."
    )
    inner = heading("Real battles beside history", under)
    inner += panels([_of_system(system, entries) for system, entries in by_system.items()])
    return page("Real battles beside history · Laboratory · Grognard", inner, plan)


def _of_system(system: str, entries: Sequence[dict[str, Any]]) -> Panel:
    figure, (won, lost, turns) = canvases(1350, 74 + ROW * len(entries), 3)
    for row, entry in enumerate(entries):
        _bracket(won, row, entry["won"], "share", 100, colour("--ink"))
        _lost(lost, row, entry)
        _bracket(turns, row, entry["turns"], "mean", 1, colour("--ink"))
        if entry["turns"]["history"]:
            turns.plot([entry["turns"]["history"]], [row], marker="D", markersize=8, **_hollow())
    names = [f"{load(entry['battle']).header.title}\n{entry['winner']}" for entry in entries]
    won.set_yticks(range(len(entries)), names)
    won.set_xlim(-2, 102)
    won.axvline(50, color=colour("--ink-3"), linewidth=1, linestyle=":")
    won.invert_yaxis()
    for axes, said in ((won, "won by history's winner, %"), (lost, "men lost, %"), (turns, "turns")):
        axes.set_title(said, color=colour("--ink-2"), fontsize=11)
        grid(axes, "x")
        # a line between rows, so that three plots read as one table
        for above, below in pairwise(range(len(entries))):
            axes.axhline((above + below) / 2, color=colour("--grid"), linewidth=1)
    lost.set_xlim(left=-1)
    turns.set_xlim(left=0)
    name = systems.rulebook(system).name
    return Panel(
        f"history-{system}",
        name,
        "who won, what it cost and how long it took, beside what history tells",
        as_svg(figure, f"Real battles under {name} beside history", f"past-{system}"),
        as_csv(HEADS, [line for entry in entries for line in _lines(entry)]),
        "Hollow: what history tells. Of losses the upper, in brass, are those of the side that won in history; a "
        "hollow bar spans its lowest and highest reckoning. Below a battle's name: who won it.",
        span=12,
    )


def _hollow() -> dict[str, Any]:
    return {"markerfacecolor": "none", "markeredgecolor": colour("--ink"), "markeredgewidth": 1.3, "linestyle": "none"}


def _bracket(axes: Any, at: float, told: dict[str, Any], name: str, factor: float, ink: str) -> None:
    if told["low"] is not None:
        axes.plot(
            [factor * told["low"], factor * told["high"]], [at, at], color=ink, linewidth=1.5, marker="|", markersize=9
        )
    axes.plot([factor * told[name]], [at], marker="o", markersize=6, color=ink)


def _lost(axes: Any, row: int, entry: dict[str, Any]) -> None:
    """Both sides, history's winner above."""
    ordered = sorted(entry["lost"].items(), key=lambda each: each[0] != entry["winner"])
    for place, (side, told) in enumerate(ordered):
        at = row - APART + 2 * APART * place
        ink = colour("--brass") if side == entry["winner"] else colour("--ink-2")
        if told["history"]:
            low, high = told["history"]
            # a reckoning that all agree on is still to be seen
            wide = max(high - low, 0.6)
            axes.barh(at, wide, left=(low + high - wide) / 2, height=0.26, fill=False, edgecolor=colour("--ink"))
        _bracket(axes, at, told, "mean", 1, ink)


def _lines(entry: dict[str, Any]) -> list[tuple[Any, ...]]:
    won, turns = entry["won"], entry["turns"]
    return [
        (
            entry["battle"], entry["games"], entry["winner"], won["times"], won["share"], won["low"], won["high"],
            side, told["mean"], told["low"], told["high"], *(told["history"] or ("", "")),
            turns["mean"], turns["low"], turns["high"], turns["history"],
        )
        for side, told in entry["lost"].items()
    ]  # fmt: skip
