"""What an officer has his men form: columns on the march, line or attack column in action."""

from __future__ import annotations

from typing import cast

from grognard.army.oob import FormationName, Interval
from grognard.kernel.checks import Refusal

from ...checks.formations import TABLES, doctrine_of
from .. import drill, forms
from ..battlefield import Battlefield
from ..bodies import shape_of
from ..state import Order, UnitState
from .pace import unwieldy

NEVER = 99
"""Quarter turns that a change takes which the drill does not know."""


def quarters(b: Battlefield, unit: str, formation: FormationName, interval: Interval = "open") -> int:
    """Quarter turns that a unit needs for a formation; NEVER where it cannot."""
    if b.unit(unit).formation == formation:
        return 0
    found = drill.formation_change(b, unit, formation, interval)
    return NEVER if isinstance(found, Refusal) else found.quarters


def form(b: Battlefield, unit: str, formation: FormationName, interval: Interval = "open") -> Order | None:
    """The order to take a formation; None where the unit has it, or cannot."""
    now = b.unit(unit)
    if now.formation == formation:
        return None
    if isinstance(drill.formation_change(b, unit, formation, interval), Refusal):
        return None
    return Order(formation=formation, interval=interval, by="mission")


def marching(b: Battlefield, unit: str) -> FormationName:
    """The column a unit marches in over open ground, or what it stands in where it has none."""
    now, rated = b.unit(unit), b.entry(unit).rated
    if rated.arm == "artillery":
        return "limbered"
    if rated.irregular or now.formation in ("garrison", *forms.LOOSE) or forms.in_column(now):
        return now.formation
    if rated.arm == "cavalry":
        return "column_of_squadrons"
    return min(_columns(b, rated.drill), key=lambda name: quarters(b, unit, name), default=now.formation)


def _columns(b: Battlefield, book: str) -> list[FormationName]:
    """The columns of a drill book, the wide one first: it deploys faster."""
    cells = b.rules.tables[TABLES[book]]
    return [cast(FormationName, cells[width]) for width in ("double", "single") if cells[width] in forms.COLUMNS]


def fighting(b: Battlefield, unit: str, *, assault: bool = False) -> FormationName:
    """What a unit fights in: line, or the attack column of the French and those who follow their ways, and of raw
    troops whom nobody could lead in line."""
    rated = b.entry(unit).rated
    if rated.arm == "artillery":
        return "unlimbered"
    if rated.irregular:
        return "irregular"
    if not assault or rated.arm != "infantry":
        return "line"
    in_columns = doctrine_of(b.rules.tables, rated.nation) == "french" or unwieldy(b, b.unit(unit))
    return "attack_column" if in_columns else "line"


def front(b: Battlefield, now: UnitState, formation: FormationName | None = None) -> float:
    """Paces that a unit is wide."""
    return shape_of(b, now, formation or now.formation, now.interval).width
