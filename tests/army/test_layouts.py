"""Companies in their places, held against the drawings of Cold Steel's appendix."""

import pytest

from grognard.army.footprints import footprint
from grognard.army.layouts import battalion, layouts, on_the_middle, ordinal, rows_of
from grognard.army.nations import nations

COLUMNS = ("column_of_companies", "column_of_divisions")
DRAWN = {
    "french_1791": (*COLUMNS, "line", "double_line"),
    "french_1808": (*COLUMNS, "line", "double_line"),
    "french_guard": (*COLUMNS, "line", "double_line"),
    "prussian_1788": ("column_of_zuege", "line", "double_line"),
    "prussian_1808": ("column_of_zuege", "column_of_companies", "line", "double_line"),
    "russian": ("column_of_companies", "line", "double_line"),
    "british": (*COLUMNS, "line", "double_line"),
    "austrian": (*COLUMNS, "line", "double_line"),
}
SAMPLE = {
    "french_1791": {"nation": "French", "men": 800, "year": 1806},
    "french_1808": {"nation": "French", "men": 600, "year": 1809},
    "french_guard": {"nation": "French", "men": 520, "arm": "guard", "year": 1815},
    "prussian_1788": {"nation": "Prussian", "men": 690, "year": 1806},
    "prussian_1808": {"nation": "Prussian", "men": 690, "year": 1813},
    "russian": {"nation": "Russian", "men": 520, "year": 1812},
    "british": {"nation": "British", "men": 580, "year": 1811},
    "austrian": {"nation": "Austrian", "men": 900, "year": 1809},
}


def rows(drawn):
    """The labels of a footprint, row by row from the front, each from the left."""
    found = {}
    for part in sorted(drawn.parts, key=lambda part: (-part.y1, part.x0)):
        found.setdefault(round(part.y1, 6), []).append(part.label)
    return [", ".join(row) for row in found.values()]


@pytest.mark.rule(
    "CS-A.3b",
    "CS-A.3c",
    "CS-A.3d",
    "CS-A.3e",
    "CS-A.3f",
    "CS-A.3g",
    "CS-A.3h",
    "CS-A.3i",
)
@pytest.mark.parametrize("name, formation", [(name, each) for name, drawn in DRAWN.items() for each in drawn])
def test_companies_are_drawn_where_the_appendix_has_them(unit, cold_steel, name, formation):
    facts = dict(SAMPLE[name])
    drawn = footprint(unit(formation=formation, **{k: v for k, v in facts.items() if k != "year"}), facts["year"])
    assert rows(drawn) == list(cold_steel("company-layout", battalion=name, formation=formation).rows)


@pytest.mark.rule("CS-A.3g")
def test_russian_platoons_one_behind_the_other(unit, cold_steel):
    drawn = footprint(unit(nation="Russian", men=520, formation="column_of_zuege"), 1812)
    assert rows(drawn) == list(cold_steel("company-layout", battalion="russian", formation="column_of_platoons").rows)


@pytest.mark.rule("CS-A.3f")
def test_prussians_of_1813_form_no_open_square(unit):
    prussians = unit(nation="Prussian", men=640)
    assert footprint(prussians, 1813, "open_square") == footprint(prussians, 1813, "closed_square")
    assert footprint(prussians, 1806, "open_square") != footprint(prussians, 1806, "closed_square")


@pytest.mark.rule("CS-A.3i")
def test_masses_of_the_austrians(unit):
    austrians = unit(nation="Austrian", men=900)
    line = footprint(austrians, 1809)
    battalion_masse = footprint(austrians, 1809, "column_of_companies", "closed")
    division_masse = footprint(austrians, 1809, "column_of_divisions", "closed")
    assert battalion_masse.width == pytest.approx(line.width / 6)
    assert division_masse.width == pytest.approx(line.width / 3)
    assert division_masse.depth < battalion_masse.depth < line.width


@pytest.mark.rule("CS-A.3h")
def test_americans_stand_like_the_british_with_flank_companies(unit):
    drawn = footprint(unit(nation="American", men=420, formation="column_of_companies"), 1813)
    assert rows(drawn) == ["flank", "1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "flank"]


@pytest.mark.parametrize(
    "facts, leading",
    [
        ({"nation": "French"}, "3rd, 2nd"),
        ({"nation": "Prussian", "men": 640}, "5th, 4th"),
        ({"nation": "Russian", "men": 520}, "5th, 4th"),
    ],
)
def test_attack_columns_lead_with_the_middle(unit, facts, leading):
    drawn = footprint(unit(formation="attack_column", **facts), 1813)
    assert rows(drawn)[0] == leading


@pytest.mark.parametrize("formation", ["skirmish_squares", "garrison"])
def test_companies_by_themselves_keep_their_order(unit, formation):
    french = footprint(unit(formation=formation), 1811)
    assert [part.label for part in french.parts] == ["voltigeur", "4th", "3rd", "2nd", "1st", "grenadier"]
    prussian = footprint(unit(nation="Prussian", formation=formation), 1813)
    assert [part.label for part in prussian.parts] == ["8th/7th", "6th/5th", "4th/3rd", "2nd/1st"]


def test_light_battalions_have_carabiniers(unit):
    labels = {part.label for part in footprint(unit(arm="light_infantry"), 1811).parts}
    assert "carabinier" in labels
    assert "grenadier" not in labels


def test_grenadiers_thrown_together_are_only_numbered(unit):
    labels = [part.label for part in footprint(unit(arm="grenadier"), 1811).parts]
    assert labels == ["6th", "5th", "4th", "3rd", "2nd", "1st"]


def test_spanish_guards_are_not_laid_out_as_the_french_guard(unit):
    assert battalion(unit(nation="Spanish", arm="guard"), 1811).companies == 6


@pytest.mark.parametrize("men, companies", [(146, 3), (30, 1), (399, 9), (400, 10), (1000, 10)])
def test_detachments_have_fewer_companies(unit, men, companies):
    assert battalion(unit(nation="British", men=men), 1811).companies == companies


def test_companies_are_not_lost_with_the_men(unit):
    whole, after = unit(nation="British", men=600), unit(nation="British", men=90)
    assert battalion(after, 1811, men=600) == battalion(whole, 1811)


def test_the_order_of_battle_may_count_the_companies(unit):
    assert rows(footprint(unit(companies=3), 1811)) == ["3rd, 2nd, 1st"]
    prussian = battalion(unit(nation="Prussian", companies=2), 1813)
    assert rows_of(prussian, "column_of_companies") == (("3rd", "2nd"), ("4th", "1st"))


@pytest.mark.parametrize("count", range(1, 13))
@pytest.mark.parametrize("abreast", [2, 4])
def test_nobody_is_left_out_of_a_column_on_the_middle(count, abreast):
    line = tuple(ordinal(n) for n in range(1, count + 1))
    column = on_the_middle(line, abreast)
    assert sorted(label for row in column for label in row) == sorted(line)
    assert all(len(row) == abreast for row in column[:-1])


@pytest.mark.parametrize("name", layouts())
@pytest.mark.parametrize(
    "formation",
    [
        "line",
        "double_line",
        "column_of_zuege",
        "column_of_companies",
        "column_of_divisions",
        "attack_column",
        "closed_square",
    ],
)
def test_every_formation_holds_the_whole_battalion(name, formation):
    layout = layouts()[name]
    placed = [label for row in rows_of(layout, formation) for label in row]
    assert len(placed) in (len(layout.line), 2 * len(layout.line))
    assert len(placed) == len(layout.line) or formation in ("column_of_zuege", "attack_column", "closed_square")


def test_every_nation_has_room_for_its_companies(unit):
    for nation in nations().values():
        for year in (1741, 1806, 1815):
            men = 40 * 24
            assert battalion(unit(nation=nation.adjective, men=men), year).companies == nation.companies_in(year)


@pytest.mark.parametrize(
    "n, text", [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (22, "22nd"), (113, "113th")]
)
def test_ordinals(n, text):
    assert ordinal(n) == text
