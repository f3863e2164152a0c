"""What grows: woods of single trees, fields with furrows, marsh and mud."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import shapely  # type: ignore[import-untyped]
from shapely.geometry import LineString, Polygon  # type: ignore[import-untyped]

from grognard.printing import shapes
from grognard.printing.features import Feature, of
from grognard.printing.shapes import PaperPoint, number, path, scatter, walk
from grognard.printing.sheet import Sheet

Tree = tuple[float, float, float]


SIZES = (1.9, 2.6, 3.1, 3.6, 4.2)
"""Radii of crowns. A few sizes are enough for the eye, and let a crown be written as one round dot of a pen."""


def trees(spots: Sequence[Tree], sheet: Sheet) -> str:
    """Little round crowns, lit from the north-west, each with its shadow and a rim on the dark side."""
    c = sheet.colours
    rows: dict[float, list[Tree]] = {}
    for spot in spots:
        # the nearest of a few sizes: all dots of one size are one pen
        rows.setdefault(min(SIZES, key=lambda size: abs(size - spot[2])), []).append(spot)
    fall = "".join(_dots(row, r, 0.46) for r, row in rows.items())
    crown = "".join(_dots(row, r, 0) for r, row in rows.items())
    shine = "".join(_dots(row, r * 0.5, -0.58) for r, row in rows.items())
    rim = shapes.strokes(_rim(x, y, r) for r, row in rows.items() for x, y, _ in row)
    if not rim:
        return ""
    return (
        f'<g fill="none" stroke-linecap="round"><g stroke="{c.fall}" stroke-opacity="{c.fall_o}">{fall}</g>'
        f'<g stroke="{c.tree}">{crown}</g><g stroke="{c.tree_hi}" stroke-opacity=".8">{shine}</g>'
        f'<g stroke="{c.tree_ink}" stroke-width=".7" stroke-opacity=".85">{rim}</g></g>'
    )


def _dots(row: Sequence[Tree], r: float, shift: float) -> str:
    """Round dots of a broad pen, shifted by a share of their radius."""
    dots = (((x, y), f"M{number(x + r * shift)} {number(y + r * shift * 1.06)}h.1") for x, y, _ in row)
    return f'<g stroke-width="{2 * r:.2f}">{shapes.strokes(dots)}</g>'


def _rim(x: float, y: float, r: float) -> tuple[PaperPoint, str]:
    a, b = math.radians(-38), math.radians(128)
    start = (x + r * math.cos(a), y + r * math.sin(a))
    across = (r * (math.cos(b) - math.cos(a)), r * (math.sin(b) - math.sin(a)))
    arc = f"M{number(start[0])} {number(start[1])}a{r:g} {r:g} 0 0 1 {number(across[0])} {number(across[1])}"
    return (x, y), arc


def open_ground(found: list[Feature]) -> shapely.Geometry:
    """Where no tree may stand: roads, water, marsh, buildings, clearings."""
    ways = [
        LineString(f.smooth).buffer(f.width(6, 4) / 2 + 4)
        for f in of(found, "road", "stream", "river")
        if len(f.smooth) > 1
    ]
    built = [shapes.polygon(f.points).buffer(5) for f in of(found, "building", "village", "town") if f.is_area]
    bare = [shapes.polygon(f.smooth) for f in of(found, "water", "clearing", "marsh") if f.is_area]
    return shapely.union_all([*ways, *built, *bare])


def woods(sheet: Sheet, found: list[Feature]) -> str:
    """Light and heavy woods."""
    bare = open_ground(found)
    table = shapely.box(sheet.left, sheet.top, sheet.right, sheet.bottom)
    return "".join(_wood(wood, bare, table, sheet) for wood in of(found, "light_woods", "heavy_woods"))


def _wood(wood: Feature, bare: shapely.Geometry, table: Polygon, sheet: Sheet) -> str:
    rnd = shapes.dice("wood", wood.index)
    light = wood.kind == "light_woods"
    edge = _ragged(wood.smooth, f"edge{wood.index}")
    ground = shapes.polygon(edge).intersection(table).difference(bare)
    for hole in wood.holes:
        ground = ground.difference(shapes.polygon(hole))
    # a little inside, so that no crown hangs over the edge
    spots = [(x, y, 2.9 + rnd.random() * 1.6) for x, y in scatter(ground.buffer(-3), 13.5 if light else 7.6, rnd)]
    if light:
        spots = [s for s in spots if shapes.noise("glade", s[0] / 42, s[1] / 42) < 0.24]
    else:
        spots += _hem(edge, ground, rnd)
    c = sheet.colours
    opacity = c.wood_o * (0.6 if light else 1)
    bed = f'<path fill="{c.wood}" fill-opacity="{opacity:.2f}" d="{shape_path(ground)}"/>'
    # from the back to the front, so that nearer crowns stand before farther ones
    return bed + trees(sorted(spots, key=lambda s: s[1]), sheet)


def _ragged(points: Sequence[PaperPoint], seed: str) -> list[PaperPoint]:
    """An edge as trees make it, never far from the one given."""
    return [
        (x + 17 * shapes.noise(seed, x / 26, y / 26), y + 17 * shapes.noise(seed, x / 26 + 9, y / 26 + 4))
        for x, y in points
    ]


def _hem(edge: Sequence[PaperPoint], ground: shapely.Geometry, rnd: random.Random) -> list[Tree]:
    """A close row of trees along the edge of a heavy wood."""
    steps = list(walk(shapes.ring(edge), 6))
    inside = shapely.contains_xy(ground.buffer(1), [s.x for s in steps], [s.y for s in steps])
    return [(s.x, s.y, 2.7 + rnd.random()) for s, keep in zip(steps, inside, strict=True) if keep]


def shape_path(shape: shapely.Geometry) -> str:
    """Path data of a polygon or of several, holes left out of the fill by their direction."""
    parts = getattr(shape, "geoms", [shape])
    rings = []
    for part in parts:
        if isinstance(part, Polygon) and not part.is_empty:
            # holes must run the other way round to be left out
            part = shapely.geometry.polygon.orient(part)
            rings += [path(list(part.exterior.coords)[:-1], True)]
            rings += [path(list(hole.coords)[:-1], True) for hole in part.interiors]
    return "".join(rings)


CROPS = ("plough", "wheat", "meadow", "fallow", "plough", "wheat", "plain", "meadow")


def fields(sheet: Sheet, found: list[Feature]) -> str:
    """Fields as a patchwork of strips, ploughed ones all in furrows."""
    return "".join(_field(field, sheet) for field in of(found, "field", "ploughed_field"))


def _field(field: Feature, sheet: Sheet) -> str:
    rnd = shapes.dice("field", field.index)
    outline = shapes.polygon(field.points)
    corners = list(outline.minimum_rotated_rectangle.exterior.coords)[:4]
    crops = ("plough",) if field.kind == "ploughed_field" else CROPS
    out = []
    for quad in _cut([(x, y) for x, y in corners], rnd, 0):
        # a strip of grass between neighbours
        plot = shapely.Polygon(quad).buffer(-1.6, join_style="mitre").intersection(outline)
        parts = [p for p in getattr(plot, "geoms", [plot]) if isinstance(p, Polygon) and p.area > 60]
        out += [_plot(list(p.exterior.coords)[:-1], quad, rnd.choice(crops), sheet, rnd) for p in parts]
    return "".join(out)


def _cut(quad: list[PaperPoint], rnd: random.Random, depth: int) -> list[list[PaperPoint]]:
    """A quadrilateral cut again and again across its longer side."""
    a, b, c, d = quad
    long, short = math.dist(a, b), math.dist(b, c)
    if long * short < 5200 * (0.55 + rnd.random() * 1.3) or depth > 9:
        return [quad]
    t = 0.36 + rnd.random() * 0.28
    # mostly across the longer side, sometimes not: fields are not bricks
    if long < short * 0.8 or (long < short * 1.5 and rnd.random() < 0.45):
        a, b, c, d = b, c, d, a
    m, n = _between(a, b, t), _between(d, c, t + (rnd.random() - 0.5) * 0.05)
    return _cut([a, m, n, d], rnd, depth + 1) + _cut([m, b, c, n], rnd, depth + 1)


def _between(p: PaperPoint, q: PaperPoint, t: float) -> PaperPoint:
    return p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t


def _plot(points: list[PaperPoint], quad: list[PaperPoint], crop: str, sheet: Sheet, rnd: random.Random) -> str:
    if crop == "plain":
        return ""
    c = sheet.colours
    a, b, d = quad[0], quad[1], quad[3]
    along = b if math.dist(a, b) > math.dist(a, d) else d
    angle = math.atan2(along[1] - a[1], along[0] - a[0])
    colour = {"plough": c.plough, "wheat": c.wheat, "meadow": c.meadow, "fallow": c.fallow}[crop]
    edge = f'stroke="{c.field_line}" stroke-width=".6" stroke-opacity=".45"'
    bed = f'<path fill="{colour}" fill-opacity=".72" {edge} d="{path(points, True)}"/>'
    line = f'<path fill="none" stroke="{c.furrow}" stroke-width=".6"'
    if crop == "plough":
        return bed + f'{line} stroke-opacity=".5" d="{shapes.hatch(points, angle, 4.4, 3, rnd)}"/>'
    if crop == "wheat":
        stalks = shapes.hatch(points, angle, 6.2, 4, rnd)
        return bed + f'{line} stroke-opacity=".42" stroke-dasharray="3.6 3" d="{stalks}"/>'
    if crop == "meadow":
        return bed + _tufts(points, sheet, rnd)
    return bed


def _tufts(points: list[PaperPoint], sheet: Sheet, rnd: random.Random) -> str:
    spots = scatter(shapes.polygon(points).buffer(-3), 15, rnd)
    marks = "".join(path([(x - 1.7, y - 2), (x, y), (x + 1.7, y - 2)]) for x, y in spots)
    style = f'fill="none" stroke="{sheet.colours.tree_ink}" stroke-width=".6" stroke-opacity=".45"'
    return f'<path {style} d="{marks}"/>' if marks else ""


def grass(sheet: Sheet, found: list[Feature]) -> str:
    """A few tufts in drifts over ground that nothing else covers, so that a plain is not blank paper."""
    rnd = shapes.dice("grass")
    covered = [shapes.polygon(f.smooth) for f in found if f.is_area and f.kind not in ("hill", "ridge")]
    open_land = shapely.box(sheet.left, sheet.top, sheet.right, sheet.bottom).difference(shapely.union_all(covered))
    open_land = open_land.difference(open_ground(found)).buffer(-6)
    spots = [s for s in scatter(open_land, 21, rnd) if shapes.noise("drift", s[0] / 95, s[1] / 95) > 0.06]
    spots = [s for s in spots if rnd.random() < 0.55]
    marks = (
        ((x, y), path([(x - 2, y - 2.4), (x, y), (x + 0.4, y - 3.2)]) + path([(x, y), (x + 2.2, y - 2)]))
        for x, y in spots
    )
    style = f'fill="none" stroke="{sheet.colours.tree_ink}" stroke-width=".6" stroke-opacity=".34"'
    return f"<g {style}>{shapes.strokes(marks)}</g>" if spots else ""


def marshes(sheet: Sheet, found: list[Feature]) -> str:
    """Marsh in level strokes with reeds, mud in short strokes on a brown bed."""
    marsh = (_marsh(feature, sheet) for feature in of(found, "marsh"))
    mud = (_mud(feature, sheet) for feature in of(found, "mud"))
    return "".join([*marsh, *mud])


def _marsh(marsh: Feature, sheet: Sheet) -> str:
    rnd, c = shapes.dice("marsh", marsh.index), sheet.colours
    dashes, reeds = [], []
    for x, y in scatter(shapes.polygon(marsh.smooth).buffer(-6), 17, rnd):
        w = 5.5 + rnd.random() * 4.5
        dashes.append(f"M{number(x - w)} {number(y)}h{number(2 * w)}M{number(x - w / 2)} {number(y + 2.9)}h{number(w)}")
        if rnd.random() < 0.5:
            reeds.append(
                path([(x - 2.6, y - 4.6), (x, y - 0.6), (x + 2.6, y - 4.6)]) + path([(x, y - 0.6), (x, y - 6)])
            )
    return (
        f'<path fill="{c.water}" fill-opacity=".3" d="{path(marsh.smooth, True)}"/>'
        f'<g fill="none" stroke-linecap="round"><path stroke="{c.marsh}" stroke-width=".8" stroke-opacity=".75"'
        f' d="{"".join(dashes)}"/><path stroke="{c.tree_ink}" stroke-width=".7" stroke-opacity=".7"'
        f' d="{"".join(reeds)}"/></g>'
    )


def _mud(mud: Feature, sheet: Sheet) -> str:
    rnd, c = shapes.dice("mud", mud.index), sheet.colours
    spots = scatter(shapes.polygon(mud.smooth).buffer(-4), 12, rnd)
    marks = "".join(f"M{number(x - 3)} {number(y)}q3 1.8 6 0" for x, y in spots)
    bed = f'<path fill="{c.mud}" fill-opacity=".5" d="{path(mud.smooth, True)}"/>'
    return bed + f'<path fill="none" stroke="{c.furrow}" stroke-width=".7" d="{marks}"/>'
