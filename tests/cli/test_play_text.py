"""grognard play --text: a battle by words alone, piped."""

from __future__ import annotations

import io
import json
import sys

import pytest

from grognard import systems
from grognard.cli import main

FARM = "farm-at-the-crossroads"


def play(monkeypatch, capsys, typed: str, *more: str) -> str:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    assert main(["play", "--text", *more]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("system", systems.playable())
def test_the_farm_is_fought_to_its_end_by_empty_lines(monkeypatch, capsys, system):
    words = (FARM, "--system", system, "--side", "Prussians", "--seed", "3")
    told = play(monkeypatch, capsys, "\n" * 900, *words)
    assert "== Turn 2" in told
    assert "_" not in told, "names of the program are no words"
    assert "The Farm at the Crossroads: " in told
    assert "Traceback" not in told
    assert "o'clock" in told


def test_a_battle_is_given_up_only_when_that_is_meant(monkeypatch, capsys):
    words = (FARM, "--system", "black-powder", "--side", "Prussians", "--seed", "3")
    told = play(monkeypatch, capsys, "surrender\nquit\n", *words)
    assert "to give the battle up say: surrender yes" in told
    assert "victory" not in told
    told = play(monkeypatch, capsys, "surrender yes\n", *words)
    assert "Prussians: the battle is given up" in told
    assert "victory after 1 turn: Prussians gave up the battle" in told


def test_nonsense_is_refused_and_the_battle_goes_on(monkeypatch, capsys):
    typed = "banana\nlook\nlook i mus\nlook banana\nhelp\noptions\nground\ngoals\nlog\nundo\nsave\n99\nquit\n"
    told = play(monkeypatch, capsys, typed, FARM, "--system", "cold-steel", "--side", "prussians", "--seed", "3")
    assert "'banana' begins nothing that may be answered now" in told
    assert "nobody whom you see is called 'banana'" in told
    assert "there is no number 99; there are 1 to 3" in told
    assert "nothing to take back" in told
    assert "save FILE: where to?" in told
    assert "You leave the field" in told


def test_an_order_is_typed_and_heard_of(monkeypatch, capsys):
    typed = "mission attack units=fus,i mus objective=crossroads farm\n\nlook\nquit\n"
    told = play(monkeypatch, capsys, typed, FARM, "--system", "cold-steel", "--side", "prussians", "--seed", "3")
    assert "A mission: kind attack, units Fusiliers I. Musketeers, objective 985,680" in told
    assert "attack: Crossroads farm" in told


def test_battle_rules_and_side_are_asked_for(monkeypatch, capsys):
    told = play(monkeypatch, capsys, "the farm\nclass\n2\nquit\n", "--seed", "3")
    assert "Which battle?" in told
    assert "You are French." in told


def test_the_input_may_end_anywhere(monkeypatch, capsys):
    for typed in ("", "1\n", "1\n\n", "1\n\n\n"):
        assert "Which battle?" in play(monkeypatch, capsys, typed, "--seed", "3")


def test_it_is_kept_and_gone_on_with(monkeypatch, capsys, tmp_path):
    file = tmp_path / "farm.grog.json"
    words = (FARM, "--system", "black-powder", "--side", "prussians", "--seed", "3", "--save", str(file))
    first = play(monkeypatch, capsys, "\n\n\n\n\nquit\n", *words)
    assert f"{file} holds it" in first.replace("\n    ", " ")
    assert json.loads(file.read_text("utf-8").splitlines()[0])
    again = play(monkeypatch, capsys, "quit\n", *words)
    assert "You are Prussians." in again


def test_what_is_taken_back_is_asked_again(monkeypatch, capsys):
    typed = "mission attack units=fus objective=985,680\nundo\nquit\n"
    told = play(monkeypatch, capsys, typed, FARM, "--system", "cold-steel", "--side", "prussians", "--seed", "3")
    assert "taken back: A mission: kind attack, units Fusiliers" in told
    assert told.count("Missions given at the council of war") == 3


@pytest.mark.parametrize(
    "words, why",
    [
        (["--text", FARM, "maida"], "one battle"),
        (["--text", FARM, "--side", "Swedes", "--system", "cold-steel"], "there are Prussians, French"),
        (["--text", FARM, "--system", "chess"], "no rule system"),
        (["--text", "--port", "1"], "--port does not go with --text"),
        (["--text", FARM, "--seed", "-1"], "a seed is 0 or more"),
        (["--side", "French"], "--side is for --text"),
        (["--turns", "3"], "for --text"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(capsys, words, why):
    assert main(["play", *words]) == 2
    assert why in capsys.readouterr().err


def test_help_shows_a_line_that_is_taken_and_numbers_stay(monkeypatch, capsys):
    words = (FARM, "--system", "cold-steel", "--side", "prussians", "--seed", "3")
    told = play(monkeypatch, capsys, "\nhelp\noptions\n8\n8 movement=forward\n8 movement=forward\nquit\n", *words)
    (example,) = [line.rpartition(": ")[2] for line in told.splitlines() if "name=value, or a value alone" in line]
    assert example == "2 movement=forward"
    assert "8 takes: movement, formation, attack, target, special; as in `8 movement=forward`" in told
    assert "Orders for II. Musketeers: leader Major von Eichstedt, movement forward" in told
    assert "II. Musketeers has been told just that: forward at the march" in told
    assert "Major von Eichstedt: 1 point left" in told
    assert told.count("20  ride: A leader rides") == 2, "listed when it is asked, and when one asks for it"
    again = play(monkeypatch, capsys, f"\n{example}\nquit\n", *words)
    assert "movement forward" in again


def test_help_is_there_before_the_battle_has_begun(monkeypatch, capsys):
    told = play(monkeypatch, capsys, "help\nquit\n", "--seed", "3")
    assert "a number, or the first letters of one of them; an empty line for the usual one; quit to leave" in told
    assert "write 1 to" not in told
