"""Small fields for tests, and strategies that make random ones."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from grognard.ground.field import Field
from grognard.ground.placing import Shape
from grognard.ground.relations import Body
from grognard.ground.units import to_sub

Feature = dict[str, Any]


def feature(kind: str, coordinates: Any, shape: str = "Polygon", **properties: Any) -> Feature:
    """A feature in paces."""
    geometry = {"type": shape, "coordinates": coordinates}
    return {"type": "Feature", "properties": {"kind": kind, **properties}, "geometry": geometry}


def box(kind: str, west: float, south: float, east: float, north: float, **properties: Any) -> Feature:
    """A rectangle of ground."""
    ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]
    return feature(kind, [ring], **properties)


def line(kind: str, *points: list[float], **properties: Any) -> Feature:
    """A road, stream or hedge."""
    return feature(kind, list(points), "LineString", **properties)


def geojson(*features: Feature, paces: tuple[float, float] = (1000, 1000), **more: Any) -> dict[str, Any]:
    """A field file."""
    return {"type": "FeatureCollection", "paces": list(paces), "features": list(features), **more}


def field(*features: Feature, **more: Any) -> Field:
    """A field of 1,000 by 1,000 paces."""
    return Field.from_geojson(geojson(*features, **more), "field.geojson")


BLOCKING = ("light_woods", "heavy_woods", "town")
coordinate = st.integers(0, to_sub(1000))
points = st.tuples(coordinate, coordinate)


@st.composite
def triangles(draw: st.DrawFn) -> list[list[list[float]]]:
    """A triangle with some area, in paces."""
    corners = st.lists(st.tuples(*[st.integers(0, 1000)] * 2), min_size=3, max_size=3, unique=True)
    a, b, c = draw(corners.filter(lambda t: _area(*t) > 20_000))
    return [[list(a), list(b), list(c), list(a)]]


def _area(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> int:
    return abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))


@st.composite
def fields(draw: st.DrawFn) -> Field:
    """Woods and towns anywhere, and hills of one height with a higher one inside."""
    woods = [feature(draw(st.sampled_from(BLOCKING)), shape) for shape in draw(st.lists(triangles(), max_size=3))]
    hills = [feature("hill", shape, height=1) for shape in draw(st.lists(triangles(), max_size=2))]
    low = draw(st.integers(0, 900))
    hills += [box("hill", low, low, low + 100, low + 100, height=1)] * draw(st.integers(0, 1))
    return field(*woods, *hills, *_knoll(draw(st.booleans()), hills))


def _knoll(wanted: bool, hills: list[Feature]) -> list[Feature]:
    """A contour of level 2 within a hill that stands alone: the same shape drawn to half its size."""
    if not wanted or len(hills) != 1:
        return []
    ring = hills[0]["geometry"]["coordinates"][0]
    x, y = (sum(corner[i] for corner in ring[:-1]) / (len(ring) - 1) for i in (0, 1))
    return [feature("hill", [[[(px + x) / 2, (py + y) / 2] for px, py in ring]], height=2)]


@st.composite
def blocks(draw: st.DrawFn) -> Body:
    """A body of one rectangle anywhere."""
    width, depth = (draw(st.integers(to_sub(1), to_sub(200))) for _ in range(2))
    return Body.block(draw(points), draw(st.integers(0, 359)), width, depth)


@st.composite
def battalions(draw: st.DrawFn) -> Body:
    """A body of up to a dozen parts, strewn over the ground behind its front."""
    corners = st.tuples(st.integers(0, 160), st.integers(1, 20), st.integers(1, 40), st.integers(0, 30))
    found = draw(st.lists(corners, min_size=1, max_size=12))
    shape = Shape.of([(left - 80, -back - deep, left - 80 + wide, -back) for left, deep, wide, back in found])
    return shape.at(draw(points), draw(st.integers(0, 359)))
