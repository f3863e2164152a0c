"""Fire discipline: when it is rolled, what it comes to, approach fire, firefights, smoke."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import Roll, Thrown, check, implements, reckoning, refuse
from grognard.kernel.dice import D10
from grognard.kernel.facts import Facts, Paces
from grognard.kernel.tables import Tables

from ..terms import Branch, Effect, TroopClass
from .charts import by_class, driven_back, paces, stepped

FireOrder = Literal["free", "fire", "firefight"]
_ORDERS: dict[str, FireOrder] = {"free": "free", "fire": "fire", "FF": "firefight"}


class FireDisciplineFacts(Facts):
    """Infantry with the enemy close before it."""

    troop_class: Annotated[TroopClass, "its class"]
    in_smoke: Annotated[bool, "it is in smoke"] = False
    in_firefight: Annotated[bool, "it is in a firefight"] = False


class FireDisciplineResult(NamedTuple):
    """What it does, and the paces at which, which matter in approach fire only; 0 where none are printed."""

    order: FireOrder
    at: int


@check("fire-discipline", "CD-fire-discipline-table", asks=FireDisciplineFacts)
def fire_discipline(t: Tables) -> Roll[FireDisciplineFacts, FireDisciplineResult]:
    """Whether infantry holds its fire."""
    table = t["CD-fire-discipline-table"]
    columns = {
        name: stepped(table["top"], [_read(t, cell) for cell in table[name]])
        for name in ("normal", "smoke", "firefight")
    }

    def result(throw: Thrown[FireDisciplineFacts]) -> FireDisciplineResult:
        # who is in smoke and in a firefight reads the firefight column
        column = "firefight" if throw.s.in_firefight else "smoke" if throw.s.in_smoke else "normal"
        return columns[column](throw.total)

    dice = by_class(t) if table["dice"] == "class" else 1 * D10
    return Roll(dice=dice, result=result, depends=("in_smoke", "in_firefight"))


def _read(t: Tables, cell: str) -> FireDisciplineResult:
    """A cell of the table: `2 fire`, `FF`."""
    *at, order = cell.split()
    return FireDisciplineResult(_ORDERS[order], paces(t, int(at[0])) if at else 0)


@implements("CD-fire-discipline-when")
def rolls_discipline(t: Tables, branch: Branch, enemy: int, in_firefight: bool) -> bool:
    """Whether a unit rolls fire discipline at the start of its activation."""
    near = enemy <= paces(t, t.number("CD-fire-discipline-when", "within"))
    return branch == "infantry" and (in_firefight or near)


class FireOrderFacts(Facts):
    """A unit that has rolled fire discipline."""

    order: Annotated[FireOrder, "what it came to"]
    target: Annotated[bool, "it has a target that it may fire at"] = True


class FireOrderResult(NamedTuple):
    """Whether it must fire, may move in this activation, and is in a firefight then."""

    must_fire: bool
    may_move: bool
    in_firefight: bool


@reckoning("fire-order", "CD-fire-discipline-meaning", asks=FireOrderFacts)
def fire_order(t: Tables, s: FireOrderFacts) -> FireOrderResult:
    """What a result of fire discipline obliges a unit to."""
    free = s.order == "free"
    # without a target it stands and waits: told to fire it does not move, and there is no firefight
    return FireOrderResult(not free and s.target, free, s.order == "firefight" and s.target)


class ApproachFireFacts(Facts):
    """A unit on which an enemy closes."""

    order: Annotated[FireOrder, "what its fire discipline came to"]
    at: Annotated[Paces, "paces at which it fires: as rolled, or as its owner chooses who fires freely"]
    reached: Annotated[Paces, "paces to which the enemy comes near"] = 0


class ApproachFireResult(NamedTuple):
    """Whether it fires, and at how many paces."""

    fires: bool
    at: int


@reckoning("approach-fire", "CD-fire-discipline-range", asks=ApproachFireFacts)
def approach_fire(t: Tables, s: ApproachFireFacts) -> ApproachFireResult:
    """When a unit gives its approach fire."""
    free = [paces(t, inches) for inches in t.value("CD-fire-discipline-range", "free")]
    if s.order == "free" and s.at not in free:
        raise refuse("CD-fire-discipline-range", f"fire at {', '.join(map(str, free))} paces")
    # an enemy who stops farther off is not fired at
    fires = s.reached <= s.at
    return ApproachFireResult(fires, s.at if fires else 0)


class FirefightFacts(Facts):
    """A unit in a firefight."""

    effect: Annotated[Effect, "what it has just suffered"] = "none"
    order: Annotated[FireOrder, "what its fire discipline has come to"] = "firefight"
    enemy: Annotated[Paces, "paces to the nearest enemy"] = 0


class FirefightResult(NamedTuple):
    """Whether the firefight goes on for it."""

    goes_on: bool


@reckoning("firefight", "CD-firefight", asks=FirefightFacts)
def firefight(t: Tables, s: FirefightFacts) -> FirefightResult:
    """Whether a unit is still in its firefight."""
    near = s.enemy <= paces(t, t.number("CD-firefight", "within"))
    return FirefightResult(s.order == "firefight" and near and not driven_back(t, s.effect))


class SmokeFacts(Facts):
    """A unit that has done something."""

    smoke: Annotated[bool, "it has a smoke marker"] = False
    fired: Annotated[bool, "it has just fired, or taken smoke as a result"] = False
    moved: Annotated[Paces, "paces it has just moved"] = 0


class SmokeResult(NamedTuple):
    """Whether it is in smoke."""

    smoke: bool


@reckoning("smoke", "CD-smoke", asks=SmokeFacts)
def smoke(t: Tables, s: SmokeFacts) -> SmokeResult:
    """Whether a unit is in smoke after what it did."""
    cleared = s.moved >= paces(t, t.number("CD-smoke", "clears"))
    return SmokeResult(s.fired or (s.smoke and not cleared))
