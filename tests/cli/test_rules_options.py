"""`grognard rules options`: what may be played otherwise, for people and for programs."""

from __future__ import annotations

import json

import pytest

from grognard import systems
from grognard.cli import main


def asked(capsys, line: str) -> tuple[int, str, str]:
    code = main(line.split())
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize("system", ["black-powder", "class-dice", "cold-steel", "steel-canister"])
def test_every_variant_is_listed_with_the_rules_it_changes(capsys, system):
    code, out, err = asked(capsys, f"rules options {system} --json")
    assert (code, err) == (0, "")
    (found,) = json.loads(out)["systems"]
    assert [each["variant"] for each in found["variants"]] == list(systems.variants(system))
    assert all(each["about"] and each["rules"] and each["default"] is False for each in found["variants"])


def test_optional_rules_say_how_they_are_chosen(capsys):
    _, out, _ = asked(capsys, "rules options cold-steel --json")
    optional = {each["id"]: each for each in json.loads(out)["systems"][0]["optional_rules"]}
    assert optional["CS-7.2.2j"]["variants"] == ["national-artillery"]
    assert set(optional) == {rule.id for rule in systems.rulebook("cold-steel") if rule.optional}


def test_as_tables(capsys):
    code, out, _ = asked(capsys, "rules options")
    assert code == 0
    for words in ("guard-four", "SC-4.4a", "options of a battle", "regimental_players", "BP-SHELT-1", "sheltering"):
        assert words in out


def test_a_system_without_choices_says_so(capsys, monkeypatch):
    monkeypatch.setattr(systems, "variants", lambda _: {})
    monkeypatch.setattr(systems, "playable", list)
    assert asked(capsys, "rules options class-dice")[1] == "Class Dice (class-dice): nothing to choose\n\n"


def test_what_does_not_go_together_is_refused(capsys):
    assert asked(capsys, "rules options nonsense")[0] == 2
    code, _, err = asked(capsys, "rules options cold-steel --missing")
    assert (code, "--missing" in err) == (2, True)
