"""The facts of a unit's activation."""

from __future__ import annotations

from grognard.kernel.checks import implements

from ..checks.sequence.turn import UnitActivationFacts
from ..table.field import ClassField
from ..terms import branch
from .bearings import before

FAR = 20_000
"""Paces to an enemy who is not there."""


@implements("CD-fire-discipline-when")
def activation_facts(b: ClassField, unit: str) -> UnitActivationFacts:
    """A unit that is about to act, with the nearest enemy close before it."""
    now = b.unit(unit)
    near = before(b, unit, b.paces(b.t.number("CD-fire-discipline-when", "within")))
    return UnitActivationFacts(
        branch=branch(now.arm),
        enemy=b.survey.distance(unit, near[0]) if near else FAR,
        enemy_branch=b.branch(near[0]) if near else "infantry",
        unlimbered=now.formation == "unlimbered",
        in_firefight=now.firefight,
    )
