"""Drafts that were not adopted, each behind its switch: gunners who take shelter, support charges, rolled charges."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import Chart, Roll, Thrown, check, implements, reckoning, refuse
from grognard.kernel.dice import Under
from grognard.kernel.facts import Facts
from grognard.kernel.modifiers import Modifier, counted, flag, given, modifiers
from grognard.kernel.tables import Tables

from ...terms import Arm, BreakResult, Formation, Moving, Zone, branch
from ..command.command import CommandFacts, held, rating_list
from ..measures import FAR, TWO_D6, Inches, draft_off, must_be_on, switched
from ..moving.rates import rate_of
from .breaking import flank_struck, row_of

# ---------------------------------------------------------------- gunners who take shelter


class HaltFacts(Facts):
    """A charger whose target's gunners have run."""

    charger: Annotated[Arm, "the arm of the charger"] = "infantry"
    run: Annotated[Inches, "inches of the way it came"] = FAR


class HaltResult(NamedTuple):
    """Inches from the battery at which it stops; the gunners are then back, and disordered."""

    inches: int
    disordered: bool


@reckoning("halted-charge", "BP-SHELT-3", asks=HaltFacts)
def halted_charge(t: Tables, s: HaltFacts) -> HaltResult:
    """Where a charge at a battery halts when its gunners have taken shelter."""
    must_be_on(t, "sheltering", "BP-SHELT-3")
    return HaltResult(min(s.run, t.number("BP-SHELT-3", "moves") * rate_of(t, s.charger)), True)


class SpectatorsFacts(Facts):
    """Gunners who sheltered with a friend that was charged."""

    result: Annotated[BreakResult, "what became of the friend; hold if he took no break test"] = "hold"


class SpectatorsResult(NamedTuple):
    """Whether the battery is lost; otherwise it is manned again, and disordered."""

    broken: bool
    disordered: bool


@reckoning("spectators", "BP-SHELT-4", asks=SpectatorsFacts)
def spectators(t: Tables, s: SpectatorsFacts) -> SpectatorsResult:
    """What becomes of gunners when the fight of their shelter is over."""
    must_be_on(t, "sheltering", "BP-SHELT-4")
    lost = t.value("BP-BREAK-5", s.result)["move"] in t.value("BP-SHELT-4", "lost")
    return SpectatorsResult(lost, not lost)


# ---------------------------------------------------------------- support charges


class MaySupportChargeFacts(Facts):
    """Cavalry that sees an enemy advance in the enemy's turn."""

    enemy_by: Annotated[Moving, "why the enemy moves"] = "order"
    distance: Annotated[Inches, "inches to the enemy"] = 18
    arm: Annotated[Arm, "its arm"] = "light_cavalry"
    in_front: Annotated[bool, "the enemy is in its front zone"] = True
    seen: Annotated[bool, "it sees the enemy"] = True
    shaken: Annotated[bool, "it is shaken"] = False
    disordered: Annotated[bool, "it is disordered"] = False
    blundered: Annotated[bool, "it has blundered in a support charge in this turn"] = False
    tried: Annotated[bool, "it has tried against this enemy in this turn"] = False


class MaySupportChargeResult(NamedTuple):
    """That it may try."""

    allowed: bool


@reckoning("may-support-charge", "BP-SUPC-1", asks=MaySupportChargeFacts)
def may_support_charge(t: Tables, s: MaySupportChargeFacts) -> MaySupportChargeResult:
    """Whether cavalry may try to charge an enemy who advances."""
    must_be_on(t, "support_charge", "BP-SUPC-1")
    reach = t.number("BP-SUPC-1", "moves") * rate_of(t, s.arm)
    reasons = (
        ("BP-SUPC-1", "horse", branch(s.arm) != "cavalry"),
        ("BP-SUPC-1", "initiative", s.enemy_by == "initiative"),
        ("BP-STATE-2", "charges", s.shaken),
        ("BP-STATE-3", "charges", s.disordered),
        ("BP-CHG-1", "unseen", not s.seen),
        ("BP-CHG-1", "arc", not s.in_front),
        ("BP-SUPC-1", "far", s.distance > reach),
        ("BP-SUPC-3", "blundered", s.blundered),
        ("BP-SUPC-1", "tried", s.tried),
    )
    for rule, row, holds in reasons:
        if holds:
            raise refuse(rule, t.row(rule, row).label)
    return MaySupportChargeResult(True)


class SupportSightFacts(Facts):
    """A battery between cavalry and an enemy."""

    distance: Annotated[Inches, "inches from the cavalry to the battery"] = 0
    behind: Annotated[bool, "the cavalry is to the rear of the battery"] = True
    deployed: Annotated[bool, "the battery is unlimbered"] = True


class SupportSightResult(NamedTuple):
    """Whether the battery hides the enemy."""

    blocked: bool


@reckoning("support-sight", "BP-SUPC-3", asks=SupportSightFacts)
def support_sight(t: Tables, s: SupportSightFacts) -> SupportSightResult:
    """Whether a battery blocks the sight of cavalry that would make a support charge."""
    near = s.distance <= t.number("BP-SUPC-3", "behind")
    return SupportSightResult(not (switched(t, "support_charge") and s.deployed and s.behind and near))


class SupportChargeFacts(CommandFacts):
    """Cavalry that tries to charge in the enemy's turn."""

    arm: Annotated[Arm, "its arm"] = "light_cavalry"
    started_in_front: Annotated[bool, "the enemy started in its front zone"] = True


class SupportChargeResult(NamedTuple):
    """The rating it rolled against, its moves, whether it blundered."""

    staff: int
    moves: int
    blunder: bool


def support_charts(t: Tables) -> list[Chart]:
    """How the test is read."""
    moves, blunder = t.number("BP-SUPC-2", "moves"), t.number("BP-CMD-2", "blunder")
    rows = [
        ("the rating or less", f"{moves} charge move"),
        ("more than the rating", "no move"),
        (f"a natural {blunder}", "a blunder: no move, and no further support charge this turn"),
    ]
    return [Chart("2d6 against the modified staff rating", ("the dice show", "it comes to"), rows)]


@check("support-charge", "BP-SUPC-2", asks=SupportChargeFacts, charts=support_charts)
def support_charge(t: Tables) -> Roll[SupportChargeFacts, SupportChargeResult]:
    """The command test of a support charge."""
    given_moves, blunder_on = t.number("BP-SUPC-2", "moves"), t.number("BP-CMD-2", "blunder")

    def result(throw: Thrown[SupportChargeFacts]) -> SupportChargeResult:
        rolled = -throw.natural
        rating = held(t, throw.total + rolled)
        blunder = rolled == blunder_on
        return SupportChargeResult(rating, given_moves if rolled <= rating and not blunder else 0, blunder)

    return Roll(dice=Under(TWO_D6), modifiers=_support_list(t), result=result)


@implements("BP-SUPC-2", "BP-SUPC-4")
def _support_list(t: Tables) -> list[Modifier]:
    step = t.number("BP-CMD-3", "step")
    return [
        *draft_off(t, "BP-SUPC-1", "support_charge"),
        *modifiers(t, "BP-SUPC-1", given("horse", lambda s: branch(s.arm) != "cavalry")),
        *rating_list(t),
        *modifiers(
            t,
            "BP-SUPC-2",
            given("aside", lambda s: not s.started_in_front),
            # distance counts a second time here: a support charge is harder from afar
            counted("distance", lambda s: 0 if "marauders" in s.special else s.distance // step),
        ),
        *modifiers(t, "BP-SUPC-4", given("support", lambda s: "opportunist_chargers" in s.special)),
    ]


# ---------------------------------------------------------------- rolled charges

ChargeStep = Literal["roll_to_charge", "roll_to_respond", "roll_to_close", "roll_to_hold", "close_combat"]


class ChargeSequenceFacts(Facts):
    """A charge that is about to be made."""


class ChargeSequenceResult(NamedTuple):
    """The rule that it follows, and the steps that are rolled for."""

    rule: str
    steps: tuple[ChargeStep, ...]


@reckoning("charge-sequence", "BP-CHSEQ-1", asks=ChargeSequenceFacts)
def charge_sequence(t: Tables, s: ChargeSequenceFacts) -> ChargeSequenceResult:
    """By which rules a charge is made: those of the draft need a column that was never printed."""
    if rolled_charges(t):
        return ChargeSequenceResult("BP-CHSEQ-1", tuple(t.value("BP-CHSEQ-1", "steps")))
    return ChargeSequenceResult("BP-CHG-1", ())


@implements("BP-CHSEQ-1")
def rolled_charges(t: Tables) -> bool:
    """Whether charges are rolled for step by step: the draft is in force and has its column."""
    # an empty column would let everybody pass
    return switched(t, "friction_charge_sequence") and any(t.value("BP-CHSEQ-1", "column").values())


class ChargeRollFacts(Facts):
    """A unit that comes to a step of a charge."""

    step: Annotated[ChargeStep, "what it rolls for"]
    arm: Annotated[Arm, "its arm"] = "infantry"
    formation: Annotated[Formation, "its formation"] = "line"
    disordered: Annotated[bool, "it is disordered"] = False
    struck: Annotated[Zone, "the side of it that is charged"] = "front"


class ChargeRollResult(NamedTuple):
    """Whether it does what the step asks of it."""

    does: bool

    def told(self) -> str:
        """In words."""
        return "it does" if self.does else "it does not"


@check("charge-roll", "BP-CHSEQ-1", asks=ChargeRollFacts)
def charge_roll(t: Tables) -> Roll[ChargeRollFacts, ChargeRollResult]:
    """Whether a unit charges, responds, closes or holds, where charges are rolled for."""
    column = t.value("BP-CHSEQ-1", "column")

    def result(throw: Thrown[ChargeRollFacts]) -> ChargeRollResult:
        return ChargeRollResult(throw.total >= column[row_of(t, throw.s.arm, throw.s.formation)])

    return Roll(
        dice=TWO_D6,
        modifiers=[
            *draft_off(t, "BP-CHSEQ-1", "friction_charge_sequence"),
            *modifiers(t, "BP-CHSEQ-1", given("no_roll", lambda s: s.step == "close_combat")),
            *modifiers(t, "BP-BREAK-2", flag("disordered")),
            *modifiers(t, "BP-FLANK-1", given("flanked", lambda s: flank_struck(t, s))),
        ],
        result=result,
        depends=("arm", "formation"),
    )
