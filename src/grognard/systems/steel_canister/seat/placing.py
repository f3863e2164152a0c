"""Units as they would stand: for previews."""

from __future__ import annotations

from grognard.army.footprints import drawn_shape
from grognard.battle.previews import records as pre
from grognard.ground.units import SUB

from ..table.field import Field
from ..table.state import UnitState
from ..terms import FACINGS
from .picture import parts_of


def own_unit(b: Field, seat: str, unit: str) -> UnitState | None:
    """A unit of the seat's on the board."""
    now = b.world.units.get(unit)
    return now if now is not None and now.where == "board" and b.seat_of(unit) == seat else None


def place(b: Field, there: UnitState, *, cost: int = 0, dice: int = 0) -> pre.Place:
    """A unit as it would stand there, with the points that the way there takes and the dice that may add to them."""
    x, y = b.board.heart(there.space)
    men = max(0, there.figures - there.killed) * b.rules.tables.number("SC-0.2", "men_per_figure")
    parts = parts_of(b.board, b.rules.tables, there.arm, there.formation, men)
    depth = parts[0][3] - parts[0][1]
    east, north = ((0, 1), (1, 0), (0, -1), (-1, 0))[FACINGS.index(there.facing)]
    return pre.Place(
        label=f"{cost}+{dice}D" if dice else str(cost) if cost else "",
        x=x / SUB + depth / 2 * east,
        y=y / SUB + depth / 2 * north,
        heading=90 * FACINGS.index(there.facing),
        formation=there.formation,
        parts=parts,
        shape=drawn_shape(there.formation),
        space=there.space,
    )
