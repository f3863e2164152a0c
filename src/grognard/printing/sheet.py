"""The sheet of paper: how big the map is on it, and where a pace falls."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from grognard.printing.look import Palette, palette
from grognard.printing.shapes import PaperPoint
from grognard.scenarios.model import Scenario

MAP_WIDTH = 2500
"""Pixels a map is wide where its scale allows."""
SMALLEST, LARGEST = 0.52, 1.1
"""Pixels a pace: below, battalions cannot be told apart; above, there is more paper than battle."""
FRAME = 26
"""The band with letters and figures round the map."""
BORDER = 34
TITLE = 150


@dataclass(frozen=True)
class Sheet:
    """Measures of one map in pixels, and its colours."""

    scale: float
    paces: tuple[float, float]
    bands: dict[str, float]
    """Room outside the frame at each edge, for troops still to come."""
    foot: float
    theme: str

    @property
    def left(self) -> float:
        return BORDER + self.bands["west"] + FRAME

    @property
    def top(self) -> float:
        return BORDER + TITLE + self.bands["north"] + FRAME

    @property
    def width(self) -> float:
        return self.paces[0] * self.scale

    @property
    def height(self) -> float:
        return self.paces[1] * self.scale

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height

    @property
    def page(self) -> tuple[float, float]:
        """The whole sheet."""
        side = FRAME + self.bands["east"] + BORDER
        return self.right + side, self.bottom + FRAME + self.bands["south"] + self.foot + BORDER

    @property
    def colours(self) -> Palette:
        return palette(self.theme)

    def at(self, place: Any) -> PaperPoint:
        """A place in paces as pixels."""
        return self.left + place[0] * self.scale, self.bottom - place[1] * self.scale

    def line(self, places: Any) -> list[PaperPoint]:
        """Many places."""
        return [self.at(place) for place in places]


def scale_for(scenario: Scenario) -> float:
    """Pixels a pace, so that small fights are not lost and large ones not unwieldy."""
    return min(LARGEST, max(SMALLEST, MAP_WIDTH / scenario.header.table_paces[0]))
