"""Heights: contour polygons become smooth ground, shaded from the north-west, with hachures down its slopes.

The picture is the one raster part of the map: smooth shading is nothing else.
"""

from __future__ import annotations

import base64
import math
import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely  # type: ignore[import-untyped]
from numpy.typing import NDArray

from grognard.printing import shapes
from grognard.printing.features import Feature
from grognard.printing.shapes import PaperPoint, curve, number, path, walk
from grognard.printing.sheet import Sheet

CELL = 6.0
"""Pixels between two heights of the grid."""
SPREAD = {"gentle": 80.0, "moderate": 52.0, "steep": 30.0}
"""Paces over which a contour's step is smoothed."""
RISE = 26.0
"""Feet a contour counts for in tint and light."""

Grid = NDArray[np.float64]


@dataclass(frozen=True)
class Relief:
    """A grid of heights over the map, in pixels from its north-west corner."""

    z: Grid
    origin: PaperPoint
    slope: tuple[Grid, Grid]

    def cell(self, x: float, y: float) -> tuple[int, int]:
        """The grid cell of a place on the sheet."""
        i = min(max(round((x - self.origin[0]) / CELL), 0), self.z.shape[1] - 1)
        j = min(max(round((y - self.origin[1]) / CELL), 0), self.z.shape[0] - 1)
        return j, i

    def fall(self, x: float, y: float) -> PaperPoint:
        """Feet the ground rises for each pixel, eastward and southward."""
        cell = self.cell(x, y)
        return float(self.slope[0][cell]), float(self.slope[1][cell])


def relief(sheet: Sheet, features: Sequence[Feature]) -> Relief:
    """The ground's heights in feet."""
    columns, rows = round(sheet.width / CELL) + 1, round(sheet.height / CELL) + 1
    xs, ys = np.meshgrid(sheet.left + np.arange(columns) * CELL, sheet.top + np.arange(rows) * CELL)
    # a little above nought, so that a valley does not fall below the lowest tint
    z = 14 + RISE * _steps(sheet, features, xs, ys) + _roll(xs, ys)
    z -= _valleys(sheet, features, xs, ys)
    return Relief(z, (sheet.left, sheet.top), (np.gradient(z, CELL, axis=1), np.gradient(z, CELL, axis=0)))


def _steps(sheet: Sheet, features: Sequence[Feature], xs: Grid, ys: Grid) -> Grid:
    """How many contours high the ground is, smoothed at each by how steep it is said to be."""
    hills = [f for f in features if f.kind in ("hill", "ridge")]
    total = np.zeros_like(xs)
    for level in range(1, max((h.height for h in hills), default=0) + 1):
        step = np.zeros_like(xs)
        for slope, spread in SPREAD.items():
            mask = np.zeros(xs.shape, dtype=bool)
            for hill in hills:
                if hill.height >= level and hill.slope == slope:
                    mask |= shapely.contains_xy(shapes.polygon(hill.smooth), xs, ys)
            # the higher of the two, since slopes of one step overlap where hills of different steepness meet
            step = np.maximum(step, _blur(mask.astype(np.float64), spread * sheet.scale / CELL))
        total += step
    return total


def _roll(xs: Grid, ys: Grid) -> Grid:
    """A little unevenness, so that a plain is not a table top."""
    waves = np.sin(xs / 213 + 0.7) * np.cos(ys / 171 + 1.1) + 0.6 * np.sin(xs / 97 + ys / 131)
    return np.asarray(2.6 * waves, dtype=np.float64)


def _valleys(sheet: Sheet, features: Sequence[Feature], xs: Grid, ys: Grid) -> Grid:
    cut, wide = np.zeros_like(xs), 110 * sheet.scale
    spots = shapely.points(xs, ys)
    for feature in features:
        if feature.kind in ("stream", "river"):
            # a quarter of a pixel off its course nobody sees, nor what is left of a valley at three times its width
            course = shapely.simplify(shapely.linestrings(feature.smooth), 0.25)
            shapely.prepare(course)
            near = shapely.dwithin(course, spots, 3 * wide)
            away = shapely.distance(course, spots[near])
            # the deeper of two valleys where streams meet, not both together
            cut[near] = np.maximum(cut[near], 6 * np.exp(-((away / wide) ** 2)))
    return cut


def _blur(values: Grid, sigma: float) -> Grid:
    """A Gaussian blur whose edge cells go on beyond the table."""
    reach = max(1, math.ceil(3 * sigma))
    # reaches three times its width: beyond that nothing is left of it
    kernel = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    kernel /= kernel.sum()
    for axis in (0, 1):
        # along one axis at a time: two passes do the work of a square of weights
        pad = [(reach, reach) if a == axis else (0, 0) for a in (0, 1)]
        wide = np.pad(values, pad, mode="edge")
        values = np.apply_along_axis(np.convolve, axis, wide, kernel, "valid")
    return values


def picture(relief: Relief, sheet: Sheet) -> str:
    """The tinted and shaded ground as an SVG image."""
    colours = sheet.colours
    marks = np.array([0, 16, 32, 56, 84, 120], dtype=np.float64)
    stops = np.array([_rgb(tint) for tint in colours.tints])
    tint = np.stack([np.interp(relief.z, marks, stops[:, c]) for c in range(3)], axis=-1)
    # ground that rises to the south-east looks to the north-west, where the light is
    lit = ((relief.slope[0] + relief.slope[1]) * 1.5)[..., None]
    light = np.clip(lit, 0, 1) * colours.light_k
    shade = np.clip(-lit, 0, 1) * colours.shade_k
    tint = tint + (_rgb(colours.light) - tint) * light
    tint = tint + (_rgb(colours.shade) - tint) * shade
    data = base64.b64encode(png(np.clip(np.rint(tint), 0, 255).astype(np.uint8))).decode("ascii")
    rows, columns = relief.z.shape
    # a cell is drawn about its height, not from it
    corner = f'x="{number(sheet.left - CELL / 2)}" y="{number(sheet.top - CELL / 2)}"'
    return (
        f'<image {corner} width="{number(columns * CELL)}"'
        f' height="{number(rows * CELL)}" preserveAspectRatio="none" href="data:image/png;base64,{data}"/>'
    )


def _rgb(colour: str) -> Grid:
    return np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)], dtype=np.float64)


def png(pixels: NDArray[np.uint8]) -> bytes:
    """An RGB picture as a PNG file; rows are stored as differences from their left neighbour, which packs well."""
    rows, columns, _ = pixels.shape
    left = np.zeros_like(pixels)
    left[:, 1:] = pixels[:, :-1]
    # each row begins with its filter type: 1, the difference from the left
    body = np.concatenate([np.ones((rows, 1), np.uint8), (pixels - left).reshape(rows, -1)], axis=1)
    parts = {
        b"IHDR": struct.pack(">IIBBBBB", columns, rows, 8, 2, 0, 0, 0),
        b"IDAT": zlib.compress(body.tobytes(), 9),
        b"IEND": b"",
    }
    chunks = (
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts.items()
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def contours(sheet: Sheet, features: Sequence[Feature]) -> str:
    """The outlines of the hills as they are given, every third level heavier."""
    c = sheet.colours
    out = []
    for hill in features:
        if hill.kind in ("hill", "ridge"):
            weight = 1.5 if hill.height % 3 == 0 else 0.95
            out.append(f'<path stroke-width="{weight}" d="{path(hill.smooth, closed=True)}"/>')
    style = f'fill="none" stroke="{c.contour}" stroke-opacity="{c.contour_o}"'
    return f"<g {style}>{''.join(out)}</g>"


WEIGHTS = (0.5, 0.75, 1.05, 1.4)
"""Hachures grow with the slope, after Lehmann."""


def hachures(relief: Relief, sheet: Sheet) -> str:
    """Strokes down the fall of the ground, heavier where it is steeper."""
    rnd = shapes.dice("hachures")
    bins: list[list[tuple[PaperPoint, str]]] = [[], [], [], []]
    low, high = 0.09, 0.36
    for level in np.arange(20, float(relief.z.max()), RISE / 4):
        for line in level_lines(relief, float(level)):
            for step in walk(line, 5.4, rnd.random() * 5.4):
                steep = math.hypot(*relief.fall(step.x, step.y))
                # an uneven limit: hachures thin out instead of ending in a line
                if steep >= low * (0.85 + rnd.random() * 0.4):
                    reach = min(42.0, RISE / 4 / steep * (0.72 + rnd.random() * 0.24))
                    grade = min(3, int((steep - low) / (high - low) * 4)) if steep > low else 0
                    bins[grade].append(((step.x, step.y), _downhill(relief, step.x, step.y, reach)))
    c = sheet.colours
    lines = "".join(f'<g stroke-width="{w}">{shapes.strokes(b)}</g>' for w, b in zip(WEIGHTS, bins, strict=True) if b)
    style = f'fill="none" stroke="{c.hachure}" stroke-opacity="{c.hachure_o}" stroke-linecap="round"'
    return f"<g {style}>{lines}</g>"


def _downhill(relief: Relief, x: float, y: float, reach: float) -> str:
    # in short cuts, so that the stroke bends with the slope
    points = [(x, y)]
    cuts = max(1, round(reach / 8))
    for _ in range(cuts):
        east, south = relief.fall(x, y)
        steep = math.hypot(east, south) or 1.0
        x, y = x - east / steep * reach / cuts, y - south / steep * reach / cuts
        points.append((x, y))
    return path(points)


def level_lines(relief: Relief, level: float) -> list[list[PaperPoint]]:
    """Lines of equal height by marching squares, linked end to end and smoothed a little."""
    links = _links(relief.z, level)
    seen: set[Any] = set()
    lines = []
    # open lines first, each from an end: begun in the middle they would come out in two parts
    ends = [key for key, near in links.items() if len(near) == 1]
    for start in [*ends, *links]:
        if start not in seen:
            line = _trace(start, links, seen)
            if len(line) > 5:
                points = [_crossing(relief, level, key) for key in line[::2]]
                # a line round a hill comes back to where it began: left open it would show as a gap in the strokes
                closed = start in links[line[-1]]
                lines.append(shapes.ring(curve(points, 5, closed=True)) if closed else curve(points, 5))
    return lines


EdgeKey = tuple[int, int, bool]


def _links(z: Grid, level: float) -> dict[EdgeKey, list[EdgeKey]]:
    """Which crossings of grid edges are joined within a cell: a key is row, column and whether the edge runs down."""
    above = z > level
    kind = above[:-1, :-1] + 2 * above[:-1, 1:] + 4 * above[1:, 1:] + 8 * above[1:, :-1].astype(int)
    links: dict[EdgeKey, list[EdgeKey]] = {}
    # 0 and 15 lie wholly on one side: no line runs there
    for j, i in np.argwhere((kind > 0) & (kind < 15)).tolist():
        top, bottom, left, right = (j, i, False), (j + 1, i, False), (j, i, True), (j, i + 1, True)
        for a, b in _JOINS[int(kind[j, i])]:
            pair = ((top, right, bottom, left)[a], (top, right, bottom, left)[b])
            links.setdefault(pair[0], []).append(pair[1])
            links.setdefault(pair[1], []).append(pair[0])
    return links


_TOP, _RIGHT, _BOTTOM, _LEFT = range(4)
_JOINS = {
    1: [(_LEFT, _TOP)], 14: [(_LEFT, _TOP)], 2: [(_TOP, _RIGHT)], 13: [(_TOP, _RIGHT)], 4: [(_RIGHT, _BOTTOM)],
    11: [(_RIGHT, _BOTTOM)], 8: [(_BOTTOM, _LEFT)], 7: [(_BOTTOM, _LEFT)], 3: [(_LEFT, _RIGHT)], 12: [(_LEFT, _RIGHT)],
    6: [(_TOP, _BOTTOM)], 9: [(_TOP, _BOTTOM)], 5: [(_LEFT, _TOP), (_RIGHT, _BOTTOM)],
    10: [(_TOP, _RIGHT), (_BOTTOM, _LEFT)],
}  # fmt: skip


def _trace(start: EdgeKey, links: dict[EdgeKey, list[EdgeKey]], seen: set[Any]) -> list[EdgeKey]:
    line, at = [start], start
    seen.add(start)
    while True:
        onward = next((key for key in links[at] if key not in seen), None)
        if onward is None:
            return line
        seen.add(onward)
        line.append(onward)
        at = onward


def _crossing(relief: Relief, level: float, key: EdgeKey) -> PaperPoint:
    j, i, down = key
    a, b = relief.z[j, i], relief.z[j + 1, i] if down else relief.z[j, i + 1]
    # equal ends: the line may cross anywhere between them
    t = float((level - a) / (b - a)) if a != b else 0.5
    x, y = (i, j + t) if down else (i + t, j)
    return relief.origin[0] + x * CELL, relief.origin[1] + y * CELL
