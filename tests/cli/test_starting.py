"""How a short command starts: what it loads, how wide its help is."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from grognard.cli import main
from grognard.cli.console import terminal

ROLL = ["check", "cold-steel", "morale", "--set", "morale_rating=9", "--dice", "7,9"]
SLOW = {"msgspec", "shutil", "inspect", "dataclasses", "fractions", "grognard.battle", "grognard.kernel.opposed"}
"""What a roll of a check has no use for."""


def test_a_roll_loads_nothing_that_it_does_not_need():
    code = f"import sys; from grognard.cli import main; main({ROLL!r}); print(*sorted(sys.modules), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    assert any(name.startswith("grognard.systems.cold_steel.checks.") for name in loaded)
    assert not loaded & SLOW


@pytest.mark.parametrize("flag", ["--help", "-h"])
@pytest.mark.parametrize("words", [[], ["cold-steel"], ["cold-steel", "morale", "--json"]])
def test_the_usage_in_help_is_whole_wherever_help_is_asked_for(flag, words, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    assert main(["check", *words, flag]) == 0
    usage = capsys.readouterr().out.partition("\n\n")[0]
    assert usage.startswith("usage: grognard check [-h]")
    assert "[system] [check]" in usage


def test_help_is_as_wide_as_the_terminal(capsys, monkeypatch):
    widths = []
    for columns in ("60", "120"):
        monkeypatch.setenv("COLUMNS", columns)
        main(["check", "--help"])
        usage = capsys.readouterr().out.partition("\n\n")[0]
        widths.append(max(map(len, usage.split("\n"))))
    assert widths[0] <= 60 < widths[1] <= 120


@pytest.mark.parametrize("said, width", [("60", 60), ("1", 1), ("0", 80), ("-5", 80), ("wide", 80), ("9" * 5000, 80)])
def test_columns_say_how_wide_where_they_are_a_number(said, width, monkeypatch):
    monkeypatch.setenv("COLUMNS", said)
    monkeypatch.setattr(sys, "__stdout__", None)
    assert terminal.terminal_width() == width


def test_else_the_terminal_is_asked_and_taken_to_have_80_where_it_does_not_know(monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)

    class Out:
        def fileno(self) -> int:
            return 1

    monkeypatch.setattr(sys, "__stdout__", Out())
    for size in (0, 132):
        monkeypatch.setattr(os, "get_terminal_size", lambda fd, size=size: os.terminal_size((size, 24)))
        assert terminal.terminal_width() == (size or 80)

    def none(fd: int) -> os.terminal_size:
        raise OSError(25, "no terminal")

    monkeypatch.setattr(os, "get_terminal_size", none)
    assert terminal.terminal_width() == 80
