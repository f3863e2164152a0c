"""A rulebook answers by id and by word, and refuses a malformed file by naming the place."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.kernel.errors import BadData, BadInput
from grognard.kernel.rulebook import Rule, Rulebook

HEAD = """
[system]
id = "toy-soldiers"
name = "Toy Soldiers"
prefix = "TS"
about = "Matchsticks and marbles."
credit = "nobody"
licence = "none"
"""
VOLLEY = """
[[rule]]
id = "TS-1a"
title = "Volley"
section = "1"
kind = "procedure"
summary = "Flick a marble; what falls is dead."
"""
SQUARE = """
[[rule]]
id = "TS-1b"
title = "Square"
section = "1"
kind = "modifier-table"
summary = "Four to a side."
doubt = "Whether corners count."
ruling = "Corners count twice, against CAVALRY too."
optional = true
inferred = true
variants = ["hollow", "solid"]
switch = "squares"
origin = "core"
"""


@pytest.fixture
def write(tmp_path: Path):
    def _write(text: str) -> Path:
        path = tmp_path / "rules.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return _write


@pytest.fixture
def book(write) -> Rulebook:
    return Rulebook.load(write(HEAD + VOLLEY + SQUARE))


def test_a_rulebook_knows_its_system(book):
    told = (book.system, book.name, book.prefix, book.about, book.credit, book.licence)
    assert told == ("toy-soldiers", "Toy Soldiers", "TS", "Matchsticks and marbles.", "nobody", "none")


def test_rules_keep_the_order_of_the_book(write):
    assert list(Rulebook.load(write(HEAD + SQUARE + VOLLEY)).rules) == ["TS-1b", "TS-1a"]


def test_fields_left_out_have_their_defaults(book):
    assert book["TS-1a"] == Rule("TS-1a", "Volley", "1", "procedure", "Flick a marble; what falls is dead.")


def test_all_fields_are_read(book):
    assert book["TS-1b"] == Rule(
        id="TS-1b",
        title="Square",
        section="1",
        kind="modifier-table",
        summary="Four to a side.",
        doubt="Whether corners count.",
        ruling="Corners count twice, against CAVALRY too.",
        optional=True,
        inferred=True,
        variants=("hollow", "solid"),
        switch="squares",
        origin="core",
    )


def test_iteration_and_length(book):
    assert [rule.title for rule in book] == ["Volley", "Square"]
    assert len(book) == 2


@pytest.mark.parametrize(
    "word, found",
    [
        ("ts-1A", ["TS-1a"]),
        ("SQUARE", ["TS-1b"]),
        ("Marble", ["TS-1a"]),
        ("cavalry", ["TS-1b"]),
        ("ts-1", ["TS-1a", "TS-1b"]),
        ("whether", []),  # a doubt is the source's, not what the rule says
        ("elephants", []),
    ],
)
def test_search_looks_into_id_title_summary_and_ruling(book, word, found):
    assert [rule.id for rule in book.search(word)] == found


@pytest.mark.parametrize(
    "typed, told",
    [
        ("TS-1", "toy-soldiers has no rule 'TS-1'; near it: TS-1a, TS-1b"),
        ("ts-1B", "toy-soldiers has no rule 'ts-1B'; near it: TS-1b"),
        ("TS-2b", "toy-soldiers has no rule 'TS-2b'; near it: TS-1b, TS-1a"),
        ("TS-", "toy-soldiers has no rule 'TS-'; near it: TS-1b, TS-1a"),
        ("zouave", "toy-soldiers has no rule 'zouave'; the ids of Toy Soldiers begin with TS-"),
    ],
)
def test_an_unknown_id_is_refused_with_what_may_have_been_meant(book, typed, told):
    with pytest.raises(BadInput) as refusal:
        book[typed]
    assert str(refusal.value) == told


BROKEN = [
    ("", ": [system] is missing"),
    (VOLLEY, ": [system] is missing"),
    ("system = 3\n" + VOLLEY, ": [system] is missing"),
    (HEAD, ": no [[rule]] in it"),
    ("rule = []\n" + HEAD, ": no [[rule]] in it"),
    ("rule = [1]\n" + HEAD, ": no [[rule]] in it"),
    (HEAD + "x = [", ": not TOML: Invalid value (at end of document)"),
    (HEAD + "[tables]\n", ": tables: unknown; a rulebook holds [system], [chapters], [[first]] and [[rule]]"),
    (HEAD.replace('licence = "none"', "") + VOLLEY, ", system: licence: missing"),
    (HEAD.replace('"nobody"', '""') + VOLLEY, ", system: credit: empty"),
    (HEAD.replace('"nobody"', "3") + VOLLEY, ", system: credit = 3; it is a text"),
    (
        HEAD + 'colour = "red"\n' + VOLLEY,
        ", system: colour: unknown field; there are id, name, prefix, about, credit, licence",
    ),
    (HEAD + VOLLEY + SQUARE.replace("TS-1b", "TS-1a"), ", TS-1a: id: stands here twice; an id names one rule"),
    (HEAD + VOLLEY.replace("TS-1a", "CS-1a"), ", CS-1a: id: begins with TS- in this rulebook"),
    (HEAD + VOLLEY.replace("TS-1a", "TSX-1a"), ", TSX-1a: id: begins with TS- in this rulebook"),
    (HEAD + VOLLEY + SQUARE.replace('id = "TS-1b"', ""), ", rule number 2: id: missing"),
    (HEAD + VOLLEY.replace('title = "Volley"', ""), ", TS-1a: title: missing"),
    (HEAD + VOLLEY.replace('"Volley"', '"  "'), ", TS-1a: title: empty"),
    (
        HEAD + VOLLEY.replace('"procedure"', '"custom"'),
        ", TS-1a: kind = 'custom'; one of definition, procedure, table, modifier-table, option, sequence",
    ),
    (HEAD + SQUARE.replace("optional = true", "optional = 1"), ", TS-1b: optional = 1; it is true or false"),
    (HEAD + SQUARE.replace('["hollow", "solid"]', '"hollow"'), ", TS-1b: variants = 'hollow'; it is a list of names"),
    (HEAD + SQUARE.replace('"hollow"', "7"), ", TS-1b: variants = [7, 'solid']; it is a list of names"),
    (HEAD + SQUARE.replace('"squares"', "true"), ", TS-1b: switch = True; it is a text"),
    (
        HEAD + VOLLEY + "confidence = 3\n",
        ", TS-1a: confidence: unknown field; there are id, title, section, kind, summary, doubt, ruling, optional,"
        " inferred, variants, switch, origin",
    ),
]


@pytest.mark.parametrize("text, told", BROKEN)
def test_a_malformed_rulebook_names_file_rule_and_field(write, text, told):
    path = write(text)
    with pytest.raises(BadData) as refusal:
        Rulebook.load(path)
    assert str(refusal.value) == f"{path}{told}"


def test_a_rulebook_that_is_not_there(tmp_path):
    with pytest.raises(BadData, match=r"rules\.toml: cannot be read: No such file"):
        Rulebook.load(tmp_path / "rules.toml")


def test_a_rulebook_in_another_encoding(tmp_path):
    path = tmp_path / "rules.toml"
    path.write_bytes("# Blücher\n".encode("latin-1"))
    with pytest.raises(BadData, match="not TOML: 'utf-8' codec"):
        Rulebook.load(path)
