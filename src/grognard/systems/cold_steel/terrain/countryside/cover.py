"""Woods that clump and lie near water, fields, and the clearings of a wooded country (CS-B.1e, CS-1.2c)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import cos, hypot, radians, sin
from typing import Any

from shapely.affinity import rotate  # type: ignore[import-untyped]
from shapely.geometry import LineString, Point, Polygon, box  # type: ignore[import-untyped]
from shapely.geometry.base import BaseGeometry  # type: ignore[import-untyped]
from shapely.ops import nearest_points, unary_union  # type: ignore[import-untyped]

from .drawing import DrawnSpot, DrawnTable, GridSquare, Pencil, feature, groups, joined, neighbours, pieces

_WOOD, _HILL_WOOD, _CLEARING = 0.44, 0.46, 0.47
"""Radius in squares."""
_GLADE = 0.7
"""How often neighbouring clearings join."""
_PULL = 0.22
"""How far water and other trees draw a wood from the middle of its square, in squares."""
_THIRST = 1.6
"""How near water must be to draw it."""
_LEAST = 0.02
_GAP = 10
"""Paces between a heavy wood and a clearing, so that neither crosses the other's edge."""


class Woods:
    """The woods of a table."""

    def __init__(self, table: DrawnTable, pencil: Pencil, water: BaseGeometry) -> None:
        self.table, self.pencil, self.water = table, pencil, water

    def grow(self, woods: Mapping[GridSquare, str], hills: Collection[GridSquare]) -> dict[str, BaseGeometry]:
        """Light and heavy woods, neighbours of a kind grown together; the two do not overlap."""
        blobs = {square: self._wood(square, woods, square in hills) for square in sorted(woods)}
        grown = {}
        for kind in ("heavy", "light"):
            squares = [square for square, other in woods.items() if other == kind]
            grown[kind] = unary_union([joined(blobs, group, 0.33 * self.table.square) for group in groups(squares)])
        # where both grow, the heavy wood stands
        grown["light"] = grown["light"].difference(grown["heavy"])
        return grown

    def _wood(self, square: GridSquare, woods: Collection[GridSquare], on_hill: bool) -> Polygon:
        middle, table = self.table.middle(square), self.table
        if on_hill:
            return self.pencil.blob(middle, _HILL_WOOD * table.square, 0.3)
        drawn = [table.middle(other) for other in neighbours(square, corners=True) if other in woods]
        # water draws more strongly than other trees
        shore = self._shore(middle)
        return self.pencil.blob(_drawn(middle, [shore] if shore else drawn, _PULL * table.square), _WOOD * table.square)

    def _shore(self, middle: DrawnSpot) -> DrawnSpot | None:
        """The nearest water, if it is near enough for trees to seek it."""
        here = Point(middle)
        if self.water.is_empty or self.water.distance(here) > _THIRST * self.table.square:
            return None
        nearest = nearest_points(self.water, here)[0]
        return nearest.x, nearest.y


def _drawn(middle: DrawnSpot, towards: list[DrawnSpot], most: float) -> DrawnSpot:
    """A spot moved towards the mean of others, but not out of its square."""
    if not towards:
        return middle
    dx = sum(x for x, _ in towards) / len(towards) - middle[0]
    dy = sum(y for _, y in towards) / len(towards) - middle[1]
    far = hypot(dx, dy)
    share = min(1, most / far) if far else 0
    return middle[0] + share * dx, middle[1] + share * dy


def wood_features(
    grown: Mapping[str, BaseGeometry], open_ground: BaseGeometry, table: DrawnTable
) -> list[dict[str, Any]]:
    """Woods as GeoJSON, kept off ground that is open."""
    least = _LEAST * table.square**2
    return [
        feature(f"{kind}_woods", piece)
        for kind in ("light", "heavy")
        for piece in pieces(grown[kind].difference(open_ground), table, least)
    ]


def clearings(squares: Collection[GridSquare], table: DrawnTable, pencil: Pencil) -> list[Polygon]:
    """Clearings, most neighbours joined by a glade and some kept apart by a strip of trees."""
    blobs = {square: pencil.blob(table.middle(square), _CLEARING * table.square, 0.3) for square in sorted(squares)}
    glades = [
        LineString([table.middle(square), table.middle(other)]).buffer(pencil.between(0.1, 0.42) * table.square)
        for square in blobs
        for other in neighbours(square)
        # each pair once; a glade may also lead off the table
        if (table.is_outside(other) or (other in blobs and other > square)) and pencil.between(0, 1) < _GLADE
    ]
    rounding = 0.08 * table.square
    # out, in twice and out again: corners are rounded both ways
    shape = unary_union([*blobs.values(), *glades]).buffer(rounding).buffer(-2 * rounding).buffer(rounding)
    return pieces(shape, table, _LEAST * table.square**2)


def wooded_country(
    grown: Mapping[str, BaseGeometry], cleared: list[Polygon], table: DrawnTable
) -> list[dict[str, Any]]:
    """A table that is woods throughout but for its clearings."""
    open_ground = unary_union(cleared).buffer(_GAP)
    heavy = pieces(grown["heavy"].difference(open_ground), table, _LEAST * table.square**2)
    return [
        feature("light_woods", table.outline),
        *(feature("heavy_woods", piece) for piece in heavy),
        *(feature("clearing", piece) for piece in cleared),
    ]


def fields(squares: Collection[GridSquare], table: DrawnTable, pencil: Pencil, keep_off: BaseGeometry) -> list[Polygon]:
    """Fields as farmers lay them out: nearly all the same way, each a little different."""
    lie, found = pencil.between(-25, 25), []
    for square in sorted(squares):
        parcel = _parcel(table.middle(square), table.square, lie + pencil.between(-8, 8), pencil)
        found += pieces(parcel.difference(keep_off), table, _LEAST * table.square**2)
    return found


def _parcel(middle: DrawnSpot, size: float, lie: float, pencil: Pencil) -> Polygon:
    half_length, half_width = pencil.between(0.38, 0.47) * size, pencil.between(0.28, 0.42) * size
    away = 0.05 * size
    x, y = middle[0] + pencil.between(-away, away), middle[1] + pencil.between(-away, away)
    skew = pencil.between(-0.12, 0.12) * size
    plain = box(x - half_length, y - half_width, x + half_length, y + half_width)
    corners = [(cx + (skew if cy > y else 0), cy) for cx, cy in plain.exterior.coords]
    return rotate(Polygon(corners), lie, origin=(x, y))


def beside(middle: DrawnSpot, heading: float, ahead: float, right: float) -> DrawnSpot:
    """A spot so far ahead and to the right of another, along a heading clockwise from north."""
    turn = radians(heading)
    return middle[0] + ahead * sin(turn) + right * cos(turn), middle[1] + ahead * cos(turn) - right * sin(turn)
