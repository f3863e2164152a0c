"""What the records of a system have in common, so that this package can read them."""

from __future__ import annotations

from typing import Protocol, TypeVar

from grognard.ground.units import Point


class Placed(Protocol):
    """Somebody in a place: one of ours, or one whom somebody sees."""

    @property
    def id(self) -> str: ...

    @property
    def side(self) -> str: ...

    @property
    def position(self) -> Point:
        """In sixteenths of a pace; of a unit, the middle of its front edge."""


class TableUnit(Placed, Protocol):
    """A unit: frozen, in `world.units` by its id. It is on the table while `where` is "table"."""

    @property
    def where(self) -> str: ...

    @property
    def heading(self) -> int:
        """In whole degrees clockwise from north."""


class TableLeader(Placed, Protocol):
    """A leader: frozen, in `world.leaders` by his id. He is on the table while `where` is "table"."""

    @property
    def where(self) -> str: ...


U = TypeVar("U", bound=TableUnit)
"""The system's record of a unit."""
L = TypeVar("L", bound=TableLeader)
"""The system's record of a leader."""
