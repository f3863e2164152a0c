"""Coverage is read off the files: where a rule's id stands in code that runs and in numbers that it asks for, and which
tests bear its mark."""

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

GAME = "from .phases import turn\n\n\nclass Toy:\n    def phase(self):\n        return turn()\n\n\nGAME = Toy()\n"
MORALE = 'from ..kernel import check\n\n@check("morale", "TS-1a")\ndef morale(t):\n    return t["TS-2"]\n'


def test_an_id_in_code_that_runs_implements_its_rule(tmp_path):
    put(tmp_path, "game.py", GAME)
    put(tmp_path, "checks/morale.py", MORALE)
    put(tmp_path, "phases.py", 'def turn():\n    return {"TS-2": "TS-1a"}\n')
    assert cover.implementations(tmp_path, IDS) == {
        "TS-1a": ["checks/morale.py:3", "phases.py:2"],
        "TS-2": ["checks/morale.py:5", "phases.py:2"],
    }


@pytest.mark.parametrize(
    "name, code",
    [
        ("unfolding.py", '@implements("TS-1a")\ndef unfold():\n    return "TS-1b"\n'),  # nobody imports it
        ("staff/adapter.py", 'def plan():\n    return "TS-1a"\n'),  # the computer's ways are no rules
        ("staging.py", 'RULE = "TS-1a"\n'),  # for tests
        ("phases.py", 'def turn(): ...\ndef old_turn():\n    return "TS-1a"\n'),  # nobody calls it
        ("phases.py", 'def turn(): ...\nOLD = ["TS-1a"]\n'),
        ("phases.py", 'from .older import old\ndef turn(): ...\ndef older():\n    return old("TS-1a")\n'),
        ("checks/morale.py", 'def helper():\n    return "TS-1a"\n'),  # no check uses it
        ("tables.toml", '["TS-1a"]\nnumber = 3\n'),  # numbers that nothing asks for
    ],
)
def test_what_never_runs_implements_nothing(tmp_path, name, code):
    put(tmp_path, "game.py", GAME)
    put(tmp_path, "phases.py", "def turn(): ...\n")
    put(tmp_path, name, code)
    assert cover.implementations(tmp_path, IDS) == {}


DOWN = 'def down():\n    return "TS-1a"\n'
WAYS = {
    "an attribute of a module": {
        "phases.py": "from . import deep\ndef turn():\n    return deep.down()\n",
        "deep.py": DOWN,
    },
    "an import within a function, by another name": {
        "phases.py": "def turn():\n    from .deep import down as d\n    return d\n",
        "deep.py": DOWN,
    },
    "an import of an import": {
        "phases/__init__.py": "from .movement import turn\n",
        "phases/movement.py": "from ..terms import RULE\ndef turn():\n    return RULE\n",
        "terms.py": 'RULE = "TS-1a"\n',
    },
    "the whole name of a module": {
        "phases.py": "from grognard.systems.toy.deep import down\ndef turn(): down()\n",
        "deep.py": 'class down:\n    rule = "TS-1a"\n',
    },
    "modules in a list": {
        "phases.py": "from . import deep\nALL = [deep]\ndef turn():\n    return [each.down for each in ALL]\n",
        "deep.py": DOWN,
    },
    "a function that enters itself in a list": {
        "phases.py": "from . import deep\ndef turn():\n    return deep.KNOWN\n",
        "deep.py": f"KNOWN = {{}}\n@enter(KNOWN)\n{DOWN}",
    },
    "what runs when a module is imported": {
        "phases.py": "from . import deep\ndef turn():\n    return deep.KNOWN\n",
        "deep.py": 'KNOWN = {}\nKNOWN["TS-1a"] = 3\n',
    },
    "ground by the dice": {"phases.py": "def turn(): ...\n", "terrain/generator.py": DOWN},
}


@pytest.mark.parametrize("files", WAYS.values(), ids=WAYS)
def test_names_are_followed_wherever_they_lead(tmp_path, files):
    folder = tmp_path / "toy"
    put(folder, "game.py", GAME)
    for name, code in files.items():
        put(folder, name, code)
    assert list(cover.implementations(folder, IDS)) == ["TS-1a"]


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
    put(tmp_path, "game.py", code)
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


def asked_for(*tables: str) -> str:
    """A game that asks for some tables."""
    return f"GAME = {list(tables)}\n"


def test_numbers_that_are_asked_for_implement_their_rule(tmp_path):
    put(tmp_path, "game.py", asked_for("TS-1a", "TS-2"))
    put(tmp_path, "tables.toml", TABLES)
    assert cover.implementations(tmp_path, IDS) == {
        "TS-1a": ["game.py:1", "tables.toml:2"],
        "TS-2": ["game.py:1", "tables.toml:7"],
        "TS-3.1": ["tables.toml:7"],
        "TS-3.2": ["tables.toml:8"],
    }


def test_a_table_that_another_names_is_asked_for_with_it(tmp_path):
    put(tmp_path, "game.py", asked_for("TS-1a"))
    put(tmp_path, "tables.toml", '["TS-1a"]\nopen = "TS-2"\n["TS-2"]\nrows = []\n["TS-3.1"]\nrows = []\n')
    assert list(cover.implementations(tmp_path, IDS)) == ["TS-1a", "TS-2"]


def test_keys_of_inline_tables_and_bare_keys_count(tmp_path):
    put(tmp_path, "game.py", asked_for("TS-2"))
    put(tmp_path, "tables.toml", '[[TS-2]]\nrows = [\n  { a = 1, "TS-3.1" = 2 },\n  { TS-1b = 3 },\n]\n')
    assert cover.implementations(tmp_path, IDS) == {
        "TS-2": ["game.py:1", "tables.toml:1"],
        "TS-3.1": ["tables.toml:3"],
        "TS-1b": ["tables.toml:4"],
    }


def test_tables_may_be_a_folder_but_variants_are_not_the_rules(tmp_path):
    put(tmp_path, "game.py", asked_for("TS-1a", "TS-1b"))
    put(tmp_path, "tables/1-volley.toml", '\n["TS-1a"]\nx = 1\n')
    put(tmp_path, "tables/2-square.toml", '["TS-1b"]\n["TS-2"]\n')
    put(tmp_path, "variants/solid.toml", '["TS-1a"]\n["TS-3.1"]\n')
    assert cover.implementations(tmp_path, IDS) == {
        "TS-1a": ["game.py:1", "tables/1-volley.toml:2"],
        "TS-1b": ["game.py:1", "tables/2-square.toml:1"],
    }


def test_a_value_in_the_tables_implements_nothing(tmp_path):
    put(tmp_path, "game.py", asked_for("numbers"))
    put(tmp_path, "tables.toml", '[numbers]\nrules = ["TS-1a", "TS-1b"]\nrule = "TS-2"\n')
    assert cover.implementations(tmp_path, IDS) == {}


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
    put(tmp_path, "game.py", 'X = ("TS-2", "TS-1a")\n')
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


@pytest.mark.parametrize(
    "system", [system for system, folder in systems.find().items() if (folder / "game.py").is_file()]
)
def test_every_rule_of_a_system_in_play_is_carried_out(system):
    assert cover.coverage(system).missing == []
