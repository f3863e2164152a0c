"""The activation of divisions: one brigade of the active division at a time."""

from __future__ import annotations

from grognard.battle.kinds import Noted
from grognard.battle.procedures import Steps, ask
from grognard.kernel.checks import implements

from ..events.command import DivisionDone
from ..facts.command import who_know
from ..table.field import ClassField
from . import orders
from .initiative import name_division, waiting_units, window
from .leaders import ride_out
from .units import act


@implements("CD-division-activation", "CD-turn-sequence")
def one_brigade(b: ClassField) -> Steps[None]:
    """A division is named if none is active; its leaders ride; one of its brigades is activated, unit by unit. The
    other side may contest when a division is named and whenever a brigade is done."""
    if b.world.ended:
        return
    if not b.world.active:
        named = yield from name_division(b)
        if not named:
            b.emit(Noted(), rules=("CD-division-activation",), sets=[b.change_world(ended=True)], to=())
            return
    if not b.world.led:
        lost = yield from window(b, "division_named")
        if lost:
            return
        yield from ride_out(b)
        b.emit(Noted(), rules=("CD-division-activation",), sets=[b.change_world(led=True)], to=())
    yield from _brigade(b)
    if b.world.over:
        return
    lost = yield from window(b, "brigade_done")
    if lost:
        return
    # looked up again: acting may have changed it
    division = b.world.divisions[b.world.active]
    if not waiting_units(b, division):
        b.emit(
            DivisionDone(side=division.side, division=division.name),
            rules=("CD-division-activation",),
            sets=[b.change_world(active="", led=False)],
            owners=who_know(b, division),
        )


def _brigade(b: ClassField) -> Steps[None]:
    """Units of one brigade act, in the order in which their commander names them."""
    division, brigade = b.world.divisions[b.world.active], ""
    while True:
        units = [unit for unit in waiting_units(b, division) if brigade in ("", b.unit(unit).brigade)]
        if not units:
            return
        answer = yield from ask(orders.decision(b, division, brigade, units))
        if answer.option == "done":
            _pass(b, units)
            return
        word, unit = answer.option.split(":", 1)
        brigade = b.unit(unit).brigade
        yield from act(b, unit, word, answer.values)


def _pass(b: ClassField, units: list[str]) -> None:
    """A brigade, or all of a division, stands where it is: its activations are used up."""
    b.emit(Noted(), rules=("CD-division-activation",), sets=[b.change(unit, activated=True) for unit in units], to=())
