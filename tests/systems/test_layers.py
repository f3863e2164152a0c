"""The shape of the code: no knots, no import that hides one, no folder too full to look through.

What may import what is a contract in `pyproject.toml`, which import-linter checks; these look at what it does not.
"""

from __future__ import annotations

import ast
import tomllib
from collections import Counter
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest

import grognard
from grognard import systems

SOURCES = Path(grognard.__file__).parent
MOST_MODULES = 16
"""In one folder; more than that nobody takes in at a glance. A package's own file is not counted."""


@pytest.fixture(scope="module")
def imports() -> dict[str, set[str]]:
    """What each module imports, also inside functions and for types alone."""
    graph = grimp.build_graph("grognard", cache_dir=None)
    return {module: set(graph.find_modules_directly_imported_by(module)) for module in graph.modules}


@pytest.mark.parametrize("system", sorted(systems.playable()))
def test_no_module_imports_itself_by_way_of_others(imports, system):
    package = f"grognard.systems.{systems.folder_of(system).name}"
    own = {module for module in imports if f"{module}.".startswith(f"{package}.")}
    assert own
    TopologicalSorter({module: imports[module] & own for module in own}).prepare()  # raises CycleError with the knot


def test_the_whole_program_has_no_knot(imports):
    """Imports for types alone are counted as well. `grognard` itself hands out names of all its parts when asked."""
    own = {module for module in imports if module != "grognard"}
    TopologicalSorter({module: imports[module] & own for module in own}).prepare()


@pytest.mark.parametrize("system", sorted(systems.playable()))
def test_nothing_of_a_system_is_imported_inside_its_functions(system):
    folder = systems.folder_of(system)
    found = [f"{path.relative_to(folder)}:{line}" for path in folder.rglob("*.py") for line in _hidden_imports(path)]
    assert not found


@pytest.mark.parametrize(
    "system", [each for each in sorted(systems.playable()) if SOURCES in systems.folder_of(each).parents]
)
def test_every_playable_system_has_its_layers_in_a_contract(system):
    """import-linter holds what a contract says; a system without one would be held to nothing."""
    contracts = tomllib.loads((SOURCES.parents[1] / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    layered = {
        each for contract in contracts if contract["type"] == "layers" for each in contract.get("containers", ())
    }
    assert f"grognard.systems.{systems.folder_of(system).name}" in layered


def test_no_folder_holds_more_modules_than_one_can_look_through():
    held = Counter(path.parent for path in SOURCES.rglob("*.py") if path.name != "__init__.py")
    full = {folder.relative_to(SOURCES).as_posix(): many for folder, many in held.items() if many > MOST_MODULES}
    assert full == {}


def _hidden_imports(path: Path) -> Iterator[int]:
    """Lines inside functions that import from the package the file belongs to."""
    for function in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for node in ast.walk(function):
                if isinstance(node, ast.ImportFrom) and node.level:
                    yield node.lineno
