"""Writing a scenario: what is read back is what was written."""

from __future__ import annotations

import tomllib

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from grognard.scenarios import toml_text
from grognard.scenarios.giant import giant
from grognard.scenarios.loading import load
from grognard.scenarios.model import SpecialRule
from grognard.scenarios.saving import save, texts

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
LONG = st.lists(TEXT, min_size=20, max_size=40).map(" ".join)


def test_what_is_saved_loads_as_the_same(scenario, tmp_path):
    rated = msgspec.structs.replace(scenario, ratings={"cold-steel": {"blue-1": {"morale_rating": 9}}})
    save(rated, tmp_path / "again")
    assert load(tmp_path / "again") == rated


def test_giant_survives_saving(tmp_path):
    scenario = giant(units=40)
    save(scenario, tmp_path)
    assert load(tmp_path) == scenario


def test_one_feature_a_line(scenario):
    lines = texts(scenario)["field.geojson"].splitlines()
    assert sum(line.startswith('{"type": "Feature", ') for line in lines) == len(scenario.field["features"])


def test_defaults_are_left_out(scenario):
    written = texts(scenario)["armies.toml"]
    assert "howitzers" not in written
    assert "confidence" not in written


def test_long_texts_are_wrapped(scenario):
    story = "The quick brown fox jumps over the lazy dog. " * 10
    header = msgspec.structs.replace(scenario.header, summary=story.strip())
    written = toml_text.of_record(header)
    assert max(map(len, written.splitlines())) <= 120
    assert tomllib.loads(written)["summary"] == story.strip()


@given(title=TEXT, text=TEXT | LONG)
def test_any_text_survives(title, text):
    record = SpecialRule(title=title, text=text)
    assert tomllib.loads(toml_text.of_record(record)) == {"title": title, "text": text}


@given(st.dictionaries(TEXT, st.dictionaries(TEXT, st.integers(-9, 9) | st.booleans() | TEXT | st.just([1, 2.5]))))
def test_any_tables_survive(tables):
    assert tomllib.loads(toml_text.of_tables(tables)) == tables
