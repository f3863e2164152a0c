"""The ground of a battle, and where leaders are when it begins."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tin_table import tin

from grognard.battle.staging import bare
from grognard.ground.units import point
from grognard.kernel.errors import BadData
from grognard.miniatures.gathering import beginnings
from grognard.miniatures.gathering.beginnings import BACK, behind, ground_of, leader_at_first
from grognard.scenarios.model import Victory

LEFT, MIDDLE, RIGHT = tin("n1", 100, 800, 180), tin("n2", 300, 800, 180), tin("n3", 520, 800, 180)


def test_he_stands_where_the_scenario_puts_him():
    assert leader_at_first((10, 20), "brigade", [LEFT]) == (point(10, 20), "table")


def test_else_behind_the_middle_of_his_troops_on_the_table():
    assert leader_at_first(None, "brigade", [LEFT, MIDDLE, RIGHT]) == (point(300, 860), "table")
    late = tin("n4", 900, 800, 180, where="away")
    assert leader_at_first(None, "brigade", [late, LEFT]) == (point(100, 860), "table")


def test_he_arrives_with_the_first_of_them_but_the_commander_is_there():
    late = tin("n4", 900, 800, 180, where="away")
    assert leader_at_first(None, "brigade", [late]) == (point(900, 860), "waiting")
    assert leader_at_first(None, "army", [late]) == (point(900, 860), "table")
    assert leader_at_first(None, "army", []) == ((0, 0), "table")


def test_behind_is_behind_as_the_nearest_to_the_middle_faces():
    assert behind([]) == (0, 0)
    assert behind([tin("n1", 500, 500, 90)]) == point(500 - BACK, 500)
    # the middle of the three is at 400, 500: nearest is the one that faces north
    spread = [tin("n1", 100, 500, 90), tin("n2", 450, 500, 0), tin("n3", 650, 500, 180)]
    assert behind(spread) == point(450, 500 - BACK)


# -- the ground


def on(field):
    return replace(bare((), (100, 100), Victory(length_turns=1)), field=field)


def flat(width: int) -> dict:
    return {"type": "FeatureCollection", "paces": [width, 100], "character": "open", "features": []}


def test_ground_is_kept_for_the_next_battle_on_it():
    field = flat(300)
    ground = ground_of(on(field))
    assert ground.size == point(300, 100)
    assert ground_of(on(field)) is ground


def test_two_fields_are_not_taken_for_one_another_though_one_lies_where_the_other_lay():
    for width in range(100, 140):  # each is gone when the next is made, often in the same place
        assert ground_of(on(flat(width))).size == point(width, 100)


def test_only_a_few_are_kept():
    fields = [flat(200 + number) for number in range(30)]
    first = ground_of(on(fields[0]))
    for field in fields:
        ground_of(on(field))
    assert len(beginnings._GROUNDS) <= 9
    again = ground_of(on(fields[0]))
    assert again is not first
    assert again.size == first.size


def test_a_field_that_makes_no_sense_is_refused_by_its_file():
    with pytest.raises(BadData, match=r"^field.geojson"):
        ground_of(on({"type": "Nothing"}))
