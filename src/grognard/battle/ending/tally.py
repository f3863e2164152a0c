"""What a rule system says about a battle so that victory can be counted: plain records, built in one function."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

import msgspec
from msgspec import Struct

from grognard.army.oob import Edge


class UnitStanding(Struct, frozen=True, omit_defaults=True):
    """How a unit stands."""

    id: str
    arm: Literal["infantry", "cavalry", "artillery"]
    men_at_start: int
    men: int
    """Now in its ranks; none if it was destroyed or taken."""
    place: tuple[float, float] | None = None
    """In paces; None when it is not on the field."""
    formed: bool = True
    """In good order and fit to fight, as the rule system sees it."""
    beaten: bool = False
    """Broken or routed."""
    destroyed: bool = False
    """Whether the unit is destroyed, dispersed or taken whole."""
    left_by: Edge | None = None
    """The edge by which it left the field; None also for one that has not come yet."""
    guns: int = 0
    """Guns and howitzers that it brought and that nobody has taken from it."""
    marched_off: bool = False
    """It was in good order when its army quit the field, and went with it."""

    @property
    def orderly(self) -> bool:
        """Whether the unit is formed, and neither beaten nor destroyed."""
        return self.formed and not self.down

    @property
    def down(self) -> bool:
        """Beaten or destroyed."""
        return self.beaten or self.destroyed

    @property
    def on_field(self) -> bool:
        """Whether it is there to be met."""
        return self.place is not None and not self.destroyed

    @property
    def to_come(self) -> bool:
        """Neither there yet, nor gone, nor destroyed."""
        return self.place is None and self.left_by is None and not self.destroyed


class Army(Struct, frozen=True, omit_defaults=True):
    """How a side stands."""

    side: str
    units: tuple[UnitStanding, ...]
    """All of them: on the field, still to come, gone and destroyed."""
    guns_taken: int = 0
    """Guns taken from the enemy."""
    leaders_lost: tuple[str, ...] = ()
    """Names of its own leaders killed, disabled or taken."""


class Tally(Struct, frozen=True, omit_defaults=True):
    """How a battle stands at the end of a turn."""

    armies: tuple[Army, ...]
    held: dict[str, int] = {}
    """Turns running, up to the turn before, as `victory.turns_held` gave them then; see there."""


def after_quitting(tally: Tally, sides: Collection[str]) -> Tally:
    """The same when these sides have quit the field: what they had on it stands there no more. Who is in good order
    marches off and is saved; the guns of the others fall to those who stay."""
    left = {army.side: sum(map(_abandoned, army.units)) for army in tally.armies if army.side in sides}
    armies = (
        _off(army)
        if army.side in sides
        else msgspec.structs.replace(army, guns_taken=army.guns_taken + sum(left.values()))
        for army in tally.armies
    )
    return msgspec.structs.replace(tally, armies=tuple(armies))


def _abandoned(unit: UnitStanding) -> int:
    """Guns that a unit leaves behind when its army goes: nobody drags them off but who is in good order."""
    return 0 if unit.orderly or unit.to_come else unit.guns


def _off(army: Army) -> Army:
    units = (
        msgspec.structs.replace(unit, place=None, marched_off=unit.on_field and unit.orderly) for unit in army.units
    )
    return msgspec.structs.replace(army, units=tuple(units))
