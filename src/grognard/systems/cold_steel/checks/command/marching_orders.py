"""Chapter 3: which movement and formation orders a unit may be given, and what a wheel costs."""

from __future__ import annotations

from math import ceil, radians
from typing import Annotated, Any, Literal, NamedTuple

from grognard.kernel.checks import implements, reckoning, refuse
from grognard.kernel.facts import Facts, Range
from grognard.kernel.tables import Tables

from ...terms import Arm, Army, Gait
from ..movement.frontage import RankOrder

OrderedMovement = Literal["forward", "oblique", "backward", "wheel", "conversion", "prolong"]
Pivot = Literal["by_order", "flank", "centre"]
OrderedFormation = Literal["column", "line", "open_order", "extended_order", "square", "limber", "unlimber", "klumpen"]
Unfinished = Annotated[int, Range(0, 20), "quarter turns still to go of a formation change begun on an earlier turn"]


class MovementOrderFacts(Facts):
    """A movement order for a unit."""

    order: Annotated[OrderedMovement, "the order"]
    gait: Annotated[Gait, "march, quick or double; walk, trot or canter if mounted"] = "march"
    arm: Annotated[Arm, "arm of the unit"] = "infantry"
    unlimbered: Annotated[bool, "guns off their limbers"] = False
    in_column: Annotated[bool, "in column of any kind or in a closed square"] = False
    degrees: Annotated[int, Range(0, 90), "how far an oblique march leads off straight ahead"] = 0
    pivot: Annotated[Pivot, "a wheel or conversion: on what it is to turn"] = "by_order"
    quarters_unfinished: Unfinished = 0
    nation: Annotated[Army, "whose troops"] = "other"
    year: Annotated[int, Range(1690, 1850), "year of the battle"] = 1809


class AllowedResult(NamedTuple):
    """The order may be given."""

    order: str


@reckoning("movement-order", "CS-3.3.2.1a", asks=MovementOrderFacts)
def movement_order(t: Tables, s: MovementOrderFacts) -> AllowedResult:
    """Whether a unit may be given a movement order."""
    _not_while_forming(s)
    _by_arm(t, s)
    if s.gait not in t.value("CS-3.3.2.1a", s.order)["gaits"]:
        raise refuse("CS-3.3.2.1a", f"no {s.order} at the {s.gait}")
    if s.order == "conversion" and s.in_column:
        raise refuse("CS-A.1g", "no conversion march in column")
    if s.pivot not in ("by_order", pivot_of(t, s.order)):
        raise refuse("CS-3.3.2.1c", t.row("CS-3.3.2.1c", "wrong_pivot").label)
    if s.order == "oblique":
        _oblique(t, s)
    return AllowedResult(s.order)


@implements("CS-3.3.2.1c")
def pivot_of(t: Tables, order: str) -> str:
    """On what a unit turns that is given this order; nothing for orders by which nobody turns."""
    found: str = t.value("CS-3.3.2.1c", "pivots").get(order, "")
    return found


@implements("CS-A.1d")
def _not_while_forming(s: Any) -> None:
    if s.quarters_unfinished:
        raise refuse("CS-A.1d", "the unit must first finish its change of formation")


def _by_arm(t: Tables, s: MovementOrderFacts) -> None:
    if s.arm not in t.value("CS-3.3.2.1a", s.order)["arms"]:
        raise refuse("CS-3.3.2.1a", f"{s.order} is no order for {s.arm}")
    if s.order == "prolong" and not s.unlimbered:
        raise refuse("CS-3.3.2.1a", "only unlimbered guns are prolonged")
    # a wheel is how guns off their limbers are turned by hand
    if s.arm == "artillery" and s.unlimbered and s.order not in ("prolong", "wheel"):
        raise refuse("CS-6.1a", "unlimbered guns move only by prolonging")


def _oblique(t: Tables, s: MovementOrderFacts) -> None:
    most = t.number("CS-3.3.2.1b", "degrees")
    if s.degrees > most:
        raise refuse("CS-3.3.2.1b", f"an oblique march leads at most {most} degrees off straight ahead")
    only = t["CS-M2-3.3.2.1"]
    if only["in_force"] and (s.nation != only["nation"] or s.year < only["from_year"]):
        raise refuse("CS-M2-3.3.2.1", "this army has not learned to march obliquely")


class FormationOrderFacts(Facts):
    """A formation order for a unit."""

    order: Annotated[OrderedFormation, "the order; klumpen are the divisions in which skirmishers rally"]
    arm: Annotated[Arm, "arm of the unit"] = "infantry"
    irregular: Annotated[bool, "an irregular unit"] = False
    standing_in: Annotated[RankOrder, "close, open or extended order"] = "close"
    quarters_unfinished: Unfinished = 0


@reckoning("formation-order", "CS-3.3.2.2", asks=FormationOrderFacts)
def formation_order(t: Tables, s: FormationOrderFacts) -> AllowedResult:
    """Whether a unit may be given a formation order."""
    _not_while_forming(s)
    if s.irregular:
        raise refuse("CS-6.7", "irregulars have no formations")
    if s.arm not in t.value("CS-3.3.2.2", s.order):
        raise refuse("CS-3.3.2.2", f"{s.order} is no order for {s.arm}")
    if s.order == "klumpen" and s.standing_in not in t.value("CS-3.3.2.2", "klumpen_from"):
        raise refuse("CS-3.3.2.2", "only a unit in open or extended order rallies by divisions")
    return AllowedResult(s.order)


class WheelFacts(Facts):
    """A unit that wheels on a flank or on its centre."""

    front: Annotated[int, Range(1, 5000), "its front in paces"]
    degrees: Annotated[int, Range(1, 360), "how far it turns"]
    order: Annotated[Literal["wheel", "conversion"], "on a flank, or on its centre"] = "wheel"


class WheelResult(NamedTuple):
    """Paces of its movement that a wheel uses up."""

    paces: int


@reckoning("wheel", "CS-3.3.2.1a", asks=WheelFacts)
def wheel(t: Tables, s: WheelFacts) -> WheelResult:
    """Paces a wheel or conversion costs: what the fastest stand travels."""
    radius = s.front / t.value("CS-3.3.2.1a", s.order)["front_in_radii"]
    # rounded up: a fraction of a pace is paid in full
    return WheelResult(ceil(radians(s.degrees) * radius))
