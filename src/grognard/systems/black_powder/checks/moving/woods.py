"""Sight into and through woods, and fire out of their edge."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from grognard.kernel.checks import implements, reckoning
from grognard.kernel.facts import Facts
from grognard.kernel.tables import Tables

from ..measures import Inches


class WoodsSightFacts(Facts):
    """A line of sight. An end that stands in no woods counts as at their edge."""

    length: Annotated[Inches, "inches of the whole line"]
    woods: Annotated[Inches, "inches of it that run through woods"] = 0
    light_woods: Annotated[Inches, "inches of it that run through light woods"] = 0
    from_edge: Annotated[Inches, "inches from the nearer end to the edge of the woods it stands in"] = 0
    to_edge: Annotated[Inches, "the same of the farther end"] = 0


class WoodsSightResult(NamedTuple):
    """Whether one sees along it."""

    visible: bool


@reckoning("woods-sight", "BP-WOODS-6", asks=WoodsSightFacts)
def woods_sight(t: Tables, s: WoodsSightFacts) -> WoodsSightResult:
    """Whether woods leave a line of sight open."""
    sight = t.number("BP-WOODS-6", "sight")
    # two who are both at the edge see along the whole line; one deep inside sees a few inches only
    deep = not (at_edge(t, s.from_edge) and at_edge(t, s.to_edge))
    through = s.woods <= sight and not (deep and s.length > sight)
    return WoodsSightResult(through and s.light_woods <= t.number("BP-WOODS-11", "sight"))


@implements("BP-WOODS-7")
def at_edge(t: Tables, inside: int) -> bool:
    """Whether a front edge so far inside woods counts as at their edge, from where one fires out in cover."""
    return inside <= t.number("BP-WOODS-7", "edge")


class WoodEdgeFacts(Facts):
    """A unit in woods that would fire out over open ground."""

    inside: Annotated[Inches, "inches from its front edge to the edge of the woods"] = 0


class WoodEdgeResult(NamedTuple):
    """Whether it fires to its full range, and whether it is in cover all the same."""

    full_range: bool
    cover: bool


@reckoning("wood-edge", "BP-WOODS-7", asks=WoodEdgeFacts)
def wood_edge(t: Tables, s: WoodEdgeFacts) -> WoodEdgeResult:
    """Whether a unit in woods can fire out of them."""
    return WoodEdgeResult(at_edge(t, s.inside), True)
