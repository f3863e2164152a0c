"""grognard fight, watched and played."""

import builtins
import sys

import pytest

from grognard.cli import main


@pytest.mark.parametrize("seed", range(1, 6))
def test_a_fight_ends_with_a_verdict_and_is_the_same_again(capsys, seed):
    words = ["fight", "--watch", "--seed", str(seed)]
    assert main(words) == 0
    first = capsys.readouterr().out
    main(words)
    assert capsys.readouterr().out == first
    assert "[CS-8.2.2a]" in first
    assert any(end in first for end in ("holds the field", "done for", "still stand"))


def test_a_player_gives_orders_and_nonsense_is_asked_again(capsys, monkeypatch):
    answers = iter(["banana", "9", "", "q"])
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(builtins, "input", lambda prompt: next(answers))
    assert main(["fight", "--seed", "3", "--brief"]) == 0
    out = capsys.readouterr().out
    assert "write 1 to" in out
    assert "Turn 1" in out
    assert "ride off" in out


def test_the_end_of_input_ends_the_fight(capsys, monkeypatch):
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)

    def nothing(prompt):
        raise EOFError

    monkeypatch.setattr(builtins, "input", nothing)
    assert main(["fight", "--seed", "3"]) == 0
    assert "ride off" in capsys.readouterr().out
