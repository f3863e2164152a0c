"""Many outcomes put together: who won how often, how long it took, what it cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import mean, median
from typing import TYPE_CHECKING, Any

from .many import Fought, Job

if TYPE_CHECKING:
    from rich.table import Table


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
        "battle": job.battle, "system": job.system, "games": len(fought), "draws": wins["draw"],
        "turns": _spread([one.outcome["turns"] for one in fought]),
        "seconds": _spread([one.seconds for one in fought]), "sides": sides,
        "levels": dict(Counter(f"{one.outcome['winner'] or 'draw'} {one.outcome['level']}".strip() for one in fought)),
        "whys": dict(Counter(one.outcome.get("why", "") for one in fought)),
    }  # fmt: skip


def _spread(numbers: Sequence[float]) -> dict[str, float]:
    return {
        "mean": round(mean(numbers), 2), "median": round(median(numbers), 2),
        "low": round(min(numbers), 2), "high": round(max(numbers), 2),
    }  # fmt: skip


def table(job: Job, fought: Sequence[Fought]) -> Table:
    """For the terminal."""
    from rich.table import Table

    data = summary(job, fought)
    games = data["games"]
    title = f"{job.battle} under {job.system}: {games} battles, {data['draws']} drawn, "
    title += f"{data['turns']['low']:g} to {data['turns']['high']:g} turns (mean {data['turns']['mean']:g}), "
    title += f"{data['seconds']['mean']:g} s each"
    made = Table(title=title, title_justify="left")
    for heading in ("side", "wins", "men lost, %: mean (low to high)", "guns lost", "points"):
        made.add_column(heading)
    for side, found in data["sides"].items():
        lost, guns, points = found["percent_lost"], found["guns_lost"], found["points"]
        made.add_row(
            side, f"{found['wins']} ({found['wins'] / games:.0%})",
            f"{lost['mean']:g} ({lost['low']:g} to {lost['high']:g})", f"{guns['mean']:g}",
            f"{points['mean']:g} ({points['low']:g} to {points['high']:g})",
        )  # fmt: skip
    return made
