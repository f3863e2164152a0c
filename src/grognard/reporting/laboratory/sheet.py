"""The page that all reports of the laboratory are written on: panels with plots, in both themes, by itself."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files

from grognard.simulate.runs.plans import RunPlan

from .charts import Panel

WHOLE = 12
"""Columns of a panel that is as wide as the page."""
SWITCH = (
    "const r=document.documentElement;document.getElementById('theme').onclick=()=>{"
    "const dark=getComputedStyle(r).colorScheme==='dark';r.dataset.theme=dark?'light':'dark'}"
)
"""All that the page does by itself; whoever serves it may allow this and nothing else."""


def panels(figures: Sequence[Panel]) -> str:
    """Plots one beside the other."""
    return f'<div class="panels">{"".join(map(_panel, figures))}</div>'


def _panel(figure: Panel) -> str:
    data = base64.b64encode(figure.csv.encode()).decode()
    link = f'<a download="{figure.name}.csv" href="data:text/csv;base64,{data}">Figures as CSV</a>'
    note = f"<p>{escape(figure.note)}</p>" if figure.note else ""
    kind = "panel whole" if figure.span == WHOLE else "panel"
    return (
        f'<section class="{kind}" style="--span:{figure.span}"><h2>{escape(figure.title)}'
        f"<i>{escape(figure.about)}</i></h2>"
        f"{figure.svg}{note}<footer>{link}</footer></section>"
    )


@cache
def _css() -> str:
    return (files(__package__) / "laboratory.css").read_text(encoding="utf-8")


def heading(title: str, under: str) -> str:
    """What the panels below it are about."""
    return f"<header class='ttl'><h1>{escape(title)}</h1><p>{escape(under)}</p></header>"


def page(title: str, inner: str, plan: RunPlan, colours: str = "") -> str:
    """The whole page; `colours` are what this one has besides those of all."""
    made = f"Grognard {plan.build}; {plan.total:,} games."
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_css()}{colours}</style></head>\n"
        '<body><nav class="mast"><b>Grognard</b><span>Laboratory</span>'
        '<button id="theme" type="button">Light or dark</button></nav>'
        f"<main>{inner}</main><footer class='end'>{escape(made)}</footer><script>{SWITCH}</script></body></html>\n"
    )
