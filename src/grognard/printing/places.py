"""Names of places: serif italic, each kind in its own size and colour, beside or along what it names."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

import shapely  # type: ignore[import-untyped]

from grognard.printing import shapes
from grognard.printing.features import Feature
from grognard.printing.lettering import Room, Style, baseline, strip, write
from grognard.printing.shapes import PaperPoint, walk
from grognard.printing.sheet import Sheet

SETTLED = ("town", "village", "building")
RUNS = ("stream", "river", "road", "wall", "hedge", "fence")


def _style(feature: Feature, sheet: Sheet) -> Style:
    c, kind = sheet.colours, feature.kind
    if kind in ("village", "town"):
        return Style(19 if kind == "town" else 17, colour=c.place, weight=600, spacing=1.6)
    if kind in ("hill", "ridge"):
        return Style(16, colour=c.place_2, italic=True, spacing=2.2)
    if kind in ("light_woods", "heavy_woods", "clearing"):
        return Style(16, colour=c.wood_name, italic=True, weight=700, spacing=1.8)
    if kind in ("stream", "river", "water", "marsh", "ford"):
        return Style(13.5, colour=c.water_name, italic=True, spacing=1.2)
    return Style(12.5, colour=c.place_2 if kind == "road" else c.place, italic=True, spacing=0.4)


def title(name: str) -> str:
    """A name without what only tells two polygons of one place apart, its first letter large."""
    short = re.split(r"[,(;]", name)[0].strip()
    return short[:1].upper() + short[1:]


def names(found: list[Feature], room: Room, sheet: Sheet, kinds: tuple[str, ...] | None, done: set[str]) -> str:
    """Names of features of the given kinds, or of all others when none is given, each name once."""
    out = []
    for feature in found:
        text = title(feature.name)
        wanted = feature.kind in kinds if kinds else True
        if text and wanted and text not in done:
            done.add(text)
            out.append(_named(feature, text, room, sheet))
    return "".join(out)


def _named(feature: Feature, text: str, room: Room, sheet: Sheet) -> str:
    style = _style(feature, sheet)
    best = None
    for spot, turn in _spots(feature, style.measure(text), style.size, sheet):
        shape = strip(spot, text, style, turn)
        covered = room.overlap(shape)
        if best is None or covered < best[0]:
            best = (covered, spot, turn, shape)
        if covered == 0:
            break
    # a name that covers a little of something is better than none; one that covers more is not
    if best is None or best[0] > 0.04 * best[3].area:
        return ""
    room.take(best[3])
    return write(text, baseline(best[1], style, best[2]), style, sheet, best[2], 5 if "wood" in feature.kind else 3.4)


def _spots(feature: Feature, long: float, size: float, sheet: Sheet) -> Iterator[tuple[PaperPoint, float]]:
    if feature.kind in RUNS and not feature.is_area:
        return _along(feature, long, size)
    if feature.kind in SETTLED or feature.is_point or not feature.is_area:
        return _around(feature, long, size)
    return _within(feature, long, size, sheet)


def _along(line: Feature, long: float, size: float) -> Iterator[tuple[PaperPoint, float]]:
    """Beside its course where it runs straight enough, nearest its middle first."""
    steps = list(walk(line.smooth, 8))
    reach = max(1, int(long / 16))
    order = sorted(range(reach, len(steps) - reach), key=lambda i: (abs(i - len(steps) / 2), i))
    clear = line.width(8, 4) / 2 + size * 0.55 + 2
    for i in order:
        ends = steps[i - reach], steps[i + reach]
        angle = math.atan2(ends[1].y - ends[0].y, ends[1].x - ends[0].x)
        bend = max(abs(_off(steps[j], ends[0], angle)) for j in range(i - reach, i + reach + 1))
        if bend < 7:
            turn = (math.degrees(angle) + 90) % 180 - 90
            for side in (-1, 1):
                up = math.radians(turn)
                yield (steps[i].x - math.sin(up) * clear * side, steps[i].y + math.cos(up) * clear * side), turn


def _off(step: shapes.PathStep, start: shapes.PathStep, angle: float) -> float:
    return (step.y - start.y) * math.cos(angle) - (step.x - start.x) * math.sin(angle)


def _around(place: Feature, long: float, size: float) -> Iterator[tuple[PaperPoint, float]]:
    """Below, above, to the right, to the left of a small thing, then at its corners."""
    xs, ys = [p[0] for p in place.points], [p[1] for p in place.points]
    x0, x1, y0, y1 = min(xs), max(xs), min(ys), max(ys)
    cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
    for gap in (7, 18, 32):
        below, above = y1 + gap + size / 2, y0 - gap - size / 2
        right, left = x1 + gap + long / 2, x0 - gap - long / 2
        yield from (((cx, below), 0.0), ((cx, above), 0.0), ((right, cy), 0.0), ((left, cy), 0.0))
        yield from (((right, below), 0.0), ((left, below), 0.0), ((right, above), 0.0), ((left, above), 0.0))


def _within(area: Feature, long: float, size: float, sheet: Sheet) -> Iterator[tuple[PaperPoint, float]]:
    """Inside a large thing, from its middle outward; then about it."""
    table = shapely.box(sheet.left, sheet.top, sheet.right, sheet.bottom)
    inside = shapes.polygon(area.smooth).intersection(table)
    if not inside.is_empty:
        middle = inside.representative_point() if not inside.contains(inside.centroid) else inside.centroid
        spots = shapes.scatter(inside, 24, shapes.dice("name", area.index))
        near = sorted(spots, key=lambda p: math.dist(p, (middle.x, middle.y)))
        yield (middle.x, middle.y), 0.0
        yield from ((spot, 0.0) for spot in near[:400])
    yield from _around(area, long, size)
