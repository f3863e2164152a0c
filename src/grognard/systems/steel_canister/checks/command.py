"""Sections 1.4 to 1.6 and 7: radius, leaders, orders, initiative, cubes."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple, get_args

from grognard.kernel.checks import Roll, Thrown, check, reckoning, refuse
from grognard.kernel.dice import D6
from grognard.kernel.facts import Facts, Range
from grognard.kernel.modifiers import amount, modifiers
from grognard.kernel.opposed import Contest, Opposed
from grognard.kernel.tables import Tables

from ..terms import Arm, BrigadeOrder, Cube, Points, Status, mounted

Level = Literal["brigade", "division", "corps", "army"]


class CommandRadiusFacts(Facts):
    """A leader and one he is to command."""

    level: Annotated[Level, "the leader's level"] = "brigade"
    arm: Annotated[Arm, "arm of the unit, or of the brigade whose leader is meant"] = "infantry"
    command: Annotated[Arm, "arm of the leader's own command"] = "infantry"
    distance: Annotated[int, Range(0, 60), "action points of the way from the leader to him"] = 0


class CommandRadiusResult(NamedTuple):
    """The radius, and whether he is within it."""

    radius: int
    in_command: bool


@reckoning("command-radius", "SC-1.4a", asks=CommandRadiusFacts)
def command_radius(t: Tables, s: CommandRadiusFacts) -> CommandRadiusResult:
    """Whether a leader's word reaches a subordinate."""
    # our reading: the arm of who is to hear decides, not that of the leader's own command
    radius = radius_of(t, s.level, s.arm if t.value("SC-1.4a", "by") == "subordinate" else s.command)
    return CommandRadiusResult(radius, s.distance <= radius)


def radius_of(t: Tables, level: Level, arm: Arm) -> int:
    """How far the word of a leader of this level carries to this arm."""
    row: str = "corps" if level in ("corps", "army") else level
    # a battery under a brigade leader has a row of its own, whatever its brigade is
    if level == "brigade" and arm.endswith(("artillery", "volante")):
        row = "artillery"
    radius: int = t.value("SC-1.4a", row)["cavalry" if mounted(arm) else "infantry"]
    return radius


def farthest(t: Tables, level: Level) -> int:
    """The farthest that the word of a leader of this level carries to anybody."""
    return max(radius_of(t, level, arm) for arm in get_args(Arm))


class LeaderReplacementFacts(Facts):
    """A leader who was lost on an earlier turn."""


class LeaderReplacementResult(NamedTuple):
    """Whether somebody takes his place."""

    replaced: bool


@check("leader-replacement", "SC-1.5", asks=LeaderReplacementFacts)
def leader_replacement(t: Tables) -> Roll[LeaderReplacementFacts, LeaderReplacementResult]:
    """Whether a lost leader is replaced."""
    table = t.bands("SC-1.5", "rows", LeaderReplacementResult)
    return Roll(dice=1 * D6, result=lambda throw: table[throw.total])


class OrderChangeFacts(Facts):
    """A brigade that is to get another order."""

    step: Annotated[Literal["write", "issue"], "the first roll writes the new order, the second issues it"] = "write"


class OrderChangeResult(NamedTuple):
    """Whether this step succeeds."""

    succeeds: bool


@check("order-change", "SC-1.6", asks=OrderChangeFacts)
def order_change(t: Tables) -> Roll[OrderChangeFacts, OrderChangeResult]:
    """One step of changing a brigade's order: writing it, then issuing it."""
    table = t.bands("SC-1.6", "rows", OrderChangeResult)
    low, high = min(D6.faces), max(D6.faces)
    # a battle's special rules may lead beyond what the die shows, where no row is
    return Roll(dice=1 * D6, result=lambda throw: table[max(low, min(high, throw.total))])


class InitiativeFacts(Facts):
    """One side in the initiative phase."""

    bonus: Annotated[int, Range(-3, 3), "the side's bonus by the scenario"] = 0


class InitiativeResult(NamedTuple):
    """Who chooses to be A or B; nobody: roll again."""

    winner: str


@check("initiative", "SC-7.5", asks=InitiativeFacts)
def initiative(t: Tables) -> Opposed[InitiativeResult]:
    """Which side has the initiative."""

    def result(contest: Contest) -> InitiativeResult:
        return InitiativeResult("ours" if contest.difference > 0 else "theirs" if contest.difference < 0 else "again")

    return Opposed(
        dice=1 * D6,
        modifiers=modifiers(t, "SC-7.5", amount("initiative bonus", lambda s: s.bonus)),
        result=result,
        depends=lambda _: None,
    )


class OrderCubeFacts(Facts):
    """An order cube about to be placed."""

    cube: Annotated[Cube, "the cube"]
    status: Annotated[Status, "status of the unit"] = "good_order"
    brigade: Annotated[BrigadeOrder, "order of its brigade"] = "attack"
    in_command: Annotated[bool, "it is in command"] = True
    engaged: Annotated[bool, "it is in melee"] = False
    blown: Annotated[bool, "it is blown"] = False
    artillery: Annotated[bool, "it is a battery"] = False


class OrderCubeResult(NamedTuple):
    """The cube may lie there."""

    cube: Cube


@reckoning("order-cube", "SC-7.3", asks=OrderCubeFacts)
def order_cube(t: Tables, s: OrderCubeFacts) -> OrderCubeResult:
    """Whether a unit may be given an order cube."""
    if s.engaged:
        raise refuse("SC-7.3", "an engaged unit takes no cube")
    if s.status in ("retreat", "rout") and s.cube not in t.value("SC-7.3", "fugitives"):
        raise refuse("SC-7.3", "retreating and routing units may only rally")
    if s.cube == "charge":
        _may_charge(t, s)
    return OrderCubeResult(s.cube)


def _may_charge(t: Tables, s: OrderCubeFacts) -> None:
    if s.artillery:
        raise refuse("SC-6.1", "artillery never charges")
    if s.blown:
        raise refuse("SC-5.8", "blown cavalry does not charge")
    if not t.value("SC-5.2", s.status)["charge"]:
        raise refuse("SC-5.2", "only a unit in good order charges")
    if not s.in_command:
        raise refuse("SC-7.1", "a unit out of command takes no charge cube")
    if not t.value("SC-7.2", s.brigade)["charge"]:
        raise refuse("SC-7.2", f"a brigade with the order {s.brigade} does not charge")


class LeaderLossFacts(Facts):
    """A leader whose unit has just lost figures."""

    second: Annotated[bool, "the second roll, after a 6"] = False


class LeaderLossResult(NamedTuple):
    """Whether the roll goes against him."""

    hit: bool


@check("leader-loss", "SC-7.4", asks=LeaderLossFacts)
def leader_loss(t: Tables) -> Roll[LeaderLossFacts, LeaderLossResult]:
    """Whether an attached leader is hit; after a hit a second roll says whether he is lost."""
    first, second = t.number("SC-7.4", "hit"), t.number("SC-7.4", "lost")

    def result(throw: Thrown[LeaderLossFacts]) -> LeaderLossResult:
        return LeaderLossResult(throw.total >= (second if throw.s.second else first))

    return Roll(dice=1 * D6, result=result, depends=("second",))


class BrigadeOrderFacts(Facts):
    """A brigade's order and what it allows."""

    order: Annotated[BrigadeOrder, "the order"]
    spaces: Annotated[Points, "spaces the unit has entered by choice this turn"] = 0


class BrigadeOrderResult(NamedTuple):
    """What the order allows."""

    charge: bool
    opportunity: bool
    may_enter: bool
    may_close: bool


@reckoning("brigade-order", "SC-7.2", asks=BrigadeOrderFacts)
def brigade_order(t: Tables, s: BrigadeOrderFacts) -> BrigadeOrderResult:
    """What a brigade's order allows its units."""
    row = t.value("SC-7.2", s.order)
    may_enter = "spaces" not in row or s.spaces < row["spaces"]
    return BrigadeOrderResult(row["charge"], row["opportunity"], may_enter, row["may_close"])
