"""The initiative phase: what officers do by themselves, who talks them out of it, which divisions have had enough."""

from __future__ import annotations

from grognard.battle.procedures import Steps
from grognard.kernel.checks import implements

from ...effects.initiative import initiative_check
from ...facts.initiative.checks import initiative_facts
from ...orders import specials
from ...table.battlefield import Battlefield
from . import limbers
from .divisions import test_divisions
from .marking import mark_units
from .reveal import reveal_chits
from .settling import settle
from .wishes import wishes

__all__ = ["initiative_check", "initiative_facts", "play"]


@implements("CS-2c", "CS-4a")
def play(b: Battlefield) -> Steps[None]:
    """Mark automatic orders, make initiative checks, test divisions, and turn over the chits."""
    limbers.desert(b)
    marks = mark_units(b)
    wanted = yield from wishes(b, marks)
    # chits that ask for a check, such as getting up, before the orders that may need it
    specials.carry_out(b, "initiative")
    for mark, answer in zip(marks, wanted, strict=True):
        settle(b, mark, answer)
    limbers.come_back(b)
    test_divisions(b)
    reveal_chits(b)
