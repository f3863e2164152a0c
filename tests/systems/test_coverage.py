"""Coverage is read off the files: where a rule's id stands in code and tables, and which tests bear its mark."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard import systems
from grognard.kernel.errors import BadData
from grognard.kernel.rulebook import Rule, Rulebook
from grognard.systems import coverage as cover

IDS = ("TS-1a", "TS-1b", "TS-2", "TS-3.1", "TS-3.2")


def toy_book(*ids: str) -> Rulebook:
    rules = {rule_id: Rule(rule_id, "title", "1", "procedure", "summary") for rule_id in ids or IDS}
    return Rulebook(system="toy", name="Toy", prefix="TS", about="-", credit="-", licence="-", rules=rules)


def put(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text.replace("mark.RULE(", "mark.rule("), encoding="utf-8")


# ---- implemented


def test_an_id_in_code_implements_its_rule(tmp_path):
    put(tmp_path, "checks/morale.py", 'A = 1\nMORALE = check("TS-1a", rules=["TS-2", "TS-2"])\n')
    put(tmp_path, "phases.py", 'def turn():\n    return {"TS-2": "TS-1a"}\n')
    assert cover.implementations(tmp_path, IDS) == {
        "TS-1a": ["checks/morale.py:2", "phases.py:2"],
        "TS-2": ["checks/morale.py:2", "phases.py:2"],
    }


@pytest.mark.parametrize(
    "code",
    [
        '"""TS-1a"""\n',
        'def volley():\n    "TS-1a"\n',
        'class Volley:\n    """TS-1a"""\n',
        'async def volley():\n    """TS-1a"""\n',
        'range = 3\n"TS-1a"\n',
        'x = "by TS-1a"\n',
        'x = "TS-1ab"\n',
        'x = "ts-1a"\n',
        'x = b"TS-1a"\n',
        'x = f"TS-1a{letter}"\n',
        "# TS-1a\n",
    ],
)
def test_what_only_mentions_an_id_implements_nothing(tmp_path, code):
    put(tmp_path, "checks.py", code)
    assert cover.implementations(tmp_path, IDS) == {}


TABLES = """\
# "TS-1b" = { }
["TS-1a"]
bands = [{ to = 7, rule = "TS-1b" }]
["TS-1a".more]
x = 1

[ "TS-2" . "TS-3.1" ]          # a header within a header
'TS-3.2' = 5
"""


def test_a_key_in_the_tables_implements_its_rule(tmp_path):
    put(tmp_path, "tables.toml", TABLES)
    assert cover.implementations(tmp_path, IDS) == {
        "TS-1a": ["tables.toml:2"],
        "TS-2": ["tables.toml:7"],
        "TS-3.1": ["tables.toml:7"],
        "TS-3.2": ["tables.toml:8"],
    }


def test_keys_of_inline_tables_and_bare_keys_count(tmp_path):
    put(tmp_path, "tables.toml", '[[TS-2]]\nrows = [\n  { a = 1, "TS-3.1" = 2 },\n  { TS-1b = 3 },\n]\n')
    assert cover.implementations(tmp_path, IDS) == {
        "TS-2": ["tables.toml:1"],
        "TS-3.1": ["tables.toml:3"],
        "TS-1b": ["tables.toml:4"],
    }


def test_tables_may_be_a_folder_but_variants_are_not_the_rules(tmp_path):
    put(tmp_path, "tables/1-volley.toml", '\n["TS-1a"]\n')
    put(tmp_path, "tables/2-square.toml", '["TS-1b"]\n["TS-2"]\n')
    put(tmp_path, "variants/solid.toml", '["TS-3.1"]\n')
    assert cover.implementations(tmp_path, IDS) == {
        "TS-1a": ["tables/1-volley.toml:2"],
        "TS-1b": ["tables/2-square.toml:1"],
        "TS-2": ["tables/2-square.toml:2"],
    }


def test_a_value_in_the_tables_implements_nothing(tmp_path):
    put(tmp_path, "tables.toml", 'rules = ["TS-1a", "TS-1b"]\nrule = "TS-2"\n')
    assert cover.implementations(tmp_path, IDS) == {}


def test_code_comes_before_tables(tmp_path):
    put(tmp_path, "tables.toml", '["TS-2"]\n')
    put(tmp_path, "zeal.py", 'RULE = "TS-2"\n')
    assert cover.implementations(tmp_path, IDS) == {"TS-2": ["zeal.py:1", "tables.toml:1"]}


@pytest.mark.parametrize(
    "name, text, told",
    [
        ("checks.py", "x = 1\ny = (\n", r"checks\.py, line 2: not Python"),
        ("tables.toml", "[x", r"tables\.toml: not TOML"),
    ],
)
def test_files_that_cannot_be_read_are_named(tmp_path, name, text, told):
    put(tmp_path, name, text)
    with pytest.raises(BadData, match=told):
        cover.implementations(tmp_path, IDS)


# ---- tested

MARKED = """\
import pytest
from pytest import mark

@pytest.mark.RULE("TS-1a", "TS-2")
@pytest.mark.parametrize("total", [1, 2])
def test_points_by_total(total): ...

@mark.RULE("TS-1b")
class TestSquare:
    @pytest.mark.RULE("TS-1a")
    def test_corner(self): ...

class TestColumn:
    pytestmark = [pytest.mark.slow, pytest.mark.RULE("TS-2")]
    async def test_depth(self): ...

@pytest.mark.parametrize("edge", [pytest.param(7, marks=pytest.mark.RULE("TS-3.1")), pytest.param(8, id="TS-3.2")])
def test_edges(edge): ...

@pytest.mark.RULE("TS-3.2")
def helper(): ...

@other.rule("TS-3.2")
def test_other(): ...
"""


def test_marks_are_on_functions_classes_and_parameters(tmp_path):
    put(tmp_path, "tests/rules/toy/test_toy.py", MARKED)
    file = "tests/rules/toy/test_toy.py"
    assert cover.marks(tmp_path / "tests") == {
        "TS-1a": [f"{file}::test_points_by_total", f"{file}::TestSquare::test_corner"],
        "TS-2": [f"{file}::test_points_by_total", f"{file}::TestColumn"],
        "TS-1b": [f"{file}::TestSquare"],
        "TS-3.1": [f"{file}::test_edges"],
    }


@pytest.mark.parametrize("value", ['pytest.mark.RULE("TS-1a")', '[pytest.mark.slow, pytest.mark.RULE("TS-1a")]'])
def test_a_mark_on_a_file_is_of_the_file(tmp_path, value):
    put(tmp_path, "tests/test_toy.py", f"import pytest\npytestmark = {value}\ndef test_x(): ...\n")
    assert cover.marks(tmp_path / "tests") == {"TS-1a": ["tests/test_toy.py"]}


def test_two_edges_of_one_test_name_it_once(tmp_path):
    cases = ", ".join(f'pytest.param({n}, marks=pytest.mark.RULE("TS-2"))' for n in (1, 2))
    put(tmp_path, "tests/test_toy.py", f'@pytest.mark.parametrize("n", [{cases}])\ndef test_n(n): ...\n')
    assert cover.marks(tmp_path / "tests") == {"TS-2": ["tests/test_toy.py::test_n"]}


def test_the_tests_lie_beside_the_project_file(tmp_path):
    package = tmp_path / "src" / "grognard" / "systems"
    package.mkdir(parents=True)
    assert cover.tests_folder(package) is None
    put(tmp_path, "pyproject.toml", "")
    assert cover.tests_folder(package) is None
    (tmp_path / "tests").mkdir()
    assert cover.tests_folder(package) == tmp_path / "tests"


def test_an_installed_copy_does_not_take_another_projects_tests_for_its_own(tmp_path):
    put(tmp_path, "pyproject.toml", "")
    (tmp_path / "tests").mkdir()
    package = tmp_path / ".venv" / "lib" / "python3.11" / "site-packages" / "grognard"
    package.mkdir(parents=True)
    assert cover.tests_folder(package) is None


# ---- both


def test_a_report_sets_rules_beside_code_and_tests(tmp_path):
    put(tmp_path, "checks.py", 'X = ("TS-2", "TS-1a")\n')
    marked = {"TS-2": ["tests/test_x.py::test_x"], "TS-9": ["a"], "CS-9": ["b"], "XX-1": ["c"]}
    report = cover.measure(toy_book(), tmp_path, marked, ["TS", "CS"])
    assert report.system == "toy"
    assert report.total == 5
    assert list(report.implemented) == ["TS-1a", "TS-2"]
    assert report.missing == ["TS-1b", "TS-3.1", "TS-3.2"]
    assert report.tested == {"TS-2": ["tests/test_x.py::test_x"]}
    assert report.untested == ["TS-1a", "TS-1b", "TS-3.1", "TS-3.2"]
    assert report.stray == {"TS-9": ["a"], "XX-1": ["c"]}


def test_without_tests_at_hand_tested_is_unknown_not_zero(tmp_path):
    report = cover.measure(toy_book(), tmp_path, None, ["TS"])
    assert report.tested is None
    assert report.untested is None
    assert report.stray == {}


@pytest.mark.parametrize("system", systems.find())
def test_every_mark_in_this_repository_names_a_rule(system):
    assert cover.coverage(system).stray == {}
