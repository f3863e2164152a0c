"""Formations of stands: fronts and depths by counting, and no two stands on the same ground."""

from itertools import combinations

import pytest

from grognard.kernel.errors import BadInput
from grognard.miniatures.stands import Base, column, line, shape_of, square

STAND = Base(40, 30)


def test_a_line_is_as_wide_as_its_stands():
    drawn = line(6, STAND, 480)
    assert (drawn.width, drawn.depth, drawn.men) == (240, 30, 480)
    assert (shape_of(drawn).width, shape_of(drawn).depth) == (240 * 16, 30 * 16)


def test_a_screen_has_gaps_and_guns_too():
    assert line(4, STAND, kind="gun", gap=20).width == 4 * 40 + 3 * 20


def test_columns_by_front_and_distance():
    closed, opened, road = column(6, STAND, abreast=2), column(5, STAND, abreast=2, distance=40), column(6, STAND)
    assert (closed.width, closed.depth) == (80, 90)
    assert (opened.width, opened.depth, len(opened.parts)) == (80, 3 * 30 + 2 * 40, 5)
    assert (road.width, road.depth) == (40, 180)


@pytest.mark.parametrize("stands", range(1, 20))
@pytest.mark.parametrize("base", [STAND, Base(30, 30), Base(20, 40)])
def test_a_square_holds_all_stands_and_none_upon_another(stands, base):
    drawn = square(stands, base, 97)
    assert (len(drawn.parts), drawn.men) == (stands, 97)
    for one, other in combinations(drawn.parts, 2):
        apart = one.x1 <= other.x0 or other.x1 <= one.x0 or one.y1 <= other.y0 or other.y1 <= one.y0
        assert apart, (one, other)
    shape_of(drawn)


def test_a_square_of_eight_has_two_on_each_face():
    drawn = square(8, STAND)
    assert (drawn.width, drawn.depth) == (80, 30 + 80 + 30)


def test_no_stands_are_refused():
    with pytest.raises(BadInput, match="at least one"):
        line(0, STAND)
