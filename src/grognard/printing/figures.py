"""Troops as figures: a footprint's parts in paces become bars, guns and dots in pixels.

Frontage is always true. Depth is true until it is too thin to read, then it is held at a least thickness and grows to
the rear; the front edge never moves. A figure is drawn in its own frame: x to the right, y to the rear, front at 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from grognard.army.oob import Unit
from grognard.printing import shapes
from grognard.printing.look import nation_id, nations
from grognard.printing.shapes import PaperPoint, disc
from grognard.printing.sheet import Sheet

LEAST = {"line": 8.5, "bar": 5.2, "wall": 5.4, "horse": 10.0}
"""Least depth in pixels of a line, one bar of a column, the wall of a square, a squadron."""


class FigurePart(Protocol):
    """A rectangle of a footprint: x to the right, y to the front, in paces."""

    @property
    def x0(self) -> float: ...
    @property
    def y0(self) -> float: ...
    @property
    def x1(self) -> float: ...
    @property
    def y1(self) -> float: ...
    @property
    def kind(self) -> str: ...


@dataclass(frozen=True)
class Bar:
    """A rectangle of a figure in pixels, cut by ticks into companies."""

    x: float
    y: float
    width: float
    depth: float
    ticks: tuple[float, ...] = ()
    leads: bool = False

    def outline(self, grow: float = 0) -> str:
        """Path data."""
        x, y, w, h = self.x - grow, self.y - grow, self.width + 2 * grow, self.depth + 2 * grow
        return f"M{x:.1f} {y:.1f}h{w:.1f}v{h:.1f}h{-w:.1f}z"


@dataclass(frozen=True)
class Figure:
    """One unit as drawn: its marks in its own frame, and the room it takes there."""

    unit: Unit
    at: PaperPoint
    svg: str
    extent: tuple[float, float, float, float]

    def corners(self, ahead: float = 0, around: float = 0) -> list[PaperPoint]:
        """The room it takes, on the sheet; its chevron stands ahead of the front."""
        x0, y0, x1, y1 = self.extent
        # the rear is the higher y, so ahead goes off y0 only
        x0, x1, y0, y1 = x0 - around, x1 + around, y0 - ahead - around, y1 + around
        return [self.place(x, y) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))]

    def place(self, x: float, y: float) -> PaperPoint:
        """A place of its own frame on the sheet."""
        a = math.radians(self.unit.facing)
        c, s = math.cos(a), math.sin(a)
        return self.at[0] + x * c - y * s, self.at[1] + x * s + y * c


def figure(unit: Unit, parts: Sequence[FigurePart], sheet: Sheet) -> Figure:
    """A unit drawn from the parts of its footprint."""
    bars, inner = _drawn(unit, parts, sheet)
    extent = (
        min(b.x for b in bars),
        min(b.y for b in bars),
        max(b.x + b.width for b in bars),
        max(b.y + b.depth for b in bars),
    )
    x, y = sheet.at(unit.position)
    chevron = "" if unit.formation in ("irregular", "garrison") else _chevron(unit, sheet)
    # turned as a whole: everything inside is drawn as if it faced north
    turn = f'<g transform="translate({x:.1f} {y:.1f}) rotate({unit.facing:g})">'
    return Figure(unit, (x, y), f"{turn}{inner}{chevron}</g>", extent)


def _drawn(unit: Unit, parts: Sequence[FigurePart], sheet: Sheet) -> tuple[list[Bar], str]:
    kinds = {part.kind for part in parts}
    if unit.formation == "irregular":
        return _swarm(unit, parts, sheet)
    if unit.formation in ("open_order", "extended_order"):
        return _loose(unit, parts, sheet)
    if unit.formation in ("open_square", "closed_square"):
        return _square(unit, parts, sheet)
    if unit.formation in ("garrison", "skirmish_squares"):
        return _knots(unit, parts, sheet)
    if unit.formation == "limbered" or kinds == {"limber"}:
        return _limbered(unit, parts, sheet)
    if unit.kind == "artillery":
        return _guns(unit, parts, sheet)
    return _horse(unit, parts, sheet) if unit.kind == "cavalry" else _foot(unit, parts, sheet)


# ---- paint -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Paint:
    """The colours of a unit on its sheet."""

    sheet: Sheet
    nation: str
    body: str
    edge: str


def paint(name: str, sheet: Sheet) -> Paint:
    """A nation's colours in the sheet's theme."""
    key = nation_id(name)
    body, edge, _, _ = nations()[key].colours(sheet.theme)
    return Paint(sheet, key, body, edge)


def filled(d: str, p: Paint) -> str:
    """Body and pattern."""
    opacity = p.sheet.colours.pattern_o
    return f'<path fill="{p.body}" d="{d}"/><path fill="url(#{p.nation})" fill-opacity="{opacity}" d="{d}"/>'


def lifted(d: str, sheet: Sheet) -> str:
    """Shadow and paper halo under a body, so that it stands clear of the ground."""
    c = sheet.colours
    return (
        f'<path fill="{c.unit_shadow}" fill-opacity="{c.unit_shadow_o}" stroke="{c.unit_shadow}" stroke-width="2.6"'
        f' stroke-opacity="{c.unit_shadow_o / 2}" d="{d}"/>'
        f'<path fill="{c.unit_halo}" stroke="{c.unit_halo}" stroke-width="2.6" stroke-linejoin="round" d="{d}"/>'
    )


def edged(d: str, p: Paint, weight: float = 0.8) -> str:
    """An outline."""
    return f'<path fill="none" stroke="{p.edge}" stroke-width="{weight}" d="{d}"/>'


def _fronts(bars: Sequence[Bar], p: Paint) -> str:
    d = "".join(f"M{b.x - 0.4:.1f} {b.y:.1f}h{b.width + 0.8:.1f}" for b in bars if b.leads)
    return f'<path fill="none" stroke="{p.edge}" stroke-width="2.4" d="{d}"/>'


def _chevron(unit: Unit, sheet: Sheet) -> str:
    p = paint(unit.nation, sheet)
    halo = f'stroke="{sheet.colours.unit_halo}" stroke-width="1.6" stroke-linejoin="round"'
    d = "M-4.6 -3.2L0 -8.6L4.6 -3.2Z"
    return f'<path fill="{sheet.colours.unit_halo}" {halo} d="{d}"/><path fill="{p.edge}" d="{d}"/>'


# ---- bodies ----------------------------------------------------------------------------------------


def _rows(parts: Sequence[FigurePart], sheet: Sheet, least: float, gap: float) -> list[Bar]:
    """Parts that stand side by side become one bar; a bar that had to grow pushes those behind it back."""
    # to a tenth, so that parts of one row are one row in spite of rounding
    fronts = sorted({round(part.y1, 1) for part in parts}, reverse=True)
    bars: list[Bar] = []
    free = 0.0
    for front in fronts:
        row = sorted((p for p in parts if round(p.y1, 1) == front), key=lambda p: p.x0)
        depth = max(max(p.y1 - p.y0 for p in row) * sheet.scale, least)
        # behind where the row before it ended, if that one had to be drawn thicker than it is
        y = max(-front * sheet.scale, free)
        for group in _touching(row):
            x0, x1 = group[0].x0 * sheet.scale, group[-1].x1 * sheet.scale
            ticks = tuple(p.x0 * sheet.scale for p in group[1:])
            bars.append(Bar(x0, y, x1 - x0, depth, ticks, leads=front == fronts[0]))
        free = y + depth + gap
    return bars


def _touching(row: Sequence[FigurePart]) -> list[list[FigurePart]]:
    groups: list[list[FigurePart]] = [[row[0]]]
    for part in row[1:]:
        # less than a pace apart is shoulder to shoulder
        if part.x0 - groups[-1][-1].x1 < 0.6:
            groups[-1].append(part)
        else:
            groups.append([part])
    return groups


def _foot(unit: Unit, parts: Sequence[FigurePart], sheet: Sheet) -> tuple[list[Bar], str]:
    p = paint(unit.nation, sheet)
    # battalion guns are drawn over the foot, but a unit of guns alone is drawn as it is
    foot = [part for part in parts if part.kind not in ("gun", "limber")] or list(parts)
    single = len({round(part.y1, 1) for part in foot}) == 1
    bars = _rows(foot, sheet, LEAST["line" if single else "bar"], 1.7)
    guns = [part for part in parts if part.kind == "gun" and part not in foot]
    body = "".join(b.outline() for b in bars)
    ticks = "".join(f"M{x:.1f} {b.y:.1f}v{b.depth:.1f}" for b in bars for x in b.ticks)
    ranks = "".join(
        # lines for the ranks only where there is room between them
        f"M{b.x:.1f} {b.y + b.depth * i / 3:.1f}h{b.width:.1f}"
        for b in bars
        if b.depth > 7.4
        for i in (1, 2)
    )
    inner = (
        lifted(body, sheet)
        + filled(body, p)
        + f'<path fill="none" stroke="{sheet.colours.unit_halo}" stroke-opacity=".35" stroke-width=".6" d="{ranks}"/>'
        + f'<path fill="none" stroke="{p.edge}" stroke-opacity=".75" stroke-width=".8" d="{ticks}"/>'
        + edged(body, p)
        + _fronts(bars, p)
    )
    if guns:
        inner += "".join(_piece((g.x0 + g.x1) / 2 * sheet.scale, -g.y1 * sheet.scale, 0.7, p) for g in guns)
        bars = [*bars, *(_as_bar(g, sheet) for g in guns)]
    return bars, inner


def _as_bar(part: FigurePart, sheet: Sheet) -> Bar:
    k = sheet.scale
    return Bar(part.x0 * k, -part.y1 * k, (part.x1 - part.x0) * k, (part.y1 - part.y0) * k)


def _horse(unit: Unit, parts: Sequence[FigurePart], sheet: Sheet) -> tuple[list[Bar], str]:
    p = paint(unit.nation, sheet)
    bars = [b for row in _rows(parts, sheet, LEAST["horse"], 2.4) for b in _split(row)]
    body = "".join(b.outline() for b in bars)
    half = "".join(f"M{b.x:.1f} {b.y:.1f}h{b.width:.1f}L{b.x:.1f} {b.y + b.depth:.1f}z" for b in bars)
    cut = "".join(f"M{b.x + b.width:.1f} {b.y:.1f}L{b.x:.1f} {b.y + b.depth:.1f}" for b in bars)
    # half of the body stays pale: that is how horse is told from foot
    pale = f'<path fill="{sheet.colours.panel if sheet.theme == "light" else sheet.colours.unit_halo}" d="{body}"/>'
    return bars, lifted(body, sheet) + pale + filled(half, p) + edged(body + cut, p) + _fronts(bars, p)


def _split(bar: Bar) -> list[Bar]:
    """Squadrons that stand knee to knee are still drawn one by one."""
    xs = [bar.x, *bar.ticks, bar.x + bar.width]
    return [Bar(a, bar.y, b - a, bar.depth, (), bar.leads) for a, b in pairwise(xs)]


def _square(unit: Unit, parts: Sequence[FigurePart], sheet: Sheet) -> tuple[list[Bar], str]:
    p = paint(unit.nation, sheet)
    whole = _around(parts, sheet, 22 if unit.formation == "open_square" else 20)
    outer = whole.outline()
    if unit.formation == "open_square":
        wall = LEAST["wall"]
        hole = Bar(whole.x + wall, whole.y + wall, whole.width - 2 * wall, whole.depth - 2 * wall)
        x, y, w, h = hole.x, hole.y, hole.width, hole.depth
        body = outer + f"M{x:.1f} {y:.1f}v{h:.1f}h{w:.1f}v{-h:.1f}z"
        colours = f'<path fill="{p.edge}" d="{disc(x + w / 2, y + h / 2, 2.2)}"/>'
        return [whole], lifted(body, sheet) + filled(body, p) + edged(body, p) + edged(outer, p, 2.4) + colours
    return [whole], lifted(outer, sheet) + filled(outer, p) + edged(outer, p, 2.4)


def _around(parts: Sequence[FigurePart], sheet: Sheet, least: float) -> Bar:
    k = sheet.scale
    x0, x1 = min(p.x0 for p in parts) * k, max(p.x1 for p in parts) * k
    y0, y1 = -max(p.y1 for p in parts) * k, -min(p.y0 for p in parts) * k
    # to both sides, so that its middle stays where it is
    grow = max(0.0, least - (x1 - x0)) / 2
    return Bar(x0 - grow, y0, x1 - x0 + 2 * grow, max(y1 - y0, least))


def _loose(unit: Unit, parts: Sequence[FigurePart], sheet: Sheet) -> tuple[list[Bar], str]:
    # by the unit's id: it looks the same on every sheet
    p, rnd = paint(unit.nation, sheet), shapes.dice("loose", unit.id)
    extended = unit.formation == "extended_order"
    b, rows, gap = _around(parts, sheet, 13), 2 if extended else 3, 8.6 if extended else 6.2
    b = Bar(b.x, b.y, b.width, max(min(b.depth, 16), 13))
    spots = [
        (b.x + 2 + (row % 2) * gap / 2 + i * gap + (rnd.random() - 0.5) * 1.8, b.depth * (row + 0.4) / rows)
        for row in range(rows)
        for i in range(int((b.width - 2) / gap) + 1)
    ]
    dots = "".join(disc(x, y + (rnd.random() - 0.5) * 1.8, 1.75) for x, y in spots)
    ends = f"M{b.x:.1f} -2.5v5M{b.x + b.width:.1f} -2.5v5"
    return [b], lifted(dots, sheet) + filled(dots, p) + edged(dots, p, 0.5) + edged(ends, p, 1.4)


def _knots(unit: Unit, parts: Sequence[FigurePart], sheet: Sheet) -> tuple[list[Bar], str]:
    """Companies apart from one another: a garrison at its posts, skirmish squares."""
    p, k = paint(unit.nation, sheet), sheet.scale
    bars = []
    for part in parts:
        x, y = (part.x0 + part.x1) / 2 * k, -(part.y0 + part.y1) / 2 * k
        w, h = max((part.x1 - part.x0) * k, 6.0), max((part.y1 - part.y0) * k, 6.0)
        bars.append(Bar(x - w / 2, y - h / 2, w, h))
    body = "".join(b.outline() for b in bars)
    ring = ""
    if unit.formation == "garrison":
        whole = Bar(
            min(b.x for b in bars) - 4,
            min(b.y for b in bars) - 4,
            max(b.x + b.width for b in bars) - min(b.x for b in bars) + 8,
            max(b.y + b.depth for b in bars) - min(b.y for b in bars) + 8,
        )
        ring = f'<path fill="none" stroke="{p.edge}" stroke-width="1.3" stroke-dasharray="4 3" d="{whole.outline()}"/>'
    return bars, ring + lifted(body, sheet) + filled(body, p) + edged(body, p, 1.6)


_PIECE = "M-.95 0h1.9v7h-1.9zM-3.6 2.6h1.5v5.2h-1.5zM2.1 2.6h1.5v5.2h-1.5zM-3 4.7h6v1.1h-6zM-.5 7h1v3.4h-1z"
"""One piece seen from above: barrel to the front, wheels, trail behind."""


def _piece(x: float, y: float, size: float, p: Paint) -> str:
    c = p.sheet.colours
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) scale({size:.2f})"><path fill="{c.unit_halo}" stroke="{c.unit_halo}"'
        f' stroke-width="2.2" stroke-linejoin="round" d="{_PIECE}"/><path fill="{p.edge}" d="{_PIECE}"/></g>'
    )


def _guns(unit: Unit, parts: Sequence[FigurePart], sheet: Sheet) -> tuple[list[Bar], str]:
    """A battery in action: its pieces to the front, the crews a band of the nation's colour behind them."""
    p, k = paint(unit.nation, sheet), sheet.scale
    guns = [part for part in parts if part.kind == "gun"] or list(parts)
    x0, x1 = min(g.x0 for g in guns) * k, max(g.x1 for g in guns) * k
    # as large as the intervals allow, within what can still be read
    size = min(1.5, max(0.8, (x1 - x0) / len(guns) / 9.2))
    crew = Bar(x0, 11.2 * size, x1 - x0, 4.6)
    pieces = "".join(_piece((g.x0 + g.x1) / 2 * k, 0, size, p) for g in guns)
    band = lifted(crew.outline(), sheet) + filled(crew.outline(), p) + edged(crew.outline(), p)
    return [Bar(x0, 0, x1 - x0, 11.2 * size + 4.6)], band + pieces


_TEAM = "M-2.4 0h1.7v3h-1.7zM.7 0h1.7v3h-1.7zM-2.4 3.6h1.7v3h-1.7zM.7 3.6h1.7v3h-1.7z"
_CARRIAGE = "M-3.2 7.6h6.4v1.2h-6.4zM-3.6 6.8h1.2v3h-1.2zM2.4 6.8h1.2v3h-1.2zM-.7 8h1.4v5h-1.4z"


def _limbered(unit: Unit, parts: Sequence[FigurePart], sheet: Sheet) -> tuple[list[Bar], str]:
    """Two by two on the road, teams leading."""
    p, c = paint(unit.nation, sheet), sheet.colours
    count = max(1, unit.guns + unit.howitzers)
    pitch = max(22 * sheet.scale, 15.0)
    out = []
    for i in range(count):
        x, y = (0.0 if count == 1 else 5.4 * (1 if i % 2 else -1)), i // 2 * pitch
        out.append(
            f'<g transform="translate({x:.1f} {y:.1f})">'
            f'<path fill="{c.unit_halo}" stroke="{c.unit_halo}" stroke-width="2.2" d="{_TEAM}{_CARRIAGE}"/>'
            f'<path fill="{p.body}" d="{_TEAM}"/><path fill="{p.edge}" d="{_CARRIAGE}"/></g>'
        )
    return [Bar(-10, 0, 20, math.ceil(count / 2) * pitch)], "".join(out)


def _swarm(unit: Unit, parts: Sequence[FigurePart], sheet: Sheet) -> tuple[list[Bar], str]:
    """Irregulars have no front: triangles within a dashed outline."""
    p, rnd = paint(unit.nation, sheet), shapes.dice("swarm", unit.id)
    b = _around(parts, sheet, 26)
    rx, ry, cx, cy = b.width / 2, b.depth / 2, b.x + b.width / 2, b.y + b.depth / 2
    rim = [
        (cx + math.cos(i * math.tau / 14) * rx * q, cy + math.sin(i * math.tau / 14) * ry * q)
        for i, q in enumerate(0.86 + rnd.random() * 0.14 for _ in range(14))
    ]
    edge = shapes.curve(rim, 4, closed=True)
    spots = shapes.scatter(shapes.polygon(edge).buffer(-3), 7, rnd)
    marks = "".join(f"M{x - 2:.1f} {y + 1.7:.1f}L{x:.1f} {y - 2.3:.1f}L{x + 2:.1f} {y + 1.7:.1f}Z" for x, y in spots)
    ground = shapes.path(edge, True)
    return [b], (
        f'<path fill="{p.body}" fill-opacity=".2" d="{ground}"/>'
        f'<path fill="none" stroke="{p.edge}" stroke-width="1.1" stroke-dasharray="4 3" d="{ground}"/>'
        + lifted(marks, sheet)
        + filled(marks, p)
    )
