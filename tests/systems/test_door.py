"""Systems of one's own, in folders that GROGNARD_SYSTEMS names: found, imported and played like the program's."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

MADE_UP = Path(__file__).parents[1] / "made_up"
BOOK = '[system]\nid = "my-rules"\nname = "My rules"\nprefix = "MR"\nabout = "-"\ncredit = "-"\nlicence = "-"\n'
RULE = '[[rule]]\nid = "MR-1"\ntitle = "A rule"\nsection = "1"\nkind = "definition"\nsummary = "It is."\n'


def told(*command: str, places: str) -> tuple[str, str]:
    """What a command says, and what is wrong, with systems in these places as well."""
    done = subprocess.run(
        [sys.executable, "-m", "grognard", *command],
        capture_output=True,
        text=True,
        env={**os.environ, "GROGNARD_SYSTEMS": places},
    )
    return done.stdout, done.stderr


def test_a_rulebook_in_a_named_folder_is_a_system(tmp_path):
    (tmp_path / "my_rules").mkdir()
    (tmp_path / "my_rules" / "rules.toml").write_text(BOOK + RULE, "utf-8")
    out, err = told("rules", "show", "MR-1", places=os.pathsep.join([str(MADE_UP), str(tmp_path)]))
    assert "My rules (my-rules)" in out, err
    assert "MR-1" not in told("rules", "show", "MR-1", places=str(MADE_UP))[0]


def test_tests_beside_a_system_of_ones_own_are_counted(tmp_path):
    (tmp_path / "my_rules").mkdir()
    (tmp_path / "my_rules" / "rules.toml").write_text(BOOK + RULE, "utf-8")
    assert "not tested: 1" in told("rules", "coverage", "my-rules", places=str(tmp_path))[0]
    (tmp_path / "tests" / "my_rules").mkdir(parents=True)
    test = 'import pytest\n\n\n@pytest.mark.rule("MR-1")\ndef test_it_is():\n    assert True\n'
    (tmp_path / "tests" / "my_rules" / "test_it.py").write_text(test, "utf-8")
    out, err = told("rules", "coverage", "my-rules", places=str(tmp_path))
    assert "not tested: 1" not in out, err
    shown = told("rules", "show", "MR-1", places=str(tmp_path))[0]
    assert "tests/my_rules/test_it.py::test_it_is" in shown


def test_its_checks_are_rolled_and_its_battles_fought():
    out, err = told("check", "pitch-and-toss", "toss", "--set", "coin=two_headed", "--dice", "1", places=str(MADE_UP))
    assert "the cheat found out" in out, err
    out, err = told(
        "battle", "farm-at-the-crossroads", "--system", "pitch-and-toss", "--seed", "7", places=str(MADE_UP)
    )
    assert "The weathercock shows" in out, err


def test_a_place_that_is_none_is_named(tmp_path):
    _, err = told("rules", places=str(tmp_path / "nowhere"))
    assert "GROGNARD_SYSTEMS" in err
    assert "nowhere" in err
    assert "Traceback" not in err


def test_a_name_that_is_taken_is_refused(tmp_path):
    (tmp_path / "cold_steel").mkdir()
    (tmp_path / "cold_steel" / "rules.toml").write_text(BOOK + RULE, "utf-8")
    assert "already" in told("rules", places=str(tmp_path))[1]
