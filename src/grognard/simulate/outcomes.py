"""Many outcomes put together: who won how often, how long it took, what it cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import mean, median
from typing import Any

from grognard.battle.record.fair import written

from . import intervals
from .many import Job
from .runs.chronicle import GameRecord


def summary(job: Job, fought: Sequence[GameRecord]) -> dict[str, Any]:
    """Plain data, ready for JSON."""
    wins = Counter(one.outcome["winner"] or "draw" for one in fought)
    sides = {
        side: {
            "wins": wins[side],
            "win_share": _share(wins[side], len(fought)),
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
        "draw_share": _share(wins["draw"], len(fought)),
        "turns": _spread([one.outcome["turns"] for one in fought]),
        "seconds": _spread([one.seconds for one in fought]),
        "sides": sides,
        "levels": dict(Counter(f"{one.outcome['winner'] or 'draw'} {one.outcome['level']}".strip() for one in fought)),
        "whys": dict(Counter(one.outcome.get("why", "") for one in fought)),
        "each": [{"seed": written(one.seed), "seconds": round(one.seconds, 2), **one.outcome} for one in fought],
    }


def _share(found: int, of: int) -> dict[str, float]:
    """A share, and the bounds between which the true one lies 19 times in 20."""
    got = intervals.share(found, of)
    return {"share": round(got.value, 4), "low": round(got.low, 4), "high": round(got.high, 4)}


def _spread(numbers: Sequence[float]) -> dict[str, float]:
    return {
        "mean": round(mean(numbers), 2),
        "median": round(median(numbers), 2),
        "low": round(min(numbers), 2),
        "high": round(max(numbers), 2),
    }


HEADS = ("side", "wins", "19 times in 20", "men lost, %", "guns lost", "points")


def rows(job: Job, fought: Sequence[GameRecord]) -> tuple[str, list[tuple[str, ...]]]:
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
                f"{found['wins']} ({found['wins'] / games:.1%})",
                _bounds(found["win_share"]),
                f"{lost['mean']:g} ({lost['low']:g} to {lost['high']:g})",
                f"{guns['mean']:g}",
                f"{points['mean']:g} ({points['low']:g} to {points['high']:g})",
            )
        )
    made.append(("draw", f"{data['draws']} ({data['draws'] / games:.1%})", _bounds(data["draw_share"]), "", "", ""))
    return title, made


def _bounds(share: dict[str, float]) -> str:
    return f"{share['low']:.1%} to {share['high']:.1%}"
