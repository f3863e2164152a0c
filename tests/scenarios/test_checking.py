"""What a check finds beyond types: each spoiled thing is named with its line, and a sound battle passes."""

from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from grognard.kernel.errors import BadData
from grognard.scenarios.inspection.checking import check, check_scenario
from grognard.scenarios.inspection.problems import ScenarioProblem
from grognard.scenarios.loading import from_texts, load
from grognard.scenarios.model import Beyond
from grognard.scenarios.saving import texts as texts_of

_SOUND = texts_of(load("farm-at-the-crossroads"))


def errors(path) -> list[str]:
    return [str(problem) for problem in check(path) if problem.severity == "error"]


def test_two_commanders_of_one_name_far_apart_are_asked_about():
    sound = load("hagelberg")
    said = [str(problem) for problem in check_scenario(sound)]
    assert said == []
    side = sound.sides[0]
    first, second = (replace(each, commander=replace(each.commander, name="Somebody")) for each in side.formations[:2])
    spoiled = replace(sound, sides=(replace(side, formations=(first, second, *side.formations[2:])), sound.sides[1]))
    said = [str(problem) for problem in check_scenario(spoiled)]
    assert len(said) == 1
    assert "Somebody: is also at 1640, 3140, and is one figure; give another man another name" in said[0]


def test_who_stands_outside_the_zones_of_his_side_is_told():
    sound = load("quatre-bras")
    assert [str(problem) for problem in check_scenario(sound)] == []
    shallow = tuple(
        replace(zone, polygon=((0, 2802), (6000, 2802), (6000, 4200), (0, 4200))) if zone.side == "Allies" else zone
        for zone in sound.header.zone
    )
    said = [str(each) for each in check_scenario(replace(sound, header=replace(sound.header, zone=shallow)))]
    assert len(said) == 10
    assert all("stands outside the zones of the Allies in scenario.toml" in each for each in said)
    french = tuple(zone for zone in sound.header.zone if zone.side == "French")
    said = [str(each) for each in check_scenario(replace(sound, header=replace(sound.header, zone=french)))]
    assert len(said) == 1
    assert "Allies: has no [[zone]] in scenario.toml" in said[0]


def test_new_scenario_is_sound(folder):
    assert check(folder) == []


@pytest.mark.parametrize(
    "file, old, new, said",
    [
        ("armies.toml", 'id = "white-1"', 'id = "blue-1"', "1/White: id = 'blue-1' is already that of 1/Blue"),
        ("armies.toml", 'id = "blue-1"', 'id = "Blue 1"', "1/Blue: id = 'Blue 1'; lower case letters, digits"),
        (
            "armies.toml",
            'nation = "French"\nmen',
            'nation = "Frehnch"\nmen',
            "unknown nation 'Frehnch'; did you mean French",
        ),
        ("armies.toml", 'nation = "French"\nmen', 'nation = "Martian"\nmen', "blue-1: unknown nation 'Martian'"),
        (
            "armies.toml",
            "position = [1700, 700]",
            "position = [1700, -5]",
            "blue-1: position = [1700, -5] is off the table",
        ),
        (
            "armies.toml",
            "position = [2000, 700]",
            "position = [1700, 700]",
            "blue-battery: position = [1700, 700] is already",
        ),
        ("armies.toml", "[1850, 640]", "[1850, -640]", "Brigadier: position = [1850, -640] is off the table"),
        ("armies.toml", "guns = 6", "guns = 0", "blue-battery: a battery without a gun"),
        ("armies.toml", 'formation = "line"', 'formation = "line"\nguns = 2', "blue-1: infantry with guns"),
        (
            "armies.toml",
            'formation = "line"',
            'formation = "limbered"',
            "blue-1: formation = 'limbered'; its arm forms line",
        ),
        (
            "armies.toml",
            'formation = "line"',
            'formation = "line"\narrival = { turn = 21, edge = "south" }',
            "blue-1: arrives on turn 21; the battle has 20 turns",
        ),
        ("armies.toml", 'name = "White"', 'name = "Blue"', "Blue: two sides of this name"),
        ("scenario.toml", 'side = "Blue"', 'side = "Green"', "side = 'Green' is no side; there are Blue, White"),
        ("scenario.toml", 'place = "Hill"', 'place = "Hell"', "place = 'Hell'; field.geojson has no feature"),
        ("scenario.toml", "table_paces = [3600, 2400]", "table_paces = [36, 2400]", "a table of 36 by 2400 paces"),
        ("scenario.toml", 'date = "1809-05-01"', 'date = "May"', "date = 'May'; a date is written as in"),
        ("scenario.toml", 'id = "battle"', 'id = "B/.."', "id = 'B/..'; lower case letters"),
        ("scenario.toml", 'place = "Somewhere"', 'place = "Somewhere"\nstart = "25:00"', "start = '25:00'; a time is"),
    ],
)
def test_what_makes_no_sense_is_named(folder, spoil, file, old, new, said):
    spoil(file, old, new)
    found = [problem for problem in errors(folder) if said in problem]
    assert len(found) == 1, errors(folder)
    assert found[0].startswith(f"{file}, line ")


def test_line_is_that_of_the_field(folder, spoil):
    line = spoil("armies.toml", "position = [1700, 700]", "position = [1700, 9999]")
    assert check(folder)[0].line == line


def test_reinforcement_may_wait_beyond_the_edge(folder, spoil):
    spoil("armies.toml", "position = [1700, 700]", 'position = [1700, -50]\narrival = { turn = 3, edge = "south" }')
    assert check(folder) == []


def test_two_may_enter_at_one_place_on_different_turns(folder, spoil):
    spoil("armies.toml", "position = [1700, 700]", 'position = [1700, 0]\narrival = { turn = 3, edge = "south" }')
    spoil("armies.toml", "position = [2000, 700]", 'position = [1700, 0]\narrival = { turn = 4, edge = "south" }')
    assert check(folder) == []
    spoil("armies.toml", "turn = 4", "turn = 3")
    assert "blue-battery" in errors(folder)[0]


def test_footprints_that_overlap_are_a_warning(folder, spoil):
    spoil("armies.toml", "position = [2000, 700]", "position = [1720, 700]")
    (problem,) = check(folder)
    assert problem.severity == "warning"
    assert "stands on blue-1" in problem.message


def test_rear_beyond_the_edge_is_a_warning(folder, spoil):
    spoil("armies.toml", "position = [2000, 700]", "position = [2000, 3]")
    (problem,) = check(folder)
    assert (problem.severity, problem.where) == ("warning", "blue-battery")
    assert "over the edge of the table" in problem.message


def test_stated_totals_are_a_warning(folder, spoil):
    spoil("armies.toml", 'deployment_edge = "south"', 'deployment_edge = "south"\nstated_men = 2900\nstated_guns = 7')
    found = [(problem.severity, problem.where, problem.message) for problem in check(folder)]
    assert found == [
        ("warning", "Blue", "stated_men = 2,900, but the units add up to 2,220"),
        ("warning", "Blue", "stated_guns = 7, but the units have 6 and 0 with the battalions"),
    ]


def test_round_numbers_are_close_enough(folder, spoil):
    spoil("armies.toml", 'deployment_edge = "south"', 'deployment_edge = "south"\nstated_men = 2200')
    assert check(folder) == []


def test_zone_off_the_table(folder, spoil):
    zone = '\n[[zone]]\nside = "Blue"\npolygon = [[0, 0], [3700, 0], [0, 500]]\n'
    (folder / "scenario.toml").write_text((folder / "scenario.toml").read_text() + zone)
    assert "Blue: corner (3700, 0) is off the table of 3600 by 2400" in errors(folder)[0]


def test_one_side_is_no_battle(scenario):
    alone = msgspec.structs.replace(scenario, sides=scenario.sides[:1])
    assert any("1 side; a battle has two or more" in problem.message for problem in check_scenario(alone))


def test_ratings_of_a_unit_that_is_not_there(scenario):
    rated = msgspec.structs.replace(scenario, ratings={"cold-steel": {"nobody": {}, "blue-1": {}, "commanders": {}}})
    assert [str(problem) for problem in check_scenario(rated)] == [
        "ratings/cold-steel.toml, nobody: no unit has this id"
    ]


# ---- the field


def change_field(folder, change) -> list[str]:
    field = json.loads((folder / "field.geojson").read_text())
    change(field)
    (folder / "field.geojson").write_text(json.dumps(field))
    found = errors(folder)
    assert all("field.geojson" in problem for problem in found)
    return found


def test_self_crossing_polygon(folder):
    def cross(field):
        field["features"][1]["geometry"]["coordinates"] = [[[0, 0], [400, 400], [400, 0], [0, 400], [0, 0]]]

    (problem,) = change_field(folder, cross)
    assert "Wood" in problem


def test_contours_that_cross(folder):
    def second_hill(field):
        ring = [[1800, 1000], [2600, 1000], [2600, 1300], [1800, 1300], [1800, 1000]]
        said = {"kind": "hill", "name": "Other", "height": 2, "slope": "gentle"}
        field["features"].append(
            {"type": "Feature", "properties": said, "geometry": {"type": "Polygon", "coordinates": [ring]}}
        )

    (problem,) = change_field(folder, second_hill)
    assert "Other" in problem or "Hill" in problem


def test_unknown_kind_of_ground(folder):
    assert "lava" in change_field(folder, lambda field: field["features"][1]["properties"].update(kind="lava"))[0]


def test_field_of_another_size_than_the_table(folder):
    assert "paces = [4000, 2400]" in change_field(folder, lambda field: field.update(paces=[4000, 2400]))[0]


def test_field_of_another_character(folder):
    assert "character = 'desert'" in change_field(folder, lambda field: field.update(character="desert"))[0]


def test_unit_in_the_water(folder):
    def lake(field):
        ring = [[1650, 650], [1750, 650], [1750, 750], [1650, 750], [1650, 650]]
        said = {"kind": "water", "name": "Lake"}
        field["features"].append(
            {"type": "Feature", "properties": said, "geometry": {"type": "Polygon", "coordinates": [ring]}}
        )

    field = json.loads((folder / "field.geojson").read_text())
    lake(field)
    (folder / "field.geojson").write_text(json.dumps(field))
    assert "blue-1: stands in Lake, which cannot be forded" in errors(folder)[0]


# ---- problems


def test_error_of_reading_keeps_its_places(folder, spoil):
    line = spoil("armies.toml", "men = 600", "men = -40")
    assert check(folder) == [
        ScenarioProblem("error", "armies.toml", line, "blue-1", "men = -40; a battalion has 1 to 3,000 men"),
    ]


def test_missing_folder_is_a_problem_too(tmp_path):
    (problem,) = check(tmp_path / "nowhere")
    assert problem.severity == "error"
    assert "no battle" in problem.message


def test_errors_come_before_warnings(folder, spoil):
    spoil("armies.toml", 'deployment_edge = "south"', 'deployment_edge = "south"\nstated_men = 900')
    spoil("armies.toml", "position = [1700, 1700]", "position = [1700, 9999]")
    assert [problem.severity for problem in check(folder)] == ["error", "warning"]


@settings(deadline=None)
@given(data=st.data())
def test_no_slip_of_the_pen_breaks_the_check(data):
    """Cut a piece out of one file or type something into it: there is a list of problems, never a crash."""
    texts = dict(_SOUND)
    name = data.draw(st.sampled_from(sorted(texts)))
    text = texts[name]
    start = data.draw(st.integers(0, len(text) - 1))
    cut = data.draw(st.integers(0, 30))
    texts[name] = text[:start] + data.draw(st.text('0123456789-.,"[]{}=abcxyz \n', max_size=4)) + text[start + cut :]
    try:
        scenario = from_texts(texts)
    except BadData:
        return
    assert all(str(problem) for problem in check_scenario(scenario, texts))


def test_forces_beyond_the_table_need_the_scenarios_leave_and_no_arrival():
    scenario = load("farm-at-the-crossroads")
    side = scenario.sides[0]
    body = side.formations[0]
    away = msgspec.structs.replace(body.units[0], off_board="north", position=(-50.0, -50.0))
    body = msgspec.structs.replace(body, units=(away, *body.units[1:]))
    sides = (msgspec.structs.replace(side, formations=(body, *side.formations[1:])), *scenario.sides[1:])
    marching = msgspec.structs.replace(scenario, sides=sides)
    told = [problem.message for problem in check_scenario(marching) if problem.severity == "error"]
    assert told == ["off_board = 'north'; scenario.toml must say off_board = true"]
    beyond = (Beyond(edge="north", roads="primary"),)
    header = msgspec.structs.replace(scenario.header, off_board=True, beyond=beyond)
    allowed = msgspec.structs.replace(marching, header=header)
    assert [problem for problem in check_scenario(allowed) if problem.severity == "error"] == []
    assert from_texts(texts_of(allowed)).header.beyond == beyond
    twice = msgspec.structs.replace(allowed, header=msgspec.structs.replace(header, beyond=beyond * 2))
    assert next(problem.message for problem in check_scenario(twice)) == "edge = 'north' is described twice"
