"""What changes on the ground: guns left behind, structures, works, boats."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from grognard.ground.units import Point


class Abandoned(Struct, frozen=True, omit_defaults=True):
    """Guns that nobody serves (CS-9.1e)."""

    id: str
    side: str
    position: Point
    pieces: int
    spiked: bool = False
    touched_by: str = ""
    """The side whose unit was within reach at the last end of turn."""


def guns_of(battery: str) -> str:
    """The id of guns that a battery has left on the ground."""
    return f"guns-of-{battery}"


class Structure(Struct, frozen=True, omit_defaults=True):
    """What has become of works or of something built that is no longer as the field has it."""

    id: str
    """The feature of the field, see table.ground.structures."""
    lit: int = 0
    """The turn on which it was set alight; 0 while it does not burn."""
    whole: Literal["", "light_works", "medium_works", "heavy_works"] = ""
    """The cover it gave then."""
    burnt: int = 0
    """Levels of cover lost to fire."""
    raised: int = 0
    """Levels of cover by which engineers have improved it; less than nothing where they have pulled it down."""
    paces: int = 0
    """Of it on the way to the next level up, or, if negative, down."""
    shells: int = 0
    """Howitzer shells that have struck it (CS-7.2.5b)."""


class Work(Struct, frozen=True, omit_defaults=True):
    """What engineers have made during the battle: works or an obstacle along a line, or a gap in an obstacle."""

    id: str
    side: str
    kind: Literal["works", "obstacle", "gap"]
    line: tuple[Point, Point]
    """From left to right as those who made it see it; of a gap the same point twice, its middle."""
    level: int = 0
    """Works: 1 for light to 3 for heavy, all along the line."""
    paces: int = 0
    """From the left end, done so far: works one level higher, the obstacle; of a gap its width."""
    by: str = ""


class Boat(Struct, frozen=True, omit_defaults=True):
    """A boat, or several that keep together."""

    id: str
    side: str
    position: Point
    men: int
    """It carries so many."""
    put_off: Point | None = None
    """Where it left the bank, while it is on the water."""
