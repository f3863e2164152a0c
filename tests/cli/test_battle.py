"""grognard battle, replay and verify, as a user types them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grognard.cli import main

SMALL = ["battle", "farm-at-the-crossroads", "--seed", "7", "--turns", "3"]


def run(capsys, *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    out, err = capsys.readouterr()
    return code, out, err


def test_a_battle_is_fought_and_told(capsys):
    code, out, _ = run(capsys, *SMALL)
    assert code == 0
    assert "== Turn 1" in out
    assert "== Turn 3" in out
    assert "-- movement" in out
    assert "[CS-" in out
    assert "The Farm at the Crossroads (seed 7)" in out


def test_every_die_on_request(capsys):
    _, plain, _ = run(capsys, *SMALL)
    _, dice, _ = run(capsys, *SMALL, "--dice")
    assert "dice " in dice
    assert len(dice) > len(plain)


def test_the_outcome_as_json(capsys):
    code, out, _ = run(capsys, *SMALL, "--json")
    data = json.loads(out)
    assert code == 0
    assert data["seed"] == 7
    assert set(data["sides"]) == {"Prussians", "French"}


def test_save_replay_verify(capsys, tmp_path: Path):
    path = tmp_path / "farm.grog.json"
    assert run(capsys, *SMALL, "--quiet", "--save", str(path))[0] == 0
    code, out, _ = run(capsys, "verify", str(path))
    assert code == 0
    assert "all as the rules have it" in out
    assert json.loads(run(capsys, "verify", str(path), "--json")[1])["seed"] == 7
    _, told, _ = run(capsys, "replay", str(path))
    assert "== Turn 2" in told
    _, second, _ = run(capsys, "replay", str(path), "--turn", "2")
    assert "== Turn 2" in second
    assert "== Turn 1" not in second
    _, seat, _ = run(capsys, "replay", str(path), "--seat", "french")
    assert 0 < len(seat) < len(told)
    events = [
        json.loads(line) for line in run(capsys, "replay", str(path), "--json", "--seat", "french")[1].splitlines()
    ]
    assert all("sets" not in event for event in events)


def test_a_saved_battle_goes_on(capsys, tmp_path: Path):
    path = tmp_path / "farm.grog.json"
    run(capsys, *SMALL, "--quiet", "--save", str(path))
    code, out, _ = run(capsys, *SMALL, "--quiet", "--save", str(path))
    assert code == 0
    assert "seed 7" in out
    code, _, err = run(capsys, "battle", "maida", "--quiet", "--save", str(path))
    assert code == 2
    assert "name another file" in err


def test_many_battles_make_a_table(capsys):
    code, out, _ = run(capsys, *SMALL, "--games", "3", "--jobs", "2")
    assert code == 0
    assert "3 battles" in " ".join(out.split())
    data = json.loads(run(capsys, *SMALL, "--games", "2", "--jobs", "1", "--json")[1])
    assert data["games"] == 2
    assert data["sides"]["French"]["percent_lost"]["high"] <= 100


@pytest.mark.parametrize(
    "words, message",
    [
        (["battle", "waterloo"], "no battle 'waterloo'"),
        (["battle", "maida", "--system", "chess"], "no rule system 'chess'"),
        (["battle", "maida", "--system", "black-powder"], "cannot be played yet"),
        (["battle", "maida", "--seed", "-1"], "a seed is 0 or more"),
        (["battle", "maida", "--turns", "999"], "1 to 200 turns"),
        (["battle", "maida", "--games", "0"], "--games 0"),
        (["battle", "maida", "--games", "2", "--jobs", "999"], "--jobs 999"),
        (["battle", "maida", "--variant", "nonsense"], "no variant 'nonsense'"),
        (["battle", "maida", "--commanders", "napoleon"], "no commander 'napoleon'"),
        (["verify", "nowhere.json"], "No such file"),
        (["replay", "nowhere.json"], "No such file"),
    ],
)
def test_nonsense_is_refused_in_one_line(capsys, words, message):
    code, _, err = run(capsys, *words)
    assert code == 2
    assert message in err
    assert err.count("\n") == 1
    assert "Traceback" not in err


def test_tampered_truncated_and_newer_saves(capsys, tmp_path: Path):
    path = tmp_path / "farm.grog.json"
    run(capsys, *SMALL, "--turns", "1", "--quiet", "--save", str(path))
    whole = path.read_text()
    for text, message in [
        (whole[: len(whole) // 2], "cut short"),
        (whole.replace('"seed":7', '"seed":8'), "changed after it was saved"),
        (whole.replace('"version":1', '"version":9'), "update it"),
        ("{}", "not a saved battle"),
    ]:
        path.write_text(text)
        for verb in ("verify", "replay"):
            code, _, err = run(capsys, verb, str(path))
            assert code == 2
            assert message in err
    path.write_text(whole)
    assert run(capsys, "replay", str(path), "--seat", "nobody")[0] == 2
    assert run(capsys, "replay", str(path), "--turn", "77")[0] == 2
