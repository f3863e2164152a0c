"""Whose troops they are, and how they stood when."""

import pytest

from grognard.army.nations import nation, nations, year_of
from grognard.kernel.errors import BadInput

IN_THE_BATTLES = [
    "French", "Prussian", "British", "Austrian", "American", "Spanish", "Brunswick", "Italian", "Hanoverian", "Russian",
    "Dutch", "Nassau", "Portuguese", "King's German Legion", "Polish", "Canadian", "Belgian", "Westphalian", "Saxon",
    "Swiss", "First Nations", "Croat", "Scottish", "Russian-German",
]  # fmt: skip


@pytest.mark.parametrize("name", IN_THE_BATTLES)
def test_nations_of_the_battles_are_known(name):
    assert name in (nation(name).adjective, nation(name).name)


@pytest.mark.parametrize("name", ["france", "French", "  FRENCH ", "France"])
def test_a_nation_by_any_of_its_names(name):
    assert nation(name) is nations()["french"]


def test_apostrophes_of_both_kinds():
    assert nation("King’s German Legion") is nation("kings_german_legion") is nation("KGL")


def test_no_two_nations_share_a_name():
    names = [name.casefold() for each in nations().values() for name in {each.name, each.adjective, *each.also}]
    assert len(names) == len(set(names))


def test_a_slip_of_the_pen_is_answered_with_what_was_meant():
    with pytest.raises(BadInput, match=r"'Prusian'; did you mean Prussian\?"):
        nation("Prusian")


def test_an_unknown_nation_gets_the_list():
    with pytest.raises(BadInput, match=r"'Klingon'; known are American, Austrian,"):
        nation("Klingon")


@pytest.mark.rule("CS-A.2i")
@pytest.mark.parametrize(
    "name, drill",
    [
        *[(name, "british") for name in ("British", "King's German Legion", "Portuguese", "Hanoverian", "Brunswick")],
        *[(name, "french") for name in ("French", "Italian", "Polish", "Westphalian", "Saxon", "Nassau", "Dutch")],
        *[(name, name.lower()) for name in ("Prussian", "Austrian", "Russian")],
        ("First Nations", ""),
    ],
)
def test_whose_drill_an_army_follows(name, drill):
    assert nation(name).drill_of(1811) == (drill, 1811)


@pytest.mark.rule("CS-A.2i")
@pytest.mark.parametrize("name", ["American", "Spanish"])
def test_americans_and_spaniards_keep_the_older_french_drill(name):
    assert nation(name).drill_of(1813) == ("french", 1807)
    assert nation(name).drill_of(1800) == ("french", 1800)


@pytest.mark.parametrize(
    "name, year, ranks",
    [
        ("French", 1806, 3), ("British", 1811, 2), ("British", 1759, 3), ("Prussian", 1741, 3), ("Austrian", 1741, 4),
        ("Austrian", 1756, 4), ("Austrian", 1757, 3), ("Portuguese", 1811, 2), ("Italian", 1700, 3),
    ],
)  # fmt: skip
def test_ranks_of_infantry(name, year, ranks):
    assert nation(name).ranks(year) == ranks


@pytest.mark.parametrize("name, year, ranks", [("Prussian", 1741, 3), ("Prussian", 1806, 2), ("Austrian", 1741, 3)])
def test_ranks_of_cavalry(name, year, ranks):
    assert nation(name).ranks(year, mounted=True) == ranks


@pytest.mark.parametrize(
    "name, year, companies",
    [("French", 1807, 10), ("French", 1808, 6), ("Austrian", 1741, 5), ("Austrian", 1809, 6), ("British", 1815, 10)],
)
def test_companies_in_a_battalion(name, year, companies):
    assert nation(name).companies_in(year) == companies


@pytest.mark.parametrize("date", ["1815-06-16", "1815", "1815-06", " 1815-06-16 "])
def test_year_of_a_date(date):
    assert year_of(date) == 1815


@pytest.mark.parametrize("date", ["", "16 June 1815", "18150616", "1815-6-16x"])
def test_a_date_without_a_year_is_refused(date):
    with pytest.raises(BadInput, match="1815-06-16"):
        year_of(date)
