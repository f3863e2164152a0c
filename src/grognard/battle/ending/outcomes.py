"""How a battle came out, in a sentence and as plain data, the same for every rule system."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .tally import Army, Tally
from .victory import Ending, Score, Verdict


def in_words(turn: int, scores: Sequence[Score], verdict: Verdict, ending: Ending | None) -> str:
    """How a battle came out, in a sentence."""
    when = f"after {turn} turn{'s' * (turn != 1)}"
    points = ", ".join(f"{score.side} {score.points}" for score in scores)
    if not verdict.winner:
        why = f"{ending.why}; " if ending else ""
        return f"A drawn battle {when}: {why}{points}"
    article = "an" if verdict.level[0] in "aeiou" else "a"
    why = verdict.why if ending else f"{points} points"
    return f"{verdict.winner}: {article} {verdict.level} victory {when}: {why}"


def outcome(
    tally: Tally,
    scores: Sequence[Score],
    verdict: Verdict,
    account: Callable[[Army], dict[str, int]],
    *,
    turn: int,
    over: str,
    quits: Sequence[str] = (),
) -> dict[str, Any]:
    """Who won and by what; before the end, how it stands. `account` counts what a system calls broken, routed and
    destroyed, and the guns lost."""
    return {
        "winner": verdict.winner if over else "",
        "level": verdict.level if over else "",
        "why": over or "the battle goes on",
        "turns": turn,
        "quits": list(quits),
        "sides": {
            army.side: {**_men(army), **account(army), **_earned(army, score)}
            for army, score in zip(tally.armies, scores, strict=True)
        },
    }


def _men(army: Army) -> dict[str, int]:
    started, left = sum(unit.men_at_start for unit in army.units), sum(unit.men for unit in army.units)
    lost = started - left
    return {"men": started, "lost": lost, "percent": percent_of(lost, started), "units": len(army.units)}


def percent_of(part: int, whole: int) -> int:
    """A share in whole percents, rounded and not cut: 119 of 1,990 are 6."""
    return (200 * part + whole) // (2 * whole) if whole else 0


def _earned(army: Army, score: Score) -> dict[str, Any]:
    lines = [{"points": line.points, "how": line.how, "text": line.text} for line in score.lines]
    return {"leaders_lost": list(army.leaders_lost), "points": score.points, "lines": lines}
