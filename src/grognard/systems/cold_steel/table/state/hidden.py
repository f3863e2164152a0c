"""What lies hidden: forces beyond the table, cards, and what seats remember or have read."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from grognard.army.oob import Edge, FormationName
from grognard.ground.units import Point

from ...checks.movement.off_board import OffBoardTask as OffBoardTask
from ...terms import Arm
from .command import Mission


class Force(Struct, frozen=True, omit_defaults=True):
    """Troops beyond the edge of the table: they march, defend or screen there (CS-C.2b). Places are whole paces along
    an edge from its western or southern end."""

    id: str
    side: str
    seat: str
    units: tuple[str, ...]
    edge: Edge
    """Beyond which it stands, or for which it is bound: its figures are on the card that lies there."""
    place: int = 0
    """Where it is to come onto the table; without orders, where it stands."""
    task: Literal["", OffBoardTask] = ""
    leader: str = ""
    """Who commands it."""
    mission: Mission | None = None
    """What its units are to do once they are on the table."""
    issued: int = 0
    """The turn in which it got its orders; 0 before the battle."""
    perfect: int = 0
    """The turn in which it would arrive if all went well (CS-C.3b)."""
    due: int = 0
    """The turn in which it comes on, stands at its edge, or fights the next round."""
    status: Literal["idle", "marching", "posted", "fighting", "arriving", "astray", "out"] = "idle"
    foes: tuple[str, ...] = ()
    """Enemy forces it has met."""
    met: tuple[int, int, int, int] = (0, 0, 0, 0)
    """When it met them: its figures, cavalry among them, theirs, cavalry among them."""
    why: str = ""
    """Why it is out for the day."""


class Peek(Struct, frozen=True, omit_defaults=True):
    """What a seat read on an enemy's card at an edge (CS-C.4a)."""

    seat: str
    edge: Edge
    turn: int
    infantry: int = 0
    cavalry: int = 0


class Card(Struct, frozen=True, omit_defaults=True):
    """A grand-tactical card: what the enemy sees of troops beyond identification range, or of nothing at all. Its
    troops have their places all the while; those are the sketch on its back (CS-1.6.1b)."""

    id: str
    side: str
    seat: str
    """Who plays it."""
    arm: Arm
    """On its face (CS-D.5)."""
    position: Point
    heading: int
    name: str = ""
    """Of the formation, on its back (CS-D.6)."""
    label: str = ""
    """What everybody calls it; nothing while it is not on the table yet. It says nothing about what is on the card."""
    dummy: bool = False
    adhoc: str = ""
    """The division that formed this group (CS-1.6.2e)."""
    to: Point | None = None
    """Where a dummy is going."""
    uncovered: bool = False
    """The enemy knows number and arm of its units."""
    infantry: int = 0
    cavalry: int = 0
    batteries: int = 0
    """As the enemy was last told."""
    counter: bool = False
    """In a wood or town a small counter stands for it (CS-1.6.3f)."""
    due: int = 0
    """Figures replace it after the command phase of this turn (CS-1.6.4b)."""
    hits: int = 0
    """Of artillery, noted on it (CS-1.6.6a)."""
    shaken: bool = False
    """It was under fire or threatened (CS-1.6.5c)."""
    crowded: bool = False
    """Its troops have no room of their own (CS-1.6.5a)."""
    moved: int = 0
    """The turn in which it moved last."""


def ghost_key(seat: str, unit: str) -> str:
    """Where the ghost of a unit stands in the world."""
    return f"{seat}:{unit}"


class Ghost(Struct, frozen=True, omit_defaults=True):
    """Where a seat saw an enemy last."""

    seat: str
    unit: str
    position: Point
    heading: int
    formation: FormationName
    turn: int
