"""The words of Class Dice as types."""

from __future__ import annotations

from typing import Annotated, Literal

from grognard.kernel.facts import Range

TroopClass = Literal["elite", "line", "conscript"]
Arm = Literal["infantry", "light_cavalry", "heavy_cavalry", "artillery"]
Branch = Literal["infantry", "cavalry", "artillery"]
Formation = Literal["road", "column", "closed_column", "line", "general", "square", "limbered", "unlimbered"]
Status = Literal["steady", "shaken", "disordered", "broken"]
Effect = Literal["none", "shaken", "disordered", "recoil", "broken", "rout", "surrender"]
"""What a result does to a unit; `recoil` is disordered, and back with its face to the enemy."""
Cover = Literal["none", "sparse", "light", "medium", "heavy", "entrenched"]
Zone = Literal["front", "flank", "rear"]
Rating = Literal["superior", "excellent", "good", "average", "poor"]
Attached = Literal["none", "superior", "excellent", "good", "average", "poor"]
"""The rating of an attached leader, or that there is none."""
Level = Literal["division", "corps", "army"]
Terrain = Literal[
    "open", "light_woods", "heavy_woods", "ford", "gradual_slope", "slope", "steep_slope", "linear_obstacle",
    "village", "marsh", "stream", "burning_village",
]  # fmt: skip
Weapon = Literal["musket", "rifle"]
Gun = Literal["12pdr", "8pdr", "6pdr", "4pdr", "austrian_3pdr"]
"""Guns by the list of their ranges: 8pdr are also 9pdr and Austrian 12pdr, 6pdr also 7pdr howitzers, 4pdr also 3pdr
and Austrian 6pdr."""
Carriage = Literal["12pdr_heavy", "12pdr_light", "8pdr", "6pdr", "4pdr", "8pdr_horse", "6pdr_horse"]
"""Guns by the list of their movement."""
Shot = Literal["ball", "canister"]

Cw = Annotated[int, Range(0, 19)]
Steps = Annotated[int, Range(0, 400)]
Castings = Annotated[int, Range(0, 130)]
Tubes = Annotated[int, Range(0, 40)]
Ammunition = Annotated[int, Range(0, 40)]


_BRANCHES: dict[Arm, Branch] = {
    "infantry": "infantry",
    "light_cavalry": "cavalry",
    "heavy_cavalry": "cavalry",
    "artillery": "artillery",
}


def branch(arm: Arm) -> Branch:
    """Foot, horse or guns."""
    return _BRANCHES[arm]
