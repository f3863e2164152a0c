"""Real battles fought again, beside what history tells of them."""

from __future__ import annotations

import pytest

from grognard.cli import main
from grognard.kernel.errors import BadData
from grognard.simulate import history as past
from grognard.simulate.history import (
    MARKDOWN_HEADS,
    PastMatch,
    PastRow,
    keep,
    kept,
    markdown,
    matches,
    real_battles,
    summary,
)  # fmt: skip


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


def test_a_line_cut_off_in_the_middle_is_fought_again_and_written_over(tmp_path):
    path = tmp_path / "past.jsonl"
    one, other = row("maida", 1, "British", {"British": 5}), row("maida", 2, "", {"British": 7})
    keep(path, one)
    path.write_bytes(path.read_bytes() + b'{"match":{"battle":"maida","sys')
    assert kept(path) == [one]
    keep(path, other)
    assert kept(path) == [one, other]


def test_a_file_of_something_else_is_refused_by_its_line(tmp_path):
    path = tmp_path / "past.jsonl"
    path.write_text('{"match": 3}\n\n')
    with pytest.raises(BadData, match="line 1"):
        kept(path)


def test_a_page_has_a_line_for_each_battle_and_system():
    rows = [row("culloden", seed, "Government", {"Government": 10, "Jacobites": 40}, 12) for seed in (1, 2)]
    found = summary(rows, matches(("culloden",), ("cold-steel",), 2, 1))
    heads, rule, line = markdown(found).splitlines()
    assert heads.count("|") == rule.count("|") == line.count("|") == len(MARKDOWN_HEADS) + 1
    assert line.startswith("| Culloden | Cold Steel 2.0 | Government 2 of 2 (34% to 100%) | 0 | Government 10")
    assert "4.4 to 4.5" in line


def test_a_fault_in_one_battle_is_told_and_the_others_are_fought(capsys, monkeypatch, tmp_path):
    def broken(job, seed):
        if seed == 2:
            raise ZeroDivisionError("by nought")
        return real(job, seed)

    real, out = past.fight_one, tmp_path / "past.jsonl"
    monkeypatch.setattr(past, "fight_one", broken)
    words = ["garcia-hernandez", "--systems", "steel-canister", "--games", "2", "--jobs", "1", "--out", str(out)]
    assert main(["history", *words, "--markdown"]) == 1
    told = capsys.readouterr()
    assert "garcia-hernandez under steel-canister, seed 2, failed: ZeroDivisionError: by nought" in told.err
    assert [each.match.seed for each in kept(out)] == [1]
    assert kept(out)[0].why
    assert " of 1 " in told.out


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
