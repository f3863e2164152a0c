"""Words on the map: how wide they are, where there is room for them, and how they are written."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

import shapely  # type: ignore[import-untyped]
from shapely.geometry import Polygon  # type: ignore[import-untyped]

from grognard.printing.look import fonts
from grognard.printing.shapes import PaperPoint, box
from grognard.printing.sheet import Sheet

_NARROW, _WIDE = "iljtf.,'’:;|!()[]/I ", "mwMWÆŒ@—"


def width(text: str, size: float, spacing: float = 0) -> float:
    """About how wide a text is, rather too much than too little."""
    ems = sum(0.33 if ch in _NARROW else 0.9 if ch in _WIDE else 0.7 if ch.isupper() else 0.56 for ch in text)
    return ems * size + spacing * len(text)


@dataclass(frozen=True)
class Style:
    """A kind of lettering."""

    size: float
    face: str = "serif"
    colour: str = "#000000"
    italic: bool = False
    weight: int = 400
    spacing: float = 0
    anchor: str = "middle"

    def measure(self, text: str) -> float:
        """How wide a text is in this style."""
        return width(text, self.size, self.spacing)


def write(text: str, at: PaperPoint, style: Style, sheet: Sheet, turn: float = 0, halo: float = 3) -> str:
    """A line of text with a paper halo, turned about its anchor."""
    place = f'x="{at[0]:.1f}" y="{at[1]:.1f}"'
    if turn:
        place += f' transform="rotate({turn:.1f} {at[0]:.1f} {at[1]:.1f})"'
    c = sheet.colours
    look = (
        f'font-family="{fonts()[style.face]}" font-size="{style.size:g}" font-weight="{style.weight}"'
        f' text-anchor="{style.anchor}"'
        + (' font-style="italic"' if style.italic else "")
        + (f' letter-spacing="{style.spacing:g}"' if style.spacing else "")
    )
    edge = ""
    if halo:
        edge = (
            f'<text {place} {look} fill="{c.halo}" stroke="{c.halo}" stroke-width="{halo:g}" stroke-opacity=".9"'
            f' stroke-linejoin="round" aria-hidden="true">{escape(text)}</text>'
        )
    return f'{edge}<text {place} {look} fill="{style.colour}">{escape(text)}</text>'


@dataclass
class Room:
    """What of the map is taken already."""

    sheet: Sheet
    taken: list[Polygon] = field(default_factory=list)

    def frame(self, margin: float = 4) -> Polygon:
        """Where words may stand."""
        s = self.sheet
        return shapely.box(s.left + margin, s.top + margin, s.right - margin, s.bottom - margin)

    def free(self, shape: Polygon) -> bool:
        """Whether nothing is there."""
        return bool(self.frame().contains(shape)) and not any(shape.intersects(other) for other in self.taken)

    def overlap(self, shape: Polygon) -> float:
        """How much of it is taken; outside the map counts as taken."""
        if not self.frame().contains(shape):
            return math.inf
        return float(sum(shape.intersection(other).area for other in self.taken if shape.intersects(other)))

    def take(self, shape: Polygon) -> None:
        """Keep others off it."""
        self.taken.append(shape)


def strip(middle: PaperPoint, text: str, style: Style, turn: float = 0) -> Polygon:
    """The room a line of text needs, its middle given."""
    return Polygon(box(*middle, style.measure(text) + 4, style.size * 1.02, math.radians(turn)))


def baseline(middle: PaperPoint, style: Style, turn: float = 0) -> PaperPoint:
    """Where the middle of a text's baseline is, when its own middle is given."""
    a, drop = math.radians(turn), style.size * 0.33
    return middle[0] - math.sin(a) * drop, middle[1] + math.cos(a) * drop
