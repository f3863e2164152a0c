"""Comparisons in words and tables, for the terminal and as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .differences import ALARMS, Comparison, MovedMeasure

HEADS = ("measure", "base", "changed", "difference", "where it lies", "")


def title(found: Comparison) -> str:
    """What was compared."""
    if found.paired:
        return f"{found.name}: {found.games[0]} pairs of the same seed; {found.otherwise} ended otherwise"
    return f"{found.name}: {found.games[0]} and {found.games[1]} games, not paired"


def table(found: Comparison) -> list[tuple[str, ...]]:
    """A row for each measure."""
    return [
        (
            each.measure,
            _number(each, each.base),
            _number(each, each.other),
            _signed(each, each.difference.value),
            f"{_signed(each, each.difference.low)} to {_signed(each, each.difference.high)}",
            "differs" if each.told else "not distinguishable",
        )
        for each in found.moved
    ]


def _number(each: MovedMeasure, value: float) -> str:
    return f"{value:.1%}" if each.is_share else f"{value:.2f}"


def _signed(each: MovedMeasure, value: float) -> str:
    text = f"{100 * value:+.1f}" if each.is_share else f"{value:+.2f}"
    return text if text.strip("+-0.") else "0"


def verdict(found: Comparison) -> str:
    """What came of it, in a sentence."""
    if not found.found:
        return f"{found.name}: not distinguishable from no change at all, by {found.games[1]} games."
    moved = "; ".join(f"{each.measure} {_signed(each, each.difference.value)}" for each in found.found)
    return f"{found.name}: {moved}."


def caution(found: Sequence[Comparison]) -> str:
    """What the intervals promise."""
    return (
        f"Intervals hold {found[0].level:.1%} each, so that of 100 such tables in which nothing is changed at most "
        f"{100 * ALARMS:.0f} tell of a difference. Shares of wins are in points of 100."
    )


def data(found: Comparison) -> dict[str, Any]:
    """Plain data, ready for JSON."""
    return {
        "change": found.name,
        "paired": found.paired,
        "games": list(found.games),
        "ended_otherwise": found.otherwise,
        "level": round(found.level, 5),
        "distinguishable": bool(found.found),
        "measures": [
            {
                "measure": each.measure,
                "base": round(each.base, 4),
                "changed": round(each.other, 4),
                "difference": round(each.difference.value, 4),
                "low": round(each.difference.low, 4),
                "high": round(each.difference.high, 4),
                "differing": each.differing,
                "distinguishable": each.told,
            }
            for each in found.moved
        ],
    }
