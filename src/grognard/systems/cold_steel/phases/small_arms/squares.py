"""Squares and the cavalry that comes at them: 8.1f."""

from __future__ import annotations

from grognard.kernel.checks import implements

from ...checks.fire.small_arms import Sides, Split
from ...facts.fire.aiming import Plan
from ...table import forms
from ...table.battlefield import Battlefield
from . import volleys


@implements("CS-8.1f")
def attackers(b: Battlefield, unit: str) -> list[str]:
    """Cavalry that moved into P3 of a square this turn, nearest first."""
    if b.unit(unit).formation not in forms.SQUARES:
        return []
    came = [foe.id for foe in b.enemies(b.unit(unit).side) if unit in foe.now.came_into]
    return sorted(
        (foe for foe in came if b.entry(foe).rated.arm == "cavalry"), key=lambda foe: (b.paces(unit, foe), foe)
    )


def _shares(b: Battlefield, unit: str, count: int) -> Split:
    split: Split = b.settle("square-fire", Sides(figures=max(1, b.live(unit)), attackers=max(1, min(12, count))))
    return split


@implements("CS-8.1f")
def first_third(b: Battlefield, unit: str) -> list[Plan]:
    """The first third answers the first attacker."""
    foes = attackers(b, unit)
    if not foes:
        return []
    figures = _shares(b, unit, len(foes)).first
    return [Plan(unit, foes[0], ((figures, b.paces(unit, foes[0])),), b.middle(unit), third=True)]


@implements("CS-8.1f", "CS-8.1g")
def fire_third(b: Battlefield, square: str, attacker: str) -> None:
    """A square fires one of the thirds it has kept, just before the close combat dice of an attacker; nothing happens
    if it has none left, or is in a melee."""
    now = b.unit(square)
    if not now.now.thirds or now.melee or attacker not in b.world.units or b.unit(attacker).where != "table":
        return
    if now.where != "table" or now.status in ("broken", "routed"):
        return
    figures = _shares(b, square, 1).second
    if figures < 1:
        return
    plan = Plan(square, attacker, ((figures, b.paces(square, attacker)),), b.middle(square), third=True)
    fired = volleys.fire(b, [plan])
    for each in fired:
        volleys.strike(b, each)
    volleys.lay_smoke(b, fired)
