"""The page of a run: one file, no network, both themes, and the numbers behind each plot."""

from __future__ import annotations

import base64
import csv
import io
import re
from pathlib import Path

import pytest

from grognard.cli import main
from grognard.reporting.laboratory import tallies
from grognard.reporting.laboratory.drawing import STAND_INS
from grognard.simulate.runs.chronicle import GameRecord, SideTurn, UnitFate
from grognard.simulate.runs.folder import sorted_records

pytest.importorskip("matplotlib")
WORDS = ["farm-at-the-crossroads", "--system", "steel-canister", "--turns", "3", "--seed", "1", "--jobs", "1"]


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("lab") / "run"
    assert main(["lab", *WORDS, "--games", "3", "--change", "SC-2.2.target=3", "--out", str(out)]) == 0
    return out


@pytest.fixture(scope="module")
def page(run: Path) -> str:
    out = run.parent / "page.html"
    assert main(["report", str(run), "-o", str(out), "--luck", "1", "--jobs", "1"]) == 0
    return out.read_text(encoding="utf-8")


def figures(page: str) -> dict[str, list[dict[str, str]]]:
    found = re.findall(r'download="([^"]+)\.csv" href="data:text/csv;base64,([^"]+)"', page)
    return {name: list(csv.DictReader(io.StringIO(base64.b64decode(data).decode()))) for name, data in found}


def test_all_plots_are_there_with_their_numbers(run: Path, page: str):
    found = figures(page)
    assert {
        "a0-who-won",
        "a0-turns",
        "a0-levels",
        "a0-losses",
        "a0-by-turn",
        "a0-standing",
        "a0-where-men-fell",
    } <= set(found)
    assert {"a0-dice-luck", "what-would-change-it"} <= set(found)
    base = [record for record in sorted_records(run) if record.arm == 0]
    assert sum(int(row["battles"]) for row in found["a0-who-won"]) == len(base) == 3
    assert sum(int(row["battles"]) for row in found["a0-turns"]) == 3
    assert sum(int(row["French"]) for row in found["a0-losses"]) == 3
    men = sum(each.men for record in base for each in record.fallen) / len(base)
    assert sum(float(row["men in a game"]) for row in found["a0-where-men-fell"]) == pytest.approx(men, rel=0.02)
    assert [row["what"] for row in found["what-would-change-it"]] == ["SC-2.2.target=3"]
    assert len(found["a0-dice-luck"]) == 1


def test_the_page_needs_nothing_from_elsewhere_and_has_both_themes(page: str):
    plain = re.sub(r"data:[^\"']+", "", page)
    assert not re.findall(r'(?:src|href)=["\'](?!#|["\'])[^"\']+', plain.replace('href="#', 'href="##'))
    assert not re.findall(r"url\((?!#)", plain)
    assert 'data-theme="dark"' in page
    assert "prefers-color-scheme: dark" in page
    # what the plots were drawn with stands for colours of the page, and none is left
    assert not [each for each in STAND_INS.values() if each in plain]
    assert "var(--side-0)" in page


def test_dice_of_another_program_are_not_weighed(run: Path, monkeypatch):
    monkeypatch.setattr("grognard.reporting.laboratory.run_page.build", lambda: "0.0.9+older")
    out = run.parent / "older.html"
    assert main(["report", str(run), "-o", str(out), "--jobs", "1"]) == 0
    assert "a0-dice-luck" not in figures(out.read_text(encoding="utf-8"))


def game(seed: int, winner: str, points: list[tuple[int, int]], broke: int | None = None) -> GameRecord:
    turns = [
        SideTurn(turn, side, 100, 0, score)
        for turn, pair in enumerate(points, start=1)
        for side, score in zip(("Blue", "Red"), pair, strict=True)
    ]
    sides = {side: {"men": 100, "lost": 20, "points": 0} for side in ("Blue", "Red")}
    unit = UnitFate("Blue", "1st Brigade", "b1", "1/1st", "infantry", 100, 80, broke, None, "steady")
    outcome = {"winner": winner, "level": "clear", "turns": len(points), "sides": sides}
    return GameRecord(seed, 0.0, outcome, {}, tuple(turns), (unit,))


def test_who_is_ahead_and_who_wins():
    games = [game(n, "Blue", [(1, 0), (2, 0)]) for n in range(6)] + [
        game(n, "Red", [(1, 0), (0, 3)]) for n in range(6, 10)
    ]
    found = {(each.turn, each.side): each for each in tallies.chances_by_turn(games)}
    assert (found[1, "Blue"].ahead, found[1, "Blue"].share.value) == (10, 0.6)
    assert (2, "Blue") not in found, "too few games to draw a point"


def test_who_stood_and_what_goes_with_winning():
    games = [game(n, "Blue", [(0, 0)] * 3) for n in range(10)] + [
        game(n, "Red", [(0, 0)] * 3, 2) for n in range(10, 20)
    ]
    (standing,) = tallies.survival(games)
    assert standing.shares == (1.0, 0.5, 0.5)
    (swing,) = tallies.what_goes_with_winning(games)
    assert swing.difference.value == -1
    assert not swing.difference.holds_nought
