"""`grognard rules` as somebody at a keyboard meets it, and as a program does."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import grognard
from grognard import cli, systems
from grognard.cli import VERBS, main
from grognard.systems import coverage as cover

SOURCE = Path(grognard.__file__).parents[1]


@pytest.fixture
def call(capsys):
    """Run a command line; returns exit code, standard output and standard error."""

    def _call(line: str) -> tuple[int, str, str]:
        code = main(line.split())
        out, err = capsys.readouterr()
        return code, out, err

    return _call


@pytest.fixture
def ask(call):
    """Run a command line that succeeds with JSON."""

    def _ask(line: str):
        code, out, err = call(line)
        assert (code, err) == (0, "")
        return json.loads(out)

    return _ask


# ---- list


def test_all_rules_of_all_systems(ask):
    rules = ask("rules --json")["rules"]
    assert len(rules) == 466 + 133 + 125 + 188
    assert {rule["system"] for rule in rules} == set(systems.find())


def test_rules_of_one_system_carry_every_field(ask):
    rules = ask("rules class-dice --json")["rules"]
    assert len(rules) == 133
    assert rules[0] | {"summary": "", "doubt": "", "ruling": ""} == {
        "system": "class-dice",
        "id": "CD-class-dice",
        "title": "Class dice",
        "section": "Class Dice",
        "kind": "table",
        "summary": "",
        "doubt": "",
        "ruling": "",
        "optional": False,
        "inferred": False,
        "variants": [],
        "switch": "",
        "origin": "",
    }


def test_search_and_kind_narrow_the_list(ask):
    tables = ask("rules cold-steel --kind modifier-table --json")["rules"]
    assert len(tables) == 13
    found = ask("rules --search KLUMPEN --json")["rules"]
    assert "CS-4.1d" in [rule["id"] for rule in found]
    assert all("klumpen" in json.dumps(rule).casefold() for rule in found)
    both = ask("rules --search KLUMPEN --kind procedure --json")["rules"]
    assert both == [rule for rule in found if rule["kind"] == "procedure"]


def test_a_list_for_people_has_one_line_for_each_rule(call):
    code, out, err = call("rules steel-canister")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Cold Steel & Canister"
    assert lines[1].split() == ["rule", "kind", "title"]
    assert len([line for line in lines if line.startswith("  SC-")]) == 125
    assert lines[2].split() == ["SC-0.1", "definition", "Board", "and", "spaces", "(inferred)"]


def test_a_search_shows_the_text_whole(call):
    _, out, _ = call("rules cold-steel --search klumpen")
    summary = systems.rulebook("cold-steel")["CS-4.1d"].summary
    assert any(line.startswith("  CS-4.1d ") and line.endswith(f": {summary}") for line in out.splitlines())


def test_a_search_without_hits_says_so(call, ask):
    assert call("rules --search zeppelin") == (0, "", "no rule fits\n")
    assert ask("rules --search zeppelin --json") == {"rules": []}


# ---- show


def test_show_gives_the_rule_whole(call):
    code, out, err = call("rules show BP-MEAS-1 CD-melee")
    assert (code, err) == (0, "")
    measuring, melee = out.strip().split("\n\n")
    assert measuring.startswith("BP-MEAS-1  Reduced measuring scale\n")
    assert "  kind: option, optional\n" in measuring
    assert "  in force: a draft or option, off unless chosen: --variant measuring-66\n" in measuring
    rule = systems.rulebook("class-dice")["CD-melee"]
    for heading, text in [("summary", rule.summary), ("doubt", rule.doubt), ("ruling", rule.ruling)]:
        assert f"\n  {heading}: {text}\n" in melee
    assert "in force:" not in melee


def test_show_tells_core_rules_from_the_source(call):
    _, out, _ = call("rules show BP-HTH-1 BP-ART-4")
    core, source = out.strip().split("\n\n")
    assert "  inferred: not in the source: written from general knowledge, or completed by us\n" in core
    assert "inferred" not in source


def test_show_prints_tables_as_tables(call):
    _, out, _ = call("rules show CD-fire-table CD-range-artillery BP-BREAK-4 BP-FORM-1 BP-CHG-1")
    assert "  table:   stands  15  14  13  10   7  4  3  2  1  0\n" in out
    assert "  table:     half   1   1   0   0   0  0  0  0  0  0\n" in out
    assert "+7  12pdr canister: canister (to 6)\n" in out
    assert "  --variant skirmishers-eight-fixed:   8: shooting break if none\n" in out
    assert "shooting: all" in out
    assert "refused: artillery does not charge\n" in out
    assert "how to read it: dice: at most so many, or all of them; of a square for each face\n" in out


def test_show_tells_code_and_tests(ask, call, monkeypatch):
    places = cover.Coverage(
        "cold-steel", ("CS-5.2.1b",), {"CS-5.2.1b": ["checks.py:7"]}, {"CS-5.2.1b": ["t::a", "t::b"]}, {}
    )
    monkeypatch.setattr("grognard.cli.rules.survey", lambda ids: [places])
    (rule,) = ask("rules show CS-5.2.1b --json")["rules"]
    assert (rule["id"], rule["system"]) == ("CS-5.2.1b", "cold-steel")
    assert (rule["implemented"], rule["tests"]) == (["checks.py:7"], ["t::a", "t::b"])
    assert call("rules show CS-5.2.1b")[1].endswith("  implemented: checks.py:7\n  tests: t::a\n  tests: t::b\n\n")


def test_show_does_not_pretend_to_know_the_tests_of_an_installed_copy(ask, call, monkeypatch):
    monkeypatch.setattr(cover, "tests_folder", lambda package: None)
    assert ask("rules show BP-FRIC-5 --json")["rules"][0]["tests"] is None
    assert "  tests: unknown here: the tests are not installed\n" in call("rules show BP-FRIC-5")[1]


# ---- coverage


def test_coverage_counts_add_up(ask):
    reports = ask("rules coverage --json")["systems"]
    assert [report["system"] for report in reports] == list(systems.find())
    for report in reports:
        assert report["total"] == report["implemented"] + len(report["not_implemented"])
        assert report["total"] == report["tested"] + len(report["not_tested"])
        for count in ("total", "implemented", "tested"):
            assert report[count] == sum(kind[count] for kind in report["by_kind"].values())
        assert set(report["not_implemented"]) <= set(systems.rulebook(report["system"]).rules)


@pytest.fixture
def small_report(monkeypatch):
    ids = tuple(list(systems.rulebook("class-dice").rules)[:3])  # a table and two definitions
    report = cover.Coverage("class-dice", ids, {ids[0]: ["checks.py:1"]}, {ids[1]: ["t"]}, {"CD-nonsense": ["t::a"]})
    monkeypatch.setattr("grognard.cli.rules.survey", lambda wanted: [report])
    return report


def test_coverage_for_programs(ask, small_report):
    assert ask("rules coverage --json class-dice")["systems"] == [
        {
            "system": "class-dice",
            "total": 3,
            "implemented": 1,
            "tested": 1,
            "not_implemented": ["CD-natural-roll", "CD-abbreviations"],
            "not_tested": ["CD-class-dice", "CD-abbreviations"],
            "by_kind": {
                "definition": {"total": 2, "implemented": 0, "tested": 1},
                "table": {"total": 1, "implemented": 1, "tested": 0},
            },
            "stray": {"CD-nonsense": ["t::a"]},
        }
    ]


COUNTS = """\
Class Dice (class-dice)
  kind        rules  implemented  tested
  definition      2            0       1
  table           1            1       0
  all             3            1       1
"""
IDS = """
not implemented: 2
  CD-natural-roll CD-abbreviations

not tested: 2
  CD-class-dice CD-abbreviations
"""
STRAY = """
marked with CD-nonsense, which is no rule:
  t::a

"""


@pytest.mark.parametrize(
    "line, told",
    [
        ("rules coverage", COUNTS + STRAY),
        ("rules coverage --missing", COUNTS + IDS + STRAY),
        ("rules coverage class-dice", COUNTS + IDS + STRAY),
    ],
)
def test_coverage_for_people_lists_ids_when_one_system_is_meant(call, small_report, line, told):
    assert call(line) == (0, told, "")


def test_coverage_does_not_pretend_to_know_the_tests_of_an_installed_copy(ask, call, monkeypatch):
    monkeypatch.setattr(cover, "tests_folder", lambda package: None)
    (report,) = ask("rules coverage class-dice --json")["systems"]
    assert (report["tested"], report["not_tested"]) == (None, None)
    assert {kind["tested"] for kind in report["by_kind"].values()} == {None}
    _, out, _ = call("rules coverage class-dice")
    assert next(line for line in out.splitlines() if line.startswith("  all")).endswith("unknown")
    assert "not tested" not in out


def test_long_lists_of_ids_are_wrapped_between_words(call, monkeypatch):
    ids = tuple(systems.rulebook("class-dice").rules)
    report = cover.Coverage("class-dice", ids, {}, {rule_id: ["t"] for rule_id in ids}, {})
    monkeypatch.setattr("grognard.cli.rules.survey", lambda wanted: [report])
    _, out, _ = call("rules coverage class-dice")
    listed = out.partition("not implemented: 133\n")[2].partition("\n\n")[0]
    assert listed.split() == list(ids)
    assert max(map(len, listed.splitlines())) <= 100


# ---- refusals

REFUSED = [
    ("rules cold_steel", "no rule system 'cold_steel'; there are black-powder, class-dice, cold-steel, steel-canister"),
    ("rules coverage nope", "no rule system 'nope'; there are black-powder, class-dice, cold-steel, steel-canister"),
    ("rules show CS-5.2.1", "cold-steel has no rule 'CS-5.2.1'; near it: CS-5.2.1a, CS-5.2.1b, CS-5.2.1c"),
    (
        "rules show CS-5.2.1b CD-mele",
        "class-dice has no rule 'CD-mele'; near it: CD-melee, CD-melee-modifiers, CD-melee-disorder",
    ),
    (
        "rules show ZZ-1",
        "no rule 'ZZ-1'; ids begin with BP- (black-powder), CD- (class-dice), CS- (cold-steel), SC- (steel-canister)",
    ),
    ("rules show", "show needs the id of a rule, as in: grognard rules show CS-5.2.1b"),
    ("rules CS-5.2.1b", "CS-5.2.1b is a rule, not a system; to read it: grognard rules show CS-5.2.1b"),
    ("rules cold-steel class-dice", "one system at a time, not cold-steel class-dice; see grognard rules --help"),
    ("rules --kind chart", "no kind 'chart'; there are definition, procedure, table, modifier-table, option, sequence"),
    ("rules show CS-5.2.1b --kind table", "--kind does not go with show; see grognard rules --help"),
    ("rules coverage --search x", "--search does not go with coverage; see grognard rules --help"),
    ("rules cold-steel --missing", "--missing does not go with the list of rules; see grognard rules --help"),
    ("rules --colour", "unrecognized arguments: --colour; see grognard rules --help"),
    ("rules --search", "argument --search: expected one argument; see grognard rules --help"),
    ("parade", f"no verb 'parade'; there are {', '.join(verb for verb, _ in VERBS)}"),
    ("--parade", "unrecognized arguments: --parade; see grognard --help"),
]


@pytest.mark.parametrize("line, told", REFUSED)
def test_nonsense_is_refused_in_one_line(call, line, told):
    assert call(line) == (2, "", f"grognard: {told}\n")


# ---- on a terminal


@pytest.fixture
def terminal(monkeypatch):
    """A screen 60 columns wide, without colours."""
    monkeypatch.setattr("grognard.cli.console.pages.on_terminal", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "60")


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize(
    "line", ["rules show SC-4.4a CS-9.2.1a", "rules cold-steel --search square", "rules coverage black-powder"]
)
def test_a_terminal_gets_lines_that_fit_it(call, line):
    code, out, err = call(line)
    assert (code, err) == (0, "")
    assert 50 < max(map(len, out.splitlines())) <= 60


@pytest.mark.usefixtures("terminal")
def test_brackets_in_a_rule_are_not_taken_for_markup(call, monkeypatch):
    book = systems.rulebook("class-dice")
    rule = book["CD-melee"]._replace(title="[b]odd[/b]", summary="see [1] and :horse:")
    monkeypatch.setitem(book.rules, "CD-melee", rule)
    _, out, _ = call("rules show CD-melee")
    assert "[b]odd[/b]" in out
    assert "see [1] and :horse:" in out
    assert "[b]odd[/b]" in call("rules class-dice --kind procedure")[1]


# ---- the command itself


def test_help_lists_the_verbs(call):
    code, out, _ = call("--help")
    assert code == 0
    assert [line.split()[0] for line in out.partition("verbs:\n")[2].splitlines()[:2]] == ["check", "rules"]
    assert call("") == (0, out, "")


def test_version(call):
    assert call("--version") == (0, f"grognard {grognard.__version__}\n", "")


def test_help_of_the_verb_shows_its_three_forms(call):
    code, out, _ = call("rules --help")
    assert code == 0
    assert out.startswith("usage: grognard rules [SYSTEM]")
    assert "grognard rules show ID" in out
    assert "grognard rules coverage [SYSTEM]" in out


def test_interruption_is_exit_code_130(call, monkeypatch):
    def interrupt(words):
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_dispatch", interrupt)
    assert call("rules") == (130, "", "")


def python(code: str, *words: str) -> list[str]:
    """The command line of a fresh interpreter without site packages, which may import what they like at start-up."""
    return [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(SOURCE)!r})\n{code}", *words]


def modules_after(words: list[str]) -> set[str]:
    """The modules that a command has imported."""
    code = f"from grognard.cli import VERBS, main; main({words!r}); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run(python(code), capture_output=True, text=True, check=True, timeout=60)
    return set(done.stderr.split())


def test_help_imports_next_to_nothing():
    imported = modules_after(["--help"])
    assert "grognard.cli" in imported
    heavy = {"rich", "typing", "dataclasses", "importlib.metadata", "tomllib", "grognard.systems", "grognard.cli.rules"}
    assert heavy & imported == set()


def test_rules_in_a_pipe_do_without_rich():
    imported = modules_after(["rules", "show", "CD-melee"])
    assert "grognard.cli.rules" in imported
    assert "rich" not in imported


@pytest.mark.parametrize("words", [("rules",), ("rules", "show", "CD-melee")], ids=["long", "short"])
def test_a_reader_that_has_seen_enough_is_no_error(words):
    code = "from grognard.cli import VERBS, main; sys.exit(main())"
    with subprocess.Popen(python(code, *words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        told = process.stderr.read()
    assert (process.returncode, told) == (0, "")


def test_the_package_runs_as_a_module():
    code = "import runpy; sys.argv[0] = 'grognard'; runpy.run_module('grognard', run_name='__main__')"
    done = subprocess.run(python(code, "rules", "nope"), capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("grognard: no rule system 'nope'")
