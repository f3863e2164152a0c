"""What must hold after every phase, and the words for what does not."""

from __future__ import annotations

from tin_table import general, table, tin

from grognard.ground.units import point
from grognard.miniatures.soundness import bad_values, complaints, on_ground


class Piece:
    """A unit with a status and some counts."""

    id, status, hits, powder = "n1", "steady", 0, 3


def test_a_complaint_says_when_and_all_checks_are_asked():
    b = table(tin("n1", 100, 100))
    b.says(turn=4, phase="fire")
    found = complaints(
        b, [lambda b: iter(["one", "two"]), lambda b: iter(()), lambda b: iter([f"{len(b.units)} unit"])]
    )
    assert found == [f"turn 4, phase fire: {wrong}" for wrong in ("one", "two", "1 unit")]
    assert complaints(b, []) == []


def test_a_word_that_a_field_does_not_know_is_told_with_the_unit():
    unit = Piece()
    assert list(bad_values(unit, {"status": ("steady", "shaken")}, ())) == []
    unit.status = "asleep"
    assert list(bad_values(unit, {"status": ("steady", "shaken")}, ())) == ["n1: status asleep"]


def test_nothing_is_less_than_none():
    unit = Piece()
    assert list(bad_values(unit, {}, ("hits", "powder"))) == []
    unit.hits, unit.powder = -1, -2
    assert list(bad_values(unit, {}, ("hits", "powder"))) == ["n1: hits -1", "n1: powder -2"]


def test_everybody_on_the_table_stands_on_it_edges_included():
    corners = tin("n1", 0, 0), tin("n2", 2000, 2000), general("north-general", 2000, 0)
    assert list(on_ground(table(*corners))) == []


def test_who_stands_beyond_an_edge_is_named_with_the_place():
    b = table(tin("n1", -1, 100), tin("n2", 100, 2001), tin("s1", 100, 100), general("north-general", 2001, 5))
    assert list(on_ground(b)) == [
        f"n1: at {point(-1, 100)}, off the table",
        f"n2: at {point(100, 2001)}, off the table",
        f"north-general: at {point(2001, 5)}, off the table",
    ]


def test_who_is_not_on_the_table_may_be_anywhere():
    b = table(tin("n1", -1, 100, where="waiting"), general("north-general", 9999, 5, where="gone"))
    assert list(on_ground(b)) == []
