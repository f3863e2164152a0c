"""The proximity rule: with an enemy near, a unit moves only in ways that deal with him."""

from __future__ import annotations

from grognard.kernel.checks import Refusal, implements
from grognard.miniatures.motion.placements import bearing_to, off

from ..checks.command.initiative import ProximityFacts
from ..table.field import MOST_INCHES, PowderField
from ..table.state import UnitState
from .moving import BEHIND


@implements("BP-CMD-8")
def why_not(b: PowderField, before: UnitState, after: UnitState) -> Refusal | None:
    """Why a unit may not end a move that it began with enemies near; None where it may. Who only changes formation
    deals with the enemy."""
    unit = before.id
    reach = b.t.number("BP-CMD-8", "range")
    if (before.position, before.heading) == (after.position, after.heading) or before.formation != after.formation:
        return None
    with b.survey.supposing(before):
        near = {foe: b.survey.gap(unit, foe) for foe in b.survey.enemies_within(unit, reach)}
        least = min((b.inches(unit, foe) for foe in near), default=MOST_INCHES)
    if not near:
        return None
    with b.survey.supposing(after):
        in_front = any(b.zone(unit, foe) == "front" for foe in near)
        farther = all(b.survey.gap(unit, foe) > gap for foe, gap in near.items())
    aside = off(before.heading, bearing_to(before.position, after.position))
    facts = ProximityFacts(enemy=least, in_front=in_front, withdrew=farther and abs(aside) >= BEHIND)
    return b.rules["proximity"].refusal(facts)
