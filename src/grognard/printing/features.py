"""Features of the field as the map needs them: in pixels, with smooth outlines."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from grognard.printing.shapes import PaperPoint, curve
from grognard.printing.sheet import Sheet

ROUND = {"hill", "ridge", "light_woods", "heavy_woods", "marsh", "mud", "water", "clearing", "stream", "river", "road"}
"""Kinds whose corners are rounded; fields, buildings, walls and villages keep theirs."""

BEYOND, NEAR = 90.0, 3.0
"""Pixels that an area goes on beyond the table, and from its edge within which a corner is on it."""


class Feature:
    """One feature, read once from GeoJSON."""

    def __init__(self, raw: dict[str, Any], index: int, sheet: Sheet) -> None:
        self.properties: dict[str, Any] = raw["properties"]
        self.kind: str = self.properties["kind"]
        self.name: str = self.properties.get("name") or ""
        self.index = index
        self.scale = sheet.scale
        shape, places = raw["geometry"]["type"], raw["geometry"]["coordinates"]
        self.is_area = shape == "Polygon"
        self.is_point = shape == "Point"
        given = places[0][:-1] if self.is_area else [places] if self.is_point else places
        self.points: list[PaperPoint] = sheet.line(given)
        self._edges = sheet.left, sheet.top, sheet.right, sheet.bottom
        self.holes: list[list[PaperPoint]] = [sheet.line(hole[:-1]) for hole in places[1:]] if self.is_area else []

    @cached_property
    def smooth(self) -> list[PaperPoint]:
        """Its outline or course, rounded where nature would; what reaches the table's edge goes on beyond it."""
        if self.kind not in ROUND:
            return self.points
        return curve(self._going_on() if self.is_area else self.points, 6, closed=self.is_area)

    def _going_on(self) -> list[PaperPoint]:
        """The corners of an area, with others outside the table behind those on its edge: a hill does not fall, nor a
        wood end, where the table does."""
        out = []
        for at, point in enumerate(self.points):
            outside = self._outside(point)
            # between two corners on the edge the outline runs outside; where only one is, it just touches
            before, after = self.points[at - 1], self.points[(at + 1) % len(self.points)]
            if outside == point or not (self._on_edge(before) or self._on_edge(after)):
                out.append(point)
            elif self._on_edge(before) and self._on_edge(after):
                out.append(outside)
            else:
                out += [outside, point] if self._on_edge(before) else [point, outside]
        return out

    def _on_edge(self, point: PaperPoint) -> bool:
        return self._outside(point) != point

    def _outside(self, point: PaperPoint) -> PaperPoint:
        """A point on the table's edge, moved off it; any other as it is."""
        left, top, right, bottom = self._edges
        x, y = point
        x += BEYOND * ((x >= right - NEAR) - (x <= left + NEAR))
        y += BEYOND * ((y >= bottom - NEAR) - (y <= top + NEAR))
        return x, y

    @property
    def height(self) -> int:
        return int(self.properties.get("height", 1))

    @property
    def slope(self) -> str:
        return str(self.properties.get("slope") or "moderate")

    def width(self, usual: float, least: float) -> float:
        """Its width in pixels, not thinner than the eye needs."""
        return max(float(self.properties.get("width_paces") or usual) * self.scale, least)

    @property
    def middle(self) -> PaperPoint:
        """The mean of its points."""
        return sum(p[0] for p in self.points) / len(self.points), sum(p[1] for p in self.points) / len(self.points)


def features(field: dict[str, Any], sheet: Sheet) -> list[Feature]:
    """All features in the file's order."""
    return [Feature(raw, index, sheet) for index, raw in enumerate(field["features"])]


def of(found: list[Feature], *kinds: str) -> list[Feature]:
    """Those of the given kinds."""
    return [feature for feature in found if feature.kind in kinds]
