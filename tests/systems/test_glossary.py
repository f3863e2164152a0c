"""Every mark and word that stands on the table has its entry."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from grognard import systems
from grognard.army.oob import FormationName
from grognard.handbook.glossary import GlossaryEntry, _filled, glossary
from grognard.kernel.errors import BadData
from grognard.systems.black_powder import terms as black_powder
from grognard.systems.black_powder.seat import picture as black_powder_picture
from grognard.systems.class_dice import terms as class_dice
from grognard.systems.cold_steel import terms as cold_steel
from grognard.systems.steel_canister import terms as steel_canister

LADDERS = {
    "cold-steel": get_args(cold_steel.Status),
    "class-dice": get_args(class_dice.Status),
    "steel-canister": get_args(steel_canister.Status),
    "black-powder": black_powder_picture._STATES,
}
WORDS: dict[str, list[Any]] = {
    "cold-steel": [FormationName, cold_steel.Discipline, cold_steel.Zone],
    "class-dice": [class_dice.Formation, class_dice.TroopClass, class_dice.Rating],
    "steel-canister": [
        steel_canister.Formation, steel_canister.Grade, steel_canister.Cube, steel_canister.BrigadeOrder,
    ],
    "black-powder": [black_powder.Formation, black_powder.Size],
}  # fmt: skip


def _plain(word: str) -> str:
    return word.replace("_", " ")


@pytest.mark.parametrize("system", sorted(systems.find()))
def test_the_ladder_stands_in_its_order(system: str) -> None:
    (ladder,) = (group for group in glossary(system).groups if group.ladder)
    assert [entry.word for entry in ladder.entries] == [_plain(word) for word in LADDERS[system]]


@pytest.mark.parametrize("system", sorted(systems.find()))
def test_formations_ratings_and_bands_have_entries(system: str) -> None:
    told = {entry.word for group in glossary(system).groups for entry in group.entries}
    assert {_plain(word) for words in WORDS[system] for word in get_args(words)} <= told


@pytest.mark.parametrize("system", sorted(systems.playable()))
def test_every_term_of_the_forms_with_a_drawing_has_an_entry(system: str) -> None:
    told = {entry.word.lower() for group in glossary(system).groups for entry in group.entries}
    for form in systems.game(system).forms.values():
        for field in form.fields.values():
            if len(field.terms) >= 3:
                assert {(term.label or _plain(value)).lower() for value, term in field.terms.items()} <= told


# ---- what the seats of a system draw and write on a unit's card, as its sources have it


def _sources(system: str) -> Iterator[ast.AST]:
    for path in sorted((systems.folder_of(system) / "seat").glob("*.py")):
        if path.stem in ("picture", "unit_rows"):
            yield from ast.walk(ast.parse(path.read_text("utf-8")))


def _texts(node: ast.AST | None) -> list[str]:
    """Words that an expression may come to; of a text with holes, what stands between them."""
    match node:
        case ast.Constant(value=str(word)):
            return [word]
        case ast.IfExp(body=one, orelse=other):
            return _texts(one) + _texts(other)
        case ast.JoinedStr(values=parts):
            return [" ".join(text for part in parts for text in _texts(part))]
    return []


def _made(system: str, what: str, *fields: str) -> Iterator[str]:
    """What is said in some fields of the records that are made."""
    for node in _sources(system):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == what:
            for each in node.keywords:
                if each.arg in fields:
                    yield from _texts(each.value)


def _marks(system: str) -> Iterator[str]:
    """Further words about a unit: those that its function yields, or the keys of what it tells."""
    for node in _sources(system):
        if isinstance(node, ast.FunctionDef) and node.name.endswith("_marks"):
            for inner in ast.walk(node):
                if isinstance(inner, ast.Yield):
                    yield from _texts(inner.value)
                elif isinstance(inner, ast.Dict):
                    yield from (word for key in inner.keys for word in _texts(key))


def _told(system: str) -> tuple[set[str], set[str]]:
    """Words and titles, and signs."""
    groups = glossary(system).groups
    entries = [entry for group in groups for entry in group.entries]
    words = {entry.word.lower() for entry in entries} | {group.title.lower() for group in groups}
    return words, {sign for entry in entries for sign in (entry.glyph, entry.letters) if sign}


@pytest.mark.parametrize("system", sorted(systems.playable()))
def test_every_row_of_a_card_has_an_entry(system: str) -> None:
    rows = {label.lower() for label in _made(system, "Row", "label")}
    assert rows
    assert rows <= _told(system)[0]


@pytest.mark.parametrize("system", sorted(systems.playable()))
def test_every_badge_and_pip_has_an_entry(system: str) -> None:
    assert any(
        node.func.attr == "Badge"
        for node in _sources(system)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    )
    assert {sign for sign in _made(system, "Badge", "glyph", "letters") if sign.strip(" /")} <= _told(system)[1]


@pytest.mark.parametrize("system", sorted(systems.playable()))
def test_every_mark_in_words_has_an_entry(system: str) -> None:
    words = _told(system)[0]
    found = {mark.strip().lower() for mark in _marks(system)}
    assert found
    missing = {mark for mark in found if not any(word in mark for word in words if len(word) > 3)}
    assert not missing - {"battalion gun ,"}


def test_every_special_rule_of_a_card_has_an_entry() -> None:
    words = _told("black-powder")[0]
    for special in get_args(black_powder.Special):
        assert f"elite {special[-1]}+" in words if special.startswith("elite") else _plain(special) in words


@pytest.mark.parametrize("system", sorted(systems.find()))
def test_every_definition_of_the_book_is_there(system: str) -> None:
    (last,) = (group for group in glossary(system).groups if group.title == "Definitions")
    defined = [rule.id for rule in systems.rulebook(system) if rule.kind == "definition"]
    assert [entry.rule for entry in last.entries] == defined


def test_the_numbers_of_its_texts_are_those_of_the_tables() -> None:
    told = {entry.word: entry.text for group in glossary("cold-steel").groups for entry in group.entries}
    assert told["P2"].startswith("21 to 120 paces")
    assert told["PX"].startswith("beyond 1,200 paces")
    told = {entry.word: entry.text for group in glossary("black-powder").groups for entry in group.entries}
    assert told["small"] == "−2 hand-to-hand, −1 shooting, −1 stamina"


@pytest.mark.parametrize("hole", ["{rows.9.to}", "{rows.0.zone}", "{nothing}", "{rows.x}", "{CS-1.2.2a:rows}"])
def test_a_number_that_the_rule_does_not_have_is_told(hole: str) -> None:
    tables = systems.rules("cold-steel").tables
    with pytest.raises(BadData, match=r"here, P3: .* is no number of CS-1\.2\.2a"):
        _filled(GlossaryEntry("P3", f"up to {hole} paces", "CS-1.2.2a"), tables, "here")
