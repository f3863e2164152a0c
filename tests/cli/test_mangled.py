"""Mangled input of all kinds, a sample of what `make mangle` runs: a result or a sentence, whatever comes."""

from __future__ import annotations

import importlib.util
import json
import random
from pathlib import Path

import pytest

_SPEC = importlib.util.spec_from_file_location("mangle", Path(__file__).parents[2] / "tools" / "mangle.py")
assert _SPEC is not None
assert _SPEC.loader is not None
mangle = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(mangle)


@pytest.mark.parametrize("first", [20_000, 30_000])
def test_no_input_brings_a_traceback_or_a_hang(first):
    counts, bad, _ = mangle.batch(range(first, first + 120))
    assert [(seed, found.case.words, found.wrong) for seed, found in bad] == []
    assert counts.total() == 120
    assert {kind for kind, _ in counts} == set(mangle.KINDS)
    assert {code for _, code in counts} >= {0, 2}


def test_a_fault_of_ours_would_be_found(monkeypatch):
    """The harness is worth something: a mistake that is put in comes out."""
    monkeypatch.setattr("grognard.kernel.facts.Facts.read", lambda *_: 1 / 0)
    found = mangle.judged(mangle.Case("words", ["check", "cold-steel", "morale", "--set", "morale_rating=9", "--odds"]))
    assert "ZeroDivisionError" in found.wrong


def test_what_is_spoilt_is_spoilt():
    dice = random.Random(1)
    text = "side,unit\nRed,1/33e\n"
    assert sum(mangle.spoilt_text(text, dice) != text for _ in range(100)) > 90
    assert sum(mangle.spoilt_bytes(text.encode(), dice) != text.encode() for _ in range(100)) > 90


@pytest.mark.parametrize(
    "words, said",
    [
        (["--host-name", "[2J"], "--host-name [2J: not the name of a machine; as in battles.example.org"),
        (["--host-name", "://"], "not the name of a machine"),
        (["--database", "sqlite:///a\0b.db"], "no file has such a name"),
        (["--database", "sqlite://x:port/a.db"], "not the address of a database"),
    ],
)
def test_what_play_is_told_is_refused_in_a_sentence(tmp_path, monkeypatch, words, said):
    monkeypatch.chdir(tmp_path)
    with mangle.at_home(tmp_path):
        code, err = mangle.run(["play", "--no-open", "--port", "0", *words])
    assert code == 2
    assert said in err


def test_a_save_with_a_phase_that_there_is_not_is_told_so(tmp_path):
    (save,) = [each for each in mangle.SAVES if each.name.startswith("steel-canister")][:1]
    data = json.loads(save.read_bytes())
    next(entry for entry in data["entries"] if entry.get("kind") == "phase")["phase"] = "nowhere"
    (tmp_path / "spoilt.grog.json").write_bytes(mangle.sealed(data))
    found = mangle.judged(mangle.Case("saves", ["replay", str(tmp_path / "spoilt.grog.json")]))
    assert (found.code, found.wrong) == (2, "")
    assert "no phase 'nowhere'; there are 1, 2, 3" in mangle.run(found.case.words)[1]


def test_a_record_that_the_rules_cannot_follow_by_our_fault_is_counted(monkeypatch):
    save = str(mangle.SAVES[0])
    monkeypatch.setattr("grognard.battle.battles.Battle.answer", lambda *_: 1 / 0)
    assert "it is our fault" in mangle.judged(mangle.Case("saves", ["verify", save])).wrong
