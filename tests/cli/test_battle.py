"""grognard battle, replay and verify, as a user types them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from grognard import systems
from grognard.cli import main

SMALL = ["battle", "farm-at-the-crossroads", "--seed", "7", "--turns", "3"]


def run(capsys, *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    out, err = capsys.readouterr()
    return code, out, err


def test_staffs_say_why_and_fight_the_same_battle(capsys):
    _, plain, _ = run(capsys, *SMALL)
    code, out, _ = run(capsys, *SMALL, "--why")
    assert code == 0
    assert "-- why" in out
    assert "Crossroads farm" in out.partition("-- why")[2]
    assert plain.splitlines()[-1] == out.splitlines()[-1], "reasons change nothing"
    assert run(capsys, *SMALL, "--why", "--quiet")[0] == 2


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


LONG = 2**127 + 12345
"""As long a seed as a table of several people draws."""


def test_a_long_seed_is_taken_kept_and_told_exactly(capsys, tmp_path: Path):
    path = tmp_path / "farm.grog.json"
    words = ("battle", "farm-at-the-crossroads", "--seed", str(LONG), "--turns", "1")
    told = json.loads(run(capsys, *words, "--json", "--save", str(path))[1])
    assert told["seed"] == str(LONG), "as text: a number of that length is another one in many a reader"
    assert f"seed {LONG}" in run(capsys, "verify", str(path))[1]
    assert json.loads(run(capsys, "verify", str(path), "--json")[1])["seed"] == str(LONG)
    assert json.loads(run(capsys, *words, "--games", "1", "--json")[1])["each"][0]["seed"] == str(LONG)


def test_verify_refuses_what_is_no_hash_and_no_part(capsys, tmp_path: Path):
    path = tmp_path / "farm.grog.json"
    run(capsys, *SMALL[:-1], "1", "--quiet", "--save", str(path))
    for words, said in (
        (("--commitment", "abc"), "64 hexadecimal digits"),
        (("--part", "a" * 32), "say whose it is"),
        (("--part", f"french={'a' * 32}"), "no commitments and no parts"),
    ):
        code, _, err = run(capsys, "verify", str(path), *words)
        assert (code, said in err) == (2, True)


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


def test_many_battles_as_json_have_each_of_them(capsys):
    data = json.loads(run(capsys, *SMALL, "--games", "2", "--jobs", "1", "--json")[1])
    assert [each["seed"] for each in data["each"]] == [7, 8]
    assert {"winner", "sides", "seconds", "turns"} <= data["each"][0].keys()


def test_ctrl_c_keeps_the_battles_that_were_fought_out(capsys, monkeypatch):
    from grognard.simulate import many

    plain, done = many.fight_one, []

    def fight_one(job, seed, scenario=None):
        if len(done) == 2:
            raise KeyboardInterrupt
        done.append(seed)
        return plain(job, seed, scenario)

    monkeypatch.setattr(many, "fight_one", fight_one)
    code, out, err = run(capsys, *SMALL, "--games", "5", "--jobs", "1", "--json")
    assert code == 130
    assert json.loads(out)["games"] == 2
    assert "2 of 5 battles were fought out" in err


def test_ctrl_c_with_several_processes_leaves_none_and_no_traceback():
    command = [sys.executable, "-m", "grognard", *SMALL, "--games", "500", "--jobs", "2", "--json"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    time.sleep(12)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert "battles were fought out" in err
    assert not out or json.loads(out)["games"] >= 1
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


def test_a_commander_for_each_side(capsys, monkeypatch):
    from grognard.simulate import many

    taken: list[tuple[str, str]] = []
    plain = many.commander

    def commander(kind, system, seat, seed):
        taken.append((seat, kind))
        return plain(kind, system, seat, seed)

    monkeypatch.setattr(many, "commander", commander)
    short = [*SMALL[:-1], "1", "--quiet"]
    for words, kinds in [
        (["--commanders", "default"], ("default", "default")),
        (["--commanders", "default,random"], ("default", "random")),
        (["--commanders", "French=random"], ("staff", "random")),
        (["--commanders", "default,prussians=random"], ("random", "default")),
    ]:
        taken.clear()
        assert run(capsys, *short, *words)[0] == 0
        assert taken == list(zip(("prussians", "french"), kinds, strict=True))


def test_a_save_is_not_gone_on_with_as_something_else(capsys, tmp_path: Path):
    path = tmp_path / "farm.grog.json"
    first = ["battle", "farm-at-the-crossroads", "--quiet", "--save", str(path)]
    assert run(capsys, *first, "--seed", "7", "--turns", "1")[0] == 0
    whole = path.read_bytes()
    for words, message in [
        (["--seed", "8"], "with seed 7, not 8"),
        (["--system", "steel-canister"], "with system cold-steel, not steel-canister"),
        (["--turns", "5"], "with turns 1, not 5"),
        (["--option", "cards=yes"], "with cards False, not True"),
        (["--variant", "quick-reference"], "with variants"),
    ]:
        code, _, err = run(capsys, *first, *words)
        assert code == 2
        assert message in err
        assert path.read_bytes() == whole
    assert run(capsys, *first)[0] == 0


def test_a_system_that_is_only_a_rulebook_cannot_be_played(capsys, monkeypatch):
    monkeypatch.setattr(systems, "playable", lambda: ["cold-steel"])
    code, _, err = run(capsys, "battle", "maida", "--system", "class-dice")
    assert code == 2
    assert "class-dice cannot be played yet; there is cold-steel" in err


@pytest.mark.parametrize(
    "words, message",
    [
        (["battle", "waterloo"], "no battle 'waterloo'"),
        (["battle", "maida", "--system", "chess"], "no rule system 'chess'"),
        (["battle", "maida", "--seed", "-1"], "a seed is 0 or more"),
        (["battle", "maida", "--turns", "999"], "1 to 200 turns"),
        (["battle", "maida", "--games", "0"], "--games 0"),
        (["battle", "maida", "--games", "2", "--jobs", "999"], "--jobs 999"),
        (["battle", "maida", "--variant", "nonsense"], "no variant 'nonsense'"),
        (["battle", "maida", "--commanders", "napoleon"], "no commander 'napoleon'"),
        (["battle", "maida", "--commanders", "staff,random,default"], "one for each of"),
        (["battle", "maida", "--commanders", "Russians=staff"], "no side 'russians'"),
        (["battle", "maida", "--commanders", "French=napoleon"], "no commander 'napoleon'"),
        (["battle", "maida", "--commanders", "French=staff,French=random"], "named twice"),
        (["battle", "maida", "--option", "turns=foo"], "options, turns: 'foo'; a whole number"),
        (["battle", "maida", "--option", "turns=3", "--turns", "4"], "say it once"),
        (["battle", "maida", "--option", "cards=yes", "--option", "cards=no"], "said twice"),
        (["battle", "maida", "--games", "2", "--save", "x"], "--save does not go with --games"),
        (["battle", "maida", "--games", "2", "--watch"], "--watch does not go with --games"),
        (["battle", "maida", "--games", "2", "--dice"], "--dice does not go with --games"),
        (["battle", "maida", "--json", "--quiet"], "--quiet does not go with --json"),
        (["battle", "maida", "--jobs", "2"], "--jobs is for --games"),
        (["battle", "maida", "--watch"], "needs a terminal"),
        (["battle", "maida", "--seed", str(2**128)], "a seed is 0 or more, and below"),
        (["check", "cold-steel", "morale", "--dice", "7,9", "--odds"], "--dice does not go with --odds"),
        (["check", "cold-steel", "morale", "--facts", "--odds"], "one at a time"),
        (["check", "cold-steel", "morale", "--facts", "--set", "disorder=1"], "--set does not go with --facts"),
        (["check", "cold-steel", "--odds"], "needs a system and a check"),
        (["check", "cold-steel", "morale", "--set", "disorder=1", "--set", "disorder=2"], "said twice"),
        (["terrain", "open", "-o", "x.png"], "a field is written as .geojson"),
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
        (whole.replace('"version":2', '"version":9'), "update it"),
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
