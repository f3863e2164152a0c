"""Chains of Black Powder checks: a whole charge, asked as one question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from grognard.kernel.facts import Facts, Range
from grognard.kernel.odds import Odds
from grognard.kernel.ruleset import Ruleset
from grognard.kernel.uses.chain import ReckonedChain, Thrower
from grognard.kernel.uses.sequences import Sequence

from .checks.fighting.gunnery import GunneryFacts
from .checks.fighting.hand_to_hand import HandToHandFacts
from .checks.fighting.shooting import MusketryFacts
from .checks.fighting.units import UnitFacts
from .checks.fighting.whole_charge import ChargeEnd, Duellist, charge_odds, whole_charge
from .checks.troops.squares import FormSquareFacts
from .terms import Stamina


class WholeChargeFacts(Facts):
    """What a charge asks besides the facts of its checks."""

    attacker_stamina: Annotated[Stamina, "casualties that the attacker can take"] = 3
    defender_stamina: Annotated[Stamina, "casualties that the defender can take"] = 3
    rounds: Annotated[int, Range(1, 2), "rounds: the one at once, and that of the next turn if they are locked"] = 2
    fires: Annotated[bool, "the defender gives closing fire, if he may"] = True


class _WholeCharge(ReckonedChain[ChargeEnd]):
    def __init__(self, rules: Ruleset, *given: Any) -> None:
        self._given = rules, *given

    def __call__(self, throw: Thrower) -> ChargeEnd:
        return whole_charge(*self._given)(throw)

    def odds(self) -> Odds[ChargeEnd]:
        return charge_odds(*self._given)


def charge(
    rules: Ruleset,
    course: WholeChargeFacts,
    volley: MusketryFacts | GunneryFacts,
    attacker: HandToHandFacts,
    defender: HandToHandFacts,
    square: FormSquareFacts | None = None,
) -> _WholeCharge:
    """Closing fire, rounds with supports, break tests; before them the square of infantry that cavalry charges."""
    # who fires, who forms square and who is struck are one unit
    volley = volley.replace(**{name: getattr(defender, name) for name in UnitFacts.names})
    if square is not None:
        square = square.replace(formation=defender.formation, disordered=defender.disordered)
    # who is shaken is told by his casualties, once and for both
    ours = Duellist(attacker, course.attacker_stamina).suffering(0)
    theirs = Duellist(defender, course.defender_stamina).suffering(0)
    return _WholeCharge(rules, ours, theirs, volley if course.fires else None, square, course.rounds)


_PARTS = {"course": WholeChargeFacts, "volley": MusketryFacts, "attacker": HandToHandFacts, "defender": HandToHandFacts}
_SETTLED: Mapping[str, Mapping[str, object]] = {
    "volley": {**UnitFacts.defaults, "closing": True, "distance": 0, "not_clear": False, "zone": "front"},
    "attacker": {"charged": True, "closing_fire": 0, "won": False, "shaken": False},
    "defender": {"closing_fire": 0, "won": False, "shaken": False},
}

SEQUENCES = (
    Sequence(
        "whole-charge",
        "BP-HTH-1",
        "A whole charge: closing fire, rounds with supports, break tests",
        _PARTS,
        charge,
        _SETTLED,
        {"attacker": {"formation": "attack_column"}},
    ),
    Sequence(
        "charge-at-guns",
        "BP-SHOOT-6",
        "A charge at guns: canister as it closes, its break test, rounds with supports",
        {**_PARTS, "volley": GunneryFacts},
        charge,
        _SETTLED,
        {
            "attacker": {"formation": "attack_column"},
            "defender": {"arm": "foot_artillery", "formation": "unlimbered", "hand_to_hand": 1},
            "course": {"defender_stamina": 2},
        },
    ),
    Sequence(
        "charge-at-a-square",
        "BP-SQUARE-1",
        "Cavalry at infantry in the open: the square, closing fire, rounds with supports, break tests",
        {**_PARTS, "square": FormSquareFacts},
        charge,
        {**_SETTLED, "square": {"formation": "line", "disordered": False}},
        {"attacker": {"arm": "light_cavalry"}},
    ),
)
