"""Real battles fought again, beside what history tells of them."""

from __future__ import annotations

import pytest

from grognard.cli import main
from grognard.simulate.history import PastMatch, PastRow, keep, kept, matches, real_battles, summary


def row(battle: str, seed: int, winner: str, lost: dict[str, int], turns: int = 10) -> PastRow:
    return PastRow(PastMatch(battle, "cold-steel", seed), winner, turns, lost)


def test_only_real_battles_by_their_dates():
    found = real_battles()
    assert found[0] == "mollwitz"
    assert "even-ground" not in found
    assert {"culloden", "maida", "quatre-bras"} <= set(found)


def test_all_battles_get_their_first_seed_before_any_gets_its_second():
    found = matches(("maida", "culloden"), ("cold-steel", "class-dice"), 2, 7)
    assert [each.seed for each in found] == [7] * 4 + [8] * 4
    assert {(each.battle, each.system) for each in found[:4]} == {(b.battle, b.system) for b in found[4:]}


def test_wins_losses_and_length_stand_beside_history():
    government, jacobites = "Government", "Jacobites"
    rows = [
        row("culloden", 1, government, {government: 10, jacobites: 40}, 12),
        row("culloden", 2, jacobites, {government: 30, jacobites: 20}, 16),
        row("culloden", 3, "", {government: 20, jacobites: 30}, 24),
        row("maida", 1, "British", {}),
    ]
    found = summary(rows, matches(("culloden",), ("cold-steel",), 4, 1))
    assert (found["games"], found["of"]) == (3, 4)
    (entry,) = found["battles"]
    assert (entry["winner"], entry["won"]["times"], entry["drawn"]) == (government, 1, 1)
    assert entry["won"]["low"] < entry["won"]["share"] < entry["won"]["high"]
    assert entry["won"]["share"] == 0.333
    assert entry["lost"][government]["mean"] == 20
    low, high = entry["lost"][government]["history"]
    assert 4 < low <= high < 5
    assert (entry["turns"]["mean"], entry["turns"]["history"]) == (pytest.approx(17.3), 11)


def test_rows_are_kept_and_found_again(tmp_path):
    path = tmp_path / "past.jsonl"
    assert kept(path) == []
    one = row("maida", 1, "British", {"British": 5})
    keep(path, one)
    assert kept(path) == [one]


@pytest.mark.parametrize(
    "words, told",
    [
        (["even-ground"], "no real battle 'even-ground'"),
        (["maida", "--systems", "chess"], "no system 'chess'"),
        (["maida", "--games", "0"], "--games 0"),
        (["maida", "--seed", "-1"], "--seed -1"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_sentence(capsys, words, told):
    assert main(["history", *words]) == 2
    assert told in capsys.readouterr().err


def test_a_battle_is_fought_and_told(capsys, tmp_path):
    out = tmp_path / "past.jsonl"
    words = ["history", "garcia-hernandez", "--systems", "class-dice", "--games", "1", "--jobs", "1", "--out", str(out)]
    assert main(words) == 0
    assert "Wellington's advanced cavalry" in capsys.readouterr().out
    assert len(kept(out)) == 1
    # nothing is fought twice
    assert main([*words, "--json"]) == 0
    assert '"games":1' in capsys.readouterr().out.replace(" ", "")
