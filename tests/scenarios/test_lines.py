"""Finding the line of a thing in a TOML text."""

from __future__ import annotations

from grognard.scenarios import bundled
from grognard.scenarios.lines import index, line_of

TEXT = '''title = "x"
long = """\\
    men = 3 is not a key
    [nor is this]"""
list = [
    [1, 2],
]

[[side]]
name = "Blue"

[[side.formations]]

[[side.formations.units]]
men = 1

[[side.formations.units]]
men = 2 # [[side]]

[[side]]
[[side.formations]]
[[side.formations.units]]
men = 3
leader = { name = "a [b", aides = 2 }
last = 1
'''


def test_tables_and_keys():
    found = index(TEXT)
    assert found["title",] == 1
    assert found["list",] == 5
    assert found["side", 0, "formations", 0, "units", 1] == 17
    assert found["side", 0, "formations", 0, "units", 1, "men"] == 18
    assert found["side", 1, "formations", 0, "units", 0, "men"] == 23
    assert found["side", 1, "formations", 0, "units", 0, "last"] == 25


def test_text_within_quotes_and_comments_is_no_key():
    assert ("men",) not in index(TEXT)
    assert ("nor is this",) not in index(TEXT)
    assert ("side", 2) not in index(TEXT)


def test_what_is_within_a_line_gets_that_line():
    leader = ("side", 1, "formations", 0, "units", 0, "leader", "aides")
    assert line_of(index(TEXT), leader) == 24
    assert line_of(index(TEXT), ("nowhere",)) == 0


def test_every_unit_of_a_large_battle_is_found():
    text = (bundled()["quatre-bras"] / "armies.toml").read_text(encoding="utf-8")
    found, rows = index(text), text.split("\n")
    men = [line for path, line in found.items() if path[-1] == "men"]
    assert len(men) == sum(row.startswith("men = ") for row in rows) == 104
    assert all(rows[line - 1].startswith("men = ") for line in men)
