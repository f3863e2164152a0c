"""Hills: neighbours join into ridges, with contours as close as the slope class demands (CS-B.1e, CS-1.2.1)."""

from __future__ import annotations

from collections.abc import Mapping
from math import pi
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from shapely import contains_xy  # type: ignore[import-untyped]
from shapely.geometry import Polygon  # type: ignore[import-untyped]
from shapely.geometry.base import BaseGeometry  # type: ignore[import-untyped]
from shapely.ops import unary_union  # type: ignore[import-untyped]

from grognard.kernel.tables import Tables

from .drawing import DrawnTable, GridSquare, Pencil, feature, groups, joined, pieces

Slope = Literal["gentle", "moderate", "steep"]
SLOPES: tuple[Slope, ...] = ("gentle", "moderate", "steep")
RADIUS: dict[str, float] = {"gentle": 0.52, "moderate": 0.51, "steep": 0.5}
"""How far a hill reaches from its middle, in squares: gentle ones spread."""
_SADDLE = 0.38
"""Half the width of the ground that joins two hills."""
_SMALLEST = 0.02
"""The least area of a contour worth drawing."""
_HIGHEST = 8
_ROUND = 0.09
"""Radius to which the corners of a contour are rounded, in squares."""


class Contour(NamedTuple):
    """All ground at least so many contours high that hangs together."""

    level: int
    shape: Polygon
    slope: Slope
    squares: tuple[GridSquare, ...]
    """Hill squares of the ridge it belongs to."""


class Relief:
    """The heights of the table."""

    def __init__(self, contours: list[Contour]) -> None:
        self.contours = contours
        top = max((contour.level for contour in contours), default=0)
        self.levels: list[BaseGeometry] = [
            unary_union([contour.shape for contour in contours if contour.level == level])
            for level in range(1, top + 1)
        ]

    @property
    def high_ground(self) -> BaseGeometry:
        """All that is not at the level of the plain."""
        return self.levels[0] if self.levels else Polygon()

    def heights(self, xs: NDArray[np.float64], ys: NDArray[np.float64], margin: float = 0) -> NDArray[np.int64]:
        """The contour level at many spots, with every hill larger by a margin."""
        heights = np.zeros(xs.shape, dtype=np.int64)
        for level in self.levels:
            heights += contains_xy(level.buffer(margin) if margin else level, xs, ys)
        return heights

    def features(self) -> list[dict[str, Any]]:
        """As GeoJSON, lowest contour first."""
        return [
            feature("ridge" if len(c.squares) > 1 else "hill", c.shape, height=c.level, slope=c.slope)
            for c in sorted(self.contours, key=lambda c: c.level)
        ]


def contour_spacing(t: Tables) -> dict[Slope, float]:
    """Paces between contour lines, well inside each slope class."""
    gentle, moderate = t.number("CS-1.2.1", "gentle"), t.number("CS-1.2.1", "moderate")
    return {"gentle": 1.05 * gentle, "moderate": 1.1 * moderate, "steep": 0.3 * moderate}


def raise_hills(hills: Mapping[GridSquare, Slope], table: DrawnTable, pencil: Pencil, t: Tables) -> Relief:
    """Contours for all hill squares."""
    grain = pencil.between(0, pi)  # the hills of a country lie one way
    blobs = {square: _hill(square, slope, table, pencil, grain) for square, slope in hills.items()}
    spacing = contour_spacing(t)
    contours: list[Contour] = []
    for ridge in groups(hills):
        contours += _ridge({square: hills[square] for square in ridge}, blobs, table, spacing)
    return Relief(contours)


def _hill(square: GridSquare, slope: Slope, table: DrawnTable, pencil: Pencil, grain: float) -> Polygon:
    x, y = table.middle(square)
    away = 0.1 * table.square
    centre = x + pencil.between(-away, away), y + pencil.between(-away, away)
    return pencil.blob(centre, RADIUS[slope] * table.square, lie=grain)


def _ridge(
    ridge: Mapping[GridSquare, Slope],
    blobs: Mapping[GridSquare, Polygon],
    table: DrawnTable,
    spacing: Mapping[Slope, float],
) -> list[Contour]:
    """The contours of hills that hang together, as far up as there is room for another."""
    foot = _filled(joined(blobs, ridge, _SADDLE * table.square))
    flanks = {slope: _flank(foot, slope, ridge, blobs, table) for slope in SLOPES if slope in ridge.values()}
    contours = _level(1, dict.fromkeys(flanks, foot), ridge, table)
    for level in range(2, _HIGHEST + 1):
        inward = {slope: (level - 1) * spacing[slope] for slope in flanks}
        rings = {slope: _ring(flank, inward[slope], _ROUND * table.square) for slope, flank in flanks.items()}
        contours += _level(level, rings, ridge, table)
    return contours


def _ring(flank: BaseGeometry, inward: float, corner: float) -> BaseGeometry:
    """The ground at least so many paces inside, without sharp corners; rings made so keep their distance."""
    # in by more and out again: that rounds the corners
    return flank.buffer(-(inward + corner)).buffer(corner)


def _flank(
    foot: BaseGeometry,
    slope: Slope,
    ridge: Mapping[GridSquare, Slope],
    blobs: Mapping[GridSquare, Polygon],
    table: DrawnTable,
) -> BaseGeometry:
    """The part of a ridge that is at least this steep: gentle contours may run round all of it."""
    steep_enough = [square for square, other in ridge.items() if SLOPES.index(other) >= SLOPES.index(slope)]
    if len(steep_enough) == len(ridge):
        return foot
    return _filled(joined(blobs, steep_enough, _SADDLE * table.square)).intersection(foot)


def _level(
    level: int, rings: Mapping[Slope, BaseGeometry], ridge: Mapping[GridSquare, Slope], table: DrawnTable
) -> list[Contour]:
    least = _SMALLEST * table.square**2
    shape = _filled(unary_union(list(rings.values())))
    return [
        Contour(level, piece, _slope_of(piece, rings, ridge), tuple(ridge)) for piece in pieces(shape, table, least)
    ]


def _slope_of(piece: Polygon, rings: Mapping[Slope, BaseGeometry], ridge: Mapping[GridSquare, Slope]) -> Slope:
    """The slope whose rings make most of a contour; where they share it, that of most squares, the gentler of two."""
    squares = list(ridge.values())
    # whole paces of area, so that a tie is a tie on every machine
    return max(rings, key=lambda slope: (round(rings[slope].intersection(piece).area), squares.count(slope)))


def _filled(shape: BaseGeometry) -> BaseGeometry:
    """Without hollows: water in them could go nowhere."""
    return unary_union(
        [Polygon(part.exterior) for part in getattr(shape, "geoms", [shape]) if isinstance(part, Polygon)]
    )
