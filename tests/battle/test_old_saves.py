"""Battles saved by earlier versions open for ever: told as they were, and gone on with or verified where the rules
still lead there. Where they do not, a sentence says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard import systems
from grognard.battle.record import saves
from grognard.battle.record.replaying import Replay
from grognard.kernel.errors import BadData

KEPT = sorted((Path(__file__).parents[1] / "saves").glob("*.grog.json"))
"""One for each system that can be played, made by `grognard battle farm-at-the-crossroads --seed 7 --turns 2`."""


def test_every_system_that_is_played_has_one():
    played = {name for name, folder in systems.find().items() if (folder / "game.py").is_file()}
    assert {saves.read(path).system for path in KEPT} == played


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_it_is_read_and_told(path: Path):
    content = saves.read(path)
    replay = Replay(content, systems.game, path.name)
    assert replay.turns == 2
    assert sum(1 for _ in replay.events()) > 50


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_it_verifies_or_the_sentence_names_the_moment(path: Path):
    try:
        found = saves.verify(path, systems.game)
    except BadData as error:
        said = str(error)
    else:
        assert found.turns == 2
        assert saves.load(path, systems.game).over
        return
    assert path.name in said
    assert "turn " in said or "answer " in said
    assert "\n" not in said
    assert "changed after it was saved" not in said
