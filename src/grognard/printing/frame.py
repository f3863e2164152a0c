"""The frame of the map with its letters and figures, the title, the scale and the compass."""

from __future__ import annotations

import datetime
import math

from grognard.ground.squares import SQUARE, letter
from grognard.printing.lettering import Style, write
from grognard.printing.shapes import path
from grognard.printing.sheet import BORDER, FRAME, Sheet
from grognard.scenarios.model import Scenario


def grid(sheet: Sheet) -> str:
    """Faint lines from square to square."""
    d = "".join(f"M{x:.1f} {sheet.top:.1f}V{sheet.bottom:.1f}" for _, x in _columns(sheet)[1:])
    d += "".join(f"M{sheet.left:.1f} {y:.1f}H{sheet.right:.1f}" for _, y in _lines(sheet)[1:])
    c = sheet.colours
    return f'<path fill="none" stroke="{c.grid}" stroke-opacity="{c.grid_o}" stroke-width="1" d="{d}"/>'


def _columns(sheet: Sheet) -> list[tuple[int, float]]:
    return [(x, sheet.left + x * sheet.scale) for x in range(0, math.ceil(sheet.paces[0]), SQUARE)]


def _lines(sheet: Sheet) -> list[tuple[int, float]]:
    return [(y, sheet.top + y * sheet.scale) for y in range(0, math.ceil(sheet.paces[1]), SQUARE)]


def frame(sheet: Sheet) -> str:
    """A double line, a scale of black and white squares between, letters along the top, figures at the side."""
    c, f = sheet.colours, FRAME
    style = Style(13, colour=c.ink_2, weight=600)
    out = [_rect(sheet.left - f, sheet.top - f, sheet.width + 2 * f, sheet.height + 2 * f, c.ink, 1.2)]
    out.append(
        _rect(sheet.left - f - 5, sheet.top - f - 5, sheet.width + 2 * f + 10, sheet.height + 2 * f + 10, c.ink, 2.8)
    )
    dark = []
    for index, (paces, left) in enumerate(_columns(sheet)):
        w = min(SQUARE, sheet.paces[0] - paces) * sheet.scale
        for y, edge in ((sheet.top - f, sheet.top - 5), (sheet.bottom + f, sheet.bottom)):
            if w > 20:
                out.append(
                    write(
                        letter(index), (left + w / 2, (y + edge + (0 if y < edge else 5)) / 2 + 4), style, sheet, halo=0
                    )
                )
            if index % 2 == 0:
                dark.append(f"M{left:.1f} {edge:.1f}h{w:.1f}v5h{-w:.1f}z")
    for index, (paces, top) in enumerate(_lines(sheet)):
        h = min(SQUARE, sheet.paces[1] - paces) * sheet.scale
        for x, edge in ((sheet.left - f / 2 - 2, sheet.left - 5), (sheet.right + f / 2 + 3, sheet.right)):
            if h > 20:
                out.append(write(str(index + 1), (x, top + h / 2 + 4), style, sheet, halo=0))
            if index % 2 == 0:
                dark.append(f"M{edge:.1f} {top:.1f}h5v{h:.1f}h-5z")
    out.append(f'<path fill="{c.ink}" d="{"".join(dark)}"/>')
    out.append(_rect(sheet.left - 5, sheet.top - 5, sheet.width + 10, sheet.height + 10, c.ink, 0.9))
    out.append(_rect(sheet.left, sheet.top, sheet.width, sheet.height, c.ink, 1.1))
    return "".join(out)


def _rect(x: float, y: float, w: float, h: float, colour: str, weight: float) -> str:
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" fill="none" stroke="{colour}"'
        f' stroke-width="{weight}"/>'
    )


# ---- title, scale, compass -------------------------------------------------------------------------


def when(date: str) -> str:
    """4 July 1806 for 1806-07-04; anything else as it stands."""
    try:
        day = datetime.date.fromisoformat(date)
    except ValueError:
        return date
    return f"{day.day} {day:%B} {day.year}"


def cartouche(scenario: Scenario, sheet: Sheet) -> str:
    """The title over its date and place, between two swelling rules."""
    c, x = sheet.colours, sheet.page[0] / 2
    size = min(58, 58 * 0.8 * sheet.page[0] / Style(58, spacing=7).measure(scenario.header.title.upper()))
    head = Style(size, colour=c.ink, spacing=size / 8)
    under = Style(22, colour=c.ink_2, italic=True)
    about = scenario.header
    place = about.place[:1].upper() + about.place[1:]
    text = " · ".join(part for part in (when(about.date), place) if part)
    rule = "".join(
        f"M{x + side * 60:.1f} {BORDER + 90:.1f}q{side * 120} -3 {side * 240} 0q{-side * 120} 3 {-side * 240} 0z"
        for side in (-1, 1)
    )
    lozenge = f"M{x - 9:.1f} {BORDER + 90}l9 -6l9 6l-9 6z"
    return (
        write(about.title.upper(), (x, BORDER + 58), head, sheet, halo=0)
        + f'<path fill="{c.ink}" d="{rule}{lozenge}"/>'
        + write(text, (x, BORDER + 125), under, sheet, halo=0)
    )


def scale_bar(sheet: Sheet, x: float, y: float) -> str:
    """A bar of 500 or 1,000 paces in black and white."""
    c = sheet.colours
    unit = 100 if sheet.paces[0] <= 3000 else 200
    style = Style(13, colour=c.ink_2, italic=True)
    step, parts = unit * sheet.scale, 5
    start = x - step * parts / 2
    out = []
    for i in range(parts):
        fill = c.ink if i % 2 == 0 else c.panel
        box = f'x="{start + i * step:.1f}" y="{y:.1f}" width="{step:.1f}" height="6"'
        out.append(f'<rect {box} fill="{fill}" stroke="{c.ink}" stroke-width=".8"/>')
    out += [write(f"{i * unit:,}", (start + i * step, y - 6), style, sheet, halo=0) for i in range(parts + 1)]
    metres = "paces of 0.75 metre; one square of the grid is 200 paces"
    return "".join(out) + write(metres, (x, y + 24), style, sheet, halo=0)


def compass(sheet: Sheet, x: float, y: float, r: float = 34) -> str:
    """A rose of eight points, north at the top."""
    c = sheet.colours
    light: list[str] = []
    dark: list[str] = []
    for i in range(8):
        a, long = i * math.pi / 4, r if i % 2 == 0 else r * 0.58
        tip = (x + math.sin(a) * long, y - math.cos(a) * long)
        for side, half in ((-1, light), (1, dark)):
            b = a + side * math.pi / 8
            waist = (x + math.sin(b) * r * 0.22, y - math.cos(b) * r * 0.22)
            half.append(path([(x, y), tip, waist], closed=True))
    ring = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r * 0.7:.1f}" fill="none" stroke="{c.ink}" stroke-width=".8"/>'
    return (
        ring
        + f'<path fill="{c.panel}" stroke="{c.ink}" stroke-width=".6" d="{"".join(light)}"/>'
        + f'<path fill="{c.ink}" stroke="{c.ink}" stroke-width=".6" d="{"".join(dark)}"/>'
        + write("N", (x, y - r - 5), Style(15, colour=c.ink, weight=600), sheet, halo=0)
    )
