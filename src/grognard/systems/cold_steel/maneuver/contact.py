"""Enemies who come near each other in a quarter: how near those come who attack and those who do not."""

from __future__ import annotations

from functools import lru_cache

from grognard.ground.units import SUB
from grognard.kernel.checks import implements
from grognard.kernel.ruleset import Ruleset
from grognard.miniatures.motion import meetings
from grognard.miniatures.motion.meetings import TimedLeg, UnitPair

from ..checks.setting_up.measures import reach
from ..table.battlefield import Battlefield

HAIR = 2
"""Sixteenths by which those who close stop inside a distance rather than on its edge."""


def close_range(b: Battlefield) -> int:
    """Sixteenths: no farther off, an enemy is in P3."""
    return _close_range(b.rules)


# asked for every pair of enemies in every quarter; the tables of a ruleset never change
@lru_cache(16)
def _close_range(rules: Ruleset) -> int:
    return reach(rules.tables, "P3") * SUB


def limits(b: Battlefield) -> tuple[int, int]:
    """How near those come who attack, and those who do not (CS-3.2m: one pace short of P3)."""
    near = close_range(b)
    # a hair inside the edge, or rounding to whole sixteenths could leave an attacker just outside P3
    return near - HAIR, near + SUB


@implements("CS-3.2m", "CS-9.2.3b")
def meet(b: Battlefield, legs: dict[str, TimedLeg], pairs: list[UnitPair]) -> None:
    """Let the enemies among these pairs come together: whoever attacks goes on into P3, where both stop; whoever does
    not stops short; those who flee stop only when they run into somebody."""
    into, _ = limits(b)
    meetings.meet(legs, pairs, into)
