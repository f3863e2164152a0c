"""Computer players. They sit on a chair, see its seat's view, and answer its decisions."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from grognard.battle.commanding import Commander
from grognard.kernel.errors import BadInput

KINDS: dict[str, str] = {
    "staff": "the staff at its best; the same as hard",
    "random": "any legal answer",
    "default": "what the rules suggest: junior officers carry on by themselves",
    "easy": "a staff that thinks anew only now and then, and dares little",
    "normal": "a sensible staff that counts the scenario's points",
    "hard": "the staff at its best",
    "staff-1": "the staff as it was first, to measure later ones against",
    "stand-and-shoot": "everybody holds where he stands, and fires",
    "straight-ahead": "everybody goes at the nearest enemy",
}
_MODULES = {
    "random": "yardsticks.reckless",
    "default": "yardsticks.absent",
    "staff-1": "yardsticks.staff_1",
    "stand-and-shoot": "yardsticks.stand_and_shoot",
    "straight-ahead": "yardsticks.straight_ahead",
}
GROUP = "grognard.commanders"
"""The entry points by which other packages bring commanders of theirs."""
Make = Callable[[str, str, int], Commander]
"""What makes a commander, from the system, the seat and a seed."""


def commander(kind: str, system: str, seat: str, seed: int) -> Commander:
    """A computer player for a seat."""
    return _maker(kind)(system, seat, seed)


@cache
def is_kind(kind: str) -> bool:
    """Whether there is such a commander."""
    try:
        must_be_kind(kind)
    except BadInput:
        return False
    return True


def must_be_kind(kind: str) -> None:
    """Refuse a kind of commander that there is not."""
    if kind in _MODULES or kind in brought():
        return
    from .doctrine import LEVELS, characters, doctrine_of

    if doctrine_of(kind) is not None:
        return
    level, colon, character = kind.partition(":")
    if colon and level in LEVELS:
        raise BadInput(f"no character {character!r}; there are {', '.join(characters())}")
    raise BadInput(f"no commander {kind!r}; there are {', '.join([*KINDS, *brought()])}")


@cache
def brought() -> dict[str, str]:
    """Commanders of other packages that are installed, by name, each with where it comes from."""
    return {each.name: each.value for each in entry_points(group=GROUP) if each.name not in KINDS}


def _maker(kind: str) -> Make:
    must_be_kind(kind)
    if kind in brought():
        made: Make = next(each for each in entry_points(group=GROUP) if each.name == kind).load()
        return made
    if kind in _MODULES:
        found: Make = import_module(f"{__name__}.{_MODULES[kind]}").make
        return found
    from .doctrine import doctrine_of
    from .staff import make

    doctrine = doctrine_of(kind)
    assert doctrine is not None  # must_be_kind has seen to it
    return lambda system, seat, seed: make(system, seat, seed, doctrine)
