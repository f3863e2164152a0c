"""A commander who leaves everything to the rules' own defaults."""

from __future__ import annotations

from grognard.battle.commanding import Chair
from grognard.battle.decisions import Answer, Decision


class Absent:
    """He is not there; his officers carry on."""

    def decide(self, chair: Chair, decision: Decision) -> Answer:
        """Answers every decision with its default."""
        return decision.default


def make(system: str, seat: str, seed: int) -> Absent:
    """One for any seat of any system."""
    return Absent()
