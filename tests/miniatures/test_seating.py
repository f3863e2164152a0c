"""Who commands whom, and what they are called."""

from __future__ import annotations

import pytest
from tin_table import NORTH, SOUTH, chain_of, general, table, tin

from grognard.battle.fight import Seat
from grognard.miniatures.seating import Seating


def test_a_unit_is_the_nearest_commander_s_who_has_a_seat():
    units = {unit.id: unit for unit in (tin("n1", 0, 0), tin("n2", 0, 0), tin("s1", 0, 0))}
    leaders = {name: general(name, 0, 0) for name in ("north-general", "north-brigadier", "south-general")}
    chain = chain_of(units, leaders)
    chain.units["n2"] = chain.units["n2"].__class__(
        chain.units["n2"].unit, NORTH, ("north-brigadier", "north-general"), "", "", "", False, False
    )
    seats = (
        Seat("a", NORTH, "North", ("north-general",)),
        Seat("b", NORTH, "Brigadier", ("north-brigadier",)),
        Seat("c", SOUTH, "South", ("south-general",)),
    )
    seating = Seating(chain, seats)
    assert [seating.seat_of(who) for who in ("n1", "n2", "s1", "north-brigadier")] == ["a", "b", "c", "b"]
    assert seating.mustered("a") == ("n1",)
    assert seating.mustered("b") == ("n2",)
    assert seating.side_of("b") == NORTH
    assert seating.find("nobody") is None
    assert "nobody" not in seating
    assert "n2" in seating


def test_a_name_that_two_bear_is_told_with_the_side():
    b = table(tin("n1", 500, 900), tin("n9", 700, 900), tin("s9", 500, 500))
    assert b.name("n1") == "Battalion n1"
    assert b.name("n9") == "The Guard (north)"
    assert b.name("s9") == "The Guard (south)"
    assert b.name("north-general") == "General north-general"
    assert b.name("nobody") == "nobody"


def test_owners_come_once_each_and_detachments_are_their_parent_s():
    b = table(tin("n1", 500, 900), tin("n2", 700, 900), tin("s1", 500, 500))
    b.sets("n1-out", id="n1-out", side=NORTH, position=(0, 0), parent="n1")
    assert b.owners("n1", "", "n2", "s1", "n1-out") == (NORTH, SOUTH)
    assert b.seating.other(NORTH) == SOUTH
    assert [unit.id for unit in b.on_table(NORTH)] == ["n1", "n2", "n1-out"]
    assert [unit.id for unit in b.enemies(NORTH)] == ["s1"]
    with pytest.raises(KeyError):
        b.seating.seat_of("n1-out")
