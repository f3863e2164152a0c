"""Movement: the roll, the allowance of foot, horse and guns, changes of formation."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import Roll, Thrown, check, implements, reckoning, refuse
from grognard.kernel.facts import Facts, Paces, Range
from grognard.kernel.modifiers import banded, by, flag, modifiers
from grognard.kernel.tables import Tables

from ..terms import Ammunition, Arm, Carriage, Cw, Formation, Rating, Status, TroopClass
from .charts import by_class, paces, stepped

Quarters = Annotated[int, Range(0, 5)]
"""A movement roll's multiplier, in quarters of the rate."""
FULL = 4
BatteryAction = Literal["road", "field", "limber_or_unlimber", "unlimber_fire", "limber_unlimber_fire"]


class MovementFacts(Facts):
    """A unit that is to move."""

    troop_class: Annotated[TroopClass, "its class"]
    co: Annotated[Rating, "rating of its division commander, or of a better corps or army leader attached"]
    cw: Annotated[Cw, "its combat worth"] = 11
    status: Annotated[Status, "its status"] = "steady"
    vacating_cover: Annotated[bool, "it stands in light or better cover, and the move takes it out"] = False
    in_smoke: Annotated[bool, "it is in smoke"] = False
    moved_last_turn: Annotated[bool, "it moved in the last turn"] = False


class MovementResult(NamedTuple):
    """Quarters of its rate that it may move; none at all is no movement."""

    quarters: int


@check("movement", "CD-move-table", asks=MovementFacts)
def movement(t: Tables) -> Roll[MovementFacts, MovementResult]:
    """How much of its rate a unit may move."""
    table, never = t["CD-move-table"], t.number("CD-move-natural-2", "natural")
    rows = {
        rating: stepped(table["top"], [MovementResult(quarters) for quarters in cells])
        for rating, cells in table.items()
        if isinstance(cells, list)
    }

    def result(throw: Thrown[MovementFacts]) -> MovementResult:
        # however good the modifiers are: the bare dice decide this
        return MovementResult(0) if throw.natural <= never else rows[throw.s.co](throw.total)

    return Roll(
        dice=by_class(t),
        modifiers=modifiers(
            t,
            "CD-move-modifiers",
            by("status"),
            banded("cw", "cw_high", "cw_low"),
            flag("vacating_cover"),
            flag("in_smoke"),
            flag("moved_last_turn"),
        ),
        result=result,
        depends=("co",),
    )


class AllowanceFacts(Facts):
    """Foot or horse after its movement roll."""

    arm: Annotated[Arm, "its arm"]
    formation: Annotated[Formation, "its formation"]
    quarters: Annotated[Quarters, "what the movement roll came to"] = FULL
    charging: Annotated[bool, "it charges"] = False
    on_road: Annotated[bool, "in road formation, and on a road all the way"] = False


class AllowanceResult(NamedTuple):
    """Paces it may move."""

    paces: int


@reckoning("allowance", "CD-move-apply", asks=AllowanceFacts)
def allowance(t: Tables, s: AllowanceFacts) -> AllowanceResult:
    """How far foot or horse may move."""
    rate = rate_of(t, s.arm, s.formation, on_road=s.on_road)
    # a unit that does not move at all has no bonus either
    bonus = paces(t, t.value("CD-move-rates", s.arm)["charge"]) if s.charging and s.quarters else 0
    if t.value("CD-move-apply", "bonus_multiplied"):
        return AllowanceResult(
            (rate + bonus) * s.quarters // FULL
        )  # rates are whole inches of 60 paces: nothing is lost
    return AllowanceResult(rate * s.quarters // FULL + bonus)


@implements("CD-move-rates")
def rate_of(t: Tables, arm: Arm, formation: Formation, *, on_road: bool = False) -> int:
    """Paces of a full move in a formation; off the road a march column goes as a column."""
    named = "column" if formation == "road" and not on_road else formation
    rates = t["CD-move-rates"].get(arm, {})
    if named not in rates:
        raise refuse("CD-move-rates", f"{arm.replace('_', ' ')} has no rate in {named.replace('_', ' ')}")
    return paces(t, rates[named])


class BatteryAllowanceFacts(Facts):
    """A battery after its movement roll."""

    carriage: Annotated[Carriage, "its guns"]
    action: Annotated[BatteryAction, "what it does besides: on the road, in the field, limbers or unlimbers, fires"]
    quarters: Annotated[Quarters, "what the movement roll came to"] = FULL
    rate: Annotated[int, Range(0, 4), "rate of fire in ammunition points, if it fires then"] = 0


class BatteryAllowanceResult(NamedTuple):
    """Paces it may move, and the highest rate of fire then; 0 where it does not fire."""

    paces: int
    highest_rate: int


@reckoning("battery-allowance", "CD-move-artillery", asks=BatteryAllowanceFacts)
def battery_allowance(t: Tables, s: BatteryAllowanceFacts) -> BatteryAllowanceResult:
    """How far a battery may move."""
    row = t.value("CD-move-artillery", s.carriage)
    if s.action not in row:
        raise refuse("CD-move-artillery", "these guns are too heavy for that")
    highest = _highest_rate(t, s.carriage, s.action)
    if s.rate > highest:
        raise refuse("CD-artillery-move-fire-ap", f"at most {highest} ammunition points after such a move")
    return BatteryAllowanceResult(paces(t, row[s.action]) * s.quarters // FULL, highest)


def _highest_rate(t: Tables, carriage: Carriage, action: BatteryAction) -> int:
    if action not in t["CD-artillery-move-fire-ap"]:
        return 0
    # under the variant the cap is for horse guns alone
    if not carriage.endswith("horse") and not t.value("CD-artillery-move-fire-ap", "foot_guns"):
        return t.number("CD-ap-cost", "highest_rate")
    return t.number("CD-artillery-move-fire-ap", action)


class ProlongFacts(Facts):
    """Unlimbered guns that are dragged by hand."""

    carriage: Annotated[Carriage, "the guns"]
    points: Annotated[int, Range(0, 4), "AP of effort that go into dragging"]
    rate: Annotated[int, Range(0, 4), "rate of fire in the same activation"] = 0
    ammunition: Annotated[Ammunition, "ammunition points they have"] = 20


class ProlongResult(NamedTuple):
    """Paces they go, and ammunition spent on all of it."""

    paces: int
    ammunition: int


@reckoning("prolong", "CD-prolong", asks=ProlongFacts)
def prolong(t: Tables, s: ProlongFacts) -> ProlongResult:
    """How far guns are dragged by hand."""
    effort = t.number("CD-prolong", "effort")
    if s.points + s.rate > effort:
        raise refuse("CD-prolong", f"a battery has {effort} points of effort")
    spent = s.rate + (s.points if t.value("CD-prolong", "ammunition") else 0)
    if spent > s.ammunition:
        raise refuse("CD-ap-cost", t.row("CD-ap-cost", "too_few").label)
    # the chart gives it in half inches, hence the halving
    half_inches: int = t.value("CD-move-artillery", s.carriage)["prolong"]
    return ProlongResult(paces(t, half_inches) * s.points // 2, spent)


class FormationChangeFacts(Facts):
    """A unit that changes formation, or faces about, in its activation."""

    arm: Annotated[Arm, "its arm"]
    before: Annotated[Formation, "its formation"]
    after: Annotated[Formation, "the new one; the same for an about-face"]
    quarters: Annotated[Quarters, "what the movement roll came to"] = FULL
    changed: Annotated[bool, "it has changed formation in this activation"] = False


class FormationChangeResult(NamedTuple):
    """Paces of its allowance, at the slower rate, and of these what is left to move."""

    allowance: int
    left: int


@reckoning("formation-change", "CD-formation-change", asks=FormationChangeFacts)
def formation_change(t: Tables, s: FormationChangeFacts) -> FormationChangeResult:
    """What a change of formation takes from a move."""
    if not s.quarters:
        raise refuse("CD-formation-change", "without movement there is no change of formation")
    if s.changed and s.before != s.after:
        raise refuse("CD-formation-change", "once in an activation")
    # measured at the slower of both rates, so that nobody gains by forming early
    slower = min(rate_of(t, s.arm, s.before), rate_of(t, s.arm, s.after)) * s.quarters // FULL
    cost = slower * t.number("CD-formation-change", "part") // t.number("CD-formation-change", "of")
    return FormationChangeResult(slower, slower - cost)


class StandOffFacts(Facts):
    """Cavalry near infantry or guns that face it."""

    distance: Annotated[Paces, "paces between them"]
    in_melee: Annotated[bool, "it is in melee"] = False
    status: Annotated[Status, "its status"] = "steady"


class StandOffResult(NamedTuple):
    """Paces it may shift straight back without a roll."""

    back: int


@reckoning("stand-off", "CD-cavalry-stand-off", asks=StandOffFacts)
def stand_off(t: Tables, s: StandOffFacts) -> StandOffResult:
    """How far cavalry may draw back from infantry or guns before it."""
    clear = paces(t, t.number("CD-cavalry-stand-off", "within")) + 1  # just outside
    held = s.in_melee or s.status == "broken"
    return StandOffResult(0 if held else max(0, clear - s.distance))
