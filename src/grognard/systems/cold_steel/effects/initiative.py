"""Initiative checks made, confusion, and getting up (CS-4.3, CS-3.3.2.3ab)."""

from __future__ import annotations

from typing import Any

from grognard.kernel.checks import Result, implements

from ..checks.command.special_orders import StandUpFacts
from ..events.initiative_and_rally import ToldToStand
from ..events.troops import UnitStoodUp
from ..facts.initiative.checks import initiative_facts
from ..table.battlefield import Battlefield
from . import units as effects

UNREST = "unrest in the ranks"
"""What others see of a confused unit: its markers, not that it made a check (CS-4.2a)."""


@implements("CS-4.3.1")
def initiative_check(b: Battlefield, unit: str, *, check: str = "initiative", **more: Any) -> Result[Any]:
    """A unit makes an initiative check, or one of its kin (`pursuit`, `fog-surprise`); the caller applies it."""
    return b.roll(check, initiative_facts(b, unit, **more), by=unit)


def confusion(b: Battlefield, unit: str, markers: int) -> None:
    """A confused unit takes its markers at once; others see those, and nothing else."""
    effects.disorder(b, unit, markers, rules=("CS-4.2d",), cause=UNREST)


@implements("CS-3.3.2.3ab")
def stand_up(b: Battlefield, unit: str) -> bool:
    """A unit gets up if it passes an initiative check; if not, it stays down this turn."""
    result = initiative_check(b, unit)
    stood = b.settle("stand-up", StandUpFacts(initiative=result.settled.result))
    seat, rules = b.seat_of(unit), ("CS-3.3.2.3ab", result.rule)
    b.privately(ToldToStand(unit=unit, up=stood.standing), seat, rules=rules, roll=result)
    confusion(b, unit, stood.disorder)
    if stood.standing:
        # two events: others see it rise, but not the check and its dice
        b.report(UnitStoodUp(unit=unit), rules=("CS-3.3.2.3ab",), sets=[b.change(unit, prone=False)])
    return bool(stood.standing)


@implements("CS-3.3.2.3ab")
def get_up(b: Battlefield, unit: str) -> bool:
    """Whether a unit is on its feet for what nobody ordered it to do: one that lies down tries to get up, unless it was
    told to this turn and has failed already."""
    now = b.unit(unit)
    # one attempt a turn: the chit to stand up has already been rolled for in this phase
    tried = now.order is not None and now.order.chit == "stand_up"
    return not now.prone or (not tried and stand_up(b, unit))
