"""Reading a scenario, and what is said when that cannot be done."""

from __future__ import annotations

import json
import time
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.kernel.errors import BadData, BadInput, GrognardError
from grognard.scenarios import files
from grognard.scenarios.loading import from_texts, load


def refusal(path) -> str:
    with pytest.raises(GrognardError) as caught:
        load(path)
    message = str(caught.value)
    assert "\n" not in message
    assert len(message) < 600
    return message


def test_folder_and_zip_and_zipped_folder_are_the_same(folder, tmp_path):
    flat, nested = tmp_path / "flat.zip", tmp_path / "nested.zip"
    for path, top in ((flat, ""), (nested, "battle/")):
        with zipfile.ZipFile(path, "w") as archive:
            for file in folder.iterdir():
                archive.write(file, top + file.name)
    assert load(folder) == load(flat) == load(nested)


def test_bundled_battle_by_id():
    assert load("maida").header.title == "Maida"


def test_unknown_id_names_those_that_exist():
    with pytest.raises(BadInput, match=r"no battle 'waterloo'; there are albuera, .*quatre-bras"):
        load("waterloo")


def test_ratings_come_by_system_and_unit(folder):
    (folder / "ratings").mkdir()
    (folder / "ratings" / "cold-steel.toml").write_text("[blue-1]\nmorale_rating = 9\n")
    assert load(folder).ratings == {"cold-steel": {"blue-1": {"morale_rating": 9}}}


def test_ratings_outside_a_table(folder):
    (folder / "ratings").mkdir()
    (folder / "ratings" / "cold-steel.toml").write_text("morale_rating = 9\n")
    assert refusal(folder).startswith("ratings/cold-steel.toml: morale_rating is not a table")


def test_negative_men(folder, spoil):
    line = spoil("armies.toml", "men = 600", "men = -40")
    assert refusal(folder) == f"armies.toml, line {line}, blue-1: men = -40; a battalion has 1 to 3,000 men"


@pytest.mark.parametrize(
    "old, new, said",
    [
        ('arm = "infantry"', 'arm = "elephants"', "blue-1: arm = 'elephants'; allowed are dragoons, foot_artillery"),
        ("facing = 0", "facing = 360", "blue-1: facing = 360; a number from 0 to below 360 is needed"),
        ("facing = 0", "facing = nan", "blue-1: facing = nan; a finite number is needed"),
        ("position = [1700, 700]", "position = [1700]", "blue-1: position = [1700]; 2 values in brackets are needed"),
        ("guns = 6", "guns = 2.5", "blue-battery: guns = 2.5; a whole number from 0 to 24 is needed"),
        ('experience = "trained"', "", "blue-1: experience is missing; a unit has id, name, arm"),
        ('formation = "line"', 'formation = "line"\nhats = 3', "blue-1: hats is not known here; a unit has id, name"),
    ],
)
def test_what_is_wrong_with_a_unit_is_said_with_line_and_field(folder, spoil, old, new, said):
    line = spoil("armies.toml", old, new)
    message = refusal(folder)
    assert said in message
    number = int(message.split("line ")[1].split(",")[0])
    if "missing" in said:  # nothing stands there: the unit's own table is named
        assert (folder / "armies.toml").read_text().splitlines()[number - 1] == "[[side.formations.units]]"
    else:
        assert number == line + new.count("\n")


def test_wrong_word_in_the_header(folder, spoil):
    line = spoil("scenario.toml", "length_turns = 20", "length_turns = 2000")
    expected = f"scenario.toml, line {line}: length_turns = 2000; a whole number from 1 to 200 is needed"
    assert refusal(folder) == expected


def test_date_without_quotes(folder, spoil):
    line = spoil("scenario.toml", 'date = "1809-05-01"', "date = 1809-05-01")
    assert f"scenario.toml, line {line}" in refusal(folder)
    assert "text in quotes is needed" in refusal(folder)


def test_broken_toml_names_its_line(folder, spoil):
    line = spoil("armies.toml", "men = 600", "men = = 600")
    assert refusal(folder).startswith(f"armies.toml, line {line}: not TOML: invalid value")


def test_broken_json(folder):
    (folder / "field.geojson").write_text('{"type": "FeatureCollection", "features": [')
    assert refusal(folder).startswith("field.geojson: not JSON")


def test_json_that_is_no_map(folder):
    (folder / "field.geojson").write_text("[1, 2]")
    assert "FeatureCollection" in refusal(folder)


@pytest.mark.parametrize("feature", ["null", "[]", "{}", '{"properties": null}'])
def test_feature_that_is_none(folder, feature):
    (folder / "field.geojson").write_text(f'{{"type": "FeatureCollection", "features": [{feature}]}}')
    assert refusal(folder) == "field.geojson, feature 1: not a feature with a kind among its properties"


@pytest.mark.parametrize("key", ["kind", "name", "note"])
def test_feature_whose_name_is_no_text(folder, key):
    said = json.dumps({"kind": "hill"} | {key: [3]})
    (folder / "field.geojson").write_text(f'{{"type": "FeatureCollection", "features": [{{"properties": {said}}}]}}')
    assert refusal(folder) == f"field.geojson, feature 1: {key} = [3]; text is needed"


@pytest.mark.parametrize("name", files.REQUIRED)
def test_missing_file(folder, name):
    (folder / name).unlink()
    assert f"{name} missing" in refusal(folder)


@pytest.mark.parametrize("name", files.REQUIRED)
@pytest.mark.parametrize("filler", [b"x", b"[", b'"', b"a = 1\n", b"\xff", b"\0"])
def test_ten_megabytes_of_garbage(folder, name, filler):
    (folder / name).write_bytes(filler * (10_000_000 // len(filler)))
    begun = time.perf_counter()
    assert name in refusal(folder)
    assert time.perf_counter() - begun < 5


@pytest.mark.parametrize("name", files.REQUIRED)
def test_binary_file(folder, name):
    (folder / name).write_bytes(b"good = 1\n\x89PNG\r\n\x1a\n\0\0")
    assert refusal(folder) == f"{name}, line 2: not text in UTF-8"


def test_deep_nesting(folder):
    (folder / "field.geojson").write_text("[" * 200_000)
    assert "field.geojson" in refusal(folder)
    (folder / "scenario.toml").write_text("a = " + "[" * 100_000)
    assert "scenario.toml" in refusal(folder)


def test_file_that_is_no_zip(tmp_path):
    path = tmp_path / "battle.zip"
    path.write_bytes(b"PK\x03\x04 not really")
    assert refusal(path).startswith("battle.zip: not a zip that can be read")


def test_zip_bomb(tmp_path):
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("scenario.toml", b"#" * 50_000_000)
    assert path.stat().st_size < 100_000
    assert refusal(path) == "scenario.toml: longer than 4,000,000 bytes, the most that is read"


def test_zip_of_too_many_files(tmp_path):
    path = tmp_path / "many.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(300):
            archive.writestr(f"{number}.txt", "")
    assert refusal(path) == "many.zip: 300 files in the zip; a scenario has at most 200"


@pytest.mark.parametrize("name", ["../scenario.toml", "/etc/scenario.toml", "a/../../b.toml", "..\\x.toml"])
def test_zip_that_points_outside(tmp_path, name):
    path = tmp_path / "escape.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(name, "x")
    assert "points out of the zip" in refusal(path)


@given(st.text(max_size=300))
def test_no_text_breaks_the_reader(text):
    """Whatever stands in a file, the answer is a battle or a refusal."""
    for name in files.REQUIRED:
        texts = dict.fromkeys(files.REQUIRED, "") | {name: text}
        with pytest.raises(BadData):
            from_texts(texts)
