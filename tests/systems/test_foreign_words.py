"""The picture, the pages and the server hold no word that belongs to one rule system.

The words of a system are the names of the fields of its records and the values that its literal types allow. What the
shared packages say as well belongs to nobody, and so does what all systems say, the made-up one among them: a word that
two of them have in common would be as wrong at the table of a third. Words of everyday English among the rest are
allowed by name, each with what it means on the page.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import grognard

SOURCES = Path(grognard.__file__).parent
PAGE = SOURCES.parents[1] / "web" / "src"
SHARED = ("army", "battle", "ground", "kernel", "scenarios")
SHORTEST = 4
MADE_UP = Path(__file__).parents[1] / "made_up" / "pitch_and_toss"
REASONS = {
    "people and things that every system may have on its table": "aide cards enemies ghosts player players riders "
    "spaces",
    "what a picture says of them": "attached awaited carries engaged fallen frontage hurt margin moves orders prone "
    "rank steadiness threatens threats",
    "what a preview or an option costs": "cost costs",
    "how something is drawn, such as a value of a field": "advance arms backward balls burns charge crack crew fall "
    "figures fire flank hold oblique pivot route shaken single",
    "languages and browsers": "action active another aspect break command current delay destroy effect fixed footer "
    "gain initial large offset pending prefers pressed response responses shift small stroke visible weak wheel",
    "threads, databases and requests": "acquire detach packed rate task",
    "ground, as the map has it": "bend buildings",
    "talk with a clock, as it lies on disk": "council",
    "what the page and the server do, and where things stand": "aimed announce arrived began came caught changed comes "
    "closing entered firer follow free fresh goes history home idle keeps learns leave live marching measured narrow "
    "doing legal locked nearer news once ordered overlap paid people person placing plan raised recorded reveal "
    "room saves says shows spoken still starting stops time touched tried turning wait waited wish withdraw work",
    "who plays: the computer's staff, its level, and troops that it keeps back": "normal reserve staff",
    "sentences of the page that are true under all rules": "battalions falls fell five fought four himself "
    "leaves never plays regiments such suffer they three tries unfinished until",
    "the player of what happened: deeds of a moment, a map covered by a panel": "covered deeds willing",
    "who may come in": "guarded",
    "what a rulebook has and says of a rule": "checks makes uses",
    "what a review counts: dice and how lucky they fell, and a swing": "lucky rolls tails",
    "settings: a page in which nothing moves": "calm moving",
    "parts of pages, and lines that are completed as they are typed": "acts complete visibility",
}
ALLOWED = {word: reason for reason, several in REASONS.items() for word in several.split()}


def words(text: str) -> set[str]:
    """Words of a name or a text: `forming_quarters` and `formingQuarters` are both two."""
    parts = re.findall(r"[A-Z]?[a-z]+", text)
    return {part.lower() for part in parts if len(part) >= SHORTEST}


def said(tree: ast.AST) -> Iterator[str]:
    """Names of fields, and values of literal types."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            fields = (each.target for each in node.body if isinstance(each, ast.AnnAssign))
            yield from (each.id for each in fields if isinstance(each, ast.Name))
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "Literal":
            yield from (each.value for each in ast.walk(node.slice) if isinstance(each, ast.Constant) and each.value)


def named(tree: ast.AST) -> Iterator[str]:
    """All names of a module, and its strings of one word."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name) | ast.Name(id=name):
                yield name
            case ast.Attribute(attr=name):
                yield name
            case ast.Constant(value=str(value)) if " " not in value:
                yield value


def vocabulary(folder: Path) -> set[str]:
    """The words of a rule system."""
    trees = (ast.parse(path.read_text("utf-8")) for path in folder.rglob("*.py"))
    return {word for tree in trees for name in said(tree) for word in words(str(name))}


def shared() -> set[str]:
    """All that the packages say which know no system."""
    files = (path for name in SHARED for path in (SOURCES / name).rglob("*.py") if path.name != "pictures.py")
    trees = (ast.parse(path.read_text("utf-8")) for path in files)
    return {word for tree in trees for name in (*said(tree), *named(tree)) for word in words(str(name))}


@cache
def foreign() -> dict[str, str]:
    """Words that not every system has and that are not allowed, each with those who have it. Not found before a test
    asks: every process that collects tests would read all systems for it."""
    folders = [path for path in (SOURCES / "systems").iterdir() if (path / "game.py").exists()]
    found = {path.name: vocabulary(path) for path in (*folders, MADE_UP)}
    everybodys = shared() | set.intersection(*found.values())
    return {
        word: " ".join(sorted(name for name, own in found.items() if word in own))
        for word in set.union(*found.values()) - everybodys - ALLOWED.keys()
    }


def belonging(found: set[str]) -> dict[str, str]:
    """Those of some words that belong to a system, each with those who have it."""
    return {word: foreign()[word] for word in found & foreign().keys()}


def picture_words() -> set[str]:
    """Names and literals of the module; its docstrings may speak as they like."""
    tree = ast.parse((SOURCES / "battle" / "pictures.py").read_text("utf-8"))
    return {word for name in said(tree) for word in words(str(name))}


def page_words(path: Path) -> set[str]:
    """All words of a page but those of comments and of style sheets, whose classes stand in the page as well."""
    text = re.sub(r"/\*.*?\*/|<!--.*?-->|<style>.*?</style>", " ", path.read_text("utf-8"), flags=re.DOTALL)
    return words(re.sub(r"(?<!:)//[^\n]*", " ", text))


MADE = ("api.ts", "made.ts")
"""What the build makes of the server's description, and records for tests."""
FILES = [path for path in sorted(PAGE.rglob("*")) if path.suffix in (".ts", ".svelte") and path.name not in MADE]
PAGES = [
    path
    for path in FILES
    # German and French say what the English catalogue says, in words that only look like those of a system
    if ".test" not in path.name and not re.search(r"\.(de|fr)\.ts$|/words/(de|fr)/", path.as_posix())
]
SERVER = sorted((SOURCES / "server").rglob("*.py"))


def server_words(path: Path) -> set[str]:
    """Names of a module, and its strings of one word."""
    return {word for name in named(ast.parse(path.read_text("utf-8"))) for word in words(str(name))}


def test_the_words_of_the_systems_are_found():
    assert {foreign().get(word) for word in ("disorder", "missions", "chit")} == {"cold_steel"}
    assert {foreign().get(word) for word in ("cube", "blown")} == {"steel_canister"}
    assert foreign().get("superstition") == "pitch_and_toss"
    assert foreign().get("melee") == "class_dice cold_steel steel_canister"


def test_no_field_of_a_picture_makes_sense_for_one_system_only():
    assert belonging(picture_words()) == {}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_page_speaks_of_one_system(path):
    assert belonging(page_words(path)) == {}


@pytest.mark.parametrize("path", SERVER, ids=lambda path: path.name)
def test_no_module_of_the_server_speaks_of_one_system(path):
    assert belonging(server_words(path)) == {}


def test_every_word_that_is_allowed_is_used():
    used = picture_words().union(*map(page_words, PAGES), *map(server_words, SERVER))
    assert ALLOWED.keys() <= used
