"""7.4: rockets. Every launcher rolls on its own."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import Roll, check, implements, reckoning
from grognard.kernel.dice import D10, Doubles, Sum
from grognard.kernel.facts import Facts, Paces
from grognard.kernel.tables import Tables

from ...terms import Scale


class RocketDirectionFacts(Facts):
    """A rocket launched along an announced line: nothing more is asked."""


class RocketDirectionResult(NamedTuple):
    """Where it flies, seen by the crew looking along the announced line; `degrees` are clockwise."""

    flight: str
    degrees: int


@check("rocket-direction", "CS-7.4a", asks=RocketDirectionFacts)
def rocket_direction(t: Tables) -> Roll[RocketDirectionFacts, RocketDirectionResult]:
    """Which way a rocket flies; on doubles it explodes and launcher and crew are gone."""
    table = t.bands("CS-7.4.1", "rows", RocketDirectionResult)
    return Roll(dice=_direction_dice(), result=lambda throw: table[throw.total])


@implements("CS-7.4c")
def _direction_dice() -> Doubles:
    # doubles are read off the dice before they are added
    return Doubles(Sum(2, D10))


class RocketDistanceFacts(Facts):
    """How far it flies depends on the ground scale alone."""

    scale: Annotated[Scale, "men to a figure, which sets the ground scale"] = "20"


class RocketDistanceResult(NamedTuple):
    """The point of fall, in paces from the launcher."""

    inches: int
    paces: int


@check("rocket-distance", "CS-7.4b", asks=RocketDistanceFacts)
def rocket_distance(t: Tables) -> Roll[RocketDistanceFacts, RocketDistanceResult]:
    """How far a rocket flies."""
    scale: dict[str, int] = t.value("CS-1.7a", "paces_per_inch")
    return Roll(
        dice=t.number("CS-7.4b", "distance_dice") * D10,
        result=lambda throw: RocketDistanceResult(throw.total, throw.total * scale[throw.s.scale]),
        depends=("scale",),
    )


class RocketImpactFacts(Facts):
    """The unit or structure nearest to the point of fall."""

    distance: Annotated[Paces, "paces from the point of fall"]
    struck: Annotated[Literal["infantry", "cavalry", "artillery", "structure"], "what it is"] = "infantry"
    flammable: Annotated[bool, "a structure that can burn"] = True


class RocketImpactResult(NamedTuple):
    """What the rocket does. Ranks never multiply it."""

    hits: int
    disorder: int
    morale_check: bool
    catches_fire: bool


@reckoning("rocket-impact", "CS-7.4d", asks=RocketImpactFacts)
def rocket_impact(t: Tables, s: RocketImpactFacts) -> RocketImpactResult:
    """What a rocket does where it falls."""
    if s.distance > t.number("CS-7.4d", "reach"):
        return RocketImpactResult(0, 0, False, False)
    hits = t.number("CS-7.4d", "hits")
    if s.struck == "structure":
        return RocketImpactResult(hits, 0, False, s.flammable and hits >= t.number("CS-7.2.5b", "rocket_hits"))
    return RocketImpactResult(hits, t.value("CS-7.4d", "disorder")[s.struck], True, False)
