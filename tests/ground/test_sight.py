"""Line of sight over hills, woods and towns, past smoke and troops."""

from __future__ import annotations

from fractions import Fraction

import pytest
from ground_fields import BLOCKING, box, feature, field, fields, points, triangles
from hypothesis import assume, given
from hypothesis import strategies as st

from grognard.ground.shapes import rectangle
from grognard.ground.sight import Crest, Sight, SightRules
from grognard.ground.units import SUB, point, to_sub
from grognard.kernel.errors import BadInput

CREST = Crest(to_sub(20), 1)
ANY_RULES = st.builds(
    SightRules,
    st.dictionaries(st.sampled_from(BLOCKING), st.integers(0, to_sub(300))),
    st.builds(Fraction, st.integers(0, 11), st.just(12)),
    st.none() | st.builds(Crest, st.integers(0, to_sub(100)), st.integers(0, 2)),
)


def sight(*features, crest=None, eye=Fraction(0), **depths):
    return Sight(field(*features), SightRules({kind: to_sub(n) for kind, n in depths.items()}, eye, crest))


def test_open_ground_is_seen_across():
    assert sight().clear(point(0, 0), point(1000, 1000))


def test_a_hill_between_two_on_the_plain_hides_them():
    hidden = sight(box("hill", 400, 0, 600, 1000, height=1))
    assert not hidden.clear(point(0, 500), point(1000, 500))
    assert hidden.clear(point(0, 500), point(399, 500))


def test_from_a_higher_hill_one_looks_over_a_lower_one():
    high, low = box("hill", 0, 400, 100, 600, height=4), box("hill", 200, 0, 220, 1000, height=1)
    over = sight(high, low, eye=Fraction(1, 10))
    assert over.clear(point(99, 500), point(900, 500))
    assert not over.clear(point(99, 500), point(230, 500)), "dead ground close behind the low hill"


def test_an_eye_raised_sees_over_the_edge():
    edge = box("hill", 400, 0, 600, 1000, height=1)
    plain, tower = sight(edge), Fraction(3, 2)
    assert plain.clear(point(300, 500), point(500, 500), eye_a=tower)
    assert not plain.clear(point(300, 500), point(500, 500))


def test_woods_are_seen_into_up_to_their_depth():
    wood = sight(box("heavy_woods", 400, 0, 600, 1000), heavy_woods=40)
    assert wood.clear(point(300, 500), point(440, 500))
    assert not wood.clear(point(300, 500), point(441, 500))
    assert not wood.clear(point(300, 500), point(700, 500)), "through"
    assert wood.clear(point(500, 500), point(540, 500)), "both within"


def test_kinds_without_a_depth_do_not_block():
    assert sight(box("field", 400, 0, 600, 1000), heavy_woods=0).clear(point(0, 500), point(1000, 500))


def test_two_woods_of_a_kind_add_up():
    belts = sight(box("light_woods", 300, 0, 330, 1000), box("light_woods", 600, 0, 630, 1000), light_woods=50)
    assert belts.clear(point(0, 500), point(500, 500))
    assert not belts.clear(point(0, 500), point(1000, 500))


def test_a_clearing_is_taken_off_its_wood():
    wood, clearing = box("light_woods", 400, 0, 600, 1000), box("clearing", 420, 400, 580, 600)
    assert sight(wood, clearing, light_woods=40).clear(point(0, 500), point(1000, 500))
    assert not sight(wood, clearing, light_woods=40).clear(point(0, 300), point(1000, 300))


def test_a_town_blocks_at_once():
    assert not sight(box("town", 400, 400, 600, 600), town=0).clear(point(0, 500), point(1000, 500))
    assert sight(box("town", 400, 400, 600, 600), town=0).clear(point(0, 300), point(1000, 300))


@pytest.mark.rule("CS-1.2e")
@pytest.mark.parametrize("behind, seen", [(0, True), (20, True), (21, False), (100, False)])
def test_a_unit_is_seen_up_to_twenty_paces_behind_the_crest(behind, seen):
    hill = sight(box("hill", 400, 0, 800, 1000, height=1), crest=CREST)
    assert hill.clear(point(200, 500), point(400 + behind, 500)) is seen
    assert hill.clear(point(400 + behind, 500), point(200, 500)) is seen


@pytest.mark.rule("CS-1.2e")
@pytest.mark.parametrize(
    "viewer, behind, seen",
    [
        (0, 20, False), (0, 300, False),  # two lower: the straight line decides, and it passes below the edge
        (1, 20, True), (1, 21, False),
        (2, 20, True), (2, 21, False),
        (3, 20, True), (3, 21, True), (3, 150, True),  # from above one looks down on it
    ],
)  # fmt: skip
def test_who_sees_a_unit_on_a_crest_of_level_two(viewer, behind, seen):
    lower = [box("hill", 500, 0, 1000, 1000, height=1), box("hill", 600, 0, 1000, 1000, height=2)]
    stand = [box("hill", 0, 0, 100, 1000, height=viewer)] if viewer else []
    ground = sight(*lower, *stand, crest=CREST)
    assert ground.clear(point(90, 500), point(600 + behind, 500)) is seen


def test_a_crest_hides_nobody_on_the_same_hill():
    hill = sight(box("hill", 100, 0, 900, 1000, height=1), crest=CREST)
    assert hill.clear(point(200, 500), point(800, 500))


def test_smoke_on_the_line_hides():
    clear = sight()
    puff = (*point(500, 500), to_sub(30))
    assert not clear.clear(point(0, 530), point(1000, 530), smoke=[puff])
    assert clear.clear(point(0, 531), point(1000, 531), smoke=[puff])
    assert clear.clear(point(0, 500), point(469, 500), smoke=[puff])


def test_troops_hide_what_is_behind_them_where_they_block():
    line = rectangle(point(500, 500), 90, to_sub(100), to_sub(10))
    assert not sight().clear(point(0, 500), point(1000, 500), screens=[line])
    assert sight().clear(point(0, 600), point(1000, 600), screens=[line])
    assert sight().clear(point(0, 550), point(1000, 550), screens=[line]), "along the flank"


@given(fields(), ANY_RULES, points, points)
def test_sight_is_mutual(ground, rules, a, b):
    eyes = Sight(ground, rules)
    assert eyes.clear(a, b) == eyes.clear(b, a)


@given(triangles(), st.integers(1, 9), ANY_RULES, points)
def test_nobody_sees_through_a_hill_higher_than_both(shape, height, rules, a):
    ground = field(feature("hill", shape, height=height))
    middle = [sum(corner[i] for corner in shape[0][:3]) * SUB // 3 for i in (0, 1)]
    b = (2 * middle[0] - a[0], 2 * middle[1] - a[1])
    assume(ground.height_at(a) == ground.height_at(b) == 0)
    assert not Sight(ground, rules).clear(a, b)


@given(st.integers(1, 5), st.integers(0, 4), st.integers(0, 4), ANY_RULES, points, points)
def test_a_ridge_across_the_table_hides_the_far_side(height, near, far, rules, a, b):
    a, b = (a[0] * 2 // 5, 8 + a[1] // 2), (to_sub(600) + b[0] * 2 // 5, 8 + b[1] // 2)
    ends = [(near, 0, 400), (far, 600, 1000)]
    hills = [box("hill", west, 0, east, 1000, height=level) for level, west, east in ends if level]
    ground = field(box("ridge", 450, 0, 550, 1000, height=max(near, far) + height), *hills)
    assert not Sight(ground, rules).clear(a, b)


@given(fields(), points, points)
def test_deeper_sight_never_hides_more(ground, a, b):
    shallow, deep = (SightRules(dict.fromkeys(BLOCKING, to_sub(paces))) for paces in (20, 200))
    assert Sight(ground, deep).clear(a, b) or not Sight(ground, shallow).clear(a, b)


@pytest.mark.parametrize(
    "bad, message",
    [
        ({"depths": {"jungle": 3}}, "jungle"),
        ({"depths": {"hill": 3}}, "hill"),
        ({"eye": Fraction(1, 7)}, "1/240"),
        ({"eye": Fraction(-1, 2)}, "not negative"),
        ({"crest": Crest(-1, 1)}, "not negative"),
    ],
)
def test_impossible_sight_rules_are_refused(bad, message):
    with pytest.raises(BadInput, match=message):
        SightRules(**bad)
