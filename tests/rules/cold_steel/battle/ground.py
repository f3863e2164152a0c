"""Ground for a small field: features of a map, in paces."""

from __future__ import annotations

from typing import Any


def feature(kind: str, shape: str, coordinates: Any, **properties: Any) -> dict[str, Any]:
    """A feature of the map."""
    geometry = {"type": shape, "coordinates": coordinates}
    return {"type": "Feature", "properties": {"kind": kind, **properties}, "geometry": geometry}


def area(kind: str, west: float, south: float, east: float, north: float, **properties: Any) -> dict[str, Any]:
    """A rectangle of ground."""
    ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]
    return feature(kind, "Polygon", [ring], **properties)


def line(kind: str, *points: list[float], **properties: Any) -> dict[str, Any]:
    """A road, a stream, a wall from point to point."""
    return feature(kind, "LineString", list(points), **properties)
