"""The ladder: everybody meets everybody from both sides, what was fought is kept, and ratings say what scores say."""

from __future__ import annotations

import json

import pytest

from grognard.cli import main
from grognard.kernel.errors import BadData, BadInput
from grognard.simulate import ladder as ladders
from grognard.simulate.ladder import Ladder, LadderRow, Match, keep, kept, must_be_fair, summary
from grognard.simulate.ratings import PairScore, elo, wilson

FARM = "farm-at-the-crossroads"


def row(match: Match, winner: int) -> LadderRow:
    return LadderRow(match, winner, "clear", 10, (3.0, 1.0), (5.0, 10.0), 0.1)


def test_everybody_meets_everybody_from_both_sides():
    matches = Ladder(("a", "b", "c"), ("farm", "maida"), ("x",), games=4, seed=7).matches()
    assert len(matches) == len(set(matches)) == 3 * 2 * 4
    assert {match.seed for match in matches} == {7, 8}
    for match in matches:
        assert Match(match.battle, match.system, match.commanders[::-1], match.seed) in matches


@pytest.mark.parametrize(
    "asked, why",
    [
        (Ladder(("staff",), (FARM,), (), 2), "two commanders"),
        (Ladder(("staff", "nobody"), (FARM,), (), 2), "no commander 'nobody'"),
        (Ladder(("staff", "staff"), (FARM,), (), 2), "named twice"),
        (Ladder(("staff", "random"), (FARM,), (), 3), "even number"),
    ],
)
def test_what_cannot_be_fair_is_refused(asked, why):
    with pytest.raises(BadInput, match=why):
        must_be_fair(asked)


def test_wilson_by_the_book():
    assert wilson(8, 10) == pytest.approx((0.8, 0.4902, 0.9433), abs=1e-4)
    assert wilson(0, 10)[1] == 0
    assert wilson(10, 10)[2] == 1


def test_ratings_say_what_scores_say():
    scores = {("a", "b"): PairScore(750, 0, 250), ("b", "a"): PairScore(250, 0, 750)}
    found = elo(("a", "b"), scores)
    # three victories in four are 191 points of Elo
    assert found["a"].value - found["b"].value == pytest.approx(190.8, abs=1.0)
    assert found["a"].low < found["a"].value < found["a"].high


def test_who_has_won_everything_is_not_infinitely_good():
    found = elo(("a", "b"), {("a", "b"): PairScore(10), ("b", "a"): PairScore(lost=10)})
    assert 1500 < found["a"].value < 2500
    assert found["a"].low < found["a"].value - 50


def test_a_ladder_that_was_broken_off_goes_on(tmp_path, capsys, monkeypatch):
    fought = []

    def fake(match: Match) -> LadderRow:
        fought.append(match)
        if len(fought) == 3:
            raise KeyboardInterrupt
        # the staff wins, on whichever side it sits
        return row(match, match.commanders.index("staff"))

    monkeypatch.setattr(ladders, "fight", fake)
    words = ["ladder", "--battles", FARM, "--systems", "cold-steel", "--commanders", "staff,default"]
    words += ["--games", "4", "--jobs", "1", "--out", str(tmp_path / "rows.jsonl"), "--json"]
    assert main(words) == 130
    assert json.loads(capsys.readouterr().out)["games"] == 2
    assert main(words) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["games"], told["of"]) == (4, 4)
    assert len(fought) == 5, "nothing was fought twice but the one that was broken off"
    assert told["pairs"] == [
        {
            "commander": "staff", "against": "default", "games": 4, "won": 4, "drawn": 0, "lost": 0,
            "wins": [1.0, 0.51, 1.0], "score": [1.0, 0.51, 1.0],
        }
    ]  # fmt: skip
    assert [each["commander"] for each in told["ratings"]] == ["staff", "default"]


def test_a_line_that_was_cut_off_is_written_anew_and_a_spoilt_one_is_told(tmp_path):
    path = tmp_path / "rows.jsonl"
    first = row(Match(FARM, "cold-steel", ("staff", "default"), 1), 0)
    keep(path, first)
    path.write_bytes(path.read_bytes() + b'{"match": {"bat')
    assert kept(path) == [first]
    keep(path, first)
    assert kept(path) == [first, first]
    path.write_text("no battle\n")
    with pytest.raises(BadData, match="line 1: no battle of a ladder"):
        kept(path)


def test_rows_of_others_do_not_count():
    asked = Ladder(("staff", "default"), (FARM,), ("cold-steel",), 2, seed=1)
    rows = [row(match, 0) for match in asked.matches()]
    stray = row(Match(FARM, "class-dice", ("staff", "default"), 1), 0)
    assert summary(asked, [*rows, stray])["games"] == 2


def test_a_real_one_is_fought(capsys):
    words = ["--battles", FARM, "--systems", "class-dice", "--commanders", "stand-and-shoot,straight-ahead"]
    assert main(["ladder", *words, "--jobs", "1"]) == 0
    told = capsys.readouterr().out
    assert "2 of 2 battles" in told
    assert "straight-ahead" in told
