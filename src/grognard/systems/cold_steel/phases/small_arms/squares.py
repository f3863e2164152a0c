"""Squares and the cavalry that comes at them: 8.1f."""

from __future__ import annotations

from grognard.kernel.checks import implements

from ...facts.fire.ranks import RankPlan
from ...facts.fire.squares import shares
from ...table.battlefield import Battlefield
from . import volleys


@implements("CS-8.1f", "CS-8.1g")
def fire_third(b: Battlefield, square: str, attacker: str) -> None:
    """A square fires one of the thirds it has kept, just before the close combat dice of an attacker; nothing happens
    if it has none left, or is in a melee."""
    now = b.unit(square)
    if not now.now.thirds or now.melee or attacker not in b.world.units or b.unit(attacker).where != "table":
        return
    if now.where != "table" or now.status in ("broken", "routed"):
        return
    figures = shares(b, square, 1).second
    if figures < 1:
        return
    plan = RankPlan(
        square, attacker, ((figures, b.survey.distance(square, attacker)),), b.survey.middle(square), third=True
    )
    fired = volleys.fire(b, [plan])
    for each in fired:
        volleys.strike(b, each)
    volleys.lay_smoke(b, fired)
