"""Section 1.7: emergency squares and evasion."""

from __future__ import annotations

from typing import Annotated, NamedTuple, get_args

from grognard.kernel.checks import Refusal, Roll, Thrown, check, reckoning, refuse
from grognard.kernel.dice import D6
from grognard.kernel.facts import Facts, Range
from grognard.kernel.modifiers import amount, by, counted, given, modifiers
from grognard.kernel.opposed import Contest, Opposed, Pair
from grognard.kernel.tables import Tables

from ..terms import Arm, Cover, Formation, Status, branch


class EmergencySquareFacts(Facts):
    """Infantry charged by cavalry."""

    charge_ap: Annotated[int, Range(0, 12), "AP of the charge in the unit's sight, the last step included"]
    arm: Annotated[Arm, "arm of the unit"] = "infantry"
    formation: Annotated[Formation, "its formation"] = "line"
    status: Annotated[Status, "its status"] = "good_order"
    in_melee: Annotated[bool, "it is in melee already"] = False
    ground: Annotated[Cover, "what it stands in"] = "none"


class EmergencySquareResult(NamedTuple):
    """Whether it stands in square, and whether the attempt disordered it."""

    formed: bool
    disordered: bool

    def told(self) -> str:
        """In words: that it failed is said as plainly as that it stands."""
        return f"{'formed' if self.formed else 'not formed'}{', disordered' if self.disordered else ''}"


@check("emergency-square", "SC-1.7b", asks=EmergencySquareFacts)
def emergency_square(t: Tables) -> Roll[EmergencySquareFacts, EmergencySquareResult]:
    """Whether infantry forms square before the cavalry is on it."""
    margin = t.number("SC-1.7b", "disordered_by")
    # Read off the tables once: the staff asks for these odds before every charge.
    worth = {formation: _sign(t) * row.value for formation, row in t.rows("SC-1.7c").items()}
    too_shaken = {status for status in get_args(Status) if not t.value("SC-5.2", status)["square"]}

    def result(throw: Thrown[EmergencySquareFacts]) -> EmergencySquareResult:
        # The total is what the die exceeds the action points by.
        return EmergencySquareResult(throw.total <= 0, throw.total >= margin)

    reach = [
        *modifiers(t, "SC-1.7b", amount("AP of the charge in its sight", lambda s: -s.charge_ap)),
        *modifiers(t, "SC-1.7c", amount("readiness of its formation for square", lambda s: worth.get(s.formation, 0))),
    ]

    bars = modifiers(
        t,
        "SC-1.7a",
        given("arm", lambda s: branch(s.arm) != "infantry"),
        given("status", lambda s: s.status in too_shaken),
        given("in_melee", "in_melee"),
        given("skirmish", lambda s: s.formation == "skirmish"),
        given("terrain", lambda s: s.ground in ("heavy", "strong_point")),
    )
    return Roll(dice=1 * D6, modifiers=[*bars, *reach], result=result)


def _sign(t: Tables) -> int:
    """More action points help; a higher die does not."""
    return -1 if t.value("SC-1.7c", "on") == "ap" else 1


class EvasionFacts(Facts):
    """One of the two in an evasion: one charges, the other evades."""

    evades: Annotated[bool, "it is the one who evades"] = False
    arm: Annotated[Arm, "its arm"] = "infantry"
    formation: Annotated[Formation, "its formation"] = "skirmish"
    ap_spent: Annotated[int, Range(0, 8), "evader: AP it spent this turn before"] = 0
    charge_ap: Annotated[int, Range(0, 8), "charger: AP of the charge in the evader's sight"] = 0
    before_formed: Annotated[bool, "evader: charged by formed infantry or cavalry, and not in heavy terrain"] = True


class EvasionResult(NamedTuple):
    """Figures the evader loses, and whether it is left retreating."""

    casualties: int
    retreats: bool


@check("evasion", "SC-1.7e", asks=EvasionFacts)
def evasion(t: Tables) -> Opposed[EvasionResult]:
    """Whether skirmishers or gunners get away from a charge."""
    each_point = t.number("SC-1.7f", "casualties_per_point")

    def result(contest: Contest) -> EvasionResult:
        # the difference is ours less theirs, and either side may be the one who runs
        ahead = -contest.difference if contest.ours.evades else contest.difference
        behind = max(0, ahead)  # what the charger's die is above the evader's, whichever side is ours
        return EvasionResult(behind * each_point, behind > 0)

    return Opposed(
        dice=1 * D6,
        modifiers=[
            *modifiers(
                t,
                "SC-1.7e",
                counted("ap_spent", lambda s: s.ap_spent if s.evades else 0),
                counted("charge_ap", lambda s: 0 if s.evades else s.charge_ap),
            ),
            *modifiers(t, "SC-1.7g", by(lambda s: _fleet(t, s))),
        ],
        result=result,
        depends=lambda pair: pair.ours.evades,
        forbids=_nobody_runs,
    )


def _nobody_runs(pair: Pair) -> Refusal | None:
    """An evasion has one who runs and one who is after him."""
    if pair.ours.evades != pair.theirs.evades:
        return None
    return Refusal("SC-1.7e", "one of the two evades and the other charges: say whose `evades` is yes")


def _fleet(t: Tables, s: EvasionFacts) -> str:
    """The row of the evader's formation, if it has one."""
    if not s.evades:
        return ""
    if s.formation == "skirmish":
        if branch(s.arm) == "cavalry":
            return "cavalry_skirmish"
        # the footnote limits the duty to evade and the bonus alike; variants let it limit only one of them
        always = t.value("SC-1.7g", "footnote") == "duty"
        return "infantry_skirmish" if s.before_formed or always else ""
    if s.formation == "unlimbered":
        return "foot_guns" if s.arm == "foot_artillery" else "horse_guns"
    return ""


class MayEvadeFacts(Facts):
    """A unit that is charged."""

    arm: Annotated[Arm, "its arm"]
    formation: Annotated[Formation, "its formation"]
    status: Annotated[Status, "its status"] = "good_order"
    engaged: Annotated[bool, "it is in melee already"] = False
    ground: Annotated[Cover, "what it stands in"] = "none"
    charger_formed: Annotated[bool, "the charger is cavalry, or infantry neither skirmishing nor semi-formed"] = True


class MayEvadeResult(NamedTuple):
    """Whether it has to try."""

    must: bool


@reckoning("may-evade", "SC-1.7d", asks=MayEvadeFacts)
def may_evade(t: Tables, s: MayEvadeFacts) -> MayEvadeResult:
    """Whether a unit that is charged may evade, or has to."""
    guns = s.formation in ("limbered", "unlimbered")
    if s.formation != "skirmish" and not guns:
        raise refuse("SC-1.7d", t.row("SC-1.7d", "cannot").label)
    if s.status in ("retreat", "rout"):
        raise refuse("SC-1.7d", t.row("SC-1.7d", "status").label)
    if s.engaged:
        raise refuse("SC-1.7d", t.row("SC-1.7d", "engaged").label)
    in_cover = s.ground in ("heavy", "strong_point")
    always = t.value("SC-1.7g", "footnote") == "bonus"
    foot_must = branch(s.arm) == "infantry" and (always or (s.charger_formed and not in_cover))
    return MayEvadeResult(not guns and (branch(s.arm) == "cavalry" or foot_must))
