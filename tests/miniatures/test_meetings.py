"""Several move at the same time: who stops for whom, and where, without a rule system."""

import pytest
from open_ground import BATTALION, at

from grognard.ground.units import SUB, point, to_sub
from grognard.miniatures.motion.crowds import Crowd, free_place
from grognard.miniatures.motion.meetings import NextStep, TimedLeg, end_of, keep_apart, meet, share_on_table
from grognard.miniatures.motion.nearness import between, trimmed

INTO = to_sub(30)
"""Where those who attack stop."""
SHORT = to_sub(31)
"""Where others stop."""


def leg(unit, side, place, paces=0, bearing=None, **more):
    """A battalion that goes so many paces ahead, or along a bearing."""
    step = NextStep(place, place.heading if bearing is None else bearing, to_sub(paces)) if paces else None
    made = TimedLeg(unit, side, BATTALION.at(*place), step, **{"limit": SHORT, **more})
    if step is not None:
        end = end_of(step).position
        made.dx, made.dy = end[0] - place.position[0], end[1] - place.position[1]
    return made


def apart(one, other):
    return between(one.at(1.0), other.at(1.0)) / SUB


def test_who_attacks_goes_on_and_who_does_not_stops_short():
    for attack, paces in ((True, 30), (False, 31)):
        limit = INTO if attack else SHORT
        legs = {
            "a": leg("a", "blue", at(1000, 500), 120, attack=attack, limit=limit),
            "r": leg("r", "red", at(1000, 600, 180)),
        }
        meet(legs, [("a", "r")], INTO)
        assert apart(legs["a"], legs["r"]) == pytest.approx(paces, abs=0.3)
        assert legs["r"].share == 1.0


def test_two_who_go_at_each_other_stop_halfway():
    legs = {
        "a": leg("a", "blue", at(1000, 500), 120, attack=True, limit=INTO),
        "r": leg("r", "red", at(1000, 600, 180), 120, attack=True, limit=INTO),
    }
    meet(legs, [("a", "r")], INTO)
    assert legs["a"].share == legs["r"].share == pytest.approx(35 / 120, abs=0.01)


def test_who_flees_is_off_before_the_pursuer_is_there():
    legs = {
        "a": leg("a", "blue", at(1000, 500), 60, attack=True, limit=INTO),
        "r": leg("r", "red", at(1000, 540, 0), 120, flees=True, limit=SUB),
    }
    meet(legs, [("a", "r")], INTO)
    assert legs["r"].share == legs["a"].share == 1.0


def test_who_passes_at_a_distance_is_not_stopped():
    legs = {"a": leg("a", "blue", at(1000, 500), 200), "r": leg("r", "red", at(1160, 600, 180))}
    meet(legs, [("a", "r")], INTO)
    assert legs["a"].share == 1.0


def test_nobody_goes_where_an_enemy_has_come_to_stand():
    legs = {"a": leg("a", "blue", at(1000, 500), 100), "r": leg("r", "red", at(1000, 600, 180))}
    keep_apart(legs, [("a", "r")])
    assert legs["a"].share == 0.0


def crowd(*legs):
    return Crowd(
        {each.unit: each for each in legs},
        {each.unit: each.step.place if each.step else at(1000, 600) for each in legs},
        {each.unit: BATTALION for each in legs},
    )


def test_who_comes_later_stops_short_of_a_friend_who_stands():
    stands, comes = leg("f", "blue", at(1000, 600)), leg("g", "blue", at(1000, 500), 105)
    about = crowd(stands, comes)
    about.make_room([("f", "g")])
    assert not about.clash(("f", "g"))
    assert 80 < comes.share * 105 < 91


def test_friends_who_go_the_same_way_make_room_for_each_other():
    ahead, behind = leg("f", "blue", at(1000, 515), 120), leg("g", "blue", at(1000, 500), 120)
    crowd(ahead, behind).make_room([("f", "g")])
    assert ahead.share == behind.share == 1.0


def test_whether_two_have_passed_through_each_other():
    stands, comes = leg("f", "blue", at(1000, 600)), leg("g", "blue", at(1000, 500), 200)
    about = crowd(stands, comes)
    assert about.through(("f", "g"))
    assert not about.clash(("f", "g"))
    assert not crowd(stands, leg("g", "blue", at(1200, 500), 200)).through(("f", "g"))


def test_the_nearest_free_place_is_found_and_what_bars_a_way_bars_all_beyond():
    here, asked = at(1000, 500), []

    def passable(place):
        asked.append(place)
        return place.position[0] >= here.position[0]

    tries = [(bearing, to_sub(paces)) for paces in (10, 20, 130, 260) for bearing in (270, 90)]
    found = free_place(
        BATTALION, here, tries, friends=[trimmed(BATTALION, here)], foes=[], keep=0,
        on_table=lambda _: True, passable=passable,
    )  # fmt: skip
    assert found == at(1130, 500)
    assert asked == [at(870, 500), at(1130, 500)]


def test_as_much_of_a_step_as_stays_on_the_table():
    step = NextStep(at(1000, 100, 180), 180, to_sub(200))
    share = share_on_table(point(2000, 2000), step, 1.0, to_sub(10))
    assert share == pytest.approx(105 / 200, abs=1 / 64)
    assert share_on_table(point(2000, 2000), step, 0.25, to_sub(10)) == 0.25
