"""What a target looks like to those who fire at it: formation, aspect, ranks (CS-7.2.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from grognard.kernel.checks import implements
from grognard.kernel.facts import Range
from grognard.kernel.modifiers import Modifier, given, modifiers
from grognard.kernel.tables import Tables

TargetFormation = Literal[
    "line", "line_in_four_ranks", "double_line", "open_column", "half_interval_column", "closed_column", "column",
    "road_column", "open_square", "closed_square", "skirmish_squares", "open_order", "extended_order", "in_buildings",
    "limbered", "unlimbered", "unlimbered_open",
]  # fmt: skip
Aspect = Annotated[int, Range(0, 180), "degrees between the target's facing and the line from its centre to the firer"]

SQUARES = ("open_square", "closed_square")


@implements("CS-7.2.3a", "CS-7.2.3b", "CS-7.2.3c", "CS-7.2.3d")
def ranks_of(t: Tables) -> Callable[[Any], int]:
    """How deep a target is: its formation's ranks, one more for fire on its flank."""
    table, irregulars = t.value("CS-7.2.3a", "ranks"), t.number("CS-7.2.3b", "ranks")
    low, high, more = (t.number("CS-7.2.3c", key) for key in ("from", "to", "ranks"))
    deep_line: str = t.value("CS-7.2.3d", "line_in_four_ranks")

    def ranks(s: Any) -> int:
        # one rank, and never one more for the angle (CS-7.2.3b)
        if s.target_irregular:
            return irregulars
        formation = deep_line if s.target_formation == "line_in_four_ranks" else s.target_formation
        # from 45 to 135 degrees on either side; a square has no flank to take it in
        oblique = low <= s.target_aspect <= high and formation not in SQUARES
        depth: int = table[s.target_arm][formation]
        return depth + (more if oblique else 0)

    return ranks


def formation_bars(t: Tables) -> list[Modifier]:
    """Refuses a formation that the target's arm does not have."""
    table, deep_line = t.value("CS-7.2.3a", "ranks"), t.value("CS-7.2.3d", "line_in_four_ranks")

    def unheard_of(s: Any) -> bool:
        formation = deep_line if s.target_formation == "line_in_four_ranks" else s.target_formation
        return not s.target_irregular and formation not in table[s.target_arm]

    return modifiers(t, "CS-7.2.3a", given("no_such_formation", unheard_of))
