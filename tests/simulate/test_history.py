"""Real battles fought again, beside what history tells of them."""

from __future__ import annotations

import base64
import re

import pytest

from grognard.cli import main
from grognard.reporting.laboratory.past_page import past_report
from grognard.simulate.history import MARKDOWN_HEADS, markdown, past_plan, real_battles, summary
from grognard.simulate.runs.chronicle import GameRecord
from grognard.simulate.runs.folder import records
from grognard.simulate.runs.plans import RunPlan

CHEAP = ["history", "garcia-hernandez", "--systems", "class-dice", "--games", "1"]


def game(arm: int, seed: int, winner: str, lost: dict[str, int], turns: int = 10) -> GameRecord:
    sides = {side: {"percent": percent, "points": 2} for side, percent in lost.items()}
    outcome = {"winner": winner, "turns": turns, "sides": sides, "why": "by points"}
    return GameRecord(seed, 0.0, outcome, arm=arm)


def culloden() -> tuple[RunPlan, list[GameRecord]]:
    government, jacobites = "Government", "Jacobites"
    return past_plan(["culloden"], ["cold-steel", "class-dice"], games=4, seed=1), [
        game(0, 1, government, {government: 10, jacobites: 40}, 12),
        game(0, 2, jacobites, {government: 30, jacobites: 20}, 16),
        game(0, 3, "", {government: 20, jacobites: 30}, 24),
        game(1, 1, government, {government: 1, jacobites: 2}),
    ]


def test_only_real_battles_by_their_dates():
    found = real_battles()
    assert found[0] == "mollwitz"
    assert "even-ground" not in found
    assert {"culloden", "maida", "quatre-bras"} <= set(found)


def test_all_battles_get_their_first_seed_before_any_gets_its_second():
    found = list(past_plan(["maida", "culloden"], ["cold-steel", "class-dice"], games=2, seed=7).tasks())
    assert [each.seed for each in found] == [7] * 4 + [8] * 4
    assert [each.arm for each in found] == [0, 1, 2, 3] * 2


def test_every_real_battle_under_every_system_is_one_run():
    from grognard import systems

    wanted = past_plan(real_battles(), systems.playable(), games=1, seed=1)
    assert wanted.total == len(real_battles()) * len(systems.playable())
    assert wanted.kind == "history"


def test_wins_losses_and_length_stand_beside_history():
    found = summary(*culloden())
    assert (found["games"], found["of"]) == (4, 8)
    entry, other = found["battles"]
    assert (entry["winner"], entry["won"]["times"], entry["drawn"]) == ("Government", 1, 1)
    assert entry["won"]["low"] < entry["won"]["share"] < entry["won"]["high"]
    assert entry["won"]["share"] == 0.333
    assert entry["lost"]["Government"]["mean"] == 20
    low, high = entry["lost"]["Government"]["history"]
    assert 4 < low <= high < 5
    assert (entry["turns"]["mean"], entry["turns"]["history"]) == (pytest.approx(17.3), 11)
    assert (other["system"], other["games"]) == ("class-dice", 1)


def test_a_table_for_a_page_has_a_line_for_each_battle_and_system():
    heads, rule, line, other = markdown(summary(*culloden())).splitlines()
    assert {each.count("|") for each in (heads, rule, line, other)} == {len(MARKDOWN_HEADS) + 1}
    assert line.startswith("| Culloden | Cold Steel 2.0 | Government 1 of 3 (6% to 79%) | 1 | Government 20")
    assert "4.4 to 4.5" in line


def test_its_page_has_a_plot_for_each_system_with_the_figures_behind_it():
    pytest.importorskip("matplotlib")
    page = past_report(*culloden())
    assert page.count("<svg") == 2
    plots = dict(re.findall(r'download="history-([\w-]+).csv" href="data:text/csv;base64,([^"]+)"', page))
    assert set(plots) == {"cold-steel", "class-dice"}
    lines = base64.b64decode(plots["cold-steel"]).decode().splitlines()
    assert lines[1].startswith("culloden,3,Government,1,0.333")
    assert {line.split(",")[7] for line in lines[1:]} == {"Government", "Jacobites"}


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


def test_a_battle_is_fought_kept_and_told(capsys, tmp_path):
    pytest.importorskip("matplotlib")
    out, page = tmp_path / "past", tmp_path / "past.html"
    words = [*CHEAP, "--jobs", "1", "--out", str(out)]
    assert main(words) == 0
    assert "Wellington's advanced cavalry" in capsys.readouterr().out
    assert len(list(records(out))) == 1
    kept = (out / "games.jsonl").read_bytes()
    # nothing is fought twice
    assert main([*words, "--json", "--page", str(page)]) == 0
    assert (out / "games.jsonl").read_bytes() == kept
    assert '"games":1' in capsys.readouterr().out.replace(" ", "")
    # the folder is a run like others: its report is the same page
    assert main(["report", str(out), "-o", str(tmp_path / "again.html")]) == 0
    assert (tmp_path / "again.html").read_text("utf-8") == page.read_text("utf-8")
