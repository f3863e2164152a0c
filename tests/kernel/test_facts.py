"""Facts: declared once, read from text, refused with what is allowed."""

from typing import Annotated, Literal

import pytest

from grognard.kernel.errors import BadInput
from grognard.kernel.facts import Count, Facts, Range, text_of

Cover = Literal["light", "heavy"]


class Counted(Facts):
    hits: Annotated[int, Range(0, 40)] = 0
    smoke: bool = False


class Unit(Facts):
    rating: Annotated[int, Range(1, 16), "morale rating"]
    disorder: Count = 0
    order: Literal["close", "open"] = "close"
    resolute: bool = False
    cover: frozenset[Cover] = frozenset()


class Battalion(Unit):
    companies: Annotated[int, Range(1, 10)] = 6
    disorder: Count = 1


def test_defaults_and_inheritance():
    unit, battalion = Unit(rating=9), Battalion(rating=9)
    assert (unit.disorder, battalion.disorder, battalion.companies, battalion.order) == (0, 1, 6, "close")
    assert Battalion.names == ("rating", "disorder", "order", "resolute", "cover", "companies")
    assert Unit.required() == ("rating",)


class Mounted(Facts):
    horses: Count = 40


class Dragoons(Battalion, Mounted):
    pass


def test_facts_of_both_parents_are_asked_for():
    assert set(Dragoons.names) == {*Battalion.names, "horses"}
    assert (Dragoons(rating=9).horses, Dragoons(rating=9).disorder) == (40, 1)


def test_text_is_read_as_what_it_stands_for():
    unit = Unit.of({"rating": " 9 ", "resolute": "Yes", "cover": "light,heavy", "order": "open"})
    assert (unit.rating, unit.resolute, unit.cover, unit.order) == (9, True, {"light", "heavy"}, "open")
    assert Unit.of({"rating": 3, "cover": "none"}).cover == frozenset()


@pytest.mark.parametrize(
    "given, message",
    [
        ({"rating": 17}, "rating = 17; allowed: 1 to 16"),
        ({"rating": "0"}, "rating = '0'; allowed: 1 to 16"),
        ({"rating": "nine"}, "rating = 'nine'; allowed: 1 to 16"),
        ({"rating": 9, "disorder": -3}, "disorder = -3; allowed: 0 to 40"),
        ({"rating": True}, "rating = yes; allowed: 1 to 16"),
        ({"rating": 9, "order": "loose"}, "order = 'loose'; allowed: one of close, open"),
        ({"rating": 9, "resolute": "maybe"}, "resolute = 'maybe'; allowed: yes or no"),
        ({"rating": 9, "resolute": 1}, "resolute = 1; allowed: yes or no"),
        ({"rating": 9, "cover": "light,mud"}, "cover = 'light,mud'; allowed: none, or any of light, heavy"),
        ({"rating": 9, "disordr": 2}, "no fact is called disordr; do you mean disorder"),
        ({"rating": 9, "zzz": 2}, "no fact is called zzz; it asks for rating, disorder"),
        ({}, r"still to be said: rating \(1 to 16\)"),
    ],
)
def test_wrong_facts_are_refused_with_what_is_allowed(given, message):
    with pytest.raises(BadInput, match=message):
        Unit.of(given)


def test_the_plain_constructor_knows_its_names():
    with pytest.raises(BadInput, match="do you mean disorder"):
        Unit(rating=9, disordr=2)
    with pytest.raises(BadInput, match="still to be said: rating"):
        Unit()


def test_facts_do_not_change_but_can_be_replaced():
    unit = Unit(rating=9)
    with pytest.raises(AttributeError):
        unit.disorder = 3
    assert unit.replace(disorder=3) == Unit(rating=9, disorder=3) != unit


def test_equal_facts_are_equal_and_hash_alike_in_any_order():
    assert hash(Unit(rating=9, disorder=1)) == hash(Unit(disorder=1, rating=9))
    assert Unit(rating=9) != Battalion(rating=9)


def test_a_side_sees_its_foe():
    ours, theirs = Unit(rating=9), Unit(rating=7)
    assert ours.facing(theirs).foe.rating == 7
    assert not hasattr(ours, "foe")


def test_shown_as_typed():
    assert [text_of(value) for value in (True, frozenset(), frozenset(["b", "a"]), 4)] == ["yes", "none", "a,b", "4"]
    assert repr(Unit(rating=9, order="open")) == "Unit(rating=9, order='open')"


def test_only_kinds_that_can_be_listed_may_be_facts():
    class Loose(Facts):
        speed: float = 1.0

    with pytest.raises(TypeError, match="a fact is a bool"):
        Loose.domains()


@pytest.mark.parametrize("said, told", [(-5, 0), (0, 0), (17, 17), (40, 40), (41, 40), (1000, 40)])
def test_a_number_beyond_what_a_fact_can_be_told_is_told_as_the_end_of_its_range(said, told):
    assert Counted.nearest("hits", said) == told


def test_only_numbers_have_a_nearest_one():
    with pytest.raises(KeyError):
        Counted.nearest("misses", 3)
    with pytest.raises(AssertionError):
        Counted.nearest("smoke", 3)
