"""Battles fought by staffs beside what history tells of them: who won how often, what it cost, how long it took.

Outcomes are reported, not arranged: nothing here, and no scenario, is set by them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import isinf
from typing import Any

from msgspec.structs import replace

from grognard.scenarios import bundled
from grognard.scenarios.loading import load
from grognard.scenarios.model import Losses, Scenario
from grognard.systems import rulebook

from .intervals import Estimate, mean, share
from .runs.chronicle import GameRecord
from .runs.plans import RunPlan, plan

KIND = "history"
"""What a run of real battles is called in its manifest."""


def real_battles() -> tuple[str, ...]:
    """The bundled battles of which history knows the end, by their dates."""
    real = [found.header for found in map(load, bundled()) if found.header.outcome and not found.header.fictitious]
    return tuple(header.id for header in sorted(real, key=lambda each: each.date))


def past_plan(battles: Sequence[str], systems: Sequence[str], *, games: int, seed: int) -> RunPlan:
    """Every battle under every system, between staffs."""
    return replace(plan(battles, systems, games=games, seed=seed), kind=KIND)


# -- what it comes to


def summary(plan: RunPlan, records: Sequence[GameRecord]) -> dict[str, Any]:
    """Plain data, ready for JSON: an entry for each battle and system that was fought, in the order asked for."""
    by_arm: list[list[GameRecord]] = [[] for _ in plan.arms]
    for record in records:
        by_arm[record.arm].append(record)
    entries = [_entry(arm.job.battle, arm.job.system, own) for arm, own in zip(plan.arms, by_arm, strict=True) if own]
    return {"games": len(records), "of": plan.total, "battles": entries}


def _entry(battle: str, system: str, own: Sequence[GameRecord]) -> dict[str, Any]:
    scenario = load(battle)
    ended = scenario.header.outcome
    assert ended is not None
    outcomes = [record.outcome for record in own]
    times = sum(each["winner"] == ended.winner for each in outcomes)
    return {
        "battle": battle,
        "system": system,
        "games": len(own),
        "winner": ended.winner,
        "won": {"times": times, **_told(share(times, len(own)), "share", 3)},
        "drawn": sum(not each["winner"] for each in outcomes),
        "turns": {**_mean([each["turns"] for each in outcomes]), "history": _turns(scenario)},
        "lost": {
            side.name: {
                **_mean([each["sides"][side.name]["percent"] for each in outcomes]),
                "history": _percent(scenario, side.name),
            }
            for side in scenario.sides
        },
        "whys": dict(Counter(each["why"] for each in outcomes).most_common()),
        "points": {
            side.name: _mean([each["sides"][side.name]["points"] for each in outcomes]) for side in scenario.sides
        },
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
