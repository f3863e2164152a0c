"""The words of Cold Steel & Canister as types."""

from __future__ import annotations

from typing import Annotated, Literal

from grognard.kernel.facts import Range

Grade = Literal["grenadier", "elite", "crack", "veteran", "green", "conscript", "militia"]
Arm = Literal[
    "infantry", "light_infantry", "heavy_cavalry", "light_cavalry",
    "foot_artillery", "horse_artillery", "british_horse_artillery", "volante",
]  # fmt: skip
Branch = Literal["infantry", "cavalry", "artillery"]
Formation = Literal[
    "line", "attack_column", "closed_column", "square", "semi_formed", "skirmish", "march_column", "double_line",
    "echelon_right", "echelon_left", "field_column", "limbered", "unlimbered",
]  # fmt: skip
Status = Literal["good_order", "halted", "disordered", "fallback", "retreat", "rout"]
Side = Literal["front", "left", "right", "rear"]
Facing = Literal["N", "E", "S", "W"]
Weight = Literal["light", "medium", "heavy"]
Cover = Literal["none", "light", "heavy", "strong_point"]
Leader = Literal["none", "brigade", "higher"]
BrigadeOrder = Literal["attack", "move", "hold", "withdraw"]
Cube = Literal["charge", "move", "fire", "rally", "hold"]

Dice = Annotated[int, Range(0, 12)]
Figures = Annotated[int, Range(0, 40)]
Points = Annotated[int, Range(0, 12)]

FACINGS: tuple[Facing, ...] = ("N", "E", "S", "W")
GOOD, POOR = ("grenadier", "elite"), ("conscript", "militia")
FLOOR = "cannot be fewer than none"
"""What brings dice that were taken away below none back to none."""
DEEP = ("attack_column", "closed_column", "square", "march_column", "field_column", "double_line", "limbered")


_BRANCHES: dict[str, Branch] = {
    "infantry": "infantry", "light_infantry": "infantry", "heavy_cavalry": "cavalry", "light_cavalry": "cavalry",
    "foot_artillery": "artillery", "horse_artillery": "artillery", "british_horse_artillery": "artillery",
    "volante": "artillery",
}  # fmt: skip


def branch(arm: Arm) -> Branch:
    """Foot, horse or guns."""
    return _BRANCHES[arm]


def mounted(arm: Arm) -> bool:
    """Whether it keeps pace with horse: cavalry and all guns but foot guns."""
    return arm not in ("infantry", "light_infantry", "foot_artillery")
