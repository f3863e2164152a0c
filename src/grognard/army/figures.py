"""Units as figures on a table: how many, on how many stands, how wide in inches, and what fires.

The scale is men to a figure; the ground scale, paces to an inch, is a rule system's and is handed in.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from grognard.kernel.errors import BadInput

from .oob import Unit
from .shapes import Footprint, shares

SCALES = (5, 10, 20, 30, 40, 50, 60)
"""Men to a figure that people really play with."""
SECTION = 2
"""Guns of a section, the least part of a battery that was sent off by itself."""

Element = Literal["gun", "section", "figure"]


class Stands(NamedTuple):
    """A unit as it is put on the table: its figures, and how many of them stand on each base."""

    figures: int
    on_stand: tuple[int, ...]


def figures(men: int, scale: int) -> int:
    """Figures for so many men: the nearest whole number, halves up, and at least one while a man is left."""
    check_scale(scale)
    return max(1, (2 * men + scale) // (2 * scale)) if men > 0 else 0


def men_of(count: int, scale: int) -> int:
    """How many men so many figures stand for."""
    return count * check_scale(scale)


def figure_range(count: int, scale: int) -> tuple[int, int]:
    """The least and the most men that so many figures may stand for."""
    check_scale(scale)
    if count < 1:
        return 0, 0
    least = 1 if count == 1 else -(-(2 * count - 1) * scale // 2)
    return least, -(-(2 * count + 1) * scale // 2) - 1


def check_scale(scale: int) -> int:
    """The scale itself, if it is one of those there are."""
    if scale not in SCALES:
        raise BadInput(f"figure scale 1:{scale}; it is one of {', '.join(f'1:{each}' for each in SCALES)}.")
    return scale


def stands(men: int, scale: int, on_a_stand: int) -> Stands:
    """A unit on bases of a given size: as few as hold its figures, filled as evenly as it goes."""
    if on_a_stand < 1:
        raise BadInput(f"{on_a_stand} figures on a stand; a stand holds at least 1.")
    count = figures(men, scale)
    return Stands(count, tuple(shares(count, -(-count // on_a_stand))) if count else ())


def company_figures(footprint: Footprint, scale: int) -> list[int]:
    """The figures of a unit over its parts, the whole rounded once, so that the parts add up to the unit."""
    return shares(figures(footprint.men, scale), len(footprint.parts))


def firing_elements(unit: Unit, scale: int, *, by: Element | None = None) -> int:
    """What fires: guns or sections of a battery, a section of one gun counting whole; figures of any other unit."""
    by = by or ("gun" if unit.kind == "artillery" else "figure")
    guns = unit.guns + unit.howitzers
    if by == "figure":
        return figures(unit.men, scale)
    return guns if by == "gun" else -(-guns // SECTION)


def inches(paces: float, paces_to_an_inch: float) -> float:
    """A distance or frontage on the table, at the ground scale of the rules."""
    if paces_to_an_inch <= 0:
        raise BadInput(f"{paces_to_an_inch:g} paces to an inch; a ground scale is more than 0.")
    return paces / paces_to_an_inch


def frontage_in_inches(footprint: Footprint, paces_to_an_inch: float) -> float:
    """How wide a unit stands on the table."""
    return inches(footprint.width, paces_to_an_inch)


def row_of_stands(count: int, base: float, gap: float = 0) -> float:
    """Front in inches of so many bases side by side, for figures whose bases want a gap between them."""
    return count * base + max(0, count - 1) * gap
