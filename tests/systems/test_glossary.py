"""Every mark and word that stands on the table has its entry."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from grognard import systems
from grognard.army.oob import FormationName
from grognard.handbook.glossary import glossary
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


@pytest.mark.parametrize("system", sorted(systems.find()))
def test_every_definition_of_the_book_is_there(system: str) -> None:
    (last,) = (group for group in glossary(system).groups if group.title == "Definitions")
    defined = [rule.id for rule in systems.rulebook(system) if rule.kind == "definition"]
    assert [entry.rule for entry in last.entries] == defined
