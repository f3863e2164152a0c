"""Appendix B: a random battlefield. Roll for every free square, then make sense of what came up.

field, conditions, log = generate("rolling", feet=(8, 6), seed=7)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, get_args

from grognard import systems
from grognard.kernel.checks import Result, implements
from grognard.kernel.errors import BadInput
from grognard.kernel.ruleset import Ruleset
from grognard.kernel.sources import NO_DICE, SeededDice
from grognard.scenarios.model import Conditions, Wind

from ..checks.ground.terrain import TerrainFeatureResult, free_squares
from ..checks.ground.weather import Season
from ..terms import Character, Scale
from .countryside.arranging import Countryside, Demanded, Mandatory
from .countryside.drawing import DrawnTable, GridSquare, Pencil

__all__ = ["Generated", "Mandatory", "Rolled", "generate"]


class Rolled(NamedTuple):
    """A roll of the generator, as a player would note it."""

    square: GridSquare | None
    check: str
    rule: str
    dice: tuple[int, ...]
    outcome: str


class Generated(NamedTuple):
    """A battlefield: field.geojson's content, the day's weather, and every roll that led to them."""

    field: dict[str, Any]
    conditions: Conditions
    log: tuple[Rolled, ...]


def generate(
    character: Character,
    feet: tuple[int, int] = (8, 6),
    scale: int = 20,
    seed: int = 1,
    mandatory: Sequence[Mandatory] = (),
    *,
    season: Season = "summer",
    variants: Sequence[str] = (),
) -> Generated:
    """A random battlefield of this character; the same seed gives the same ground."""
    rules, dice = systems.rules("cold-steel", *variants), SeededDice(seed)
    table = _table(rules, character, feet, scale, mandatory)
    log: list[Rolled] = []
    rolled = _roll(rules, character, table, mandatory, dice, log)
    conditions = _weather(rules, season, dice, log)
    drawn = Countryside(rolled, mandatory, character, table, Pencil(seed), rules.tables).features()
    ground = {"type": "FeatureCollection", "paces": [table.width, table.depth], "character": character}
    return Generated({**ground, "features": drawn}, conditions, tuple(log))


@implements("CS-B.1a", "CS-B.1c")
def _table(
    rules: Ruleset, character: str, feet: tuple[int, int], scale: int, demands: Sequence[Mandatory]
) -> DrawnTable:
    """The table in squares and paces; what is wrong with the request is refused."""
    if character not in get_args(Character):
        raise BadInput(f"no terrain character {character!r}; there are {', '.join(get_args(Character))}")
    if str(scale) not in get_args(Scale):
        raise BadInput(f"scale {scale}: a figure stands for {', '.join(get_args(Scale))} men")
    columns, rows = feet
    grid = rules["terrain-grid"]
    _settled(grid.roll(grid.situation(width=columns, depth=rows, mandatory=len(demands)), NO_DICE))
    _must_fit(demands, columns, rows)
    inches = rules["ground-scale"]
    foot = _settled(inches.roll(inches.situation(length=12, measured_in="inches", scale=str(scale)), NO_DICE))
    return DrawnTable(columns, rows, foot.paces)


def _must_fit(demands: Sequence[Mandatory], columns: int, rows: int) -> None:
    taken: set[GridSquare] = set()
    for square, what in demands:
        where = f"{what} in square {square[0]},{square[1]}"
        if what not in get_args(Demanded):
            raise BadInput(f"{where}: there are {', '.join(get_args(Demanded))}")
        if not (1 <= square[0] <= columns and 1 <= square[1] <= rows):
            raise BadInput(f"{where}: the table has squares 1,1 to {columns},{rows}")
        if square in taken:
            raise BadInput(f"{where}: the square is taken")
        taken.add(square)


def _settled(result: Result[Any]) -> Any:
    return result.settled


@implements("CS-B.1b", "CS-B.1d")
def _roll(
    rules: Ruleset,
    character: Character,
    table: DrawnTable,
    demands: Sequence[Mandatory],
    dice: SeededDice,
    log: list[Rolled],
) -> dict[GridSquare, TerrainFeatureResult]:
    """One roll for each square that the scenario has put nothing on."""
    check, taken = rules["terrain-feature"], {demand.square for demand in demands}
    country = check.situation(character=character)
    rolled = {}
    for square in free_squares(rules.tables, table.columns, table.rows, taken):
        result = check.roll(country, dice)
        rolled[square] = found = result.settled
        log.append(Rolled(square, check.name, result.rule, result.dice, _told(found)))
    return rolled


def _told(found: TerrainFeatureResult) -> str:
    slope = f"{found.slope} " if found.slope != "none" else ""
    woods = f" with {found.woods} woods" if found.feature == "hill" and found.woods != "none" else ""
    kind = f"{found.woods} woods" if found.feature == "woods" else found.feature.replace("_", " ")
    return f"{slope}{kind}{woods}"


@implements("CS-B.8a", "CS-B.9", "CS-B.10a")
def _weather(rules: Ruleset, season: Season, dice: SeededDice, log: list[Rolled]) -> Conditions:
    """The day's weather and wind."""
    found = {}
    for name, facts in (("weather", {"season": season}), ("wind-direction", {}), ("wind-strength", {})):
        check = rules[name]
        result = check.roll(check.situation(**facts), dice)
        found[name] = outcome = result.settled
        log.append(Rolled(None, name, result.rule, result.dice, str(outcome[0])))
    sky, strength = found["weather"].weather, found["wind-strength"].strength
    wind: Wind = "none" if strength == "calm" else strength
    # rain makes mud; snow and fog leave the ground dry (CS-7.2.2p)
    return Conditions(weather=sky, wind=wind, wind_from=found["wind-direction"].wind, wet_ground=sky == "rain")
