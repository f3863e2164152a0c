"""Computer players. They sit on a chair, see its seat's view, and answer its decisions."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from grognard.battle.commanding import Commander
from grognard.kernel.errors import BadInput

KINDS: dict[str, str] = {
    "staff": "a sensible staff that fights for the scenario's objectives",
    "random": "any legal answer",
    "default": "what the rules suggest: junior officers carry on by themselves",
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
"""Where those are made whose module is not called as they are."""


def commander(kind: str, system: str, seat: str, seed: int) -> Commander:
    """A computer player for a seat."""
    must_be_kind(kind)
    make: Callable[[str, str, int], Commander] = import_module(f"{__name__}.{_MODULES.get(kind, kind)}").make
    return make(system, seat, seed)


def must_be_kind(kind: str) -> None:
    """Refuse a kind of commander that there is not."""
    if kind not in KINDS:
        raise BadInput(f"no commander {kind!r}; there are {', '.join(KINDS)}")
