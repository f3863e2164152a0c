"""Odds as a picture: shares of all outcomes, one bar for each case."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from grognard.kernel.odds import Odds
from grognard.printing.look import palette

SHADES = ("#2d5ca4", "#b8322b", "#a5701a", "#3b6f46", "#6e6351", "#6a6fa6", "#c98a77", "#43536b")
MOST_SHOWN = 8
"""Outcomes with a colour of their own; the least likely share one."""


def odds_plot(title: str, cases: Sequence[tuple[str, Odds[str]]], path: Path) -> None:
    """Write the picture; its kind is that of the file's name."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    look = palette("light")
    names = _names(cases)
    figure, axes = pyplot.subplots(figsize=(8, 1.6 + 0.36 * len(cases)), facecolor=look.panel)
    axes.set_facecolor(look.panel)
    left = [0.0] * len(cases)
    for name, shade in zip(names, SHADES, strict=False):
        wide = [float(100 * _share(odds, name, names)) for _, odds in cases]
        axes.barh(range(len(cases)), wide, left=left, color=shade, label=name or "others", height=0.72)
        left = [a + b for a, b in zip(left, wide, strict=True)]
    axes.set_yticks(range(len(cases)), [said or title for said, _ in cases])
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.set_xlabel("per cent")
    axes.set_title(title, loc="left", color=look.ink, fontsize=10)
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.9 / (1 + 0.36 * len(cases))), ncols=3, frameon=False)
    for edge in ("top", "right", "left"):
        axes.spines[edge].set_visible(False)
    figure.savefig(path, bbox_inches="tight")
    pyplot.close(figure)


def _names(cases: Sequence[tuple[str, Odds[str]]]) -> list[str]:
    """The likeliest outcomes over all cases; nothing stands for the rest of them."""
    weight: dict[str, float] = {}
    for _, odds in cases:
        for end, chance in odds:
            weight[end] = weight.get(end, 0.0) + float(chance)
    ranked = sorted(weight, key=lambda end: -weight[end])
    return ranked if len(ranked) <= MOST_SHOWN else [*ranked[: MOST_SHOWN - 1], ""]


def _share(odds: Odds[str], name: str, names: Sequence[str]) -> float:
    return float(odds.probability(name) if name else odds.chance(lambda end: end not in names))
