"""Tables and overlays: bands, rows, and errors that name file, rule and field."""

import pytest

from grognard.kernel.errors import BadData, BadInput
from grognard.kernel.tables import Bands, Tables, read_toml

BASE = """
["X-1"]
rows = [{ to = 3, points = 1 }, { from = 4, points = 2 }]
smoke = { value = -4, per = 4, most = 2, within = 200, irregulars = -6, label = "each {per} balls within {within}" }
odd = { op = "halve", label = "halved" }
in_force = false

["X-1".ranks]
line = 1

["X-2"]
limit = 9
names = ["a", "b"]
"""


@pytest.fixture
def base(tmp_path):
    path = tmp_path / "tables.toml"
    path.write_text(BASE)
    return Tables.load(path)


def test_each_rule_is_read_on_its_own_and_as_a_whole_alike(base, tmp_path):
    whole = read_toml(tmp_path / "tables.toml")
    assert {rule: base[rule] for rule in base} == whole
    assert base["X-1"]["ranks"] == {"line": 1}


def test_bands_are_open_where_no_end_is_given(base):
    bands = base.bands("X-1", "rows", lambda points: points)
    assert [bands[n] for n in (-99, 3, 4, 99)] == [1, 1, 2, 2]
    assert bands.bands == [(None, 3, 1), (4, None, 2)]


def test_closed_bands_refuse_what_lies_outside():
    bands = Bands([(2, 5, "low"), (6, 20, "high")])
    assert (bands[2], bands[5], bands[6], bands[20]) == ("low", "low", "high", "high")
    for outside in (1, 21):
        with pytest.raises(LookupError):
            bands[outside]


@pytest.mark.parametrize(
    "bands", [[(None, 3, "a"), (5, None, "b")], [(None, 4, "a"), (4, None, "b")], [(1, None, "a"), (5, 6, "b")]]
)
def test_gaps_and_overlaps_are_found(bands):
    with pytest.raises(ValueError, match="must follow on each other"):
        Bands(bands)


def test_rows_know_their_limit_their_group_and_their_columns(base):
    row = base.row("X-1", "smoke")
    assert [row.times(count) for count in (3, 4, 8, 40)] == [0, 1, 2, 2]
    assert (row.worth(None), row.worth("irregulars"), row.worth("lancers")) == (-4, -6, -4)
    assert row.label == "each 4 balls within 200"
    assert base.row("X-1", "odd").op == "halve"


@pytest.mark.parametrize(
    "overlay, message",
    [
        ('["X-9"]\nlimit = 3', "house.toml, X-9: tables.toml has no such rule"),
        ('["X-2"]\nlimt = 3', "house.toml, X-2 has no field limt; it has limit, names"),
        ('["X-2"]\nlimit = "three"', "house.toml, X-2: limit = 'three'; a whole number expected"),
        ('["X-2"]\nlimit = true', "house.toml, X-2: limit = True; a whole number expected"),
        ('["X-1"]\nin_force = 1', "house.toml, X-1: in_force = 1; true or false expected"),
        ('["X-1"]\nsmoke = 3', "house.toml, X-1: smoke = 3; a table expected"),
        ('["X-1"]\nsmoke = { valu = 3 }', "house.toml, X-1: smoke has no field valu"),
        ('["X-1"]\nsmoke = { value = "3" }', "house.toml, X-1: smoke.value = '3'; a whole number expected"),
        ('["X-1"]\nodd = { value = "3" }', "house.toml, X-1: odd.value = '3'; int expected"),
        ('["X-1"]\nrows = [{ to = 3, pionts = 1 }]', "house.toml, X-1: rows.0. has no field pionts"),
        ('["X-1"]\nrows.7 = { points = 1 }', "house.toml, X-1: rows has no row 7; it has rows 1 to 2"),
        ('["X-1"]\nrows.1 = { points = "x" }', "house.toml, X-1: rows.1.points = 'x'; a whole number expected"),
        ('["X-2"]\nnames = [3]', "house.toml, X-2: names.0. = 3; text expected"),
        ('["X-2"]\nlimit = = 3', "house.toml: not valid TOML"),
        ("limit = 3", "house.toml, limit: tables.toml has no such rule"),
    ],
)
def test_a_wrong_overlay_names_file_rule_and_field(base, tmp_path, overlay, message):
    path = tmp_path / "house.toml"
    path.write_text(overlay)
    with pytest.raises(BadData, match=message):
        base.overlaid(path)


def test_an_overlay_replaces_values_and_leaves_the_base_alone(base, tmp_path):
    path = tmp_path / "house.toml"
    path.write_text(
        'about = "ours"\n["X-1"]\nsmoke = { value = -5, op = "halve" }\nrows.2 = { points = 7 }\n["X-2"]\nlimit = 3'
    )
    house = base.overlaid(path)
    assert (house.number("X-2", "limit"), base.number("X-2", "limit")) == (3, 9)
    assert (house.row("X-1", "smoke").value, house.row("X-1", "smoke").op) == (-5, "halve")
    assert house.bands("X-1", "rows", lambda points: points)[4] == 7
    assert base.bands("X-1", "rows", lambda points: points)[4] == 2
    assert house.variants == ("house",)


def test_files_that_cannot_be_read_say_why(base, tmp_path):
    with pytest.raises(BadInput, match=r"missing\.toml: cannot be read: No such file"):
        base.overlaid(tmp_path / "missing.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadData, match=r"binary\.toml, line 1: not text in UTF-8"):
        base.overlaid(tmp_path / "binary.toml")


@pytest.mark.parametrize(
    "text, rule, message",
    [
        ('["X-1"]\na = { label = "x", value = 1.5 }', "X-1", "a.value = 1.5; int expected"),
        ('["X-1"]\na = { label = "x", op = "triple" }', "X-1", "a.op = 'triple'; allowed: add, halve, forbid"),
        ('["X-1"]\na = { value = 1 }', "X-1", "a is not a modifier row: it needs a label"),
        ('["X-1"]\nb = 1', "X-1", "a is missing"),
    ],
)
def test_a_wrong_row_names_its_place(tmp_path, text, rule, message):
    path = tmp_path / "tables.toml"
    path.write_text(text)
    with pytest.raises(BadData, match=message):
        Tables.load(path).row(rule, "a")


def test_a_band_with_an_unknown_field_names_its_place(tmp_path):
    path = tmp_path / "tables.toml"
    path.write_text('["X-1"]\nrows = [{ to = 3, pints = 1 }]')
    with pytest.raises(BadData, match=r"tables\.toml, X-1: rows"):
        Tables.load(path).bands("X-1", "rows", lambda points: points)


def test_a_rule_may_not_stand_twice(tmp_path):
    one, two = tmp_path / "a.toml", tmp_path / "b.toml"
    one.write_text('["X-1"]\na = 1')
    two.write_text('["X-1"]\na = 2')
    with pytest.raises(BadData, match="X-1"):
        Tables.load(one, two)
    one.write_text('["X-1"]\na = 1\n["X-2"]\nb = 1\n["X-1"]\nc = 1')
    with pytest.raises(BadData, match="X-1: stands twice"):
        Tables.load(one)
    one.write_text("loose = 1\n")
    with pytest.raises(BadData, match="loose"):
        Tables.load(one)


def test_rules_naming_a_word_are_found_without_reading_all(tmp_path):
    path = tmp_path / "tables.toml"
    path.write_text('["A-1"]\nreach = 3\n\n["A-2"]\nstep = 1\n')
    over = tmp_path / "other.toml"
    over.write_text('["A-2"]\nstep = 2\n')
    tables = Tables.load(path)
    assert list(tables.naming("reach")) == ["A-1"]
    # what an overlay changed is read already and may name anything
    assert list(tables.overlaid(over).naming("reach")) == ["A-2", "A-1"]
