"""Pieces of views, small maps and pictures that are the same under all rules."""

from __future__ import annotations

from msgspec.structs import replace
from tin_table import NORTH, SOUTH, general, table, tin, woods

from grognard.army.shapes import Part
from grognard.battle.games import Mark
from grognard.ground.units import point, spot
from grognard.miniatures import drawing, views
from grognard.miniatures.drawing import seen_leader

WOOD = (woods(0, 600, 1500, 700),)


def test_a_seat_owns_what_it_commands():
    b = table(tin("n1", 500, 800), tin("n2", 700, 800, where="away"), tin("s1", 500, 500))
    assert list(b.owned(NORTH, b.units)) == ["n1", "n2"]
    assert list(b.owned(SOUTH, b.leaders)) == ["south-general"]
    assert b.seating.chain.edges == {NORTH: "north", SOUTH: "south"}


def test_leaders_of_others_are_shown_where_they_were_seen():
    b = table(tin("n1", 500, 800, 180), tin("s1", 500, 500), general("south-general", 500, 750), features=WOOD)
    b.knowledge.look()
    (seen,) = views.leaders_seen(b, NORTH).values()
    assert (seen.id, seen.name, seen.position, seen.level, seen.nation) == (
        "south-general",
        "General south-general",
        point(500, 750),
        "army",
        "southland",
    )
    assert seen_leader(replace(seen, nation="French")).level == 3, "the bars of an army's general"
    assert seen_leader(replace(seen, nation="French", level="brigade")).level == 1
    assert views.leaders_seen(b, SOUTH) == {}


def test_the_nearest_enemy_is_one_whom_the_seat_sees_and_who_is_still_there():
    b = table(tin("n1", 500, 800, 180), tin("n2", 500, 1000, 180), tin("s1", 500, 500), features=WOOD)
    assert b.nearest_seen(SOUTH) == {}
    b = table(tin("n1", 500, 800, 180), tin("n2", 500, 1000, 180), tin("s1", 500, 500))
    assert b.nearest_seen(SOUTH) == {"s1": ("n1", 30)}
    b.sets("n1", where="away")
    assert b.nearest_seen(SOUTH) == {"s1": ("n2", 50)}


def test_a_small_map_shows_leaders_and_units_on_the_table():
    b = table(tin("n1", 500, 800), tin("s1", 500, 500, where="away"), general("south-general", 10, 20))
    marks = views.marks(b, arm=lambda unit: "cavalry", steady=lambda unit: not unit.masked)
    assert marks == [Mark(10.0, 20.0, SOUTH, "*"), Mark(500.0, 800.0, NORTH, "C", True)]
    assert views.marks(b, arm=lambda unit: "cavalry", steady=lambda unit: False, alive=lambda leader: False) == [
        Mark(500.0, 800.0, NORTH, "C", False)
    ]


def test_places_and_parts_are_told_in_paces():
    assert spot(point(3, 4.5)) == (3.0, 4.5)
    assert drawing.at(point(3, 4.5)) == {"x": 3.0, "y": 4.5}
    assert drawing.parts_of([Part(-50.04, -3.26, 50, 0, 100, "1", "company")]) == (
        (-50.0, -3.3, 50, 0, 100, "1", "company"),
    )


def test_formations_make_a_tree_with_their_leaders():
    tree = drawing.formation_tree(
        [(("Corps", "1st"), "a"), (("Corps", "2nd"), "b"), (("Corps", "1st"), "c"), (("Corps",), "guns")],
        {"Corps": "ney", "2nd": "foy"},
    )
    (corps,) = tree
    assert (corps.name, corps.leader, corps.units) == ("Corps", "ney", ("guns",))
    assert [(each.name, each.leader, each.units) for each in corps.formations] == [
        ("1st", "", ("a", "c")),
        ("2nd", "foy", ("b",)),
    ]
