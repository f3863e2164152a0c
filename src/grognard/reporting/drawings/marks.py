"""What is drawn on a map besides troops: the way they marched, and the place where they were lost."""

from __future__ import annotations

import math
from xml.sax.saxutils import escape

from grognard.battle.pictures import TableSpot


def arrow(start: TableSpot, end: TableSpot, colour: str) -> str:
    """A slender arrow that ends a little short of the troops."""
    long = math.dist(start, end)
    ux, uy = (end[0] - start[0]) / long, (end[1] - start[1]) / long
    tip = (end[0] - ux * 6, end[1] - uy * 6)
    neck = (tip[0] - ux * 9, tip[1] - uy * 9)
    wings = [(neck[0] + side * uy * 4.2, neck[1] - side * ux * 4.2) for side in (1, -1)]
    head = f"M{tip[0]:.1f} {tip[1]:.1f}L{wings[0][0]:.1f} {wings[0][1]:.1f}L{wings[1][0]:.1f} {wings[1][1]:.1f}z"
    shaft = f"M{start[0]:.1f} {start[1]:.1f}L{neck[0]:.1f} {neck[1]:.1f}"
    return (
        f'<path d="{shaft}" fill="none" stroke="{colour}" stroke-width="1.7" stroke-opacity=".55"'
        f' stroke-dasharray="5 3"/><path d="{head}" fill="{colour}" fill-opacity=".7"/>'
    )


def cross(at: TableSpot, colour: str, halo: str) -> str:
    """Where a unit stood last."""
    x, y = at
    d = f"M{x - 7:.1f} {y - 7:.1f}l14 14m0 -14l-14 14"
    return (
        f'<path d="{d}" fill="none" stroke="{halo}" stroke-width="5.5" stroke-linecap="round"/>'
        f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="2.4" stroke-linecap="round"/>'
    )


def card_mark(at: TableSpot, name: str, colour: str, paper: str) -> str:
    """A card on the table, for troops that are not made out."""
    x, y = at
    return (
        f'<g><title>{escape(name)}</title><rect x="{x - 10:.1f}" y="{y - 7:.1f}" width="20" height="14" rx="1.5"'
        f' fill="{paper}" stroke="{colour}" stroke-width="1.2"/><path d="M{x - 10:.1f} {y - 7:.1f}l20 14m0 -14l-20 14"'
        f' stroke="{colour}" stroke-width=".6" stroke-opacity=".5"/></g>'
    )
