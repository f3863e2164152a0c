"""What the README shows must work as shown."""

import re
import shlex
from pathlib import Path

import pytest

from grognard.cli import main

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")
COMMANDS = re.findall(r"^    grognard (.+)$", README, re.MULTILINE)
BLOCKS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """One for all commands: some read what others wrote."""
    return tmp_path_factory.mktemp("readme")


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_run(capsys, monkeypatch, folder, command):
    monkeypatch.chdir(folder)
    if "farm.grog.json" in command and not command.startswith("battle"):
        main(shlex.split("battle farm-at-the-crossroads --seed 7 --turns 2 --quiet --save farm.grog.json"))
    assert main(shlex.split(command)) == 0
    assert capsys.readouterr().out


def test_shown_output_is_what_comes_out(capsys):
    main(shlex.split("check cold-steel morale --set morale_rating=9 --set disorder=2 --dice 7,9"))
    shown = capsys.readouterr().out
    assert "".join(f"    {line}\n" for line in shown.splitlines()) in README
    main(shlex.split("check cold-steel morale --set morale_rating=9 --set disorder=2 --odds"))
    for line in capsys.readouterr().out.splitlines()[1:]:
        assert f"    {line}" in README


def test_python_examples_run(capsys):
    assert len(BLOCKS) == 3
    exec("\n".join(BLOCKS), {})
    out = capsys.readouterr().out
    assert "CS-5.2.2a morale rating 9" in out
    assert "11/20" in out


def test_numbers_in_the_readme_are_true():
    from grognard.systems import Declarations, coverage

    covered = coverage.coverage("cold-steel")
    assert f"{len(covered.implemented)} of its {covered.total} rules, in {len(Declarations('cold-steel'))} checks" in (
        README.replace("\n", " ")
    )
