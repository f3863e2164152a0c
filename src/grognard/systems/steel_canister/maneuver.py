"""A step by choice as it is taken: its dice, what it costs, and what comes of one that proves too dear."""

from __future__ import annotations

from typing import Any

from grognard.kernel.checks import Result, implements

from .checks.moving import fixed_cost
from .effects import drive_off_leaders, relocated
from .events.movement import StepDice, Stepped, Stuck
from .facts.steps import Way, left, paying, points_left, step_rules
from .table.field import Field
from .table.state import UnitState


@implements("SC-1.3a", "SC-1.3i", "SC-0.12")
def take(b: Field, unit: str, way: Way, *, reaction: bool = False) -> bool:
    """Try a step: its dice are rolled, and if it proves too dear the unit stays and has no action points left."""
    now, paid = b.unit(unit), 0
    for number, step in enumerate(way.steps, 1):
        roll = b.roll("step", step.replace(ap_left=way.steps[0].ap_left - paid), by=unit)
        if roll.refusal is not None or not roll.settled.enters:
            return _stuck(b, now, way, None if roll.refusal else roll, number, reaction)
        paid += roll.settled.paid
        # the dice of the last step go with the event that tells of the whole
        if number < len(way.steps):
            step_dice(b, unit, roll, number, len(way.steps))
    fields: dict[str, Any] = {
        "entered": now.entered + len(way.steps),
        "facing": way.facing,
        "formation": way.formation,
        "on_road": now.on_road and way.on_road,
        **paying(b, now, paid, reaction),
    }
    b.report(
        Stepped(
            unit=unit,
            step=way.name,
            loosened=way.formation != now.formation,
            paid=paid,
            from_=list(now.space),
            to=list(way.to),
            points=points_left(now, fields["spent"]),
        ),
        rules=step_rules(way),
        roll=roll,
        sets=relocated(b, unit, way.to, **fields),
    )
    b.look_again(unit)
    drive_off_leaders(b, way.to, now.side)
    return True


def step_dice(b: Field, unit: str, roll: Result[Any], step: int = 0, of: int = 0) -> None:
    """The dice of a step that no other event shows: one of several at once, or one that was paid for and not made."""
    what = StepDice(unit=unit, step=step, of=of) if of else StepDice(unit=unit)
    b.privately(what, b.seat_of(unit), rules=("SC-1.3a",), roll=roll)


def _stuck(b: Field, now: UnitState, way: Way, roll: Any, step: int, reaction: bool) -> bool:
    extra = reaction and b.rules.tables.value("SC-1.1f", "extra")
    # where reactions have points of their own, only those are lost
    lost = way.steps[0].ap_left if extra else left(now)
    fields = paying(b, now, lost, reaction)
    b.report(
        Stuck(
            unit=now.id,
            step=way.name,
            from_=list(now.space),
            failed=step,
            of=len(way.steps),
            points=points_left(now, fields["spent"]),
            costs=fixed_cost(b.rules.tables, way.steps[step - 1]),
        ),
        rules=("SC-1.3i",),
        roll=roll,
        sets=[b.change(now.id, **fields)],
    )
    return False
