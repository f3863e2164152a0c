"""The computer's staff: crowns from those who are easy in their minds, at the enemy who is nearest to going home."""

from __future__ import annotations

from grognard.battle.commanding import Chair
from grognard.battle.decisions import Answer, Decision
from grognard.commanders.appreciation import Situation
from grognard.commanders.doctrine import USUAL, Doctrine
from grognard.commanders.planning import Plan


class CoinStaff:
    """It makes no plans: nobody marches in this game."""

    def plans(self, decision: Decision) -> bool:
        """Never."""
        return False

    def situation(self, chair: Chair) -> Situation:
        """Asked for only where a plan is wanted."""
        raise AssertionError("no plan is ever wanted")

    def decide(self, chair: Chair, decision: Decision, plan: Plan) -> Answer | None:
        """The luckiest unit that has no coin yet, at the most superstitious enemy."""
        view = chair.view
        able = [unit for unit in view.units.values() if decision.option(f"toss:{unit.id}") is not None]
        foes = [foe for foe in view.seen.values() if foe.side != view.side]
        if not able or not foes:
            return None
        unit = min(able, key=lambda each: (each.superstition, not each.lucky))
        foe = max(foes, key=lambda each: each.superstition)
        caught = "palm" if view.wind == "gale" else "hat"
        return decision.answer(f"toss:{unit.id}", target=foe.id, coin="crown", caught=caught, ells=self._ells(chair))

    def _ells(self, chair: Chair) -> int:
        """High, where no wind takes it."""
        t = chair.briefing.rules.tables
        return int(t.number("PT-2.2", "high" if chair.view.wind == "still" else "usual"))


def adapter(seat: str, seed: int, doctrine: Doctrine = USUAL) -> CoinStaff:
    """The staff of a seat; there is one way to throw a coin."""
    return CoinStaff()
