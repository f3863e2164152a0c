"""The rulebooks of the bundled systems are whole."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from grognard import systems
from grognard.kernel.errors import BadData, BadInput

BOOKS = [
    ("black-powder", "BP", 188),
    ("class-dice", "CD", 133),
    ("cold-steel", "CS", 466),
    ("steel-canister", "SC", 125),
]
OURS = {"cold-steel": ["CS-3.3.2.1c"]}
"""Rules of the print that the ledger left out."""
LEDGERS = Path(__file__).parents[3] / "shared" / "rules"
RULE_ID = re.compile(
    r"\b(?:BP-[A-Z]+-\d+|CS-(?:M2-)?[\dA-D]+(?:\.\d+)*[a-z]{0,2}|SC-\d+\.\d+[a-z]?|CD-[a-z\d]+(?:-[a-z\d]+)*)"
)


def test_systems_are_found_by_their_folders():
    assert {system: folder.name for system, folder in systems.find().items()} == {
        "black-powder": "black_powder",
        "class-dice": "class_dice",
        "cold-steel": "cold_steel",
        "steel-canister": "steel_canister",
    }


@pytest.mark.parametrize("system, prefix, count", BOOKS)
def test_every_rule_is_in_the_book(system, prefix, count):
    book = systems.rulebook(system)
    assert (book.system, book.prefix, len(book)) == (system, prefix, count)
    assert all(rule.id.startswith(f"{prefix}-") for rule in book)
    assert [rule.id for rule in book if not rule.summary.strip()] == []


@pytest.mark.parametrize("system, prefix, count", BOOKS)
def test_no_id_stands_twice_in_the_file(system, prefix, count):
    text = (systems.folder_of(system) / "rules.toml").read_text(encoding="utf-8")
    ids = re.findall(r'^id = "([A-Z]+-.+)"$', text, re.MULTILINE)
    assert len(ids) == len(set(ids)) == count


@pytest.mark.parametrize("system, prefix, count", BOOKS)
def test_the_ids_are_those_of_the_ledger(system, prefix, count):
    ledger = LEDGERS / f"{system.replace('-', '_')}.toml"
    if not ledger.is_file():
        pytest.skip("the ledger the rulebook was made from does not lie beside this copy")
    ids = [rule["id"] for rule in tomllib.loads(ledger.read_text(encoding="utf-8"))["rule"]]
    added = OURS.get(system, [])
    assert not set(added) & set(ids)
    assert [rule for rule in systems.rulebook(system).rules if rule not in added] == ids


@pytest.mark.parametrize("system, prefix, count", BOOKS)
def test_rules_refer_to_rules_that_exist(system, prefix, count):
    book = systems.rulebook(system)
    known = {rule_id for other in systems.find() for rule_id in systems.rulebook(other).rules}
    texts = {rule.id: f"{rule.summary} {rule.doubt} {rule.ruling}" for rule in book}
    dangling = {(rule_id, named) for rule_id, text in texts.items() for named in RULE_ID.findall(text)}
    assert sorted((rule_id, named) for rule_id, named in dangling if named not in known) == []


def test_optional_black_powder_rules_stand_behind_a_switch():
    rules = systems.rulebook("black-powder")
    assert sum(rule.optional for rule in rules) == 46
    assert [rule.id for rule in rules if rule.optional != bool(rule.switch)] == []


def test_variants_of_cold_steel_are_named():
    rules = systems.rulebook("cold-steel")
    assert rules["CS-7.2.2a"].variants == ("quick-reference",)
    assert rules["CS-B.3"].variants == ("swapped-dice",)


def test_core_rules_of_black_powder_are_from_memory_and_say_so():
    rules = systems.rulebook("black-powder")
    assert sum(rule.origin == "core" for rule in rules) == 62
    assert [rule.id for rule in rules if rule.origin == "core" and not rule.inferred] == []


def test_inferred_rules_are_marked():
    assert [sum(rule.inferred for rule in systems.rulebook(system)) for system, _, _ in BOOKS] == [63, 54, 0, 46]


def test_a_rulebook_is_read_once():
    assert systems.rulebook("class-dice") is systems.rulebook("class-dice")


def test_an_unknown_system_is_refused_with_those_there_are():
    with pytest.raises(BadInput) as refusal:
        systems.rulebook("cold_steel")
    assert str(refusal.value) == (
        "no rule system 'cold_steel'; there are black-powder, class-dice, cold-steel, steel-canister"
    )


def test_a_rulebook_in_the_wrong_folder_is_refused(monkeypatch):
    monkeypatch.setattr(systems, "find", lambda: {"new-game": Path(systems.__file__).parent / "class_dice"})
    with pytest.raises(BadData, match=r"rules\.toml, system: id = 'class-dice'; in this folder it is 'new-game'"):
        systems.rulebook("new-game")
