"""Changes of formation: which a unit may make, and what they cost."""

from __future__ import annotations

from typing import get_args

from grognard.kernel.checks import Refusal, implements

from ..checks.moving.changes import FormationChangeFacts
from ..table.field import PowderField
from ..terms import Formation


def change_facts(b: PowderField, unit: str, formation: Formation) -> FormationChangeFacts:
    """What a change of formation asks about a unit."""
    now = b.unit(unit)
    return FormationChangeFacts(
        arm=now.arm,
        size=now.size,
        before=now.formation,
        after=formation,
        light_infantry="light_infantry" in now.special,
    )


@implements("BP-MOVE-2", "BP-STATE-3")
def why_not_form(b: PowderField, unit: str, formation: Formation) -> Refusal | None:
    """Why a unit may not take up a formation; None where it may."""
    if b.unit(unit).disordered and not b.t.value("BP-STATE-3", "change_formation"):
        return Refusal("BP-STATE-3", "a disordered unit does not change formation")
    return b.rules["formation-change"].refusal(change_facts(b, unit, formation))


def formations(b: PowderField, unit: str) -> tuple[Formation, ...]:
    """The formations into which a unit may change now."""
    now: Formation = b.unit(unit).formation
    every: tuple[Formation, ...] = get_args(Formation)
    return tuple(each for each in every if each != now and why_not_form(b, unit, each) is None)


@implements("BP-GRANDE-6")
def needs_test(b: PowderField, unit: str, formation: Formation) -> bool:
    """Whether a change is that of a Grande Bande which reforms."""
    return bool(b.settle("formation-change", change_facts(b, unit, formation)).reform_test)
