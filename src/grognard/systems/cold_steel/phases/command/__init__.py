"""The command phase (CS-2b): points, commands written, leaders ride and mark orders, all is revealed."""

from __future__ import annotations

from grognard.battle.procedures import Steps, together
from grognard.kernel.checks import implements

from ... import hidden as cards
from ...orders import riders, specials
from ...table.battlefield import Battlefield
from . import marks
from .council import council_of_war
from .desk import Desk, at_the_desk
from .points import acquire
from .reveal import announce_missions, lapse, reveal

__all__ = ["play"]


@implements("CS-2b")
def play(b: Battlefield) -> Steps[None]:
    """The phase from beginning to end. Everybody commands at the same time; what each does is hidden until all are
    done, and nothing that one does changes what another can."""
    yield from council_of_war(b)
    acquire(b)
    # commands delivered last turn are read before anybody writes new ones (CS-3.2d)
    riders.take_effect(b)
    desks = [Desk(b, seat.id) for seat in b.seats]
    # in any order, each seat at its own pace: nothing is shown to another before all are done
    yield from together(at_the_desk(desk) for desk in desks)
    for desk in desks:
        marks.go_on(b, desk.seat, desk.marked)
    # only when all are done: points do not keep (CS-3.1)
    lapse(b)
    reveal(b)
    specials.carry_out(b, "chits_turned")
    announce_missions(b)
    # after the orders, as the rule on cards has it (CS-1.6.4b)
    cards.figures_due(b)
