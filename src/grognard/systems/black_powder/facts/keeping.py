"""How far a unit that does not charge keeps off an enemy, in the draft on engagement and threat."""

from __future__ import annotations

from grognard.kernel.checks import implements

from ..checks.command.friction import halts_at, threat_range
from ..table.field import PowderField
from ..terms import branch
from .command import standing_of


@implements("BP-FRIC-6", "BP-FRIC-7", "BP-ORD-2", "BP-ORD-5")
def keep_off(b: PowderField, unit: str, foe: str) -> int:
    """Inches that a unit which does not charge keeps off an enemy: out of his threat, at least out of point-blank
    range. Standing orders let foot and guns go nearer."""
    now, other = b.unit(unit), b.unit(foe)
    if b.zone(foe, unit) != "front" or not b.survey.sees(foe, unit):
        return halts_at(b.t, 0, to_close_range=False)
    reach = threat_range(b.t, branch(other.arm), other.formation, branch(now.arm), now.formation)
    return halts_at(b.t, reach, to_close_range=_may_close(b, unit))


def _may_close(b: PowderField, unit: str) -> bool:
    order, arm = standing_of(b, unit), b.branch(unit)
    if not b.on("friction_brigade_orders"):
        return False
    if order == "assault":
        return arm in b.t.value("BP-ORD-2", "close")
    return order == "hold" and arm == "infantry"
