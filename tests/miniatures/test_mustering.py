"""Ratings of units and leaders: a battle's own file of them, and rows of judgement."""

from __future__ import annotations

import pytest

from grognard.army.oob import Unit
from grognard.battle.staging import bare
from grognard.kernel.errors import BadData
from grognard.miniatures.gathering.mustering import (
    COMMANDERS,
    judgement_in,
    leader_ratings,
    leader_row,
    overridden,
    ratings_file,
    speaks_of,
    unit_ratings,
    year_of,
)
from grognard.scenarios.model import Victory

TIN = "tin-soldiers"


def scenario(date: str = "1809-04-16", **ratings):
    return bare((), (100, 100), Victory(length_turns=1), ratings={TIN: ratings}, date=date)


def unit(**fields) -> Unit:
    usual = {"name": "1st Guards", "arm": "guard", "nation": "Prussian", "experience": "elite"}
    made = {**usual, **fields}
    return Unit(
        "1-guards", made["name"], made["arm"], made["nation"], 500, made["experience"], (0, 0), 0, "line"
    )  # fmt: skip


# -- a battle's own file


def test_a_battle_says_what_its_units_are_and_other_systems_are_not_asked():
    told = scenario(**{"1-guards": {"morale": 3}, COMMANDERS: {"Blücher": 9}})
    assert unit_ratings(told, TIN, ["1-guards"], beside=[COMMANDERS]) == {"1-guards": {"morale": 3}}
    assert unit_ratings(told, "lead-soldiers", []) == {}


def test_ratings_of_a_unit_that_there_is_not_are_refused():
    with pytest.raises(BadData, match=r"^ratings/tin-soldiers.toml, 2-guards: armies.toml has no unit of this id$"):
        unit_ratings(scenario(**{"2-guards": {}}), TIN, ["1-guards"])


def test_a_table_beside_the_units_has_to_be_said_to_be_one():
    with pytest.raises(BadData, match=r"commanders: armies.toml has no unit"):
        unit_ratings(scenario(**{COMMANDERS: {}}), TIN, ["1-guards"])


def wrong(rating) -> str:
    return "" if rating in (8, 9) else "a staff rating is 8 to 9"


def test_a_battle_says_what_its_leaders_are():
    told = scenario(**{COMMANDERS: {"Blücher": 9}})
    assert leader_ratings(told, TIN, {"Blücher", "Yorck"}, wrong) == {"Blücher": 9}
    assert leader_ratings(scenario(), TIN, {"Blücher"}, wrong) == {}


def test_a_leader_who_is_not_there_is_refused_with_those_who_are():
    told = scenario(**{COMMANDERS: {"Davout": 9}})
    with pytest.raises(
        BadData, match=r"^ratings/tin-soldiers.toml, commanders: no commander 'Davout'; there are Blücher, Yorck$"
    ):
        leader_ratings(told, TIN, {"Yorck", "Blücher"}, wrong)


def test_a_rating_that_makes_no_sense_is_refused_with_what_it_has_to_be():
    told = scenario(**{COMMANDERS: {"Blücher": "good"}})
    with pytest.raises(BadData, match=r"commanders, Blücher: 'good'; a staff rating is 8 to 9$"):
        leader_ratings(told, TIN, {"Blücher"}, wrong)


def test_the_battle_has_the_last_word_on_a_unit_and_the_reasons_say_so():
    derived = {"morale": 4, "size": "standard"}
    assert overridden(TIN, unit(), derived, {"morale": 3}, ["elite: 4"]) == {
        "morale": 3,
        "size": "standard",
        "why": ("elite: 4", "morale: ratings/tin-soldiers.toml"),
    }
    assert overridden(TIN, unit(), derived, {}, ["elite: 4"]) == {**derived, "why": ("elite: 4",)}


def test_a_field_that_units_do_not_have_is_refused_with_those_that_they_have():
    with pytest.raises(
        BadData, match=r"^ratings/tin-soldiers.toml, 1-guards: no field 'moral'; its fields are morale, size$"
    ):
        overridden(TIN, unit(), {"morale": 4, "size": "standard"}, {"moral": 3}, [])


def test_each_system_has_a_file_of_its_own():
    assert ratings_file("tin-soldiers") == "ratings/tin-soldiers.toml"


# -- judgement


@pytest.mark.parametrize("date, year", [("1809-04-16", 1809), ("1756", 1756), ("1813-10-16 to 19", 1813)])
def test_ratings_go_by_the_year(date, year):
    assert year_of(scenario(date)) == year


@pytest.mark.parametrize("date", ["", "16 October 1813", "spring", "18x3-01-01"])
def test_a_date_that_does_not_begin_with_the_year_is_refused(date):
    with pytest.raises(BadData, match=r"^scenario.toml, date: '.*'; ratings go by the year, so begin with it: 1809"):
        year_of(scenario(date))


@pytest.mark.parametrize(
    "row, about",
    [
        ({"nation": ["prussia"]}, True),
        ({"nation": ["russia"]}, False),  # not in the middle of a word
        ({"nation": ["austria", "prussia"]}, True),
        ({"nation": ["prussia"], "from": 1809}, True),
        ({"nation": ["prussia"], "from": 1810}, False),
        ({"nation": ["prussia"], "to": 1809}, True),
        ({"nation": ["prussia"], "to": 1808}, False),
        ({"nation": ["prussia"], "arms": ["guard", "infantry"]}, True),
        ({"nation": ["prussia"], "arms": ["infantry"]}, False),
        ({"nation": ["prussia"], "experience": ["elite"]}, True),
        ({"nation": ["prussia"], "experience": ["veteran"]}, False),
        ({"nation": ["prussia"], "name": "^1st"}, True),
        ({"nation": ["prussia"], "name": "Landwehr"}, False),
    ],
)
def test_a_row_of_judgement_speaks_of_some_units(row, about):
    assert speaks_of(row, unit(), 1809) is about


JUDGED = {
    "named": {"Davout": {"staff": 10}, "Ney": {"staff": 8}},
    "leaders": {"good": {"staff": 9}, "poor": {"staff": 6}},
}


@pytest.mark.parametrize(
    "name, rating, staff",
    [
        ("Marshal Davout", "poor", 10),
        ("Marshal Ney", "good", 8),
        ("General Neyman", "good", 9),  # another man's name that begins alike
        ("General Somebody", "poor", 6),
    ],
)
def test_a_leader_is_judged_by_his_name_else_as_history_rates_him(name, rating, staff):
    assert leader_row(JUDGED, name, rating) == {"staff": staff}


def test_judgement_is_read_from_the_folder_of_its_system_and_once(tmp_path):
    (tmp_path / "muster.toml").write_text('[leaders.good]\nwhy = "Größe"\n', "utf-8")
    found = judgement_in(tmp_path)
    assert found == {"leaders": {"good": {"why": "Größe"}}}
    (tmp_path / "muster.toml").unlink()
    assert judgement_in(tmp_path) is found


def test_judgement_that_cannot_be_read_is_refused_by_name(tmp_path):
    (tmp_path / "muster.toml").write_text("leaders = [", "utf-8")
    with pytest.raises(BadData, match=r"^muster.toml: not valid TOML"):
        judgement_in(tmp_path)
