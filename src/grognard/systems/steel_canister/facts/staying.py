"""Units that special rules of the battle let wait, or not leave a place."""

from __future__ import annotations

from functools import partial

from grognard.battle.special.staying import Bounds
from grognard.ground.units import point
from grognard.kernel.checks import Refusal, implements

from ..table.board import Space
from ..table.field import Field
from ..table.state import UnitState


def waits(b: Field, unit: str) -> bool:
    """Whether a special rule of the battle lets a unit wait where it is."""
    return b.special.waits(b.world.turn, unit, partial(_near, b, unit)) is not None


@implements("SC-1.2a")
def kept_from(b: Field, now: UnitState, to: Space) -> Refusal | None:
    """Why a unit may not go into a space: it may not leave where it stands or, in `now`, would stand."""
    if not b.special.binds:
        return None

    def inside(bounds: Bounds) -> bool:
        return now.space in _spaces_of(b, bounds)

    bounds = b.special.bounds(b.world.turn, now.id, inside, partial(_near, b, now.id), b.board.field)
    return bounds.refusal if bounds is not None and to not in _spaces_of(b, bounds) else None


def _near(b: Field, unit: str, paces: int) -> bool:
    spaces = b.nearest_enemy(unit)
    return spaces is not None and spaces * b.rules.tables.number("SC-0.1", "paces") <= paces


def _spaces_of(b: Field, bounds: Bounds) -> frozenset[Space]:
    """The spaces of ground that is not to be left: those whose middle lies in it, and those in which its troops stand
    in it at first, where it is smaller than a space."""
    key = "stay", bounds.effects
    if key not in b.board.kept:
        board, units = b.board, {unit for effect in bounds.effects for unit in effect.units}
        starts = (point(*b.chain.units[unit].unit.position) for unit in units if unit in b.chain.units)
        b.board.kept[key] = frozenset(
            (
                *(
                    each
                    for each in board.spaces()
                    if bounds.holds(board.middle(each)) or bounds.holds(board.heart(each))
                ),
                *(board.space_at(spot) for spot in starts if bounds.holds(spot)),
            )
        )
    found: frozenset[Space] = b.board.kept[key]
    return found
