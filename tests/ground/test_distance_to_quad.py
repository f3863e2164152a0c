"""From a point to a block of troops: the same as from a block without extent."""

from hypothesis import given
from hypothesis import strategies as st

from grognard.ground.shapes import distance_of_quads, distance_to_quad, rectangle

NUMBERS = st.integers(0, 3000)


@given(NUMBERS, NUMBERS, NUMBERS, NUMBERS, st.integers(0, 359), st.integers(1, 900), st.integers(1, 300))
def test_a_point_is_as_far_away_as_a_block_without_extent(x, y, at_x, at_y, heading, width, depth):
    quad, point = rectangle((at_x, at_y), heading, width, depth), (x, y)
    assert distance_to_quad(point, quad) == distance_of_quads((point, point, point, point), quad)
