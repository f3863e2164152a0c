"""Distances, arcs, zones and neighbours."""

from __future__ import annotations

import math

import pytest
from ground_fields import blocks, points
from hypothesis import given

from grognard.ground import arcs, relations
from grognard.ground.relations import Body, Zone
from grognard.ground.shapes import centre, distance, distance_of_quads, placed, quad_in_paces, rectangle
from grognard.ground.units import SUB, point, to_sub

GUN = rectangle(point(500, 500), 0, to_sub(20), to_sub(10))
LINE = Body.block(point(500, 500), 0, to_sub(100), to_sub(6))
HEADINGS = (0, 37, 90, 180, 222, 270)


def at(heading, right, ahead, width=20, depth=10):
    """A small body so many paces to the right and ahead of the middle of the table, for a viewer on a heading."""
    return rectangle(
        placed(point(500, 500), heading, to_sub(right), to_sub(ahead)), heading, to_sub(width), to_sub(depth)
    )


def test_the_gap_is_between_the_nearest_parts():
    far = [at(0, 0, 200), at(0, 0, 110)]
    assert relations.gap([GUN], far) == to_sub(100)
    assert relations.adjacent([GUN], far, to_sub(100))
    assert not relations.adjacent([GUN], far, to_sub(100) - 1)


@given(blocks(), blocks())
def test_nearest_points_are_as_far_apart_as_the_bodies(first, second):
    a, b = relations.nearest_points(first.parts, second.parts)
    assert abs(distance(a, b) - relations.gap(first.parts, second.parts)) <= 2


def test_bodies_that_overlap_share_their_nearest_point():
    tall = rectangle(point(500, 600), 0, to_sub(4), to_sub(300))
    a, b = relations.nearest_points([GUN], [tall])
    assert a == b
    assert distance_of_quads((a, a, a, a), GUN) <= 1


@pytest.mark.parametrize("x, y, heading", [(0, 9, 0), (9, 9, 45), (9, 0, 90), (0, -9, 180), (-9, 0, 270)])
def test_bearings_run_clockwise_from_north(x, y, heading):
    assert relations.bearing((0, 0), (x, y)) == pytest.approx(heading)


@pytest.mark.rule("CS-7.1c", "CS-8.1d")
@pytest.mark.parametrize(
    "off, inside", [(0, True), (21.9, True), (-21.9, True), (22.5, False), (-22.5, False), (23, False)]
)
@pytest.mark.parametrize("heading", HEADINGS)
def test_the_arc_reaches_22_degrees_to_each_side(off, inside, heading):
    stand = rectangle(point(500, 500), heading, to_sub(40), to_sub(10))
    turn = math.radians(off)
    target = placed(point(500, 500), heading, to_sub(400 * math.sin(turn)), to_sub(400 * math.cos(turn)))
    assert arcs.in_arc(stand, target, 22) is inside


def test_what_is_behind_a_gun_is_in_no_arc():
    assert not arcs.in_arc(GUN, point(500, 400), 22)
    assert arcs.in_arc(GUN, point(500, 500), 22)


@pytest.mark.rule("CS-7.1b")
@pytest.mark.parametrize("ahead", [600, 601, 1201])
def test_range_runs_from_the_middle_of_the_front_edge(ahead):
    assert arcs.range_in_arc(GUN, [at(0, 0, ahead + 10)], 22) == to_sub(ahead)
    aside = at(0, 0, ahead + 10, width=4)
    assert arcs.range_in_arc(GUN, [aside], 22) == to_sub(ahead)


@pytest.mark.rule("CS-7.1b")
def test_only_the_part_of_the_target_inside_the_arc_counts():
    across = quad_in_paces([(600, 700), (2000, 700), (2000, 690), (600, 690)])
    assert arcs.range_in_arc(GUN, [across], 22) is None
    wide = quad_in_paces([(560, 700), (2000, 700), (2000, 690), (560, 690)])
    assert arcs.range_in_arc(GUN, [wide], 22) == pytest.approx(math.hypot(60, 190) * SUB, abs=2)
    slanted = quad_in_paces([(520, 900), (530, 900), (900, 520), (890, 520)])
    reach = arcs.range_in_arc(GUN, [slanted], 22)
    assert reach is not None
    assert reach > relations.gap([GUN], [slanted]), "the nearest point of the target lies outside the arc"


def test_a_target_that_covers_the_muzzle_is_at_no_distance():
    assert arcs.range_in_arc(GUN, [at(0, 0, 50, width=200, depth=100)], 22) == 0


@pytest.mark.rule("CS-1.8a")
@pytest.mark.parametrize("heading", [0, 90, 180, 270])
@pytest.mark.parametrize(
    "right, ahead, zone",
    [
        (0, 10, Zone.FRONT), (50, 0, Zone.FRONT), (150, 100, Zone.FRONT), (-150, 100, Zone.FRONT),
        (151, 100, Zone.FLANK), (-151, 100, Zone.FLANK), (80, -3, Zone.FLANK), (150, -105, Zone.FLANK),
        (150, -106, Zone.REAR), (0, -6, Zone.REAR), (-50, -20, Zone.REAR), (0, -3, Zone.FLANK),
    ],
)  # fmt: skip
def test_the_front_spreads_at_45_degrees_from_the_front_corners(heading, right, ahead, zone):
    frame = rectangle(point(500, 500), heading, to_sub(100), to_sub(6))
    place = placed(point(500, 500), heading, to_sub(right), to_sub(ahead))
    assert relations.zone(frame, place, 45) == zone


@given(blocks(), points)
def test_front_and_rear_change_places_when_a_body_turns_about(body, place):
    left, right, rear_right, rear_left = body.frame
    about = (rear_right, rear_left, left, right)
    swapped = {Zone.FRONT: Zone.REAR, Zone.REAR: Zone.FRONT, Zone.FLANK: Zone.FLANK}
    both = relations.zone(body.frame, place, 45), relations.zone(about, place, 45)
    assert both[1] == swapped[both[0]]


@pytest.mark.parametrize("heading", [0, 90, 180, 270])
@pytest.mark.parametrize(
    "right, ahead, behind", [(0, -6, True), (50, -300, True), (51, -300, False), (0, -5, False), (0, 10, False)]
)
def test_behind_is_back_of_the_rear_edge_between_the_flanks(heading, right, ahead, behind):
    frame = rectangle(point(500, 500), heading, to_sub(100), to_sub(6))
    place = placed(point(500, 500), heading, to_sub(right), to_sub(ahead))
    assert relations.behind(frame, place) is behind


def test_support_on_a_flank_stands_beside_and_near():
    def friend(right, ahead):
        return Body.block(point(500 + right, 500 + ahead), 0, to_sub(100), to_sub(6))

    def supported(*friends):
        return relations.supported_flanks(LINE, friends, to_sub(40), 45)

    assert supported(friend(120, 0)) == {"right"}
    assert supported(friend(-140, 0), friend(120, 0)) == {"left", "right"}
    assert supported(friend(-141, 0)) == frozenset()
    assert supported(friend(0, -30), friend(0, 40)) == frozenset(), "behind and before are no flank"


@given(blocks())
def test_the_middle_of_a_body_lies_in_it(body):
    middle = centre(body.frame)
    assert distance_of_quads((middle, middle, middle, middle), body.frame) <= 1
