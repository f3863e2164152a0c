"""Formations of the armies in the words that the checks use for them."""

from __future__ import annotations

from typing import Literal, cast

from grognard.kernel.checks import implements

from ..checks.fire.targets import TargetFormation as TargetFormation
from ..checks.initiative import automatic_orders
from ..checks.movement import frontage
from ..checks.movement.frontage import in_four_ranks
from .battlefield import Battlefield
from .state import UnitState

COLUMNS = ("column_of_companies", "column_of_divisions", "column_of_zuege", "attack_column", "march_column")
HORSE_COLUMNS = ("column_of_squadrons", "column_of_troops", "march_column")
SQUARES = ("open_square", "closed_square")
LOOSE = ("open_order", "extended_order")
_INTERVALS: dict[str, TargetFormation] = {
    "open": "open_column", "half": "half_interval_column", "closed": "closed_column",
}  # fmt: skip


def as_target(b: Battlefield, unit: UnitState) -> TargetFormation:
    """The formation as those who fire at it, or close with it, see it (CS-7.2.3a)."""
    arm, formation = b.entry(unit.id).rated.arm, unit.formation
    # caught while it formed, it is neither in the old formation nor in the new (CS-A.1e)
    if unit.now.caught:
        return "open_order"
    if formation == "march_column":
        return "column" if arm == "cavalry" else "limbered" if arm == "artillery" else "road_column"
    if arm == "cavalry" and formation in HORSE_COLUMNS:
        return "column"
    if formation in COLUMNS:
        # an attack column marches at half interval unless it is told otherwise
        return _INTERVALS["half" if formation == "attack_column" and unit.interval == "open" else unit.interval]
    if formation == "garrison":
        return "in_buildings"
    if formation == "irregular":
        return "open_order"
    if formation == "line" and _four_deep(b, unit):
        return "line_in_four_ranks"
    return cast(TargetFormation, formation)


@implements("CS-M2-6.3b")
def _four_deep(b: Battlefield, unit: UnitState) -> bool:
    """Whether its line is four ranks deep: by the order of battle, else as Module 2 has the Austrians."""
    entry, austrians = b.entry(unit.id), b.rules.tables["CS-M2-6.3b"]
    # ranks told by the order of battle go before what the module says of a nation
    if entry.unit.ranks or entry.rated.arm != "infantry":
        return bool(entry.unit.ranks >= austrians["ranks"])
    return in_four_ranks(b.rules.tables)(entry.rated.nation, b.year)


def in_general(unit: UnitState) -> automatic_orders.AutomaticFormation:
    """Line, double line, column, square, open or extended."""
    if unit.formation in SQUARES or unit.formation == "skirmish_squares":
        return "square"
    if unit.formation == "double_line":
        return "double_line"
    if unit.formation in ("open_order", "irregular"):
        return "open"
    if unit.formation == "extended_order":
        return "extended"
    return "column" if unit.formation in COLUMNS or unit.formation in HORSE_COLUMNS else "line"


def order_of(unit: UnitState) -> frontage.RankOrder:
    """Close, open or extended order."""
    words: dict[str, Literal["open", "extended"]] = {
        "open_order": "open", "extended_order": "extended", "irregular": "open", "unlimbered_open": "open",
    }  # fmt: skip
    return cast(frontage.RankOrder, words.get(unit.formation, "close"))


def in_column(unit: UnitState) -> bool:
    """In column of any kind, or in the closed square that is one."""
    # a closed square is a closed column (CS-A.1h)
    return unit.formation in COLUMNS or unit.formation in HORSE_COLUMNS or unit.formation == "closed_square"
