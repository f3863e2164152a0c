"""grognard fight, watched and played."""

import builtins
import json
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


def test_the_whole_fight_as_json_ends_as_the_watched_one(capsys):
    assert main(["fight", "--seed", "3", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    main(["fight", "--seed", "3", "--watch"])
    assert told["verdict"] in capsys.readouterr().out
    rolls = [event["roll"] for turn in told["turns"] for event in turn["events"] if "roll" in event]
    assert {"small-arms", "morale"} <= {roll["check"] for roll in rolls}
    assert told["sides"][0]["figures"] == 24
