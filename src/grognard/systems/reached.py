"""Which code of a system runs: what its game reaches, phase by phase, what its checks are declared with, and what lays
out a battlefield by the dice, where a system has that.

The files are read and not imported. From there one follows the names: a function, class or constant is reached where
something that is reached names it, a module where something in it is. Modules that are kept in a list are asked for by
names that stand elsewhere (`for module in PHASES: module.play`); such names count for all of them. What only the
computer staff or the staging of tests uses does not count: rules are not carried out there.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from grognard.kernel.errors import BadData

Module = tuple[str, ...]
"""A module by the folders it lies in and its name, from the system's folder down: `("checks", "morale")`."""
BEGIN = (("game",), ("terrain", "generator"))
"""The modules that the program asks for by name, where a system has them."""
DECLARES = ("check", "reckoning")
"""What declares a check."""
BARE = ("implements", "cache", "lru_cache", "cached_property", "contextmanager", "dataclass", "overload")
"""Decorators that only change what they decorate; any other may enter it in a list by which it is found."""


class Source(NamedTuple):
    """A module as it was read."""

    name: str
    """Its file, from the system's folder."""
    body: tuple[ast.stmt, ...]
    bound: dict[str, tuple[Module, str]]
    """Names that it imports from the same system: the module, and the name there or nothing for the module itself."""
    defined: dict[str, list[ast.stmt]]


def reached(folder: Path) -> Iterator[tuple[str, ast.stmt]]:
    """Every statement that runs in a battle or a check, with the file it stands in."""
    sources = _Sources(folder)
    sources.follow()
    return ((sources.modules[module].name, node) for module, node in sources.found)


def parsed(path: Path) -> ast.Module:
    """A file of Python; refused with its name where it is none."""
    try:
        return ast.parse(path.read_bytes(), filename=str(path))
    except SyntaxError as error:
        raise BadData(f"{path}, line {error.lineno}: not Python: {error.msg}") from None


class _Sources:
    def __init__(self, folder: Path) -> None:
        self._package = f"grognard.systems.{folder.name}"
        paths = {_module(path.relative_to(folder)): path for path in sorted(folder.rglob("*.py"))}
        self._packages = {module for module, path in paths.items() if path.name == "__init__.py"}
        self._known = frozenset(paths)
        self.modules = {module: self._read(module, path, folder) for module, path in paths.items()}
        self.found: list[tuple[Module, ast.stmt]] = []
        self._seen: set[int] = set()
        self._listed: set[Module] = set()
        self._asked: set[str] = set()
        self._entered: set[Module] = set()

    def follow(self) -> None:
        """Begin with what the program asks for, until nothing new is found."""
        for module, source in self.modules.items():
            if module in BEGIN:
                self._all(module, source.body)
            elif module[:1] == ("checks",):
                self._all(module, [node for node in source.body if _declares(node)])
        before = -1
        while before != len(self.found):
            before = len(self.found)
            for module in sorted(self._listed):
                # always in the same order: what is reported must not differ from run to run
                for name in sorted(self._asked & {*self.modules[module].defined, *self.modules[module].bound}):
                    there, found = self._origin(module, name)
                    self._all(there, self._defining(there, found))

    # -- reading

    def _read(self, module: Module, path: Path, folder: Path) -> Source:
        tree = parsed(path)
        bound: dict[str, tuple[Module, str]] = {}
        for node in ast.walk(tree):  # imports within functions too
            if isinstance(node, ast.ImportFrom):
                start = self._start(module, node)
                if start is not None:
                    bound |= {alias.asname or alias.name: self._meant(start, alias.name) for alias in node.names}
        defined: dict[str, list[ast.stmt]] = {}
        for statement in tree.body:
            for name in _names(statement):
                defined.setdefault(name, []).append(statement)
        return Source(path.relative_to(folder).as_posix(), tuple(tree.body), bound, defined)

    def _start(self, module: Module, node: ast.ImportFrom) -> Module | None:
        """The module that an import names, if it is one of this system."""
        below = tuple(node.module.split(".")) if node.module else ()
        if node.level:
            # within a package one dot means the package itself
            up = node.level - (module in self._packages)
            return module[: len(module) - up] + below if up <= len(module) else None
        home = tuple(self._package.split("."))
        return below[len(home) :] if below[: len(home)] == home else None

    def _meant(self, start: Module, name: str) -> tuple[Module, str]:
        return ((*start, name), "") if (*start, name) in self._known else (start, name)

    # -- following

    def _all(self, module: Module, statements: Sequence[ast.stmt]) -> None:
        for statement in statements:
            self._take(module, statement)

    def _take(self, module: Module, statement: ast.stmt) -> None:
        """A statement that runs, and all that it names."""
        waiting = [(module, statement)]
        # a list of what is left to do, because chains of names may be longer than calls can go deep
        while waiting:
            where, node = waiting.pop()
            if id(node) in self._seen:
                continue
            self._seen.add(id(node))
            self.found.append((where, node))
            waiting += self._entry(where)
            for there, name in self._named(where, node):
                waiting += self._entry(there)
                waiting += [(there, each) for each in self._defining(there, name)]

    def _entry(self, module: Module) -> list[tuple[Module, ast.stmt]]:
        """What runs when a module is imported for the first time."""
        if module in self._entered or module not in self.modules:
            return []
        self._entered.add(module)
        source = self.modules[module]
        named = {id(each) for statements in source.defined.values() for each in statements}
        # what defines a name waits until it is named; all other statements run at once
        return [(module, each) for each in source.body if id(each) not in named or _enters_itself(each)]

    def _defining(self, module: Module, name: str) -> list[ast.stmt]:
        return self.modules[module].defined.get(name, []) if module in self.modules else []

    def _named(self, module: Module, statement: ast.stmt) -> Iterator[tuple[Module, str]]:
        """The definitions that a statement names, through imports of imports."""
        nodes = [node for node in ast.walk(statement) if isinstance(node, (ast.Name, ast.Attribute))]
        owned = {id(node.value) for node in nodes if isinstance(node, ast.Attribute)}
        for node in nodes:
            meant = self._resolved(module, node)
            if meant is None:
                if isinstance(node, ast.Attribute):
                    self._asked.add(node.attr)
                continue
            there, name = self._origin(*meant)
            # a module named by itself, not as the owner of a name: it may go into a list
            if not name and id(node) not in owned and there in self.modules:
                self._listed.add(there)
            yield there, name

    def _resolved(self, module: Module, node: ast.expr) -> tuple[Module, str] | None:
        if isinstance(node, ast.Name):
            source = self.modules[module]
            return (module, node.id) if node.id in source.defined else source.bound.get(node.id)
        if isinstance(node, ast.Attribute):
            of = self._resolved(module, node.value)
            if of is not None:
                there, name = self._origin(*of)
                return self._meant(there, node.attr) if not name else None
        return None

    def _origin(self, module: Module, name: str) -> tuple[Module, str]:
        """Where a name comes from that a module may itself have imported."""
        passed = set()
        # two modules may import a name from each other
        while name and module in self.modules and (module, name) not in passed:
            passed.add((module, name))
            source = self.modules[module]
            if name in source.defined or name not in source.bound:
                break
            module, name = source.bound[name]
        return module, name


def _module(path: Path) -> Module:
    parts = path.with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


def _names(statement: ast.stmt) -> Iterator[str]:
    """What a statement at the top of a module defines."""
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield statement.name
    elif isinstance(statement, (ast.Assign, ast.AnnAssign)):
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                yield node.id


def _declares(statement: ast.stmt) -> bool:
    """Whether a statement declares a check."""
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        return any(_called(each) in DECLARES for each in statement.decorator_list)
    value = statement.value if isinstance(statement, (ast.Assign, ast.AnnAssign)) else None
    return value is not None and any(_called(node) in DECLARES for node in ast.walk(value))


def _enters_itself(statement: ast.stmt) -> bool:
    decorators = statement.decorator_list if isinstance(statement, (ast.FunctionDef, ast.ClassDef)) else []
    return any(_called(each) not in BARE for each in decorators)


def _called(node: ast.AST) -> str:
    """The last name of what is called or named."""
    node = node.func if isinstance(node, ast.Call) else node
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
