"""Weather that hides troops: who has been placed on the table in fog, rain or snow (CS-B.8b)."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.battle.kinds import Noted
from grognard.kernel.checks import implements

from ..table.battlefield import Battlefield
from ..table.state import UnitState


def hides(b: Battlefield) -> bool:
    """Whether the weather keeps troops off the table. Where the scenario says how far one sees, that holds instead."""
    return b.world.weather != "clear" and not b.world.sight


def settle_in(b: Battlefield) -> None:
    """Before the first turn: in fog only those are placed who have the enemy near."""
    if not hides(b):
        return
    placed = {unit.id for unit in b.on_table() if _near(b, unit)}
    # written straight into the world: this is part of setting it up, before the record begins
    for unit in list(b.world.units.values()):
        b.world.units[unit.id] = replace(unit, placed=unit.id in placed)


@implements("CS-B.8b")
def place(b: Battlefield) -> None:
    """Who has come within reach of the enemy is placed on the table, and stays there."""
    if not hides(b):
        return
    found = [unit.id for unit in b.on_table() if not unit.placed and _near(b, unit)]
    if found:
        b.emit(Noted(), rules=("CS-B.8b",), sets=[b.change(unit, placed=True) for unit in found], to=())


@implements("CS-B.8b", "CS-B.8d", "CS-B.8e")
def close_in(b: Battlefield, seen: set[str]) -> None:
    """Fog, rain or snow has come up: those whom the enemy has in sight stay placed, the others vanish."""
    hidden = [unit for unit in b.world.units.values() if hides(b) and unit.id not in seen and unit.placed]
    # near to an enemy though nobody sees it: such a unit has been placed for that, and stays
    gone = [unit.id for unit in hidden if unit.where != "table" or not _near(b, unit)]
    if gone:
        b.emit(Noted(), rules=("CS-B.8b",), sets=[b.change(unit, placed=False) for unit in gone], to=())


@implements("CS-B.8a")
def lift(b: Battlefield) -> None:
    """It has cleared up: everybody stands on the table."""
    hidden = [unit.id for unit in b.world.units.values() if not unit.placed]
    if hidden and not hides(b):
        b.emit(Noted(), rules=("CS-B.8a",), sets=[b.change(unit, placed=True) for unit in hidden], to=())


def _near(b: Battlefield, unit: UnitState) -> bool:
    return b.survey.nearest_enemy(unit.id)[1] <= b.rules.tables.number("CS-B.8b", "within")
