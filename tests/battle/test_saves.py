"""Battles on disk: saved and loaded at any point they go on the same; what is wrong with a file is told plainly."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from toy import TOY, find, scenario

from grognard.battle.battles import Battle
from grognard.battle.decisions import Answer
from grognard.battle.record import saves
from grognard.kernel.errors import BadData, BadInput


def half_way(answers: int = 5) -> Battle:
    battle = Battle.begin(TOY, scenario(), seed=3)
    for _ in range(answers):
        battle.answer(battle.open[0].default)
    return battle


def finish(battle: Battle) -> Battle:
    while battle.open:
        battle.answer(battle.open[0].default)
    return battle


@pytest.mark.parametrize("answers", range(8))
def test_a_battle_saved_at_any_point_goes_on_the_same(tmp_path: Path, answers: int):
    battle = half_way(answers)
    path = tmp_path / "b.grog.json"
    saves.save(battle, path)
    loaded = saves.load(path, find)
    assert loaded.entries == battle.entries
    assert loaded.fight.world == battle.fight.world
    assert [d.id for d in loaded.open] == [d.id for d in battle.open]
    assert finish(loaded).entries == finish(battle).entries


def test_undo_works_after_loading(tmp_path: Path):
    battle = half_way(2)
    battle.answer(Answer("a", "load", "peep"))
    saves.save(battle, tmp_path / "b")
    loaded = saves.load(tmp_path / "b", find)
    assert loaded.undo("a").option == "peep"


def test_verify_counts_what_it_went_through(tmp_path: Path):
    battle = finish(half_way())
    saves.save(battle, tmp_path / "b")
    found = saves.verify(tmp_path / "b", find)
    assert found.answers + found.dice + found.events == len(battle.entries)
    assert found.turns == battle.turn


def tampered(battle: Battle, path: Path, change: object, *, sealed: bool) -> None:
    """Write a battle with a change to its plain data; sealed: with a digest that fits."""
    data = json.loads(saves.sealed(saves.saved(battle)))
    change(data)  # type: ignore[operator]
    path.write_bytes(saves.sealed({**data, "digest": ""}) if sealed else saves.msgspec.json.encode(data))


def test_a_field_that_was_not_there_when_it_was_saved_spoils_nothing(tmp_path: Path):
    """Whatever the records of today say by default, the file is as good as it was."""
    path = tmp_path / "b"
    tampered(
        finish(half_way()), path, lambda data: data["scenario"]["header"].pop("summary", None) and None, sealed=True
    )
    tampered(finish(half_way()), path, lambda data: data["options"].pop("turns", None) and None, sealed=True)
    assert saves.read(path).seed == half_way().seed


def first(data: dict, kind: str) -> dict:
    return next(entry for entry in data["entries"] if entry["type"] == kind)


def test_a_changed_file_is_found_out(tmp_path: Path):
    path = tmp_path / "b"
    tampered(finish(half_way()), path, lambda data: first(data, "dice")["faces"].__setitem__(0, 10), sealed=False)
    with pytest.raises(BadData, match="changed after it was saved"):
        saves.read(path)


@pytest.mark.parametrize(
    "change, message",
    [
        (
            lambda data: first(data, "dice").update(faces=[1 + first(data, "dice")["faces"][0] % 10]),
            "the record has",
        ),
        (lambda data: first(data, "answer")["values"].update(powder=3), "by the rules it is"),
        (lambda data: first(data, "answer")["values"].update(powder=9), "answer 1|1 to 3"),
        (lambda data: data["entries"].pop(), "the record ends first"),
        (lambda data: data.update(seed=4), "the record has"),
    ],
)
def test_verify_names_the_first_thing_that_is_wrong(tmp_path: Path, change: object, message: str):
    path = tmp_path / "b"
    tampered(finish(half_way()), path, change, sealed=True)
    with pytest.raises(BadData, match=message):
        saves.verify(path, find)


def test_dice_of_somebody_who_has_no_seat(tmp_path: Path):
    path = tmp_path / "b"
    tampered(half_way(), path, lambda data: data["dice"].update({"--": data["dice"][""]}), sealed=True)
    with pytest.raises(BadData, match="dice = '--'; dice are those of the battle"):
        saves.load(path, find)


@pytest.mark.parametrize(
    "text, message",
    [
        (b"", "cut short"),
        (b'{"format": "grognard battle", "version": 1', "cut short"),
        (b"\xff\x00 nonsense", "cut short"),
        (b"[1, 2]", "not a saved battle"),
        (b'{"format": "chess"}', "not a saved battle"),
        (b'{"format": "grognard battle", "version": 99, "made_by": "9.0"}', "9.0 in format 99.*update"),
        (b'{"format": "grognard battle", "version": "1"}', "whole number"),
        (b'{"format": "grognard battle", "version": 1}', "missing required field"),
        (b"[" * 100_000, "cut short"),
    ],
)
def test_files_that_are_no_battle(tmp_path: Path, text: bytes, message: str):
    path = tmp_path / "b"
    path.write_bytes(text)
    with pytest.raises(BadData, match=message):
        saves.load(path, find)


@pytest.mark.parametrize("cut", [0.1, 0.5, 0.9, 0.999])
def test_a_truncated_save(tmp_path: Path, cut: float):
    path = tmp_path / "b"
    saves.save(half_way(), path)
    text = path.read_bytes()
    path.write_bytes(text[: int(len(text) * cut)])
    with pytest.raises(BadData, match="cut short"):
        saves.load(path, find)


def test_no_such_file_and_nowhere_to_write(tmp_path: Path):
    with pytest.raises(BadInput, match="No such file"):
        saves.load(tmp_path / "none", find)
    with pytest.raises(BadInput, match="cannot be written"):
        saves.save(half_way(), tmp_path / "no" / "folder")
    assert list(tmp_path.iterdir()) == []
