"""Domains: one family for facts and for the fields of decisions."""

from __future__ import annotations

import msgspec
import pytest

from grognard.kernel.domains import Choice, Domain, Number, Several, Spot, Spots, Words, YesNo

EACH = [YesNo(), Number(-2, 3), Choice(("a", "b")), Several(("a", "b", "c"), 2), Spot(9, 5), Spots(9, 5, 2), Words(3)]


@pytest.mark.parametrize(
    "domain, good, bad",
    [
        (YesNo(), [True, False, "yes", "no"], ["maybe", 1, 0, None, ["yes"]]),
        (Number(-2, 3), [-2, 3], [-3, 4, True, "1", 1.0]),
        (Choice(("a", "b")), ["a"], ["c", "", ["a"]]),
        (
            Several(("a", "b", "c"), 2),
            [(), ["a"], ("a", "b"), frozenset("a")],
            ["a", ["a"] * 2, ["a", "b", "c"], ["d"]],
        ),
        (Spot(9, 5), [(0, 0), [9, 5]], [(9, 6), (1.0, 1), (True, 1), (1, 2, 3), "1,1"]),
        (Spots(9, 5, 2), [(), [(1, 1), (2, 2)]], [[(1, 1)] * 3, [(9, 9)], "x"]),
        (Words(3), ["", "hold the bridge"], ["hold the bridge now", 3, "x" * 61]),
    ],
)
def test_a_domain_accepts_what_it_allows(domain, good, bad):
    assert [value for value in good if not domain.accepts(value)] == []
    assert [value for value in bad if domain.accepts(value)] == []


def test_yes_is_read_in_any_form_and_means_the_same():
    domain = YesNo()
    assert [domain.parse(text) for text in ("yes", "Y", "1", "no", "false", "perhaps")] == [
        True,
        True,
        True,
        False,
        False,
        "perhaps",
    ]
    assert [YesNo.means(value) for value in ("yes", True, "no", False)] == [True, True, False, False]


def test_values_that_have_an_end_are_listed():
    assert Number(1, 3).every() == (1, 2, 3)
    assert Choice(("a", "b")).every() == ("a", "b")
    assert YesNo().every() == (False, True)
    assert Several(("a", "b")).every() == (frozenset(), frozenset("a"), frozenset("b"))
    with pytest.raises(NotImplementedError, match="spot"):
        Spot(1, 1).every()


@pytest.mark.parametrize("domain", EACH, ids=repr)
def test_a_domain_is_a_small_value_with_a_plain_form(domain: Domain):
    again = eval(repr(domain))
    assert again == domain
    assert hash(again) == hash(domain)
    assert sum(each == domain for each in EACH) == 1
    assert msgspec.json.decode(msgspec.json.encode(domain.data()))["type"] == domain.type
    assert domain.allowed


def test_every_kind_has_a_name_of_its_own():
    kinds = Domain.__subclasses__()
    assert {each.type for each in kinds} == {each.type for each in EACH}
    assert len({each.type for each in kinds}) == len(kinds)


def test_words_that_take_long_to_list_are_listed_when_somebody_looks():
    asked: list[str] = []

    def every() -> tuple[str, ...]:
        asked.append("all")
        return "guards", "hussars"

    def one(word: str) -> bool:
        asked.append(word)
        return word in ("guards", "hussars")

    lazy = Choice(every, one)
    assert lazy.accepts("guards")
    assert not lazy.accepts("lancers")
    assert asked == ["guards", "lancers"]
    assert lazy == Choice(("guards", "hussars"))
    assert lazy.values == ("guards", "hussars")
    assert asked.count("all") == 1
    several = Several(every, 1, one)
    assert several.accepts(("hussars",))
    assert not several.accepts(("guards", "hussars"))
    assert several == Several(("guards", "hussars"), 1)
