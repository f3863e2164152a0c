"""Shapes put down quickly lie where the plain way would put them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.ground.placing import Shape
from grognard.ground.relations import Body
from grognard.ground.shapes import placed, rectangle
from grognard.ground.units import point
from grognard.kernel.errors import BadInput

position = st.tuples(st.integers(0, 500_000), st.integers(0, 500_000))
heading = st.integers(-360, 720)
thirds = st.integers(1, 3000).map(lambda number: number / 3)


@st.composite
def rectangles(draw):
    left, front = draw(thirds) - 500, -draw(thirds)
    return left, front - draw(thirds), left + draw(thirds), front


@given(st.integers(1, 40_000), st.integers(1, 40_000), position, heading)
def test_one_rectangle_lies_as_a_block_does(width, depth, where, facing):
    shape = Shape.of([(-width / 32, -depth / 16, width / 32, 0)])
    assert shape.at(where, facing) == Body.block(where, facing, width, depth)


@given(st.lists(rectangles(), min_size=1, max_size=8), position, heading)
def test_parts_lie_where_they_are_placed_one_by_one(parts, where, facing):
    shape = Shape.of(parts)
    body = shape.at(where, facing)
    assert body.eye == where
    assert body.frame == rectangle(where, facing, shape.width, shape.depth)
    for (left, rear, right, front), quad in zip(shape.parts, body.parts, strict=True):
        corners = ((left, front), (right, front), (right, rear), (left, rear))
        assert quad == tuple(placed(where, facing, x / 2, y / 2) for x, y in corners)


@given(st.lists(rectangles(), min_size=1, max_size=8))
def test_the_frame_is_around_all_parts_and_on_the_middle(parts):
    shape = Shape.of(parts)
    reach = max(max(-left, right) for left, _, right, _ in shape.parts)
    assert shape.width == reach
    assert 0 <= 2 * shape.depth + min(rear for _, rear, _, _ in shape.parts) <= 1
    assert all(
        abs(mine - 32 * given) <= 0.5
        for one, other in zip(shape.parts, parts, strict=True)
        for mine, given in zip(one, other, strict=True)
    )


def test_a_battalion_of_two_companies_faces_east():
    body = Shape.of([(-20, -4, 0, 0), (0, -4, 20, 0)]).at(point(500, 500), 90)
    assert body.frame == tuple(point(*corner) for corner in ((500, 520), (500, 480), (496, 480), (496, 520)))
    assert [part[0] for part in body.parts] == [point(500, 520), point(500, 500)]
    assert body.parts[0][1] == body.parts[1][0], "companies in line touch"


@pytest.mark.parametrize(
    "parts, message",
    [
        ([], "at least one part"),
        ([(-1, -1, 1, 2)], "2 paces ahead"),
        ([(-1, 0, 1, 0)], "0 deep"),
        ([(0, -1, 0, 0)], "0 sixteenths wide"),
    ],
)
def test_shapes_of_nothing_are_refused(parts, message):
    with pytest.raises(BadInput, match=message):
        Shape.of(parts)
