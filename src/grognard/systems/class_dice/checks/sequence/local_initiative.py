"""Local initiative: the roll, what it may be used for, when it is compulsory, countercharges."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import Roll, Thrown, check, reckoning, refuse
from grognard.kernel.facts import Count, Facts, Paces
from grognard.kernel.modifiers import flag, given, modifiers
from grognard.kernel.tables import Tables

from ...terms import Arm, Formation, Status, TroopClass, Zone, branch
from ..charts import by_class, paces, stepped
from ..field import all_round

Action = Literal["aggressive", "non_aggressive", "none"]
Wish = Literal[
    "face", "change_formation", "form_square", "limber", "withdraw", "sidestep", "advance", "charge", "countercharge",
    "fire",
]  # fmt: skip


class LocalInitiativeFacts(Facts):
    """A unit that would act out of turn."""

    troop_class: Annotated[TroopClass, "its class"]
    status: Annotated[Status, "its status"] = "steady"
    in_smoke: Annotated[bool, "it is in smoke"] = False
    in_firefight: Annotated[bool, "it is in a firefight"] = False
    cavalry_charge: Annotated[bool, "it reacts to a cavalry charge"] = False
    leader_attached: Annotated[bool, "a leader of division level or above is attached"] = False
    tried: Annotated[bool, "it has rolled against this enemy action before"] = False
    acted: Annotated[Count, "actions it has made on local initiative this turn"] = 0


class LocalInitiativeResult(NamedTuple):
    """What it may do."""

    action: Action


@check("local-initiative", "CD-local-initiative-table", asks=LocalInitiativeFacts)
def local_initiative(t: Tables) -> Roll[LocalInitiativeFacts, LocalInitiativeResult]:
    """Whether a unit acts on its own."""
    table, most = t["CD-local-initiative-table"], t.number("CD-local-initiative-limits", "actions")
    rows = {
        row: stepped(table["top"], [LocalInitiativeResult(table["meanings"][cell]) for cell in table[row]])
        for row in ("normal", "smoke", "firefight")
    }

    def result(throw: Thrown[LocalInitiativeFacts]) -> LocalInitiativeResult:
        # who is in smoke and in a firefight reads the firefight row
        row = "firefight" if throw.s.in_firefight else "smoke" if throw.s.in_smoke else "normal"
        return rows[row](throw.total)

    return Roll(
        dice=by_class(t),
        modifiers=[
            *modifiers(
                t,
                "CD-local-initiative-limits",
                given("broken", lambda s: s.status == "broken"),
                given("acted", lambda s: s.acted >= most),
                flag("tried"),
            ),
            *modifiers(t, "CD-local-initiative-mods", flag("cavalry_charge"), flag("leader_attached")),
        ],
        result=result,
        depends=("in_smoke", "in_firefight"),
    )


class LocalActionFacts(Facts):
    """What a unit wishes to do on local initiative."""

    wish: Annotated[Wish, "the wish"]
    action: Annotated[Action, "what its roll allows"] = "aggressive"
    moved: Annotated[bool, "it has moved in its own activation this turn"] = False
    nearer: Annotated[bool, "it would end nearer to an enemy in sight"] = False


class LocalActionResult(NamedTuple):
    """It may; whether a movement roll is needed."""

    movement_roll: bool


@reckoning("local-action", "CD-local-initiative-actions", asks=LocalActionFacts)
def local_action(t: Tables, s: LocalActionFacts) -> LocalActionResult:
    """Whether a unit may do something on local initiative."""
    if s.wish not in t.value("CD-local-initiative-use", "wishes"):
        raise refuse("CD-local-initiative-use", "local initiative is for moving and forming square only")
    if s.action == "none":
        raise refuse("CD-local-initiative-actions", "the roll allows no action")
    # a harmless wish that ends nearer to the enemy is not harmless
    mild = s.wish in t.value("CD-local-initiative-actions", "non_aggressive") and not s.nearer
    if s.action == "non_aggressive" and not mild:
        raise refuse("CD-local-initiative-actions", "the roll allows no aggressive action")
    if s.moved and s.wish not in t.value("CD-local-initiative-limits", "after_moving"):
        raise refuse("CD-local-initiative-limits", "a unit that has moved may only face about or form square")
    return LocalActionResult(s.wish in t.value("CD-local-initiative-limits", "rolled"))


class FlankDangerFacts(Facts):
    """An enemy infantry or cavalry unit that has ended a move, or declares a charge."""

    zone: Annotated[Zone, "where it is, as seen from the unit"]
    distance: Annotated[Paces, "paces between them"]
    formation: Annotated[Formation, "formation of the unit"] = "line"
    charges: Annotated[bool, "the enemy declares a charge against it"] = False


class FlankDangerResult(NamedTuple):
    """Whether the unit must roll for local initiative."""

    must_roll: bool


@reckoning("flank-danger", "CD-local-initiative-mandatory", asks=FlankDangerFacts)
def flank_danger(t: Tables, s: FlankDangerFacts) -> FlankDangerResult:
    """Whether a unit's flank is endangered, so that it must roll for local initiative."""
    near = s.distance <= paces(t, t.number("CD-local-initiative-mandatory", "within"))
    # a charge is a danger from any distance
    return FlankDangerResult(s.zone != "front" and (near or s.charges) and not all_round(t, s.formation))


class CounterchargeFacts(Facts):
    """A unit that is charged."""

    arm: Annotated[Arm, "its arm"]
    zone: Annotated[Zone, "where the charge comes from"] = "front"
    action: Annotated[Action, "what its local initiative has come to"] = "none"


class CounterchargeResult(NamedTuple):
    """Whether it may ride out against the charger, and whether it is standing cavalry if it does not."""

    may: bool
    standing: bool


@reckoning("countercharge", "CD-countercharge", asks=CounterchargeFacts)
def countercharge(t: Tables, s: CounterchargeFacts) -> CounterchargeResult:
    """Whether charged cavalry may countercharge."""
    cavalry = branch(s.arm) == "cavalry"
    may = cavalry and s.zone == "front" and s.action == "aggressive"
    return CounterchargeResult(may, cavalry and not may)
