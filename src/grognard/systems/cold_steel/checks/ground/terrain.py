"""Appendix B: the terrain generator."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, NamedTuple, get_args

from grognard.kernel.checks import Roll, check, implements, reckoning, refuse
from grognard.kernel.dice import PERCENTILE
from grognard.kernel.facts import Facts, Range
from grognard.kernel.tables import Bands, Tables

from ...terms import Character

TerrainSquare = tuple[int, int]
"""Column and row, both from 1."""


class TerrainFeatureFacts(Facts):
    """A free square of the table."""

    character: Annotated[Character, "the battlefield's terrain character"]


class TerrainFeatureResult(NamedTuple):
    """What is put near the middle of the square; a clearing is outlined with trees."""

    feature: str
    slope: str = "none"
    woods: str = "none"
    clearing: bool = False


@check("terrain-feature", "CS-B.1d", asks=TerrainFeatureFacts)
def terrain_feature(t: Tables) -> Roll[TerrainFeatureFacts, TerrainFeatureResult]:
    """What a free square of a random battlefield holds."""
    tables = {character: _features(t, character) for character in get_args(Character)}
    return Roll(dice=PERCENTILE, result=lambda throw: tables[throw.s.character][throw.total], depends=("character",))


@implements("CS-B.1c")
def _features(t: Tables, character: Character) -> Bands[TerrainFeatureResult]:
    """The table of one terrain character."""
    rule = t.value("CS-B.1c", character)
    slopes, clearings = t["CS-B.7"], t[rule].get("clearings", ())

    def row(feature: str, slope: str = "", woods: str = "none") -> TerrainFeatureResult:
        return TerrainFeatureResult(feature, slopes[slope] if slope else "none", woods, feature in clearings)

    return t.bands(rule, "rows", row)


class TerrainGridFacts(Facts):
    """A table to be covered with random terrain."""

    width: Annotated[int, Range(1, 40), "feet"]
    depth: Annotated[int, Range(1, 40), "feet"]
    mandatory: Annotated[int, Range(0, 1600), "squares with terrain that the scenario demands"] = 0


class TerrainGridResult(NamedTuple):
    """Squares in all, and squares to roll for."""

    squares: int
    rolls: int


@reckoning("terrain-grid", "CS-B.1a", asks=TerrainGridFacts)
def terrain_grid(t: Tables, s: TerrainGridFacts) -> TerrainGridResult:
    """Into how many squares the table is divided, and for how many the dice are rolled."""
    squares = len(grid(t, s.width, s.depth))
    if s.mandatory > squares:
        raise refuse("CS-B.1b", f"the table has only {squares} squares")
    return TerrainGridResult(squares, squares - s.mandatory)


@implements("CS-B.1a")
def grid(t: Tables, width: int, depth: int) -> list[TerrainSquare]:
    """The squares of a table measured in feet."""
    feet = t.number("CS-B.1a", "feet")
    return [(column, row) for row in range(1, depth // feet + 1) for column in range(1, width // feet + 1)]


@implements("CS-B.1b")
def free_squares(t: Tables, width: int, depth: int, mandatory: Collection[TerrainSquare]) -> list[TerrainSquare]:
    """The squares to roll for: those that the scenario has put nothing on."""
    return [square for square in grid(t, width, depth) if square not in mandatory]
