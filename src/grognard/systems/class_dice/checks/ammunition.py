"""Ammunition: extra points after a natural 10, supply, what guns lose, units that fire together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import Roll, Thrown, check, reckoning, refuse
from grognard.kernel.facts import Facts, Range
from grognard.kernel.tables import Tables

from ..terms import Ammunition, Castings, Cw, Effect, Gun, Steps, Tubes
from .charts import driven_back, one_die


class AmmunitionSpentFacts(Facts):
    """A unit that rolled a natural 10 to fire."""

    left: Annotated[Ammunition, "ammunition points it has left after paying for the fire"]


class AmmunitionSpentResult(NamedTuple):
    """Points spent besides, and whether it is out of ammunition."""

    extra: int
    out: bool


@check("ammunition-spent", "CD-ap-natural-9-10", asks=AmmunitionSpentFacts)
def ammunition_spent(t: Tables) -> Roll[AmmunitionSpentFacts, AmmunitionSpentResult]:
    """How much ammunition a natural 10 costs besides."""
    table = t.bands("CD-ap-natural-9-10", "rows", lambda extra: extra)

    def result(throw: Thrown[AmmunitionSpentFacts]) -> AmmunitionSpentResult:
        # the die may ask for more than is left; ammunition never falls below nothing
        extra = min(table[throw.total], throw.s.left)
        return AmmunitionSpentResult(extra, extra == throw.s.left)

    return Roll(dice=one_die(t, "CD-fire-procedure"), result=result, depends=("left",))


class SupplyFacts(Facts):
    """A unit at the beginning of the battle."""

    arm: Annotated[Literal["infantry", "cavalry", "foot_artillery", "horse_artillery"], "its arm"]


class SupplyResult(NamedTuple):
    """Ammunition points it begins with."""

    ammunition: int


@reckoning("ammunition-supply", "CD-ap-supply", asks=SupplyFacts)
def supply(t: Tables, s: SupplyFacts) -> SupplyResult:
    """How much ammunition a unit begins with."""
    return SupplyResult(t.number("CD-ap-supply", s.arm))


class RateOfFireFacts(Facts):
    """A battery that is to fire."""

    wanted: Annotated[int, Range(1, 10), "ammunition points it would spend"]
    ammunition: Annotated[Ammunition, "points it has"]


class RateOfFireResult(NamedTuple):
    """The rate at which it fires."""

    rate: int


@reckoning("rate-of-fire", "CD-ap-cost", asks=RateOfFireFacts)
def rate_of_fire(t: Tables, s: RateOfFireFacts) -> RateOfFireResult:
    """The rate of fire that a battery can pay."""
    highest, lowest = t.number("CD-ap-cost", "highest_rate"), t.number("CD-ap-cost", "lowest_rate")
    if not lowest <= s.wanted <= highest:
        raise refuse("CD-ap-cost", f"rates of fire run from {lowest} to {highest}")
    if s.ammunition < lowest:
        raise refuse("CD-out-of-ammo", t.row("CD-out-of-ammo", "guns").label)
    return RateOfFireResult(min(s.wanted, s.ammunition))


class BatteryLossFacts(Facts):
    """A battery that has suffered a result."""

    unlimbered: Annotated[bool, "its guns are off their limbers"] = True
    effect: Annotated[Effect, "the result"]


class BatteryLossResult(NamedTuple):
    """Whether it abandons its guns and is removed; the first enemy to reach them takes them."""

    removed: bool


@reckoning("battery-loss", "CD-artillery-losses", asks=BatteryLossFacts)
def battery_loss(t: Tables, s: BatteryLossFacts) -> BatteryLossResult:
    """Whether gunners abandon their guns."""
    return BatteryLossResult(s.unlimbered and driven_back(t, s.effect))


class BattalionGunsFacts(Facts):
    """Light guns of an infantry unit."""

    gun: Annotated[Gun, "which list of ranges they would use"] = "4pdr"


class BattalionGunsResult(NamedTuple):
    """Tubes that fire as a fire of their own."""

    tubes: int


@reckoning("battalion-guns", "CD-battalion-guns", asks=BattalionGunsFacts)
def battalion_guns(t: Tables, s: BattalionGunsFacts) -> BattalionGunsResult:
    """What battalion guns fire with."""
    if s.gun not in t.value("CD-battalion-guns", "rows"):
        raise refuse("CD-battalion-guns", "battalion guns are 3 and 4 pounders")
    return BattalionGunsResult(t.number("CD-battalion-guns", "tubes"))


class CombinedActionFacts(Facts):
    """Two units that would act as one."""

    action: Annotated[Literal["fire", "charge"], "what they would do"] = "fire"
    brigade: Annotated[bool, "they are of one brigade"] = True
    weapon: Annotated[bool, "they fire the same weapon"] = True
    band: Annotated[bool, "the target is in the same range band"] = True
    status: Annotated[bool, "they have the same status"] = True
    target: Annotated[bool, "they act against one target, in the same cover for both"] = True
    first: Annotated[Tubes, "firing stands, tubes or castings of the first"] = 1
    second: Annotated[Tubes, "of the second"] = 1


class CombinedActionResult(NamedTuple):
    """Their stands, tubes or castings together."""

    together: int


@reckoning("combined-action", "CD-combined-action", asks=CombinedActionFacts)
def combined_action(t: Tables, s: CombinedActionFacts) -> CombinedActionResult:
    """Whether two units may fire or charge as one."""
    if s.action == "charge" and not t.value("CD-combined-action", "charges"):
        raise refuse("CD-combined-action", "units combine to fire only")
    alike = s.brigade and s.status and s.target
    # charges need no common weapon or range: castings are added, not fire
    if not alike or (s.action == "fire" and not (s.weapon and s.band)):
        raise refuse("CD-combined-action", "brigade, range, status and cover must be the same")
    return CombinedActionResult(s.first + s.second)


class CombinedChargeFacts(Facts):
    """Two units of a brigade that charge, or are charged, as one."""

    first: Annotated[Castings, "castings of the first"]
    second: Annotated[Castings, "castings of the second"]
    first_cw: Annotated[Cw, "combat worth of the first"] = 11
    second_cw: Annotated[Cw, "combat worth of the second"] = 11
    steps: Annotated[Steps, "steps they lose together"] = 0


class CombinedChargeResult(NamedTuple):
    """Their castings and combat worth as one, and the steps that each loses."""

    castings: int
    cw: int
    first_steps: int
    second_steps: int


@reckoning("combined-charge", "CD-combined-action", asks=CombinedChargeFacts)
def combined_charge(t: Tables, s: CombinedChargeFacts) -> CombinedChargeResult:
    """What two units are worth that charge as one, and how they share their losses."""
    worth = (s.first_cw + s.second_cw) // 2
    return CombinedChargeResult(s.first + s.second, worth, *shared_losses(s.steps, (s.first, s.second)))


def shared_losses(steps: int, castings: Sequence[int]) -> list[int]:
    """Losses of several units, split evenly; what is left over goes to the largest, one step each."""
    each, left = divmod(steps, len(castings))
    # a stable sort: of equals the first named bears the odd step
    largest = sorted(range(len(castings)), key=lambda unit: -castings[unit])[:left]
    return [each + (unit in largest) for unit in range(len(castings))]
