"""Bodies that may not leave a place: the middle of their front stays on it, however they go."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from open_ground import BATTALION, at

from grognard.battle.special.staying import Bounds, Stays, held_by
from grognard.ground.field import Field
from grognard.ground.units import SUB, point, to_sub
from grognard.miniatures.motion.moving import Moved, OnTheSpot, Stops, Straight, Wheel, advance
from grognard.scenarios.model import Effect

HERE = at(1000, 500)
STAY = Effect("stay", units=("a",), area=((950, 400), (1100, 400), (1100, 600), (950, 600)))
FIELD = Field.from_geojson(
    {"type": "FeatureCollection", "paces": [2000, 1000], "character": "open", "features": []}, "field.geojson"
)


def bounds(*effects: Effect) -> Bounds:
    return Bounds("X-1", [(f"Rule {number}", each) for number, each in enumerate(effects or (STAY,), 1)], FIELD)


def go(*course: Any, within: Bounds | None = None, start: Any = HERE, paces: int = 300) -> Moved:
    about = Stops(point(2000, 1000), bounds=within or bounds())
    return advance(BATTALION, start, course, to_sub(paces), lambda swath: swath.length, about)


def spot(moved: Moved) -> tuple[float, float]:
    x, y = moved.place.position
    return x / SUB, y / SUB


@pytest.mark.parametrize(
    "aside, end", [(0, (1000, 600)), (90, (1100, 500)), (-90, (950, 500)), (180, (1000, 400)), (45, (1100, 600))]
)
def test_it_stops_at_the_border_whichever_way_it_goes_and_knows_why(aside, end):
    moved = go(Straight(to_sub(200), aside))
    assert spot(moved) == pytest.approx(end, abs=1)
    assert (moved.stopped, moved.held) == ("bounds", "Rule 1")
    assert held_by(moved.held) == ", held by the special rule Rule 1"


def test_within_it_goes_as_it_likes():
    moved = go(Straight(to_sub(90)))
    assert (spot(moved), moved.stopped, moved.held) == ((1000, 590), "", "")
    assert held_by(moved.held) == ""


def test_what_stops_it_earlier_is_what_is_told():
    moved = go(Straight(to_sub(200)), paces=50)
    assert (spot(moved), moved.stopped, moved.held) == ((1000, 550), "allowance", "")


@pytest.mark.parametrize("degrees", [120, -120])
def test_a_wheel_on_a_flank_that_would_lead_out_stops_and_nothing_follows(degrees):
    moved = go(
        Wheel(degrees),
        Straight(to_sub(50)),
        within=bounds(replace(STAY, area=((980, 480), (1020, 480), (1020, 520), (980, 520)))),
    )
    assert moved.stopped == "bounds"
    assert 0 < abs((moved.place.heading + 180) % 360 - 180) < 120
    assert moved.straight == 0
    x, y = spot(moved)
    assert 980 <= x <= 1020
    assert 480 <= y <= 520


def test_it_turns_on_the_middle_of_its_front_at_the_border_and_about_where_that_leaves_it_inside():
    edge = at(1000, 600)
    assert go(Wheel(90, "centre"), start=edge).place.heading == 90
    assert go(OnTheSpot(180), start=edge).place.heading == 180
    # its rear stands outside: to face about would put its front there
    back = at(1000, 400)
    assert go(OnTheSpot(180), start=back) == go(start=back)._replace(stopped="bounds", held="Rule 1")


def test_who_has_his_front_outside_comes_in_or_stays():
    outside = at(1000, 620)
    assert spot(go(Straight(to_sub(60), 180), start=outside)) == (1000, 560)
    assert spot(go(Straight(to_sub(60)), start=outside)) == (1000, 620)
    assert spot(go(Straight(to_sub(10), 180), start=outside)) == (1000, 620)


def test_he_goes_round_no_corner_by_ground_outside():
    ring = ((950, 400), (1100, 400), (1100, 600), (1060, 600), (1060, 460), (1040, 460), (1040, 600), (950, 600))
    moved = go(Straight(to_sub(80), 90), within=bounds(replace(STAY, area=ring)))
    assert spot(moved) == pytest.approx((1040, 500), abs=1)


def test_of_two_rules_at_once_both_hold():
    narrow = replace(STAY, area=((1000, 540),), within=50)
    moved = go(Straight(to_sub(200)), within=bounds(STAY, narrow))
    assert spot(moved) == pytest.approx((1000, 590), abs=1)
    assert moved.held == "Rule 1, Rule 2"


def test_the_same_ground_is_the_same_object_and_who_is_outside_or_knows_an_enemy_near_is_free():
    stays = Stays("X-1", [("Guard", replace(STAY, unless_within=300)), ("Fog", Effect("sight", paces=100))])

    def asked(*, holds: bool = True, at: tuple[int, int] = (1000, 500), near: int = 1000) -> Bounds | None:
        here = point(*at)
        return stays.of(lambda _: holds, lambda each: each.holds(here), lambda paces: near <= paces, FIELD)

    assert asked() is asked()
    assert asked() is not None
    assert asked(holds=False) is asked(at=(1000, 700)) is asked(near=300) is None
    assert not Stays("", [("Guard", STAY)])
    assert asked().refusal.reason == "Guard: it may not leave their ground"  # type: ignore[union-attr]
