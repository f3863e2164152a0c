"""Mangled input of all kinds, a sample of what `make mangle` runs: a result or a sentence, whatever comes."""

from __future__ import annotations

import importlib.util
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
