"""The facts of a morale check."""

from __future__ import annotations

from grognard.kernel.checks import implements

from ..checks.morale import CaptorFacts, MoraleFacts, MoraleTriggerFacts
from ..checks.units import in_good_order
from ..table import ground
from ..table.field import ClassField
from ..terms import Cover
from .bearings import secure_flanks
from .command import FAR, ordeal


def morale_facts(b: ClassField, unit: str, *, by: str = "", flank: bool = False) -> MoraleFacts:
    """What morale asks of a unit; `by` is the enemy who caused the check, and `flank` is fire at its flank or rear."""
    now, here = b.unit(unit), b.survey.middle(unit)
    lower = bool(by) and b.here(by) and ground.higher(b.ground, b.survey.middle(by), here)
    facts = MoraleFacts(
        cw=now.cw,
        fired_on_flank=flank,
        in_firefight=now.firefight,
        secure_flanks=secure_flanks(b, unit),
        cover=own_cover(b, unit),
        downhill=lower,
        captor_near=captor_near(b, unit),
        **ordeal(b, unit),
    )
    return b.specially("morale", facts, unit=unit)


def own_cover(b: ClassField, unit: str) -> Cover:
    """The best cover that a unit stands in."""
    return ground.cover_at(b.ground, b.survey.middle(unit))


@implements("CD-morale-surrender")
def captor_near(b: ClassField, unit: str) -> bool:
    """Whether enemy infantry or cavalry in good order is near enough to take it."""
    distance = FAR
    within = b.paces(b.t.number("CD-morale-surrender", "within"))
    for foe in b.survey.enemies_within(unit, within):
        if b.branch(foe) != "artillery" and in_good_order(b.t, b.unit(foe).status):
            distance = min(distance, b.survey.distance(unit, foe))
    return bool(b.settle("captor", CaptorFacts(distance=distance)).near)


def trigger_facts(b: ClassField, unit: str, **event: object) -> MoraleTriggerFacts:
    """Something that has happened to a unit."""
    now = b.unit(unit)
    return MoraleTriggerFacts(
        troop_class=now.troop_class,
        starting=now.starting,
        lost=now.starting - now.steps,
        **event,  # type: ignore[arg-type]
    )
