"""Which rules are implemented and which are tested, found by reading the files and importing none of them.

A rule is implemented where its id stands as a string of its own in code that runs in a battle or a check (`reached`),
and by its numbers, a key in `tables.toml` or the files of a `tables` folder, where such code asks for them or a table
names them that it asks for. Numbers that nothing asks for implement nothing. A rule is tested by what carries
`pytest.mark.rule` with its id.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from grognard.kernel.errors import BadData
from grognard.kernel.rulebook import Rulebook

from . import find, folder_of, rulebook
from .reached import parsed, reached

Places = dict[str, list[str]]


class Coverage(NamedTuple):
    """One system's rules and the places that implement and test them; `tested` is None where no tests are at hand."""

    system: str
    ids: tuple[str, ...]
    implemented: Places
    tested: Places | None
    stray: Places

    @property
    def total(self) -> int:
        """How many rules the rulebook has."""
        return len(self.ids)

    @property
    def missing(self) -> list[str]:
        """The rules that nothing implements, in the order of the book."""
        return [rule_id for rule_id in self.ids if rule_id not in self.implemented]

    @property
    def untested(self) -> list[str] | None:
        """The rules that no test covers, in the order of the book."""
        tested = self.tested
        return None if tested is None else [rule_id for rule_id in self.ids if rule_id not in tested]


def coverage(system_id: str) -> Coverage:
    """The coverage of one system."""
    return survey([system_id])[0]


def survey(system_ids: Iterable[str]) -> list[Coverage]:
    """The coverage of several systems; tests and systems are read once, however often they are asked about."""
    tests = tests_folder(Path(__file__).parent)
    marked = None if tests is None else _marked(tests)
    prefixes = {rulebook(system_id).prefix for system_id in find()}
    return [
        _held(rulebook(system_id), _implemented(system_id), _with_tests_beside(folder_of(system_id), marked), prefixes)
        for system_id in system_ids
    ]


@cache
def _marked(tests: Path) -> Places:
    return marks(tests)


@cache
def _implemented(system_id: str) -> Places:
    return implementations(folder_of(system_id), rulebook(system_id).rules)


def _with_tests_beside(folder: Path, marked: Places | None) -> Places | None:
    """The marks of the program's tests, and those of the `tests` beside a system in a place of one's own."""
    beside = folder.parent / "tests"
    if not beside.is_dir():
        return marked
    own = _marked(beside)
    return {rule_id: [*(marked or {}).get(rule_id, []), *own.get(rule_id, [])] for rule_id in {*(marked or {}), *own}}


def measure(book: Rulebook, folder: Path, marked: Places | None, prefixes: Iterable[str]) -> Coverage:
    """Hold a rulebook against its folder and the marks of the tests.

    A mark is stray when it names an unknown rule of this system, or begins with the prefix of no system at all.
    """
    return _held(book, implementations(folder, book.rules), marked, prefixes)


def _held(book: Rulebook, found: Places, marked: Places | None, prefixes: Iterable[str]) -> Coverage:
    implemented = {rule_id: found[rule_id] for rule_id in book.rules if rule_id in found}
    ids = tuple(book.rules)
    if marked is None:
        return Coverage(book.system, ids, implemented, None, {})
    others = tuple(f"{prefix}-" for prefix in prefixes if prefix != book.prefix)
    tested = {rule_id: marked[rule_id] for rule_id in ids if rule_id in marked}
    stray = {mark: at for mark, at in marked.items() if mark not in book.rules and not mark.startswith(others)}
    return Coverage(book.system, ids, implemented, tested, stray)


def implementations(folder: Path, ids: Iterable[str]) -> Places:
    """Where each id stands in a system's folder: `checks/morale.py:41`, `tables/5-morale.toml:12`."""
    wanted = frozenset(ids)
    places: Places = {}
    found = {(name, line, text) for name, node in reached(folder) for text, line in _strings(ast.Module([node], []))}
    # a set has no order, and places are reported in one
    for name, line, text in sorted(found):
        if text in wanted:
            _note(places, text, f"{name}:{line}")
    files = sorted((*folder.glob("tables.toml"), *folder.glob("tables/*.toml")))
    used = _used({key: value for path in files for key, value in _toml(path).items()}, {text for _, _, text in found})
    for path in files:
        name = path.relative_to(folder).as_posix()
        for rule_id, line in _table_keys(path, wanted & used):
            _note(places, rule_id, f"{name}:{line}")
    return places


def _used(tables: dict[str, Any], asked: set[str]) -> set[str]:
    """The keys of the tables that are asked for, at any depth: whole tables by their names, which stand in code or in
    another table that is asked for."""
    used: set[str] = set()
    waiting = [key for key in tables if key in asked]
    while waiting:
        key = waiting.pop()
        used |= {key, *_keys(tables[key])}
        waiting += [text for text in _texts_in(tables[key]) if text in tables and text not in used]
    return used


def _texts_in(value: Any) -> Iterator[str]:
    """Every text that is a value of a TOML table."""
    if isinstance(value, str):
        yield value
    for below in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _texts_in(below)


def tests_folder(package: Path) -> Path | None:
    """The `tests` beside the `pyproject.toml` that the package lies under; None for an installed copy.

    A copy in site-packages has no tests of its own, even if some other project's folder holds that environment.
    """
    for folder in package.resolve().parents:
        if folder.name in ("site-packages", "dist-packages"):
            return None
        if (folder / "pyproject.toml").is_file() and (folder / "tests").is_dir():
            return folder / "tests"
    return None


def marks(tests: Path) -> Places:
    """What each rule mark is on: `tests/…/morale/test_morale.py::test_points_by_total`, a class, or a file."""
    places: Places = {}
    for path in sorted(tests.rglob("*.py")):
        if b"mark.rule" not in path.read_bytes():  # spares the parser most files
            continue
        name = path.relative_to(tests.parent).as_posix()
        for rule_id, scope in _marks_below(parsed(path), ()):
            _note(places, rule_id, "::".join((name, *scope)))
    return places


def _note(places: Places, rule_id: str, place: str) -> None:
    """Add a place to an id's list, once."""
    known = places.setdefault(rule_id, [])
    if place not in known:
        known.append(place)


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadData(f"{path}: not TOML: {error}") from None


def _strings(node: ast.AST) -> Iterator[tuple[str, int]]:
    """The string constants below a node with their lines, but no docstrings and no pieces of f-strings."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Constant) and isinstance(child.value, str):
            if not isinstance(node, ast.Expr):  # a statement that is only a string is a docstring
                yield child.value, child.lineno
        elif not isinstance(child, ast.JoinedStr):
            yield from _strings(child)


_KEY = r"""(?:"[^"]*"|'[^']*'|[\w-]+)"""
_DOTTED = rf"{_KEY}(?:\s*\.\s*{_KEY})*"
_KEYS_OF_A_LINE = re.compile(rf"^\s*\[\[?\s*({_DOTTED})\s*\]\]?\s*(?:#.*)?$|(?:^|[{{,])\s*({_DOTTED})\s*=")


def _table_keys(path: Path, wanted: frozenset[str]) -> Iterator[tuple[str, int]]:
    """The wanted ids that are keys of a TOML file, each with the first line that has it as a key."""
    sought = wanted.intersection(_keys(_toml(path)))
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        for match in _KEYS_OF_A_LINE.finditer(line):
            for key in re.findall(_KEY, match[1] or match[2]):
                rule_id = key.strip("\"'")
                if rule_id in sought:
                    # the first line is enough
                    sought -= {rule_id}
                    yield rule_id, number


def _keys(value: Any) -> Iterator[str]:
    """Every key of a TOML document at every depth."""
    if isinstance(value, dict):
        yield from value
        value = list(value.values())
    if isinstance(value, list):
        for below in value:
            yield from _keys(below)


Scope = tuple[str, ...]


def _marks_below(node: ast.AST, scope: Scope) -> Iterator[tuple[str, Scope]]:
    """The rule marks below a node, each with the test or class it is on; a decorator is on what it decorates."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            # pytest collects nothing else, so a mark on a helper covers nothing
            if child.name.startswith("Test" if isinstance(child, ast.ClassDef) else "test"):
                yield from _marks_below(child, (*scope, child.name))
        else:
            if isinstance(child, ast.Call) and _is_rule_mark(child.func):
                yield from ((rule_id, scope) for rule_id in _texts(child.args))
            yield from _marks_below(child, scope)


def _is_rule_mark(function: ast.expr) -> bool:
    """`pytest.mark.rule`, or `mark.rule`."""
    if not isinstance(function, ast.Attribute) or function.attr != "rule":
        return False
    return ast.unparse(function) in ("pytest.mark.rule", "mark.rule")


def _texts(arguments: Iterable[ast.expr]) -> Iterator[str]:
    for argument in arguments:
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            yield argument.value
