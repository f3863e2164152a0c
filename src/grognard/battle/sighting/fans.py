"""The ground that a front reaches, as a fan of rays: what it cannot see, and what lies off the table, is left open."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from ..pictures import TableSpot
from .records import Ray, Reach

Sees = Callable[[TableSpot, Sequence[TableSpot]], Sequence[bool]]
"""Whether a place sees each of others by the ground alone."""
APART = 4
"""Degrees between two rays."""
STEPS = 32
"""Places on each ray that are looked at."""


def fanned(reach: Reach, size: TableSpot, sees: Sees | None) -> Reach:
    """A reach with its rays. Where nobody says what is seen, all of it counts."""
    most = max(band.paces for band in reach.bands)
    starts = [_start(reach, turn) for turn in _turns(reach.half)]
    places = [_along(start, most, size) for start in starts]
    flat = [spot for row in places for spot, _ in row]
    seen = list(sees((reach.x, reach.y), flat)) if sees and flat else [True] * len(flat)
    rays, first = [], 0
    for (x, y, heading), row in zip(starts, places, strict=True):
        spans = _spans([far for _, far in row], seen[first : first + len(row)], most / STEPS)
        first += len(row)
        if spans:
            rays.append(Ray(round(x, 1), round(y, 1), round(heading, 1), spans))
    return replace(reach, rays=tuple(rays))


def _turns(half: float) -> list[float]:
    count = max(4, math.ceil(2 * half / APART))
    return [-half + 2 * half * i / count for i in range(count + 1)]


def _start(reach: Reach, turn: float) -> tuple[float, float, float]:
    """A ray begins on the front: the one to the left at its left end, the one to the right at its right end."""
    aside = reach.wide / 2 * (turn / reach.half if reach.half < 180 else 0)
    across = math.radians(reach.heading + 90)
    return reach.x + aside * math.sin(across), reach.y + aside * math.cos(across), reach.heading + turn


def _along(start: tuple[float, float, float], most: int, size: TableSpot) -> list[tuple[TableSpot, float]]:
    x, y, heading = start
    east, north = math.sin(math.radians(heading)), math.cos(math.radians(heading))
    fars = [most * (i + 0.5) / STEPS for i in range(STEPS)]
    spots = [((x + east * far, y + north * far), far) for far in fars]
    return [(spot, far) for spot, far in spots if 0 <= spot[0] <= size[0] and 0 <= spot[1] <= size[1]]


def _spans(fars: Sequence[float], seen: Sequence[bool], step: float) -> tuple[tuple[int, int], ...]:
    """Stretches that are seen, from half a step before the first of its places to half a step after the last."""
    found: list[tuple[int, int]] = []
    last = -math.inf
    for far, clear in zip(fars, seen, strict=True):
        if not clear:
            continue
        start, end = round(far - step / 2), round(far + step / 2)
        if found and far - last < 1.5 * step:
            found[-1] = found[-1][0], end
        else:
            found.append((start, end))
        last = far
    return tuple(found)
