"""A type name means one thing in the shared packages and in each system. Two systems may use one name for one role."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

import grognard
from grognard import systems

SOURCES = Path(grognard.__file__).parent
MOST = 20
"""Names with two meanings, everywhere together."""
TWICE: dict[str, dict[str, str]] = {}
"""Names that are defined twice all the same, by package, each with its reason."""


def folders() -> dict[str, list[Path]]:
    """The files of the shared packages, and of each system."""
    own = {system: sorted(systems.folder_of(system).rglob("*.py")) for system in systems.playable()}
    return {"shared": [path for path in sorted(SOURCES.rglob("*.py")) if "systems" not in path.parts], **own}


def types(path: Path) -> Iterator[str]:
    """Classes and aliases of types at the top of a module. A plain `Name = other.Name` only hands on."""
    for node in ast.parse(path.read_text("utf-8")).body:
        match node:
            case ast.ClassDef(name=name):
                yield name
            case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="TypeAlias")):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _is_alias(name, value):
                yield name


def _is_alias(name: str, value: ast.expr) -> bool:
    if not re.fullmatch(r"_?[A-Z][A-Za-z]*[a-z][A-Za-z]*", name):
        return False
    union = isinstance(value, ast.BinOp) and isinstance(value.op, ast.BitOr)
    return union or isinstance(value, ast.Subscript) or (isinstance(value, ast.Name) and value.id == "Any")


def defined_twice(paths: list[Path]) -> dict[str, list[str]]:
    """Names with several definitions, and where those are."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in paths:
        for name in types(path):
            found[name].append(f"{path.parent.name}/{path.name}")
    return {name: places for name, places in found.items() if len(places) > 1}


@pytest.mark.parametrize("package", folders())
def test_a_type_name_means_one_thing(package):
    found = defined_twice(folders()[package])
    allowed = TWICE.get(package, {})
    assert {name: places for name, places in found.items() if name not in allowed} == {}
    assert all(allowed.values())
    assert allowed.keys() <= found.keys(), "a reason for a name that is no longer defined twice"


def test_there_are_few_names_with_two_meanings():
    assert sum(len(defined_twice(paths)) for paths in folders().values()) < MOST


def test_types_are_found():
    shared = folders()["shared"]
    known = {name for path in shared for name in types(path)}
    assert {"Battle", "Domain", "TableSpot", "RecordEntry"} <= known
    assert len(known) > 400
