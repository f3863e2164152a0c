"""Special rules that are rolled for or that say what a unit may do: elite, terrifying charges, and the list of them."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import Roll, Thrown, check, reckoning
from grognard.kernel.facts import Facts
from grognard.kernel.tables import Tables

from ...terms import Arm, Formation, Special, Terrain
from ..measures import ONE_D6
from .hand_to_hand import HandToHandFacts, charge_rule

Elite = Literal["elite_3", "elite_4", "elite_5"]


class EliteFacts(Facts):
    """A disordered elite unit when its side begins its command phase."""

    elite: Annotated[Elite, "what it recovers on: elite_4 is Elite 4+"] = "elite_4"


class EliteResult(NamedTuple):
    """Whether it is still disordered."""

    disordered: bool


@check("elite", "BP-SPEC-5", asks=EliteFacts)
def elite(t: Tables) -> Roll[EliteFacts, EliteResult]:
    """Whether an elite unit loses its disorder before its orders."""

    def result(throw: Thrown[EliteFacts]) -> EliteResult:
        return EliteResult(throw.total < t.number("BP-SPEC-5", throw.s.elite))

    return Roll(dice=ONE_D6, result=result, depends=("elite",))


def elite_of(special: frozenset[Special]) -> Elite | Literal[""]:
    """Which sort of elite a unit is, if it is one."""
    return next((each for each in ("elite_3", "elite_4", "elite_5") if each in special), "")


class ChargeRulesFacts(Facts):
    """A unit that charges, and whom."""

    arm: Annotated[Arm, "its arm"] = "light_cavalry"
    special: Annotated[frozenset[Special], "its special rules"] = frozenset()
    terrain: Annotated[Terrain, "where they fight"] = "open"
    target: Annotated[Formation, "the formation of the enemy"] = "line"


class ChargeRulesResult(NamedTuple):
    """Whether the enemy takes a break test at contact, whether dice that missed are thrown again, whether a D3 is added
    to the result, and what is added to the enemy's saves."""

    terrifying: bool
    ferocious: bool
    heavy: bool
    saves: int


@reckoning("charge-rules", "BP-SPEC-10", asks=ChargeRulesFacts)
def charge_rules(t: Tables, s: ChargeRulesFacts) -> ChargeRulesResult:
    """Which special rules of a charge work against this enemy."""
    charger = HandToHandFacts(arm=s.arm, special=s.special, terrain=s.terrain, charged=True)
    charger = charger.facing(HandToHandFacts(formation=s.target))

    def works(rule: Special) -> bool:
        return charge_rule(t, charger, rule)

    return ChargeRulesResult(
        works("terrifying_charge") and bool(t.value("BP-SPEC-10", "terrifying_charge")),
        works("ferocious_charge") and bool(t.value("BP-SPEC-10", "ferocious_charge")),
        works("heavy_cavalry"),
        t.row("BP-SPEC-3", "charge").value if works("lancers") else 0,
    )
