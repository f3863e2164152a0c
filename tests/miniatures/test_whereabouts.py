"""Units by squares of ground."""

from __future__ import annotations

from grognard.ground.units import to_sub
from grognard.miniatures.motion.whereabouts import SIDE, Whereabouts

from .tin_table import table, tin


def test_all_within_reach_are_among_those_about_a_place():
    where = Whereabouts()
    for step in range(-6, 7):
        where.put(f"at {step}", (step * SIDE // 2, -step * SIDE // 2))
    found = set(where.about((0, 0), SIDE))
    assert {f"at {step}" for step in range(-2, 3)} <= found
    assert "at 6" not in found


def test_who_goes_away_is_no_longer_there():
    where = Whereabouts()
    where.put("one", (10, 10))
    where.put("one", (10 * SIDE, 10))
    assert not list(where.about((0, 0), 100))
    assert list(where.about((10 * SIDE, 0), 100)) == ["one"]
    where.put("one", None)
    assert not list(where.about((10 * SIDE, 0), 100))


def test_units_about_a_place_follow_what_happens():
    b = table(tin("n1", 500, 800, 180), tin("n2", 700, 800, where="away"), tin("s1", 500, 500))
    place, reach = b.units["s1"].position, to_sub(300)
    assert [unit.id for unit in b.survey.about(place, reach)] == ["n1", "s1"]
    assert [unit.id for unit in b.survey.about(place, reach - 1)] == ["s1"]
    b.sets("n2", where="table")
    b.sets("n1", where="away")
    assert [unit.id for unit in b.survey.about(place, reach)] == ["n2", "s1"]
    b.restarted(table(tin("n1", 500, 550, 180), tin("s1", 500, 500)).world)
    assert [unit.id for unit in b.survey.about(place, reach)] == ["n1", "s1"]
