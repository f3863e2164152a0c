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
}


def commander(kind: str, system: str, seat: str, seed: int) -> Commander:
    """A computer player for a seat."""
    must_be_kind(kind)
    make: Callable[[str, str, int], Commander] = import_module(f"{__name__}.{kind}").make
    return make(system, seat, seed)


def must_be_kind(kind: str) -> None:
    """Refuse a kind of commander that there is not."""
    if kind not in KINDS:
        raise BadInput(f"no commander {kind!r}; there are {', '.join(KINDS)}")
