"""What follows from a charge: effects, surrender, continuing, riding down, how a charge comes to its roll."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import Roll, Thrown, check, implements, reckoning
from grognard.kernel.facts import Count, Facts, Paces, Range
from grognard.kernel.tables import Tables

from ..terms import Branch, Effect
from .charge import ChargeOutcome
from .charts import driven_back, one_die, paces
from .units import share_of


class ChargeCourseFacts(Facts):
    """A charge that was declared, before its roll."""

    quarters: Annotated[int, Range(0, 5), "what the movement roll came to"]
    allowance: Annotated[Paces, "paces the charger may go"] = 0
    distance: Annotated[Paces, "paces of allowance that the way to the target takes"] = 0
    effect: Annotated[Effect, "the worst that it suffered on the way"] = "none"


class ChargeCourseResult(NamedTuple):
    """Whether it strikes home, is a plain advance because the way is too long, is stopped, or is no charge at all."""

    course: Literal["home", "advance", "stopped", "none"]


@reckoning("charge-course", "CD-charge-sequence", asks=ChargeCourseFacts)
def charge_course(t: Tables, s: ChargeCourseFacts) -> ChargeCourseResult:
    """Whether a charge comes to its roll."""
    if not s.quarters:
        return ChargeCourseResult("none")
    # shaken or disordered it comes on, and pays for it in its modifiers
    if driven_back(t, s.effect):
        return ChargeCourseResult("stopped")
    return ChargeCourseResult("home" if s.distance <= s.allowance else "advance")


class ChargeEffectFacts(Facts):
    """The result of a charge."""

    outcome: Annotated[ChargeOutcome, "the result"]
    defender: Annotated[Branch, "foot, horse or guns of the defender"] = "infantry"
    limbered: Annotated[bool, "the defender's guns are limbered"] = False


class ChargeEffectResult(NamedTuple):
    """What each side suffers, where the attacker stops, and what follows. Paces are those of this result alone: what a
    disordered recoil, a broken or a routed unit goes back is its morale move."""

    attacker: Effect
    defender: Effect
    back: int
    halt: int
    occupy: bool
    fire: bool
    melee: bool
    firefight: bool
    guns_taken: bool
    guns_silenced: bool


@reckoning("charge-effect", "CD-charge-results", asks=ChargeEffectFacts)
def charge_effect(t: Tables, s: ChargeEffectFacts) -> ChargeEffectResult:
    """What the result of a charge does."""
    row = t.value("CD-charge-results", s.outcome)
    firefight = row.get("firefight", False)
    halt = t.number("CD-firefight", "charge_at") if firefight else row.get("halt", 0)
    taken, silenced = _guns(s, row.get("occupy", False), "defender" in row)
    return ChargeEffectResult(
        row.get("attacker", "none"),
        row.get("defender", "none"),
        paces(t, row.get("back", 0)),
        paces(t, halt),
        row.get("occupy", False),
        row.get("fire", False),
        row.get("melee", False),
        firefight,
        taken,
        silenced,
    )


@implements("CD-charge-artillery")
def _guns(s: ChargeEffectFacts, beaten: bool, suffers: bool) -> tuple[bool, bool]:
    """Whether guns are taken, or silenced for the rest of the turn."""
    if s.defender != "artillery" or not beaten:
        return False, False
    # guns off their limbers are taken only if the result harms the gunners; else they just fall silent
    taken = suffers or s.limbered
    return taken, not taken


class ChargeSurrenderFacts(Facts):
    """A unit of which part surrenders in a charge, while the rest routs."""

    castings: Annotated[int, Range(1, 130), "castings it has"]


class ChargeSurrenderResult(NamedTuple):
    """Castings taken, and castings that rout."""

    prisoners: int
    routed: int


@check("charge-surrender", "CD-charge-surrender", asks=ChargeSurrenderFacts)
def charge_surrender(t: Tables) -> Roll[ChargeSurrenderFacts, ChargeSurrenderResult]:
    """How many surrender in a charge."""
    percent = t.number("CD-charge-surrender", "percent")

    def result(throw: Thrown[ChargeSurrenderFacts]) -> ChargeSurrenderResult:
        taken = share_of(t, throw.s.castings, percent * throw.total)
        return ChargeSurrenderResult(taken, throw.s.castings - taken)

    return Roll(dice=one_die(t, "CD-charge-surrender"), result=result, depends=("castings",))


class ContinueChargeFacts(Facts):
    """An attacker who has beaten his target."""

    outcome: Annotated[ChargeOutcome, "the result of the charge"]
    branch: Annotated[Literal["infantry", "cavalry"], "foot or horse"] = "infantry"
    distance: Annotated[Paces, "paces from the position occupied to the next target"] = 0
    continued: Annotated[Count, "times it has continued in this activation"] = 0
    fought: Annotated[bool, "there was a melee, or it has ridden infantry down"] = False


class ContinueChargeResult(NamedTuple):
    """Whether it may charge on."""

    allowed: bool


@reckoning("continue-charge", "CD-continue-charge", asks=ContinueChargeFacts)
def continue_charge(t: Tables, s: ContinueChargeFacts) -> ContinueChargeResult:
    """Whether an attacker may continue his charge."""
    occupies = t.value("CD-charge-results", s.outcome).get("occupy", False)
    near = s.distance < paces(t, t.number("CD-continue-charge", s.branch))
    again = s.continued < t.number("CD-continue-charge", "most")
    # strictly under the distance: "less than" is the word of the rule
    return ContinueChargeResult(occupies and near and again and not pursuit_barred(s.fought))


@implements("CD-no-pursuit")
def pursuit_barred(fought: bool) -> bool:
    """There is no pursuit from a melee."""
    return fought


class RideDownFacts(Facts):
    """A charge of cavalry that was won."""

    outcome: Annotated[ChargeOutcome, "the result"]
    table: Annotated[Literal["open", "cover"], "the table it was read on"] = "open"
    attacker: Annotated[Branch, "foot, horse or guns of the attacker"] = "cavalry"
    defender: Annotated[Branch, "foot, horse or guns of the defender"] = "infantry"


class RideDownResult(NamedTuple):
    """Whether it may ride the defender down."""

    allowed: bool


@reckoning("ride-down", "CD-ride-down", asks=RideDownFacts)
def ride_down(t: Tables, s: RideDownFacts) -> RideDownResult:
    """Whether cavalry may ride down those who lost."""
    table = t["CD-ride-down"]
    arms = s.attacker == "cavalry" and s.defender == "infantry"
    return RideDownResult(arms and s.table == table["table"] and s.outcome in table["results"])
