"""Chapter 10: recovery from disorder."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import Roll, Thrown, check
from grognard.kernel.dice import TWO_D10
from grognard.kernel.facts import Facts, Paces
from grognard.kernel.modifiers import by, each, flag, given, modifiers
from grognard.kernel.tables import Tables

from ...terms import Discipline, Disorder, Percent, zones


class DisorderRecoveryFacts(Facts):
    """A unit that tries to remove disorder at the end of the turn."""

    disorder: Disorder
    discipline: Annotated[Discipline, "the unit's discipline"] = "trained"
    irregular: Annotated[bool, "an irregular unit, which has no discipline"] = False
    reform_order: Annotated[bool, "it has a reform order, given or from the initiative phase"] = True
    moved: Annotated[bool, "it moved, wheeled or changed facing or formation this turn"] = False
    nearest_enemy: Annotated[Paces, "paces to the nearest enemy unit"] = 400
    casualties_percent: Percent = 0
    leader: Annotated[Literal["none", "poor", "average", "superior"], "the best leader near"] = "none"
    under_fire: bool = False
    in_woods: Annotated[bool, "in light or heavy woods"] = False


class DisorderRecoveryResult(NamedTuple):
    """Disorder markers taken away, and markers left."""

    removed: int
    left: int


@check("disorder-recovery", "CS-10.2b", asks=DisorderRecoveryFacts)
def disorder_recovery(t: Tables) -> Roll[DisorderRecoveryFacts, DisorderRecoveryResult]:
    """Disorder markers a unit removes at the end of the turn."""
    table, zone_at = t.bands("CS-10.2.2", "rows", lambda markers: markers), zones(t)

    def result(throw: Thrown[DisorderRecoveryFacts]) -> DisorderRecoveryResult:
        removed = min(table[throw.total], throw.s.disorder)
        return DisorderRecoveryResult(removed, throw.s.disorder - removed)

    bars = modifiers(
        t,
        "CS-10.2a",
        given("no_order", lambda s: not s.reform_order),
        flag("moved"),
        given("too_near", lambda s: zone_at[s.nearest_enemy] == "P3"),
    )
    listed = modifiers(
        t,
        "CS-10.2.1",
        # irregulars have no row: they roll as they are
        by(lambda s: "" if s.irregular else s.discipline),
        by("leader", "leader_"),
        each("casualties_percent", "casualties"),
        flag("under_fire"),
        flag("in_woods"),
    )
    return Roll(dice=TWO_D10, modifiers=[*bars, *listed], result=result, depends=("disorder",))
