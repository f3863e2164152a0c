"""Squares and the cavalry that comes at them: 8.1f."""

from __future__ import annotations

from grognard.kernel.checks import implements

from ...checks.fire.small_arms import SquareFireFacts, SquareFireResult
from ...table import forms
from ...table.battlefield import Battlefield
from .ranks import RankPlan


@implements("CS-8.1f")
def attackers(b: Battlefield, unit: str) -> list[str]:
    """Cavalry that moved into P3 of a square this turn, nearest first."""
    if b.unit(unit).formation not in forms.SQUARES:
        return []
    came = [foe.id for foe in b.enemies(b.unit(unit).side) if unit in foe.now.came_into]
    return sorted(
        (foe for foe in came if b.entry(foe).rated.arm == "cavalry"),
        key=lambda foe: (b.survey.distance(unit, foe), foe),
    )


def shares(b: Battlefield, unit: str, count: int) -> SquareFireResult:
    split: SquareFireResult = b.settle(
        "square-fire", SquareFireFacts(figures=max(1, b.live(unit)), attackers=max(1, min(12, count)))
    )
    return split


@implements("CS-8.1f")
def first_third(b: Battlefield, unit: str) -> list[RankPlan]:
    """The first third answers the first attacker."""
    foes = attackers(b, unit)
    if not foes:
        return []
    figures = shares(b, unit, len(foes)).first
    return [RankPlan(unit, foes[0], ((figures, b.survey.distance(unit, foes[0])),), b.survey.middle(unit), third=True)]
