"""An order of battle from a spreadsheet."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.kernel.errors import BadData
from grognard.scenarios.csv_import import sides_from_csv
from grognard.scenarios.inspection.checking import check
from grognard.scenarios.starting import TABLE, start

SHEET = """Side,Formation,Unit,Arm,Nation,Men,Guns,Experience,X,Y,Facing,Formation Name,Turn,Edge,Commander
French,Foy,1/92e,infantry,French,534,,veteran,1000,300,10,column_of_divisions,,,General Foy
French,Foy,Foot battery,foot_artillery,French,180,8,,1300,300,,,,,
Allies,Kempt,1/79th,infantry,British,740,,elite,,,,,9,north,Sir James Kempt
Allies,Kempt,2/79th,infantry,British,740,,,,,,,9,north,
"""


def read(text):
    return sides_from_csv(text, "oob.csv", TABLE)


def refusal(text) -> str:
    with pytest.raises(BadData) as caught:
        read(text)
    return str(caught.value)


def test_sides_formations_and_units():
    french, allies = read(SHEET)
    (foy,) = french.formations
    assert (foy.name, foy.commander.name) == ("Foy", "General Foy")
    first, battery = foy.units
    assert (first.id, first.men, first.experience, first.position, first.facing) == (
        "1-92e",
        534,
        "veteran",
        (1000, 300),
        10,
    )
    assert first.formation == "column_of_divisions"
    assert (battery.guns, battery.experience, battery.formation) == (8, "trained", "unlimbered")
    assert (allies.nation, allies.deployment_edge) == ("British", "north")


def test_weapons_stand_in_one_cell():
    sheet = "side,unit,arm,nation,men,weapons,musketry\nFrench,1/92e,infantry,French,534,Rifle bayonet,trained_to_aim\n"
    sheet += "Allies,1/79th,infantry,British,740,,\n"
    (first,), (second,) = ([*side.all_units()] for side in read(sheet))
    assert (first.weapons, first.musketry) == (("rifle", "bayonet"), "trained_to_aim")
    assert (second.weapons, second.musketry) == ((), "")
    assert "column weapons: 'Blunderbuss'; allowed are musket" in refusal(sheet.replace("Rifle bayonet", "Blunderbuss"))


def test_what_is_left_open_gets_what_is_usual():
    _, allies = read(SHEET)
    one, two = allies.all_units()
    assert (one.facing, one.formation, two.experience) == (180, "line", "trained")
    assert (one.arrival.turn, one.arrival.edge) == (9, "north")
    assert one.position != two.position


def test_only_the_needed_columns_make_a_sound_scenario(tmp_path):
    rows = [f"{side},{n}/{side},infantry,French,500" for side in ("Red", "Blue") for n in range(20)]
    sheet = tmp_path / "oob.csv"
    sheet.write_text("\n".join(["SIDE,unit,Arm,nation,MEN", *rows, "Red,Guns,horse_artillery,French,90"]))
    start(tmp_path / "battle", "From a sheet", sheet)
    assert [str(problem) for problem in check(tmp_path / "battle") if problem.severity == "error"] == []


def test_two_of_one_name_get_ids_of_their_own():
    (side,) = read("side,unit,arm,nation,men\nRed,Büsche,infantry,French,500\nRed,Büsche,infantry,French,500\n")
    assert [unit.id for unit in side.all_units()] == ["busche", "busche-2"]


@pytest.mark.parametrize(
    "old, new, said",
    [
        (",534,", ",many,", "oob.csv, line 2, column men: 'many'; a whole number from 1 to 3,000 is needed"),
        (",534,", ",-4,", "oob.csv, line 2, column men: '-4'; a whole number from 1 to 3,000 is needed"),
        (",534,", ",,", "oob.csv, line 2, column men: empty; every unit needs side, unit, arm, nation, men"),
        ("foot_artillery", "rockets", "oob.csv, line 3, column arm: 'rockets'; allowed are dragoons"),
        (",1300,300,", ",wide,300,", "oob.csv, line 3, column x: 'wide'; a number of paces is needed"),
        (",1300,300,", ",nan,300,", "oob.csv, line 3, column x: 'nan'; a number of paces is needed"),
        (",1300,300,", ",,300,", "oob.csv, line 3, column x: empty; x and y stand together"),
        ("column_of_divisions", "mob", "oob.csv, line 2, column formation_name: 'mob'; allowed are attack_column"),
        ("9,north", "9,up", "oob.csv, line 4, column edge: 'up'; allowed are north, east, south, west"),
        ("9,north", "soon,north", "oob.csv, line 4, column turn: 'soon'; a whole number from 1 to 200"),
        ("Commander\n", "Hat\n", "oob.csv, line 1: column 'hat' is not known; allowed are side"),
        ("Commander\n", "Men\n", "oob.csv, line 1: column men stands there twice"),
        ("Unit,", "Battalion,", "oob.csv, line 1: no column unit; needed are"),
        ("General Foy", "General Foy,x", "oob.csv, line 2: 16 cells under 15 columns"),
    ],
)
def test_what_is_wrong_is_said_with_line_and_column(old, new, said):
    assert old in SHEET
    assert refusal(SHEET.replace(old, new, 1)).startswith(said)


def test_header_alone():
    assert refusal(SHEET.splitlines()[0]) == "oob.csv: no unit; below the header stands one line for each"


@given(st.text(max_size=200))
def test_no_text_breaks_the_reader(text):
    with pytest.raises(BadData):
        read(text)


@given(st.lists(st.text(max_size=8), min_size=5, max_size=5))
def test_no_cell_breaks_the_reader(cells):
    import csv
    import io

    out = io.StringIO()
    csv.writer(out).writerows([["side", "unit", "arm", "nation", "men"], cells])
    with pytest.raises(BadData):
        read(out.getvalue())
