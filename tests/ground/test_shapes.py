"""Whole-number geometry, held against fractions and Shapely."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
import shapely
from ground_fields import blocks, points, triangles
from hypothesis import assume, given
from hypothesis import strategies as st

from grognard.ground import exact, shapes
from grognard.ground.relations import Body
from grognard.ground.units import direction, point, to_paces, to_sub
from grognard.kernel.errors import BadInput

SQUARE = ((0, 0), (160, 0), (160, 160), (0, 160))


def test_paces_become_whole_sixteenths():
    assert [to_sub(paces) for paces in (0, 1, 0.5, 0.03, 0.04, -1)] == [0, 16, 8, 0, 1, -16]
    assert to_paces(to_sub(12.25)) == 12.25


def test_main_headings_are_exact():
    east, north = 1 << 16, 1 << 16
    assert [direction(heading) for heading in (0, 90, 180, 270)] == [(0, north), (east, 0), (0, -north), (-east, 0)]
    assert direction(45)[0] == direction(45)[1]


@given(st.integers(0, 1 << 41))
def test_root_rounds_up(square):
    assert exact.root_up(square) == (math.isqrt(square - 1) + 1 if square else 0)


@given(st.integers(0, 1 << 39), st.integers(1, 1 << 39))
def test_height_over_a_line_rounds_up(cross, square):
    height = exact.height_up(cross, square)
    assert Fraction(cross * cross, square) <= height * height
    assert height == 0 or Fraction(cross * cross, square) > (height - 1) ** 2


@pytest.mark.parametrize(
    "x, y, inside",
    [(80, 80, True), (0, 80, True), (160, 160, True), (161, 80, False), (-1, 0, False), (80, 161, False), (0, 0, True)],
)
def test_edges_and_corners_count_in(x, y, inside):
    assert shapes.in_polygon((x, y), (SQUARE,)) is inside


def test_a_hole_is_outside_but_its_edge_is_in():
    hole = ((40, 40), (40, 120), (120, 120), (120, 40))
    assert not shapes.in_polygon((80, 80), (SQUARE, hole))
    assert shapes.in_polygon((40, 80), (SQUARE, hole))


@given(triangles(), points)
def test_point_in_polygon_agrees_with_shapely(shape, place):
    ring = tuple((x * 16, y * 16) for x, y in shape[0][:-1])
    assert shapes.in_polygon(place, (ring,)) == shapely.Polygon(ring).intersects(shapely.Point(place))


@given(points, points, points, points)
def test_segments_meet_as_in_shapely(a, b, c, d):
    assume(a != b and c != d)
    assert shapes.segments_meet(a, b, c, d) == shapely.LineString([a, b]).intersects(shapely.LineString([c, d]))


def test_crossing_is_measured_from_the_beginning():
    assert shapes.crossing_along((0, 0), (160, 0), (48, -16), (48, 16)) == 48
    assert shapes.crossing_along((0, 0), (160, 0), (48, 16), (48, 32)) is None
    assert shapes.crossing_along((0, 0), (160, 0), (32, 0), (64, 0)) == 32


def test_a_line_facing_east_has_its_depth_to_the_west():
    assert shapes.rectangle(point(100, 100), 90, to_sub(20), to_sub(4)) == (
        point(100, 110),
        point(100, 90),
        point(96, 90),
        point(96, 110),
    )


def test_bodies_without_size_are_refused():
    with pytest.raises(BadInput, match="at least 1"):
        shapes.rectangle((0, 0), 0, 0, 16)


def test_corners_given_either_way_round_become_clockwise():
    clockwise = shapes.quad_in_paces([(0, 1), (1, 1), (1, 0), (0, 0)])
    assert shapes.quad_in_paces([(0, 1), (0, 0), (1, 0), (1, 1)]) == clockwise
    with pytest.raises(BadInput, match="no convex"):
        shapes.quad_in_paces([(0, 0), (1, 1), (1, 0), (0, 1)])
    with pytest.raises(BadInput, match="4 corners"):
        shapes.quad_in_paces([(0, 0), (1, 1), (1, 0)])


@given(points, points, points)
def test_distance_obeys_the_triangle_rule(a, b, c):
    assert shapes.distance(a, c) <= shapes.distance(a, b) + shapes.distance(b, c)
    assert shapes.distance(a, b) == shapes.distance(b, a)


@given(blocks(), blocks(), points)
def test_a_way_round_by_a_point_is_never_shorter(first, second, via):
    spot = (via, via, via, via)
    legs = shapes.distance_of_quads(first.frame, spot) + shapes.distance_of_quads(spot, second.frame)
    assert shapes.distance_of_quads(first.frame, second.frame) <= legs


@given(blocks(), blocks())
def test_distance_of_rectangles_is_shapelys_rounded_up(first, second):
    ours = shapes.distance_of_quads(first.frame, second.frame)
    theirs = shapely.Polygon(first.frame).distance(shapely.Polygon(second.frame))
    assert -1e-6 <= ours - theirs < 1 + 1e-6
    assert ours == shapes.distance_of_quads(second.frame, first.frame)


def test_overlapping_and_nested_bodies_are_nought_apart():
    big, small = Body.block(point(100, 100), 0, to_sub(50), to_sub(50)), Body.block(point(100, 80), 30, 16, 16)
    assert shapes.distance_of_quads(big.frame, small.frame) == 0
    tall = Body.block(point(100, 140), 0, to_sub(4), to_sub(100))
    assert shapes.distance_of_quads(big.frame, tall.frame) == 0


@given(st.tuples(*[st.integers(-9, 9)] * 4))
def test_ends_are_the_least_and_the_greatest(numbers):
    assert shapes.ends(*numbers) == (min(numbers), max(numbers))
