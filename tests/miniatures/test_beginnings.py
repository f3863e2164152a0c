"""Where leaders are when a battle begins."""

from __future__ import annotations

from tin_table import tin

from grognard.ground.units import point
from grognard.miniatures.gathering.beginnings import leader_at_first

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
