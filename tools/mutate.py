"""Change each number of the rule tables in turn; at least one test must fail for each, or the number is not tested.

    python tools/mutate.py                      every number of every system
    python tools/mutate.py CS-5                 only rules whose id begins so
    python tools/mutate.py --jobs 2 --after 600 go on where a run was stopped

Each mutant runs in a process of its own, forked after the system is imported: the tests marked with the mutated rule
first, all rule tests of the system only if those let it live.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import io
import os
import sys
import time
import traceback
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from grognard import systems
from grognard.kernel import tables as kernel_tables

os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # rule tests need none, and some take seconds to import
ROOT = Path(__file__).resolve().parent.parent
KILLED, LIVES, BROKEN = 1, 0, 2
FAILED = (pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERRUPTED)  # a test failed, or a file could not be read
PASSED = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
NEWS = 50
"""Mutants after which it is said how far it has come."""


def main() -> int:
    args = _arguments()
    mutants = [(system, rule, path) for system in systems.find() for rule, path in _numbers(system, args.prefix)]
    mutants = mutants[args.after :]
    for system in {system for system, _, _ in mutants}:
        _warm(system)
    started, left, alive = time.monotonic(), list(reversed(mutants)), []
    running: dict[int, tuple[str, str, tuple[Any, ...]]] = {}
    while left or running:
        while left and len(running) < args.jobs:
            mutant = left.pop()
            running[_fork(*mutant)] = mutant
        pid, status = os.wait()
        mutant = running.pop(pid)
        if (ended := os.waitstatus_to_exitcode(status)) != KILLED:
            alive.append(mutant)
            print(
                f"{'LIVES' if ended == LIVES else 'NOT TRIED'} {mutant[1]} {'.'.join(map(str, mutant[2]))}", flush=True
            )
        done = len(mutants) - len(left) - len(running)
        if done % NEWS == 0:
            print(f"... {args.after + done} tried, {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
    seconds = time.monotonic() - started
    print(f"{len(mutants) - len(alive)} of {len(mutants)} mutants killed in {seconds:.0f} s")
    return 1 if alive else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("prefix", nargs="?", default="", help="only rules whose id begins so")
    parser.add_argument("--after", type=int, default=0, help="leave out so many, which an earlier run has tried")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    return parser.parse_args()


def _numbers(system: str, prefix: str) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Every number in the system's tables: the rule it stands under and the way to it."""
    for path in _table_files(system):
        for rule, entry in kernel_tables.read_toml(path).items():
            if rule.startswith(prefix):
                yield from ((rule, way) for way in _ways(entry))


def _table_files(system: str) -> list[Path]:
    folder = systems.folder_of(system)
    return sorted([*folder.glob("tables.toml"), *folder.glob("tables/*.toml")])


def _ways(node: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(node, dict):
        for key, value in node.items():
            yield from _ways(value, (*way, key))
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from _ways(value, (*way, index))
    elif isinstance(node, (int, float)) and not isinstance(node, bool):
        yield way


def _fork(system: str, rule: str, way: tuple[Any, ...]) -> int:
    pid = os.fork()
    if pid:
        return pid
    status = BROKEN
    try:
        status = _try(system, rule, way)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


def _try(system: str, rule: str, way: tuple[Any, ...]) -> int:
    """Mutate and test, in the forked process."""
    _mutate(rule, way)
    folder = _tests_of(system)
    for tests in (_marked(folder, rule), [str(folder)]):
        if tests and _fails(tests):
            return KILLED
    return LIVES


def _tests_of(system: str) -> Path:
    return ROOT / "tests" / "rules" / system.replace("-", "_")


def _warm(system: str) -> None:
    """Do once what every mutant needs: read the marks and import the rules, which are not bound to numbers yet."""
    _marks(_tests_of(system))
    list(systems.Declarations(system))


def _mutate(rule: str, way: tuple[Any, ...]) -> None:
    """Let every reading of the base tables see the changed number; overlays are left alone."""
    parse = kernel_tables.parse_toml

    def mutated(text: str, where: str) -> dict[str, Any]:
        content = parse(text, where)
        if where.endswith(f", {rule}"):
            node = content[rule]
            for key in way[:-1]:
                node = node[key]
            node[way[-1]] += 1
        return content

    kernel_tables.parse_toml = mutated


def _marked(folder: Path, rule: str) -> list[str]:
    """Node ids of the test functions marked with the rule."""
    return [node for node, marks in _marks(folder).items() if f"'{rule}'" in marks]


@cache
def _marks(folder: Path) -> dict[str, str]:
    """What the decorators of every test function say, by node id."""
    return {
        f"{path}::{node.name}": " ".join(map(ast.unparse, node.decorator_list))
        for path in sorted(folder.rglob("test_*.py"), key=lambda each: (len(each.parts), each))  # whole battles last
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef)
    }


def _fails(tests: list[str]) -> bool:
    quiet = io.StringIO()
    with contextlib.redirect_stdout(quiet), contextlib.redirect_stderr(quiet):
        code = pytest.main([*tests, "-x", "-q", "-p", "no:cacheprovider", "--no-header"])
    if code not in (*FAILED, *PASSED):
        raise RuntimeError(f"pytest cannot run {tests}: {quiet.getvalue()[-2000:]}")
    return code in FAILED


if __name__ == "__main__":
    sys.exit(main())
