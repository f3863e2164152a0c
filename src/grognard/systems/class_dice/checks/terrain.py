"""Terrain: what a move pays for it, disruptive ground, passing through friends."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import Roll, Thrown, check, implements, reckoning, refuse
from grognard.kernel.facts import Count, Facts
from grognard.kernel.modifiers import given, modifiers
from grognard.kernel.tables import Tables

from ..terms import Branch, Formation, Status, Terrain, TroopClass
from .charts import Suffered, by_class, decoded, paces, stepped
from .units import in_good_order


class TerrainFacts(Facts):
    """Ground that a unit moves over."""

    branch: Annotated[Branch, "foot, horse or guns"] = "infantry"
    ground: Annotated[frozenset[Terrain], "all that lies there; open ground needs no word"] = frozenset()
    obstacles: Annotated[Count, "linear obstacles crossed"] = 0
    marching: Annotated[bool, "in road formation or limbered, on a road"] = False


class TerrainResult(NamedTuple):
    """Each pace takes `over` parts of `under` paces of allowance; and paces taken off for crossing obstacles."""

    over: int
    under: int
    crossing: int


@reckoning("terrain", "CD-terrain-effects", asks=TerrainFacts)
def terrain(t: Tables, s: TerrainFacts) -> TerrainResult:
    """What ground takes from a unit's allowance, exactly."""
    who: Literal["foot", "guns"] = "guns" if s.branch == "artillery" else "foot"
    # on a road the column passes by the gap or the bridge
    crossing = 0 if s.marching else s.obstacles * paces(t, t.value("CD-terrain-effects", "linear_obstacle")[who])
    going = Fraction(1) if s.marching else pace_cost(t, s.ground, who)
    return TerrainResult(going.numerator, going.denominator, crossing)


@implements("CD-terrain-apply")
def pace_cost(t: Tables, ground: Iterable[Terrain], who: Literal["foot", "guns"]) -> Fraction:
    """Paces of allowance for one pace of ground: factors of overlapping terrain multiply."""
    cost = Fraction(1)
    for each in ground:
        row = t["CD-terrain-effects"].get(each, {})
        # a fence is paid once for crossing it, not for each pace
        if each == "linear_obstacle" or not row:
            continue
        if who not in row:
            raise refuse("CD-terrain-effects", f"guns cannot move in {each.replace('_', ' ')}")
        gained, allowance = row[who]
        cost *= Fraction(allowance, gained)
    return cost


class DisruptionFacts(Facts):
    """A unit that enters disruptive ground, or begins a move in it."""

    troop_class: Annotated[TroopClass, "its class"]
    grade: Annotated[Literal["D1", "D2", "D3"], "grade of the ground"]
    formation: Annotated[Formation, "its formation"] = "line"


@check("disruption", "CD-disruptive-table", asks=DisruptionFacts)
def disruption(t: Tables) -> Roll[DisruptionFacts, Suffered]:
    """What disruptive ground does to a unit."""
    table = t["CD-disruptive-table"]
    rows = {grade: stepped(table["top"], [decoded(t, cell) for cell in table[grade]]) for grade in ("D1", "D2", "D3")}

    def result(throw: Thrown[DisruptionFacts]) -> Suffered:
        return rows[throw.s.grade](throw.total)

    loose = modifiers(t, "CD-disruptive-table", given("loose", lambda s: s.formation in table["exempt"]))
    return Roll(dice=by_class(t), modifiers=loose, result=result, depends=("grade",))


class DisruptiveGroundFacts(Facts):
    """Ground, and a unit that moves over it."""

    ground: Annotated[Terrain, "the ground"]
    formation: Annotated[Formation, "formation of the unit"] = "line"


class DisruptiveGroundResult(NamedTuple):
    """The grade, if the ground disrupts the unit."""

    grade: Literal["none", "D1", "D2", "D3"]


@reckoning("disruptive-ground", "CD-disruptive-grades", asks=DisruptiveGroundFacts)
def disruptive_ground(t: Tables, s: DisruptiveGroundFacts) -> DisruptiveGroundResult:
    """How disruptive a piece of ground is."""
    grades = t["CD-disruptive-grades"]
    only_in_line = s.ground in grades["only_in_line"] and s.formation != "line"
    return DisruptiveGroundResult("none" if only_in_line else grades.get(s.ground, "none"))


class PassingThroughFacts(Facts):
    """A unit that moves through a friendly one."""

    mover: Annotated[Status, "status of the one that moves"]
    friend: Annotated[Status, "status of the one it passes through"] = "steady"
    retreating: Annotated[bool, "it goes back by a result, and there is no way round"] = False
    clears: Annotated[bool, "it can clear the other completely"] = True


class PassingThroughResult(NamedTuple):
    """It may; whether the friend has to check morale."""

    friend_checks: bool


@reckoning("passing-through", "CD-passing-through", asks=PassingThroughFacts)
def passing_through(t: Tables, s: PassingThroughFacts) -> PassingThroughResult:
    """Whether a unit may pass through a friend, and what it does to him."""
    if not s.retreating and not s.clears:
        raise refuse("CD-passing-through", "it cannot clear the other unit")
    if not s.retreating and not in_good_order(t, s.friend):
        raise refuse("CD-passing-through", "the other unit is not in good order")
    return PassingThroughResult(not in_good_order(t, s.mover))
