"""One body moves over a made-up table: how far it gets, what it costs, and what stops it."""

import math
from fractions import Fraction

import pytest
from open_ground import BATTALION, ROAD_COLUMN, at, box, feature, foe, friend, line, stops, tolls

from grognard.ground.placing import Shape
from grognard.ground.units import to_sub
from grognard.miniatures.motion.moving import Encounter, OnTheSpot, Straight, Wheel, advance
from grognard.miniatures.motion.neighbours import against, struck_side
from grognard.miniatures.motion.placements import shifted
from grognard.miniatures.motion.swaths import Swath

HERE = at(1000, 500)


def go(paces, *course, going=None, about=None, start=HERE, shape=BATTALION):
    course = course or (Straight(to_sub(paces)),)
    return advance(shape, start, course, to_sub(paces), going or tolls(), about or stops())


def paces_north(moved):
    return (moved.place.position[1] - HERE.position[1]) / 16


def test_in_the_open_it_goes_as_far_as_its_allowance():
    moved = go(100)
    assert (moved.place, moved.spent, moved.stopped, moved.met) == (at(1000, 600), to_sub(100), "", ())
    assert moved.path == (HERE, at(1000, 600))


def test_told_to_go_farther_than_it_may_it_stops_when_its_allowance_is_spent():
    moved = go(100, Straight(to_sub(150)))
    assert (moved.place, moved.spent, moved.stopped) == (at(1000, 600), to_sub(100), "allowance")


@pytest.mark.parametrize("aside, end", [(90, (1100, 500)), (-90, (900, 500)), (180, (1000, 400))])
def test_to_a_side_and_backward_the_front_is_kept(aside, end):
    assert go(100, Straight(to_sub(100), aside)).place == at(*end)


def test_woods_at_three_quarters_cost_a_third_more_of_each_pace_in_them():
    moved = go(110, Straight(to_sub(400)), going=tolls(box("light_woods", 0, 550, 2000, 1500)))
    assert paces_north(moved) == 50 + 45
    assert moved.spent == to_sub(110)


def test_ground_of_two_kinds_at_once_multiplies():
    woods = (box("light_woods", 0, 550, 2000, 1500), box("heavy_woods", 900, 560, 1100, 1500))
    moved = go(100, Straight(to_sub(400)), going=tolls(*woods))
    left = (100 - 50 - 10 * Fraction(4, 3)) * 3 / 16
    assert abs(paces_north(moved) - 60 - left) <= 1 / 16


def test_the_slowest_wing_sets_the_pace():
    moved = go(100, Straight(to_sub(400)), going=tolls(box("heavy_woods", 1050, 550, 1100, 1500)))
    assert paces_north(moved) == 50 + 50 / 4


def test_a_wall_is_paid_for_when_it_is_crossed_and_not_again():
    going = tolls(line("wall", (0, 550), (2000, 550)))
    short = go(70, Straight(to_sub(400)), going=going)
    assert paces_north(short) == pytest.approx(50, abs=1 / 16)
    assert short.stopped == "allowance"
    over = go(100, Straight(to_sub(400)), going=going)
    assert (paces_north(over), over.spent) == (70, to_sub(100))
    astride = advance(BATTALION, at(1000, 555), [Straight(to_sub(50))], to_sub(50), going, stops())
    assert astride.place == at(1000, 605)


def test_a_wall_that_a_wing_is_over_costs_the_middle_nothing_more():
    slanting = line("wall", (900, 493), (1100, 553))
    first = go(60, Straight(to_sub(20)), going=tolls(slanting))
    assert first.spent == to_sub(20 + 30)
    second = go(60, Straight(to_sub(20)), going=tolls(slanting), start=first.place)
    assert second.spent == to_sub(20)


def test_each_contour_may_cost_something():
    hills = (box("hill", 500, 550, 1500, 900, height=1), box("hill", 700, 580, 1300, 800, height=2))
    moved = go(200, Straight(to_sub(100)), going=tolls(*hills, contour=lambda hill: to_sub(10 * hill.height)))
    assert moved.spent == to_sub(100 + 10 + 20)


def test_what_cannot_be_passed_stops_it_at_its_edge():
    moved = go(200, going=tolls(box("marsh", 0, 600, 2000, 700)))
    assert moved.stopped == "ground"
    assert paces_north(moved) == pytest.approx(100, abs=1 / 8)


def test_a_river_is_crossed_by_the_bridge_on_a_narrow_front_alone():
    bridge = feature("bridge", {"type": "Point", "coordinates": [1000, 600]}, radius=20)
    river = line("river", (0, 600), (2000, 600), fordable=False)
    wide = go(200, going=tolls(river, bridge))
    column = go(200, going=tolls(river, bridge, narrow=True), shape=ROAD_COLUMN)
    assert wide.stopped == "ground"
    assert paces_north(wide) == pytest.approx(100, abs=1 / 8)
    assert (paces_north(column), column.stopped) == (200, "")


def test_a_road_takes_a_road_column_through_woods_as_in_the_open():
    ways = (box("heavy_woods", 0, 510, 2000, 1500), line("road", (1000, 0), (1000, 2000)))
    by_road = go(200, going=tolls(*ways, narrow=True, by_road=True), shape=ROAD_COLUMN)
    beside = go(200, going=tolls(*ways, narrow=True), shape=ROAD_COLUMN)
    assert paces_north(by_road) == 200
    assert paces_north(beside) == 10 + 190 / 4


def test_the_edge_of_the_table_stops_those_who_may_not_leave():
    stays = go(600, start=at(1000, 1700), about=stops())
    leaves = go(600, start=at(1000, 1700), about=stops(leaves=True))
    assert (stays.place, stays.stopped, stays.edge) == (at(1000, 2000), "edge", "")
    assert (leaves.place, leaves.stopped, leaves.edge) == (at(1000, 2300), "", "north")


def test_a_charge_ends_in_touch_with_the_enemy_and_knows_his_side():
    moved = go(200, about=stops(foe("line", 1000, 600), foe("far", 400, 600)))
    assert moved.stopped == "foe"
    assert paces_north(moved) == 100
    assert moved.met == (Encounter("line", True, "front", 0),)
    assert moved.spent == to_sub(100)


@pytest.mark.parametrize("heading, side", [(180, "front"), (0, "rear"), (90, "right"), (270, "left")])
def test_the_side_struck_is_that_on_which_the_charge_began(heading, side):
    moved = go(200, about=stops(foe("enemy", 1000, 620, heading)))
    assert [(each.id, each.side, each.apart) for each in moved.foes] == [("enemy", side, 0)]


def test_two_enemies_in_one_line_are_met_together():
    pair = (foe("left", 930, 600), foe("right", 1070, 600))
    assert {each.id for each in go(200, about=stops(*pair)).foes} == {"left", "right"}


def test_it_keeps_as_far_off_as_it_is_told():
    moved = go(200, about=stops(foe("line", 1000, 600, keep=25)))
    assert (paces_north(moved), moved.met[0].apart) == (75, to_sub(25))


def test_who_is_near_already_may_go_off_but_not_nearer():
    near = stops(foe("line", 1000, 510, keep=25))
    assert go(50, about=near).stopped == "foe"
    assert go(50, about=near).place == HERE
    assert go(50, Straight(to_sub(50), 180), about=near).place == at(1000, 450)


def test_it_passes_an_enemy_s_flank_without_touching_him():
    assert go(200, about=stops(foe("aside", 1121, 600))).stopped == ""


def test_a_gap_between_the_parts_of_an_enemy_is_no_enemy():
    guns = Shape.of([(-50, -10, -40, 0), (40, -10, 50, 0)])
    between_them = go(200, about=stops(foe("guns", 1000, 600, shape=guns)), shape=ROAD_COLUMN)
    assert between_them.stopped == ""


def test_a_friend_in_the_way_is_not_run_into():
    moved = go(200, about=stops(friend("ahead", 1000, 600)))
    assert moved.stopped == "friend"
    assert moved.met[0].id == "ahead"
    assert 85 < paces_north(moved) <= 91  # 10 deep, less a little for dressing


def test_it_passes_through_friends_if_it_comes_out_clear():
    about = stops(friend("ahead", 1000, 600, through=True))
    far, short = go(200, about=about), go(95, about=about)
    assert (paces_north(far), far.through, far.stopped) == (200, ("ahead",), "")
    assert (short.through, short.stopped) == ((), "friend")
    assert paces_north(short) < 91


def test_two_friends_close_behind_each_other_leave_no_room_between():
    about = stops(friend("first", 1000, 600, through=True), friend("second", 1000, 615, through=True))
    assert go(105, about=about).stopped == "friend"
    assert paces_north(go(105, about=about)) < 91
    assert go(200, about=about).through == ("first", "second")


def test_dressed_neighbours_do_not_hinder_each_other():
    assert go(200, about=stops(friend("right", 1120, 500), friend("left", 880, 500))).stopped == ""


def test_a_wheel_is_measured_along_the_outer_end():
    moved = go(500, Wheel(90))
    assert moved.place.heading == 90
    assert moved.place.position == (at(1060, 560)).position
    assert moved.spent == pytest.approx(to_sub(120 * math.pi / 2), abs=8)


def test_a_wheel_goes_as_far_round_as_the_allowance_lets_it_and_nothing_follows():
    moved = go(63, Wheel(90), Straight(to_sub(50)))
    assert moved.place.heading == 30
    assert moved.stopped == "allowance"
    assert len(moved.path) == 2


def test_after_a_wheel_it_marches_with_what_is_left():
    moved = go(200, Wheel(-90, "centre"), Straight(to_sub(400)))
    assert moved.place.heading == 270
    assert moved.straight / 16 == pytest.approx(200 - 60 * math.pi / 2, abs=0.5)


def test_a_wheel_stops_at_an_enemy_and_short_of_a_friend():
    enemy = go(500, Wheel(90), about=stops(foe("enemy", 960, 560)))
    assert enemy.stopped == "foe"
    assert 0 < enemy.place.heading < 90
    comrade = go(500, Wheel(90), about=stops(friend("comrade", 960, 560)))
    assert comrade.stopped == "friend"
    assert comrade.place.heading < 90


def test_turning_about_costs_what_the_rules_say_and_keeps_the_ground():
    moved = go(100, OnTheSpot(180, to_sub(50)), Straight(to_sub(80)))
    assert moved.place == at(1000, 440, 180)
    assert (moved.path[1], moved.spent, moved.stopped) == (at(1000, 490, 180), to_sub(100), "allowance")
    assert go(40, OnTheSpot(180, to_sub(50))).place == HERE


def test_it_does_not_turn_onto_a_friend():
    assert go(100, OnTheSpot(90), about=stops(friend("ahead", 1000, 530))).stopped == "friend"


def test_closing_up_square_to_a_side():
    target = foe("enemy", 1000, 600)
    assert against(BATTALION, target.body, "front") == at(1000, 600, 0)
    assert against(BATTALION, target.body, "rear") == at(1000, 610, 180)
    assert against(BATTALION, target.body, "left") == at(1060, 605, 270)
    assert struck_side(target.body.frame, at(1300, 605).position) == "left"


def test_the_same_move_is_the_same_whatever_the_order_of_neighbours():
    about = [foe("a", 1000, 620, 170), friend("b", 1100, 560, through=True), foe("c", 1090, 640, 200, keep=5)]
    moves = {go(300, about=stops(*order)) for order in (about, about[::-1])}
    assert len(moves) == 1


def test_every_sixteenth_of_the_way_is_checked():
    """The farthest place that fits: one sixteenth farther it would cost more than it may."""
    going = tolls(box("light_woods", 0, 533, 2000, 1500), line("wall", (0, 571), (2000, 590)))
    moved = go(113, Straight(to_sub(400)), going=going)
    farther = Swath(BATTALION, (HERE, shifted(HERE, 0, moved.straight + 1)))
    assert moved.spent <= to_sub(113) < going(farther)
