"""Many outcomes put together: who won how often, how long it took, what it cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import mean, median
from typing import Any

from grognard.battle.record.fair import written

from .many import Fought, Job


def summary(job: Job, fought: Sequence[Fought]) -> dict[str, Any]:
    """Plain data, ready for JSON."""
    wins = Counter(one.outcome["winner"] or "draw" for one in fought)
    sides = {
        side: {
            "wins": wins[side],
            "percent_lost": _spread([one.outcome["sides"][side]["percent"] for one in fought]),
            "guns_lost": _spread([one.outcome["sides"][side]["guns_lost"] for one in fought]),
            "points": _spread([one.outcome["sides"][side]["points"] for one in fought]),
        }
        for side in fought[0].outcome["sides"]
    }
    return {
        "battle": job.battle,
        "system": job.system,
        "games": len(fought),
        "draws": wins["draw"],
        "turns": _spread([one.outcome["turns"] for one in fought]),
        "seconds": _spread([one.seconds for one in fought]),
        "sides": sides,
        "levels": dict(Counter(f"{one.outcome['winner'] or 'draw'} {one.outcome['level']}".strip() for one in fought)),
        "whys": dict(Counter(one.outcome.get("why", "") for one in fought)),
        "each": [{"seed": written(one.seed), "seconds": round(one.seconds, 2), **one.outcome} for one in fought],
    }


def _spread(numbers: Sequence[float]) -> dict[str, float]:
    return {
        "mean": round(mean(numbers), 2),
        "median": round(median(numbers), 2),
        "low": round(min(numbers), 2),
        "high": round(max(numbers), 2),
    }


HEADS = ("side", "wins", "men lost, %", "guns lost", "points")


def rows(job: Job, fought: Sequence[Fought]) -> tuple[str, list[tuple[str, ...]]]:
    """For the terminal: a title, and a row for each side with means and, behind them, the lowest and the highest."""
    data = summary(job, fought)
    games = data["games"]
    title = f"{job.battle} under {job.system}: {games} battles, {data['draws']} drawn, "
    title += f"{data['turns']['low']:g} to {data['turns']['high']:g} turns (mean {data['turns']['mean']:g}), "
    title += f"{data['seconds']['mean']:g} s each; means, with the lowest and the highest"
    made: list[tuple[str, ...]] = []
    for side, found in data["sides"].items():
        lost, guns, points = found["percent_lost"], found["guns_lost"], found["points"]
        made.append(
            (
                side,
                f"{found['wins']} ({found['wins'] / games:.0%})",
                f"{lost['mean']:g} ({lost['low']:g} to {lost['high']:g})",
                f"{guns['mean']:g}",
                f"{points['mean']:g} ({points['low']:g} to {points['high']:g})",
            )
        )
    return title, made
