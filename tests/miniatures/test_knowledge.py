"""Who knows what: what was seen at the last look, by units and by leaders."""

from __future__ import annotations

import pytest
from tin_table import NORTH, SOUTH, general, table, tin, woods

from grognard.battle.fight import Seat
from grognard.ground.units import point
from grognard.miniatures.knowledge import LastLook

WOOD = (woods(0, 600, 1500, 700),)


def test_what_was_seen_holds_until_the_next_look():
    b = table(tin("n1", 500, 800, 180), tin("s1", 500, 500), features=WOOD)
    assert b.knowledge.seen_by(SOUTH) == frozenset()
    b.sets("n1", position=point(1800, 550))
    assert not b.knows(SOUTH, "n1")
    b.knowledge.look()
    assert b.knowledge.seen_by(SOUTH) == {"n1"}
    assert b.knowledge.seen_by(NORTH) == {"s1"}
    assert b.knows(SOUTH, "n1")
    assert b.knows(SOUTH, "s1")
    assert b.knows(SOUTH, "nobody")


def test_a_leader_sees_for_his_seat():
    b = table(tin("n1", 500, 800, 180), tin("s1", 500, 500), general("south-general", 500, 750), features=WOOD)
    assert b.knowledge.seen_by(SOUTH) == {"n1"}
    assert b.knowledge.seen_by(NORTH) == frozenset()
    assert not b.survey.sees("s1", "n1")


def test_a_leader_is_seen_where_he_was_at_the_last_look():
    b = table(tin("n1", 500, 800, 180), tin("s1", 500, 500), general("south-general", 500, 550), features=WOOD)
    b.knowledge.look()
    assert not b.knows(NORTH, "south-general")
    assert b.knows(SOUTH, "south-general")
    b.world.leaders["south-general"] = general("south-general", 500, 750)
    assert not b.knows(NORTH, "south-general")
    assert b.knowledge.leader_at("south-general") == point(500, 550)
    b.knowledge.look()
    assert b.knows(NORTH, "south-general")
    assert b.knowledge.leader_at("south-general") == point(500, 750)


def test_in_haze_each_is_asked_for_himself():
    b = table(tin("n1", 500, 800, 180), tin("n2", 1000, 900, 180), tin("s1", 500, 500))
    b.says(haze=30)
    assert b.knowledge.seen_by(SOUTH) == {"n1"}


def test_troops_behind_troops_are_not_known():
    pieces = tin("n1", 500, 800, 180), tin("n2", 500, 900, 180), tin("s1", 500, 500), general("south-general", 500, 450)
    assert table(*pieces).knowledge.seen_by(SOUTH) == {"n1", "n2"}
    assert table(*pieces, solid=True).knowledge.seen_by(SOUTH) == {"n1"}


def test_nobody_sees_before_the_curtain_rises():
    b = table(tin("n1", 500, 800, 180), tin("s1", 500, 500), general("north-general", 500, 850))
    b.says(curtain=True)
    b.knowledge.look()
    assert b.knowledge.seen_by(SOUTH) == frozenset()
    assert not b.knows(SOUTH, "north-general")


def test_a_card_is_not_there_for_the_enemy():
    b = table(tin("n1", 500, 800, 180, formation="card"), tin("s1", 500, 500))
    assert b.knowledge.seen_by(SOUTH) == frozenset()
    assert b.knowledge.seen_by(NORTH) == {"s1"}


def test_who_cannot_be_named_is_called_by_his_likeness():
    b = table(tin("n1", 500, 800, 180, masked=True), tin("n2", 700, 800, 180), tin("s1", 500, 500))
    assert b.name_to(SOUTH, "n1") == "some tin"
    assert b.name_to(NORTH, "n1") == "Battalion n1"
    assert b.name_to(SOUTH, "n2") == "Battalion n2"
    assert b.knowledge.unidentified(SOUTH) == ("n1", "cart-of-n1")
    assert b.knowledge.unidentified(NORTH) == ()


def test_eyes_are_counted_anew_when_somebody_comes_or_goes():
    b = table(tin("n1", 500, 800, 180), tin("n2", 700, 800, where="away"), tin("s1", 500, 500))
    assert b.knowledge.eyes(NORTH) == ("n1",)
    b.sets("n2", where="table")
    assert b.knowledge.eyes(NORTH) == ("n1", "n2")
    b.sets("n1", where="away")
    assert b.knowledge.eyes(NORTH) == ("n2",)


def test_another_world_has_not_been_looked_at():
    b = table(tin("n1", 500, 800, 180), tin("s1", 500, 500), features=WOOD)
    b.knowledge.look()
    b.restarted(table(tin("n1", 500, 550, 180), tin("s1", 500, 500)).world)
    assert b.knowledge.seen_by(SOUTH) == {"n1"}


def test_a_last_look_serves_any_ground():
    seen = {"a": frozenset({"x"}), "b": frozenset()}
    last = LastLook((Seat("a", "A", "A"), Seat("b", "B", "B")), seen.__getitem__)
    assert last.seen_by("a") == {"x"}
    seen["a"] = frozenset()
    assert last.seen_by("a") == {"x"}
    last.look()
    assert last.seen_by("a") == frozenset()
    with pytest.raises(KeyError):
        last.seen_by("c")
