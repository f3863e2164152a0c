"""Plots that follow the page: drawn by matplotlib in colours that stand for the page's own, light and dark alike."""

from __future__ import annotations

import io
import logging
import re
from typing import Any

STAND_INS = {
    "--ink": "#010101", "--ink-2": "#020202", "--ink-3": "#030303", "--grid": "#040404", "--panel": "#050505",
    "--bar": "#060606", "--draw": "#070707", "--pale": "#080808", "--side-0": "#0a0a0a", "--side-1": "#0b0b0b",
    "--side-2": "#0c0c0c", "--side-3": "#0d0d0d", "--heat": "#0e0e0e", "--brass": "#0f0f0f",
    "--on-0": "#101010", "--on-1": "#111111", "--on-2": "#121212", "--on-3": "#131313",
}  # fmt: skip
"""A colour of the page, and what matplotlib is told instead of it."""
PIXELS = 72
"""To the inch: a point of matplotlib is a pixel of the page."""


def colour(name: str) -> str:
    """What a colour of the page is called while it is drawn."""
    return STAND_INS[name]


def side_colour(number: int) -> str:
    """The colour of a side, by its place in the battle."""
    return STAND_INS[f"--side-{min(number, 3)}"]


def canvas(width: float, height: float) -> tuple[Any, Any]:
    """A figure of so many pixels, and its axes without a box."""
    figure, (axes,) = canvases(width, height, 1)
    return figure, axes


def canvases(width: float, height: float, columns: int) -> tuple[Any, list[Any]]:
    """A figure with several axes side by side that have their rows in common."""
    import matplotlib

    # the page has fonts that this machine may not have; it is not asked for them, only measured by what it has
    logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)
    matplotlib.use("Agg")
    from matplotlib import pyplot

    pyplot.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "grognard", "font.size": 11})
    size = (width / PIXELS, height / PIXELS)
    figure, grid = pyplot.subplots(
        1, columns, sharey=True, squeeze=False, figsize=size, dpi=PIXELS, layout="constrained"
    )
    figure.patch.set_alpha(0)
    for axes in grid[0]:
        axes.patch.set_alpha(0)
        for edge in axes.spines.values():
            edge.set_visible(False)
        axes.tick_params(length=0, colors=colour("--ink-2"))
    return figure, list(grid[0])


def rule(axes: Any, side: str = "bottom") -> None:
    """The line on which a plot stands."""
    axes.spines[side].set_visible(True)
    axes.spines[side].set_color(colour("--ink-2"))


def grid(axes: Any, along: str) -> None:
    """Faint lines behind everything."""
    axes.grid(axis=along, color=colour("--grid"), linewidth=1)
    axes.set_axisbelow(True)


def as_svg(figure: Any, title: str, name: str) -> str:
    """The plot as part of a page; `name` keeps its ids apart from those of others."""
    from matplotlib import pyplot

    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    pyplot.close(figure)
    text = out.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r'\b(id="|href="#|url\(#)', rf"\g<1>{name}-", text)
    for css, stands_for in STAND_INS.items():
        text = text.replace(stands_for, f"var({css})")
    # fonts are the page's; a width in points would not follow it
    text = re.sub(r"font: (?:[\w ]+ )?([\d.]+)px [^;\"]*", r"font-size: \1px", text)
    text = re.sub(r'<svg ([^>]*?)width="[\d.]+pt" height="[\d.]+pt"', r"<svg \1", text)
    text = re.sub(r'<svg ([^>]*?)height="[\d.]+pt"([^>]*?)width="[\d.]+pt"', r"<svg \1\2", text)
    return text.replace("<svg ", f'<svg class="plot" role="img" aria-label="{title}" ', 1)
