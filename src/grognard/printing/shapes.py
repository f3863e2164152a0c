"""Curves, walks and scatters for drawing. Everything is in pixels, y downward, and the same on every run."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import shapely  # type: ignore[import-untyped]
from shapely.geometry import Polygon  # type: ignore[import-untyped]

PaperPoint = tuple[float, float]


class PathStep(NamedTuple):
    """A place on a walk along a line, with the direction there in radians."""

    x: float
    y: float
    angle: float


def number(value: float) -> str:
    """A coordinate to a tenth of a pixel, as short as it can be written."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def dice(*seed: object) -> random.Random:
    """A stream of its own for each thing drawn, so that adding one does not change the others."""
    return random.Random("/".join(map(str, seed)))


def path(points: Iterable[PaperPoint], closed: bool = False) -> str:
    """Path data through the points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + ("Z" if closed else "")


PATCH = 180.0
"""Pixels of a side of a patch. A browser draws a map tile by tile and skips what lies outside the one at hand, but
only as whole paths: a path of all the trees would be gone through for every tile."""


def strokes(marks: Iterable[tuple[PaperPoint, str]]) -> str:
    """Many small marks, each given with its place, as one path for each patch of the sheet."""
    found: dict[tuple[int, int], list[str]] = {}
    for (x, y), mark in marks:
        found.setdefault((int(x // PATCH), int(y // PATCH)), []).append(mark)
    return "".join(f'<path d="{"".join(patch)}"/>' for patch in found.values())


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)


def curve(points: Sequence[PaperPoint], step: float = 8, closed: bool = False) -> list[PaperPoint]:
    """Points of a Catmull-Rom curve through the given ones, about a step apart."""
    if closed and len(points) > 1 and points[0] == points[-1]:
        # closed outlines often name their first corner twice, which would make a kink
        points = points[:-1]
    count = len(points)
    if count < 3:
        return list(points)

    def at(i: int) -> PaperPoint:
        # open ends count twice, so that the curve reaches them
        return points[i % count] if closed else points[min(max(i, 0), count - 1)]

    out: list[PaperPoint] = []
    for i in range(count if closed else count - 1):
        p0, p1, p2, p3 = at(i - 1), at(i), at(i + 1), at(i + 2)
        cuts = max(2, round(math.dist(p1, p2) / step))
        for cut in range(cuts):
            t = cut / cuts
            out.append((_spline(p0[0], p1[0], p2[0], p3[0], t), _spline(p0[1], p1[1], p2[1], p3[1], t)))
    return out if closed else [*out, points[-1]]


def walk(points: Sequence[PaperPoint], step: float, start: float = 0) -> Iterator[PathStep]:
    """Places a step apart along a line."""
    due, gone = start, 0.0
    for (ax, ay), (bx, by) in pairwise(points):
        length = math.hypot(bx - ax, by - ay)
        angle = math.atan2(by - ay, bx - ax)
        # points that coincide have no direction and no length to divide by
        while length and due <= gone + length:
            t = (due - gone) / length
            yield PathStep(ax + (bx - ax) * t, ay + (by - ay) * t, angle)
            due += step
        gone += length


def ring(points: Sequence[PaperPoint]) -> list[PaperPoint]:
    """The points with the first again at the end."""
    return [*points, points[0]]


def polygon(points: Sequence[PaperPoint]) -> Polygon:
    """A sound polygon even where smoothing made the outline touch itself."""
    shape = Polygon(points)
    if shape.is_valid:
        return shape
    mended = shape.buffer(0)
    # of the parts into which it falls the largest is meant
    return mended if isinstance(mended, Polygon) else max(mended.geoms, key=lambda part: part.area)


def scatter(shape: shapely.Geometry, gap: float, rnd: random.Random) -> list[PaperPoint]:
    """Places inside a shape on a loose hexagonal net, about a gap apart, from the back to the front."""
    if shape.is_empty:
        return []
    x0, y0, x1, y1 = shape.bounds
    spots: list[PaperPoint] = []
    for row in range(int((y1 - y0) / (gap * 0.87)) + 2):
        for column in range(int((x1 - x0) / gap) + 2):
            x = x0 + (column + 0.5 * (row % 2) + (rnd.random() - 0.5) * 0.62) * gap
            spots.append((x, y0 + (row * 0.87 + (rnd.random() - 0.5) * 0.6) * gap))
    inside = shapely.contains_xy(shape, [s[0] for s in spots], [s[1] for s in spots])
    return [spot for spot, keep in zip(spots, inside, strict=True) if keep]


def hatch(points: Sequence[PaperPoint], angle: float, gap: float, jitter: float, rnd: random.Random) -> str:
    """Path data of parallel lines across a polygon, their ends a little uneven."""
    c, s = math.cos(angle), math.sin(angle)
    turned = [(x * c + y * s, -x * s + y * c) for x, y in points]
    y, last = min(p[1] for p in turned) + gap * 0.6, max(p[1] for p in turned) - gap * 0.3
    out = []
    while y < last:
        cuts = _crossings(turned, y)
        for left, right in zip(cuts[::2], cuts[1::2], strict=False):
            x0, x1 = left + 2 + rnd.random() * jitter, right - 2 - rnd.random() * jitter
            if x1 - x0 > 4:
                out.append(path([(x0 * c - y * s, x0 * s + y * c), (x1 * c - y * s, x1 * s + y * c)]))
        y += gap
    return "".join(out)


def _crossings(points: Sequence[PaperPoint], y: float) -> list[float]:
    pairs = zip(points, [*points[1:], points[0]], strict=True)
    # each edge with one end included: a corner on the line is counted once
    return sorted(p[0] + (q[0] - p[0]) * (y - p[1]) / (q[1] - p[1]) for p, q in pairs if (p[1] > y) != (q[1] > y))


def box(x: float, y: float, width: float, depth: float, angle: float) -> list[PaperPoint]:
    """The corners of a rectangle about its middle."""
    c, s = math.cos(angle) / 2, math.sin(angle) / 2
    corners = ((-width, -depth), (width, -depth), (width, depth), (-width, depth))
    return [(x + u * c - v * s, y + u * s + v * c) for u, v in corners]


def disc(x: float, y: float, r: float) -> str:
    """Path data of a circle."""
    return f"M{number(x - r)} {number(y)}a{r:.2f} {r:.2f} 0 1 0 {2 * r:.2f} 0a{r:.2f} {r:.2f} 0 1 0 {-2 * r:.2f} 0"


def noise(seed: str, x: float, y: float) -> float:
    """Smooth wandering between -0.5 and 0.5."""
    i, j = math.floor(x), math.floor(y)
    u, w = x - i, y - j
    # eased, or the lattice would show as creases
    u, w = u * u * (3 - 2 * u), w * w * (3 - 2 * w)

    def at(a: int, b: int) -> float:
        return _lattice(seed)[(b % 32) * 32 + a % 32]

    low = at(i, j) * (1 - u) + at(i + 1, j) * u
    high = at(i, j + 1) * (1 - u) + at(i + 1, j + 1) * u
    return low * (1 - w) + high * w - 0.5


_LATTICES: dict[str, list[float]] = {}


def _lattice(seed: str) -> list[float]:
    if seed not in _LATTICES:
        rnd = random.Random(seed)
        _LATTICES[seed] = [rnd.random() for _ in range(32 * 32)]
    return _LATTICES[seed]
