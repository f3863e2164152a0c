"""Chains of Cold Steel checks: a sequence of the rules as a small program, rolled or worked out exactly."""

from __future__ import annotations

from typing import NamedTuple

from grognard.kernel.opposed import Pair
from grognard.kernel.ruleset import Ruleset
from grognard.kernel.uses.chain import Program, Thrower
from grognard.kernel.uses.sequences import Sequence

from .checks.close_combat.combat import CloseCombatFacts
from .checks.fire.small_arms import SmallArmsFacts
from .checks.morale.morale import MoraleFacts
from .terms import percent_lost


class Verdict(NamedTuple):
    """How a charge ends, seen by the attacker."""

    result: str
    winner: str

    def told(self) -> str:
        """In words: who has the better of it."""
        if self.result.startswith("attacker"):
            return self.result
        better = {"ours": "attacker", "theirs": "defender"}.get(self.winner, "neither")
        return f"{self.result.replace('_', ' ')}, {better} has the better of it"


def charge(
    rules: Ruleset, volley: SmallArmsFacts, morale: MoraleFacts, attacker: CloseCombatFacts, defender: CloseCombatFacts
) -> Program[Verdict]:
    """A charge into a volley: the defender fires, the attacker checks morale if a quarter of him is down, and if he
    comes on, both fight.

    `volley` is the defender's fire, `morale` and `attacker` the attacker before it, `defender` the defender in close
    combat. The attacker's original strength is his figures now plus the losses that his casualty percentage tells of.
    """
    fire, check, combat = rules["small-arms"], rules["morale"], rules["close-combat"]
    quarter = rules.tables.number("CS-5.1", "quarter")
    # the original strength, told back from what is left and the percentage lost
    original = round(attacker.figures * 100 / (100 - attacker.casualties_percent))

    def program(throw: Thrower) -> Verdict:
        shot = throw(fire, volley)
        left = attacker.figures - shot.casualties
        if left <= 0:
            return Verdict("attacker shot down", "theirs")
        lost = percent_lost(rules.tables, original - left, original)
        shaken = attacker.replace(
            figures=left, casualties_percent=lost, disorder=attacker.disorder + shot.disorder, front_figures=0
        )
        # another full quarter since the charge began: only that calls for a check (CS-5.1)
        if lost // quarter > attacker.casualties_percent // quarter:
            facts = morale.replace(
                morale_rating=attacker.morale_rating,
                casualties_percent=lost,
                disorder=shaken.disorder,
                status=attacker.status,
            )
            shaken = shaken.replace(status=throw(check, facts).status)
        if shaken.status not in ("resolute", "determined"):
            return Verdict(f"attacker stops, {shaken.status}", "theirs")
        fought = throw(combat, Pair(shaken, defender))
        return Verdict(fought.result, fought.winner)

    return program


SEQUENCES = (
    Sequence(
        "charge-into-a-volley",
        "CS-9.2",
        "A charge into a volley: the defender fires, the attacker checks morale, and if he comes on, both fight",
        {"volley": SmallArmsFacts, "morale": MoraleFacts, "attacker": CloseCombatFacts, "defender": CloseCombatFacts},
        charge,
        # who checks morale and who fights is one unit: it is told once
        {
            "morale": {"morale_rating": 1, "casualties_percent": 0, "disorder": 0, "status": "resolute"},
            "attacker": {"front_figures": 0},
        },
        {
            "volley": {"figures": 24, "range": 40, "target_formation": "closed_column"},
            "attacker": {"formation": "closed_column"},
        },
    ),
)
