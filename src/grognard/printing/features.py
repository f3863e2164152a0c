"""Features of the field as the map needs them: in pixels, with smooth outlines."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from grognard.printing.shapes import PaperPoint, curve
from grognard.printing.sheet import Sheet

ROUND = {"hill", "ridge", "light_woods", "heavy_woods", "marsh", "mud", "water", "clearing", "stream", "river", "road"}
"""Kinds whose corners are rounded; fields, buildings, walls and villages keep theirs."""


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
        self.holes: list[list[PaperPoint]] = [sheet.line(hole[:-1]) for hole in places[1:]] if self.is_area else []

    @cached_property
    def smooth(self) -> list[PaperPoint]:
        """Its outline or course, rounded where nature would."""
        return curve(self.points, 6, closed=self.is_area) if self.kind in ROUND else self.points

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
