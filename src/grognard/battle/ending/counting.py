"""The tally of a battle from its units and leaders, in the order of battle's words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from ..fight import Fight
from ..posts import Chain
from .tally import Army, Tally, UnitStanding


def tally_of(
    b: Fight[Any], chain: Chain, standing: Callable[[Any], UnitStanding], taken: Callable[[Any], bool]
) -> Tally:
    """How a battle stands: `standing` says it of a unit, `taken` whether the enemy has its guns. The world has `units`,
    `leaders` (who have fallen so often) and `held`."""
    return Tally(tuple(_army(b, chain, side, standing, taken) for side in chain.sides), dict(b.world.held))


def _army(
    b: Fight[Any], chain: Chain, side: str, standing: Callable[[Any], UnitStanding], taken: Callable[[Any], bool]
) -> Army:
    units, leaders = b.world.units.values(), b.world.leaders.values()
    guns = sum(pieces(chain, unit.id) for unit in units if unit.side != side and taken(unit))
    fallen = [b.name(leader.id) for leader in leaders if leader.side == side for _ in range(leader.fallen)]
    own = tuple(with_guns(chain, standing(unit), taken=taken(unit)) for unit in units if unit.side == side)
    return Army(side, own, guns, tuple(fallen))


def with_guns(chain: Chain, unit: UnitStanding, *, taken: bool) -> UnitStanding:
    """A unit with the guns that it still has."""
    guns = 0 if taken or unit.id not in chain.units else pieces(chain, unit.id)
    return replace(unit, guns=guns) if guns else unit


def pieces(chain: Chain, unit: str) -> int:
    """Guns and howitzers that a unit brought to the battle."""
    history = chain.units[unit].unit
    return history.guns + history.howitzers
