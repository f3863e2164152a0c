"""Battles fought by staffs beside what history tells of them: who won how often, what it cost, how long it took.

Outcomes are reported, not arranged: nothing here, and no scenario, is set by them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from math import isinf
from pathlib import Path
from typing import Any

from msgspec import Struct

from grognard.scenarios import bundled
from grognard.scenarios.loading import load
from grognard.scenarios.model import Losses, Scenario
from grognard.systems import rulebook

from .intervals import Estimate, mean, share
from .kept_lines import keep_line, kept_lines
from .many import Job, fight_one
from .runs.hands import in_processes


class PastMatch(Struct, frozen=True):
    """A real battle, fought once more."""

    battle: str
    system: str
    seed: int


class PastRow(Struct, frozen=True):
    """How it came out."""

    match: PastMatch
    winner: str
    turns: int
    lost: dict[str, float]
    """Percent of the men of each side."""
    level: str = ""
    why: str = ""
    """How it ended."""
    points: dict[str, int] = {}
    guns: dict[str, int] = {}
    """Guns that each side lost."""
    fault: str = ""
    """What went wrong where the program failed and there is no outcome; never kept in a file."""


def real_battles() -> tuple[str, ...]:
    """The bundled battles of which history knows the end, by their dates."""
    real = [found.header for found in map(load, bundled()) if found.header.outcome and not found.header.fictitious]
    return tuple(header.id for header in sorted(real, key=lambda each: each.date))


def matches(battles: Sequence[str], systems: Sequence[str], games: int, seed: int) -> list[PastMatch]:
    """All that is to be fought, the first seed of every battle before the second of any."""
    seeds = range(seed, seed + games)
    return [PastMatch(battle, system, one) for one, battle, system in product(seeds, battles, systems)]


def fight_all(todo: Sequence[PastMatch], jobs: int) -> Iterator[PastRow]:
    """Fight them; each comes back when it is over."""
    yield from in_processes(fought, todo, jobs)


def fought(match: PastMatch) -> PastRow:
    """One battle between two staffs. A mistake of ours in one of a thousand does not stop the others: it is told."""
    try:
        outcome = fight_one(Job(match.battle, match.system), match.seed).outcome
    except Exception as error:
        return PastRow(match, "", 0, {}, fault=f"{type(error).__name__}: {error}")
    sides = outcome["sides"]
    return PastRow(
        match,
        outcome["winner"],
        outcome["turns"],
        {side: round(100 * each["lost"] / each["men"], 1) if each["men"] else 0.0 for side, each in sides.items()},
        outcome["level"],
        outcome["why"],
        {side: each["points"] for side, each in sides.items()},
        {side: each["guns_lost"] for side, each in sides.items()},
    )


def kept(path: Path) -> list[PastRow]:
    """The rows of a file that an earlier run wrote."""
    return kept_lines(path, PastRow, "battle beside history")


def keep(path: Path, row: PastRow) -> None:
    """Add a row to a file."""
    keep_line(path, row)


# -- what it comes to


def summary(rows: Sequence[PastRow], wanted: Sequence[PastMatch]) -> dict[str, Any]:
    """Plain data, ready for JSON: an entry for each battle and system, in the order asked for."""
    asked = set(wanted)
    found = [row for row in rows if row.match in asked]
    pairs = dict.fromkeys((match.battle, match.system) for match in wanted)
    entries = [_entry(battle, system, found) for battle, system in pairs]
    return {"games": len(found), "of": len(asked), "battles": [entry for entry in entries if entry["games"]]}


def _entry(battle: str, system: str, rows: Sequence[PastRow]) -> dict[str, Any]:
    own = [row for row in rows if (row.match.battle, row.match.system) == (battle, system)]
    scenario = load(battle)
    ended = scenario.header.outcome
    assert ended is not None
    times = sum(row.winner == ended.winner for row in own)
    if not own:
        return {"games": 0}
    return {
        "battle": battle,
        "system": system,
        "games": len(own),
        "winner": ended.winner,
        "won": {"times": times, **_told(share(times, len(own)), "share", 3)},
        "drawn": sum(not row.winner for row in own),
        "turns": {**_mean([row.turns for row in own]), "history": _turns(scenario)},
        "lost": {
            side.name: {**_mean([row.lost[side.name] for row in own]), "history": _percent(scenario, side.name)}
            for side in scenario.sides
        },
        "whys": dict(Counter(row.why for row in own).most_common()),
        "points": {side.name: _mean([row.points.get(side.name, 0) for row in own]) for side in scenario.sides},
    }


def _told(found: Estimate, name: str, digits: int) -> dict[str, float | None]:
    if isinf(found.high):
        # of a single battle nothing is known but itself
        return {name: round(found.value, digits), "low": None, "high": None}
    # neither a share nor men lost nor turns are ever less than none
    low, high = round(max(0.0, found.low), digits), round(found.high, digits)
    return {name: round(found.value, digits), "low": low, "high": high}


def _mean(numbers: Sequence[float]) -> dict[str, float | None]:
    return _told(mean(numbers), "mean", 1)


def _turns(scenario: Scenario) -> int:
    """Turns that the real battle took: to the last thing that is told of it."""
    ended = scenario.header.outcome
    return max((moment.turn for moment in ended.moment), default=0) if ended else 0


def _percent(scenario: Scenario, side: str) -> list[float]:
    """What a side really lost, of those who are in the scenario, from the lowest reckoning to the highest."""
    ended = scenario.header.outcome
    men = sum(unit.men for each in scenario.sides if each.name == side for unit in each.all_units())
    told: Losses | None = next((each for each in ended.losses if each.side == side), None) if ended else None
    return [round(100 * told.men_low / men, 1), round(100 * told.men_high / men, 1)] if told else []


# -- a page of it


MARKDOWN_HEADS = (
    "battle", "rules", "history's winner won", "drawn", "men lost, %", "history", "turns", "history"
)  # fmt: skip


def markdown(found: dict[str, Any]) -> str:
    """The same as a table of a Markdown page, by the names of battles and rules."""
    lines = [f"| {' | '.join(MARKDOWN_HEADS)} |", "|" + "---|" * len(MARKDOWN_HEADS)]
    lines += [f"| {' | '.join(_cells(entry))} |" for entry in found["battles"]]
    return "\n".join(lines)


def _cells(entry: dict[str, Any]) -> tuple[str, ...]:
    won, turns, lost = entry["won"], entry["turns"], entry["lost"]
    return (
        load(entry["battle"]).header.title.split(":")[0],
        rulebook(entry["system"]).name.split(",")[0],
        f"{entry['winner']} {won['times']} of {entry['games']} ({won['low']:.0%} to {won['high']:.0%})",
        str(entry["drawn"]),
        "; ".join(f"{side} {estimated(each)}" for side, each in lost.items()),
        "; ".join(told_of_past(each["history"]) for each in lost.values()),
        estimated(turns),
        str(turns["history"]),
    )


def estimated(each: dict[str, Any]) -> str:
    """A mean, and in brackets what holds in 95 of 100 cases."""
    between = "" if each["low"] is None else f" ({each['low']:g} to {each['high']:g})"
    return f"{each['mean']:g}{between}"


def told_of_past(told: list[float]) -> str:
    """What history tells, from the lowest reckoning to the highest."""
    if not told:
        return "not known"
    return f"{told[0]:g}" if told[0] == told[1] else f"{told[0]:g} to {told[1]:g}"
