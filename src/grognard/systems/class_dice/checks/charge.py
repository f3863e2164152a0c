"""Charges: the roll of both sides, and the lists of modifiers that melee uses too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, NamedTuple

from grognard.kernel.checks import Refusal, check, implements
from grognard.kernel.facts import Facts, Paces, Range
from grognard.kernel.modifiers import Modifier, amount, by, counted, flag, given, modifiers
from grognard.kernel.opposed import Contest, Opposed, Pair
from grognard.kernel.tables import Tables

from ..terms import Arm, Branch, Castings, Cover, Cw, Formation, Status, TroopClass, Zone, branch
from .charts import by_class, one_die, paces
from .field import all_round

ChargeOutcome = Literal[
    "attacker_surrenders", "attacker_routs", "attacker_broken", "attacker_staggers", "attacker_halts", "firefight",
    "melee", "defender_recoils", "defender_disordered", "defender_broken", "defender_routs", "defender_surrenders",
]  # fmt: skip


class ChargeFacts(Facts):
    """One side of a charge: ours attacks, theirs is attacked."""

    arm: Annotated[Arm, "its arm"] = "infantry"
    troop_class: Annotated[TroopClass, "its class; of account where class dice are thrown for charges"] = "line"
    cw: Annotated[Cw, "its combat worth; of several units their average, rounded down"] = 11
    status: Annotated[Status, "its status"] = "steady"
    formation: Annotated[Formation, "its formation"] = "line"
    castings: Annotated[Castings, "castings of all units on this side after approach fire; a tube counts as one"] = 24
    leaders: Annotated[int, Range(-3, 9), "IL of all leaders attached to it or its brigade, added up"] = 0
    downhill: Annotated[bool, "it charges downhill"] = False
    path: Annotated[Paces, "attacker: paces of the way of the charge"] = 480
    closing: Annotated[int, Range(0, 100), "attacker: percent of its castings lost since the charge began"] = 0
    strikes: Annotated[Zone, "attacker: where it strikes the defender"] = "front"
    secure_flanks: Annotated[int, Range(0, 2), "defender: its secure flanks"] = 0
    cover: Annotated[Cover, "defender: its cover"] = "none"
    countercharges: Annotated[bool, "defender: cavalry that rides out against the charge"] = False


class ChargeResult(NamedTuple):
    """How the charge ends."""

    outcome: ChargeOutcome


@check("charge", "CD-charge-roll", asks=ChargeFacts)
def charge(t: Tables) -> Opposed[ChargeResult]:
    """How a charge (ours) upon a defender (theirs) ends."""
    ends = {"open": _read(t, "CD-charge-open"), "cover": _read(t, "CD-charge-cover")}

    def result(contest: Contest) -> ChargeResult:
        arms = {branch(contest.ours.arm), branch(contest.theirs.arm)}
        return ends[charge_table(t, contest.theirs.cover)](contest.difference, arms)

    dice = one_die(t, "CD-charge-roll") if t.value("CD-charge-roll", "dice") == "d10" else by_class(t)
    return Opposed(
        dice=dice,
        modifiers=attackers_list(t, _always),
        theirs=defenders_list(t, _always),
        result=result,
        depends=lambda s: (s.ours.arm, s.theirs.arm, s.theirs.cover),
        forbids=lambda s: may_not_charge(t, s),
    )


def _always(_: Any) -> bool:
    return True


def charge_table(t: Tables, cover: Cover) -> Literal["open", "cover"]:
    """Which of the two charge tables is read."""
    table: Literal["open", "cover"] = t.value("CD-cover-classes", cover)["table"]
    return table


def may_not_charge(t: Tables, s: Pair) -> Refusal | None:
    """Why an attacker cannot charge at all, if he cannot."""
    attacker = s.ours
    if attacker.status == "broken":
        return Refusal("CD-charge-attacker-mods", t.value("CD-charge-attacker-mods", "broken"))
    row = t.value("CD-formations", attacker.formation)
    if not row["charge"] or branch(attacker.arm) not in row["arms"]:
        return Refusal("CD-formations", f"no charge in {attacker.formation.replace('_', ' ')}")
    return None


@implements("CD-charge-cavalry-firefight")
def _read(t: Tables, rule: str) -> Callable[[int, set[Branch]], ChargeResult]:
    """The table of a rule; horse does not fight with fire, so its result is shifted: inward if there is nothing but
    horse, else outward, away from the melee in the middle."""
    found = t.bands(rule, "rows", ChargeResult)
    outcomes = [row.outcome for _, _, row in found.bands]
    inward = ChargeResult("melee")

    def read(difference: int, arms: set[Branch]) -> ChargeResult:
        row = found[difference]
        if row.outcome != "firefight" or "cavalry" not in arms:
            return row
        if arms == {"cavalry"}:
            return inward
        # the table has "firefight" on both sides of the melee: which one was rolled says which way is outward
        return ChargeResult(outcomes[outcomes.index("firefight") - 1 if difference < 0 else _last(outcomes) + 1])

    return read


def _last(outcomes: list[ChargeOutcome]) -> int:
    return len(outcomes) - 1 - outcomes[::-1].index("firefight")


Fresh = Callable[[Any], bool]
"""Whether what belongs to the shock itself still counts: in a charge and in the first round of a melee."""


@implements("CD-charge-attacker-mods")
def attackers_list(t: Tables, fresh: Fresh) -> list[Modifier]:
    """What the attacker adds."""
    under = paces(t, t.number("CD-charge-attacker-mods", "standing_under"))

    def strikes(s: Any) -> str:
        # a formation that fronts all round has no flank, whatever the charge came in on
        return s.strikes if fresh(s) and not all_round(t, s.foe.formation, charge=True) else ""

    return [
        *modifiers(
            t,
            "CD-charge-attacker-mods",
            by("status"),
            given("standing", lambda s: branch(s.arm) == "cavalry" and s.path < under and fresh(s)),
            counted("closing", lambda s: s.closing if fresh(s) else 0),
        ),
        *_mass(t),
        *modifiers(
            t,
            "CD-charge-attacker-mods",
            given("downhill", lambda s: s.downhill and fresh(s)),
            by(_against),
            given("heavy_at_light", _heavy_at_light),
            _leaders(_always),
            by(strikes),
            # on the attacker's list alone: counted for both it would tell twice
            amount("CW difference", lambda s: s.cw - s.foe.cw),
        ),
    ]


def _against(s: Any) -> str:
    """The row for what an arm rides or marches against."""
    # the list has no row for a march column: it is taken as the column it marches in
    formation = "column" if s.foe.formation == "road" else s.foe.formation
    if branch(s.arm) == "infantry":
        return "infantry_at_square" if formation == "square" else ""
    charged = branch(s.foe.arm) == "infantry" or formation == "general"
    return f"cavalry_at_{formation}" if charged and branch(s.arm) == "cavalry" else ""


def _heavy_at_light(s: Any) -> bool:
    return bool(s.arm == "heavy_cavalry" and s.foe.arm == "light_cavalry")


def _leaders(counts: Callable[[Any], bool]) -> Any:
    return amount("leaders attached", lambda s: s.leaders if counts(s) else 0)


@implements("CD-countercharge", "CD-charge-defender-mods", "CD-secure-flank")
def defenders_list(t: Tables, fresh: Fresh) -> list[Modifier]:
    """What the defender adds; one who rides out against the charge adds some of the attacker's list."""
    stands = t.value("CD-charge-attacker-mods", "standing_defender")
    calls = {cover: row["charge"] for cover, row in t["CD-cover-classes"].items() if isinstance(row, dict)}

    def waits(s: Any) -> bool:
        return bool(stands and branch(s.arm) == "cavalry" and not s.countercharges and fresh(s))

    # a defender who rides out is a second attacker, so this part of that list is his too
    def rides(s: Any) -> bool:
        return bool(s.countercharges and branch(s.arm) == "cavalry")

    return [
        *modifiers(t, "CD-charge-defender-mods", by("status")),
        *_mass(t),
        *modifiers(
            t,
            "CD-charge-defender-mods",
            counted("secure_flanks", lambda s: s.secure_flanks if fresh(s) else 0),
            given("general", lambda s: s.formation == "general"),
            by(lambda s: calls[s.cover], "cover_"),
        ),
        *modifiers(
            t,
            "CD-charge-attacker-mods",
            given("standing", waits),
            flag("downhill", when=lambda s: rides(s) and fresh(s)),
            given("heavy_at_light", lambda s: rides(s) and _heavy_at_light(s)),
            _leaders(rides),
        ),
    ]


@implements("CD-charge-mass")
def _mass(t: Tables) -> list[Modifier]:
    """The bonus of numbers for the side that has more."""
    steps = [(row.key, row.columns["ours"], row.columns["theirs"]) for row in t.rows("CD-charge-mass").values()]

    def ratio(s: Any) -> str:
        found = ""
        for key, ours, theirs in steps:  # from the smallest to the greatest
            # compared crosswise, without rounding; of equal numbers nobody has the mass
            if s.castings * theirs >= s.foe.castings * ours and s.castings > s.foe.castings:
                found = key
        return found

    return modifiers(t, "CD-charge-mass", by(ratio))
