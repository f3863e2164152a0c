"""Counting what victory is made of: the edges of every measure."""

from __future__ import annotations

import pytest
from tallies import FARM, FIELD, OUTSIDE, points, tally, unit

from grognard.battle.ending.tally import Army, Tally
from grognard.battle.ending.victory import turns_held
from grognard.kernel.errors import BadInput
from grognard.scenarios.model import Condition

# ---- ground


@pytest.mark.parametrize(
    "blue, white, held",
    [
        (unit(place=FARM), unit("b", OUTSIDE), 1),
        (unit(place=(600, 500)), unit("b", OUTSIDE), 1),
        (unit(place=OUTSIDE), unit("b", OUTSIDE), 0),
        (unit(place=FARM), unit("b", FARM), 0),
        (unit(place=FARM), unit("b", FARM, beaten=True), 1),
        (unit(place=FARM), unit("b", FARM, formed=False), 1),
        (unit(place=FARM), unit("b", FARM, destroyed=True), 1),
        (unit(place=FARM, formed=False), unit("b", OUTSIDE), 0),
        (unit(place=FARM, beaten=True), unit("b", OUTSIDE), 0),
        (unit(place=None), unit("b", None), 0),
    ],
)
def test_a_place_is_held_by_formed_troops_alone_in_it(blue, white, held):
    assert points(tally([blue], [white]), measure="held", place="Farm") == held


def test_foot_has_to_hold_but_enemies_of_any_arm_contest():
    horse, foot = unit(place=FARM, arm="cavalry"), unit(place=FARM)
    assert points(tally([horse]), measure="held", place="Farm", arm="infantry") == 0
    assert points(tally([foot]), measure="held", place="Farm", arm="infantry") == 1
    assert points(tally([foot], [horse]), measure="held", place="Farm", arm="infantry") == 0
    assert points(tally([foot]), measure="held", place="Farm", units=("b",)) == 0


@pytest.mark.parametrize(
    "white, within, clear",
    [
        (unit(place=OUTSIDE), 0, 1),
        (unit(place=OUTSIDE), 1, 0),
        (unit(place=(602, 500)), 1, 1),
        (unit(place=FARM), 0, 0),
        (unit(place=FARM, beaten=True), 0, 1),
        (unit(place=FARM, arm="cavalry"), 0, 1),
        (unit(place=None), 0, 1),
    ],
)
def test_a_place_is_clear_of_formed_enemy_foot(white, within, clear):
    given = {"place": "Farm", "within": within, "arm": "infantry"}
    assert points(tally([], [white]), measure="clear", **given) == clear


def test_lines_and_spots_are_places_to_be_near_to():
    there = tally([unit(place=(500, 130))])
    assert points(there, measure="held", place="Road", within=30) == 1
    assert points(there, measure="held", place="Road", within=29) == 0
    assert points(there, measure="held", area=((500, 140),), within=10) == 1
    assert points(there, measure="held", area=((500, 140),), within=9) == 0


def test_place_and_area_together_are_both_meant():
    given = {"place": "Farm", "area": ((0, 0), (1000, 0), (1000, 50), (0, 50))}
    units = [unit("a", FARM), unit("b", (500, 50)), unit("c", (500, 51))]
    assert points(tally(units), measure="units_in", each=1, **given) == 2
    assert points(tally(units, [unit("d", (3, 3))]), measure="held", **given) == 0


def test_an_unknown_place_or_side_is_refused():
    with pytest.raises(BadInput, match="place = 'Atlantis'"):
        points(tally(), measure="held", place="Atlantis")
    with pytest.raises(BadInput, match="no side 'Green' in the tally; there are Blue, White"):
        turns_held((Condition("Green", "ground", 1, "so", place="Farm", measure="held", ends_after=1),), tally(), FIELD)


# ---- units that stay and go


def test_units_in_a_place_or_gone_by_the_edge_count_if_formed():
    units = [
        unit("a", FARM),
        unit("b", None, left_by="east"),
        unit("c", None, left_by="west"),
        unit("d", None, left_by="east", beaten=True),
        unit("e", None),
        unit("f", FARM, formed=False),
    ]
    assert points(tally(units), measure="units_in", each=1, place="Farm", edge="east") == 2
    assert points(tally(units), measure="units_in", each=1, place="Farm") == 1
    assert points(tally(units), measure="units_in", needed=2, place="Farm", edge="east") == 1
    assert points(tally(units), measure="units_in", needed=3, place="Farm", edge="east") == 0
    assert points(tally(units), measure="units_out", each=1, edge="east") == 1


def test_units_formed_are_those_here_or_marched_off_in_order():
    units = [unit("a"), unit("b", None, left_by="east"), unit("c", None), unit("d", beaten=True)]
    assert points(tally(units), measure="units_formed", each=1) == 2
    assert points(tally(units), measure="units_formed", needed=2, units=("a", "d")) == 0


def test_men_formed_are_here_or_gone_by_the_edge():
    units = [
        unit("a", men=400),
        unit("b", None, men=500, left_by="west"),
        unit("c", None, men=600, left_by="east"),
        unit("d", men=90, beaten=True),
        unit("e", None),
    ]
    assert points(tally(units), measure="men_formed", each=100) == 4
    assert points(tally(units), measure="men_formed", each=100, edge="west") == 9
    assert points(tally(units), measure="men_formed", each=450, edge="west") == 2
    assert points(tally(units), measure="men_formed", each=451, edge="west") == 1


# ---- losses


@pytest.mark.parametrize(
    "lost, most, earned", [(0, 0, 0), (49, 0, 0), (50, 0, 1), (149, 0, 2), (600, 0, 12), (600, 4, 4)]
)
def test_men_lost_by_the_enemy_for_each_fifty(lost, most, earned):
    enemy = tally([unit(men=0, destroyed=True)], [unit("b", men=600 - lost)])
    assert points(enemy, measure="men_lost", each=50, most=most) == earned


def test_guns_are_those_the_side_took():
    assert points(tally(guns_taken=5), measure="guns_taken", each=2) == 2
    assert points(tally(guns_taken=5), measure="guns_taken", needed=6) == 0


def test_leaders_lost_are_the_enemys_and_named():
    def lost(*names):
        return Tally((Army("Blue", (), leaders_lost=("Schwerin",)), Army("White", (), leaders_lost=names)))

    given = {"measure": "leaders_lost", "leaders": ("King", "Schwerin"), "each": 1}
    assert points(lost(), **given) == 0
    assert points(lost("King", "Somebody"), **given) == 1
    assert points(lost("King", "Schwerin"), **given) == 2


def test_beaten_and_destroyed_units():
    enemy = [unit("a", beaten=True), unit("b", None, destroyed=True), unit("c"), unit("d", arm="cavalry", beaten=True)]
    assert points(tally([], enemy), measure="units_beaten", each=1) == 3
    assert points(tally([], enemy), measure="units_beaten", each=1, arm="infantry") == 2
    assert points(tally([], enemy), measure="units_beaten", each=1, units=("a", "c")) == 1
    assert points(tally([], enemy), measure="units_destroyed", each=1) == 1


@pytest.mark.parametrize(
    "first, second, reduced",
    [
        ({"men": 600}, {"men": 0}, 0),
        ({"men": 599}, {"men": 0}, 1),
        ({"men": 600}, {"men": 600, "destroyed": True}, 0),
        ({"men": 600, "beaten": True}, {"men": 0}, 0),
        ({"men": 600, "beaten": True, "place": None, "left_by": "east"}, {"men": 300}, 1),
        ({"men": 600, "place": None, "left_by": "east"}, {"men": 300}, 0),
        ({"men": 600, "place": None}, {"men": 300}, 0),
    ],
)
def test_a_body_is_reduced_below_half_of_all_its_men(first, second, reduced):
    enemy = tally([], [unit("a", **first), unit("b", **second)])
    assert points(enemy, measure="bodies_reduced", each=1, bodies=(("a", "b"),)) == reduced


def test_another_percentage():
    enemy = tally([], [unit("a", men=150), unit("b", men=149)])
    assert points(enemy, measure="bodies_reduced", each=1, percent=25, bodies=(("a",), ("b",))) == 1


@pytest.mark.parametrize(
    "states, beaten",
    [
        (({}, {}), 0),
        (({"beaten": True}, {}), 0),
        (({"beaten": True}, {"destroyed": True}), 1),
        (({"beaten": True}, {"place": None, "left_by": "west"}), 1),
        (({"beaten": True}, {"place": None}), 0),
        (({"beaten": True}, {"beaten": True}, {}), 1),
        (({"beaten": True}, {"formed": False}, {}), 0),
    ],
)
def test_a_body_is_beaten_when_more_than_half_its_units_are(states, beaten):
    units = [unit(str(at), **state) for at, state in enumerate(states)]
    body = tuple(one.id for one in units)
    assert points(tally([], units), measure="bodies_beaten", each=1, bodies=(body,)) == beaten
