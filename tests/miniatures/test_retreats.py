"""Ways back over a made-up table."""

import pytest
from open_ground import BATTALION, at, box, foe, friend, line, stops, tolls

from grognard.ground.units import point, to_sub
from grognard.miniatures.motion.placements import shifted
from grognard.miniatures.motion.retreats import away_from, halfway_home, retreat, way_back

HERE = at(1000, 500)
BEHIND = foe("enemy", 1000, 560)


def back(paces, about, going=None, *, turned=False, start=HERE, **more):
    return retreat(BATTALION, start, 180, to_sub(paces), going or tolls(), about, about=turned, **more)


def test_straight_back_facing_the_enemy_or_with_its_back_to_him():
    faced, turned = back(200, stops(BEHIND)), back(200, stops(BEHIND), turned=True)
    assert faced.place == at(1000, 300)
    assert turned.place == at(1000, 290, 180)


def test_where_the_ground_bars_the_way_it_turns_aside_as_little_as_may_be():
    moved = back(200, stops(BEHIND), tolls(box("marsh", 900, 380, 950, 450)))
    assert moved.straight == to_sub(200)
    assert moved.place == shifted(HERE, 150, to_sub(200))


def test_it_goes_round_friends_if_it_can_and_else_through():
    behind = friend("support", 1000, 400, through=True)
    round_ = back(150, stops(BEHIND, behind))
    assert round_.through == ()
    assert round_.place.position[0] != HERE.position[0]
    walls = [friend(f"support {x}", x, y, through=True) for y in (420,) for x in range(640, 1400, 120)]
    through = back(150, stops(BEHIND, *walls), turns=(0, 30, -30, 60, -60))
    assert through.place == at(1000, 350)
    assert len(through.through) >= 1


def test_enemies_behind_it_are_shunned():
    rear = foe("rear", 1000, 330, 0)
    moved = back(150, stops(BEHIND, rear))
    assert moved.place.position[0] != HERE.position[0]
    assert not moved.foes


def test_hemmed_in_it_goes_as_far_as_it_can():
    moved = back(200, stops(BEHIND), tolls(box("marsh", 0, 300, 2000, 450)), turns=(0,))
    assert moved.stopped == "ground"
    assert moved.straight / 16 == pytest.approx(40, abs=0.2)


def test_off_the_table_where_it_may():
    start = at(1000, 100)
    gone = back(200, stops(leaves=True), start=start)
    kept = back(200, stops(), start=start, turns=(0,))
    assert gone.edge == "south"
    assert (kept.edge, kept.stopped) == ("", "edge")


def test_ground_costs_those_whom_it_holds_up():
    moved = back(100, stops(BEHIND), tolls(line("wall", (0, 450), (2000, 450))), turns=(0,))
    assert moved.straight == to_sub(70)


def test_away_from_an_enemy_and_halfway_home():
    assert away_from(point(0, 0), point(100, 0), 0) == 270
    assert away_from(point(5, 5), point(5, 5), 30) == 210
    assert halfway_home(90, 180) == 135
    assert halfway_home(350, 90) == 40
    assert halfway_home(0, 180) == 0


def test_the_first_way_that_is_long_enough_and_clean():
    reached = {180: 40, 210: 90, 150: 100, 240: 10, 120: 10, 270: 10, 90: 10}
    found = way_back(180, reached.__getitem__, lambda far: far >= 50, lambda bearing, _: bearing == 150)
    assert found == (150, 100, True)
    assert way_back(180, reached.__getitem__, lambda far: far >= 50, lambda *_: False) == (210, 90, False)
    assert way_back(180, reached.__getitem__, lambda far: far >= 500, lambda *_: False) == (150, 100, False)
