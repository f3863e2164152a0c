"""Friends in the words of the rule on interpenetration (CS-6.8)."""

from __future__ import annotations

from typing import cast

from grognard.kernel.checks import implements

from ..checks.movement.march import Friend
from ..table.battlefield import Battlefield
from ..table.state import UnitState


@implements("CS-6.8")
def kind_of(b: Battlefield, unit: UnitState) -> Friend:
    """A unit in the words of the rule on interpenetration."""
    if unit.status == "routed":
        return "routing"
    if b.entry(unit.id).rated.irregular:
        return "irregular"
    # detached skirmishers are told by the unit they came from
    if unit.parent:
        return "detached_skirmishers"
    loose = unit.formation if unit.formation in ("open_order", "extended_order") else "formed"
    return cast(Friend, "open_order" if unit.formation == "skirmish_squares" else loose)
