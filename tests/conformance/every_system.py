"""The systems that the conformance suite is run over: all that are found, and those made up for the tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from grognard import systems
from grognard.simulate import golden

TESTS = Path(__file__).parents[1]
MADE_UP = TESTS / "made_up"


@contextmanager
def made_up_too() -> Iterator[None]:
    """Within, the made-up systems are found as if GROGNARD_SYSTEMS named their folder; other tests do without them."""
    before = list(systems.__path__)
    systems.__path__ = list(dict.fromkeys([*before, str(MADE_UP)]))
    try:
        yield
    finally:
        systems.__path__ = before


with made_up_too():
    PLAYABLE = systems.playable()
    CHECKS = [(system, name) for system in systems.find() for name in systems.Declarations(system)]
    WITH_MODIFIERS = [(system, name) for system, name in CHECKS if systems.rules(system)[name].modifiers]
    GOLDEN = [kept for folder in (TESTS, *map(Path, systems.__path__)) for kept in golden.kept(folder / "golden")]
    """Golden battles of the program's systems, and of each place where others lie."""
