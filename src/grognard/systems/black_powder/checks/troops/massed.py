"""Infantry charges: where they strike, and Massed Columns."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from grognard.kernel.checks import implements, reckoning, refuse
from grognard.kernel.facts import Count, Facts
from grognard.kernel.tables import Tables

from ...terms import BreakResult, Formation, Wound


class FacingFacts(Facts):
    """Infantry that would strike a facing of the enemy, or a side of a building."""

    there: Annotated[Count, "infantry units in contact with that facing"] = 0
    massed: Annotated[bool, "it charges as part of a Massed Column"] = False


class FacingResult(NamedTuple):
    """How many infantry units touch the facing then."""

    units: int


@reckoning("facing", "BP-INF-2", asks=FacingFacts)
def facing(t: Tables, s: FacingFacts) -> FacingResult:
    """Whether infantry may strike this facing."""
    if s.there >= t.number("BP-INF-2", "most") and not s.massed:
        raise refuse("BP-INF-2", t.row("BP-INF-2", "full").label)
    return FacingResult(s.there + 1)


@implements("BP-INF-1")
def contact_shift(touched: int, middle: int, room_left: int, room_right: int) -> int:
    """How far along the side it strikes a formed infantry unit is shifted so that the middles touch: all the way, or as
    near as the room to its left and right allows. Places along the side count to the right."""
    # no farther than there is room on that side
    return max(-room_left, min(room_right, middle - touched))


class ContactFacts(Facts):
    """Formed infantry that has come into contact, measured along the side it strikes."""

    off: Annotated[Count, "inches from the middle of the side to the charger's middle, to the right"] = 0
    room: Annotated[Count, "inches it can be shifted to the left before something is in the way"] = 40


class ContactResult(NamedTuple):
    """Inches between the middles when it is in place."""

    off: int


@reckoning("contact", "BP-INF-1", asks=ContactFacts)
def contact(t: Tables, s: ContactFacts) -> ContactResult:
    """Where charging infantry is placed: middle against middle, or as near as it can be."""
    return ContactResult(s.off + contact_shift(s.off, 0, s.room, s.room))


class MassedColumnFacts(Facts):
    """Infantry units sent against one enemy."""

    units: Annotated[Count, "how many"] = 2
    formations: Annotated[frozenset[Formation], "their formations"] = frozenset({"attack_column"})
    brigade_order: Annotated[bool, "one brigade order sent them all"] = True
    faces: Annotated[Count, "facings of the enemy that they strike"] = 1


class MassedColumnResult(NamedTuple):
    """Whether they are a Massed Column."""

    massed: bool


@reckoning("massed-column", "BP-MASS-1", asks=MassedColumnFacts)
def massed_column(t: Tables, s: MassedColumnFacts) -> MassedColumnResult:
    """Whether units that attack together are a Massed Column."""
    columns = {"attack_column"} | ({"mixed_attack_column"} if t.value("BP-MIXED-2", "massed") else set())
    enough = s.units >= t.number("BP-MASS-1", "least") and s.faces == t.number("BP-MASS-1", "faces")
    return MassedColumnResult(enough and s.brigade_order and bool(s.formations) and s.formations <= columns)


class MassedSaveFacts(Facts):
    """An attack column that takes a hit."""

    massed: Annotated[bool, "it is part of a Massed Column"] = True
    wound: Annotated[Wound, "what hit it"] = "closing_fire"


class MassedSaveResult(NamedTuple):
    """Whether it has the attack column's +1 to its save, and whether it takes every hit on the column."""

    column_save: bool
    every_hit: bool


@reckoning("massed-save", "BP-MASS-3", asks=MassedSaveFacts)
def massed_save(t: Tables, s: MassedSaveFacts) -> MassedSaveResult:
    """How a unit of a Massed Column saves."""
    return MassedSaveResult(keeps_column_save(t, massed=s.massed, wound=s.wound), takes_every_hit(t, s))


@implements("BP-MASS-3")
def keeps_column_save(t: Tables, *, massed: bool, wound: Wound) -> bool:
    """Whether an attack column has its +1 against this hit."""
    return not massed or wound not in t.value("BP-MASS-3", "withheld")


@implements("BP-MASS-2")
def takes_every_hit(t: Tables, s: MassedSaveFacts) -> bool:
    """Whether closing fire at the column hits each of its units with all its hits."""
    return s.massed and s.wound == "closing_fire" and bool(t.value("BP-MASS-2", "every_unit"))


class MomentumFacts(Facts):
    """A unit of a Massed Column after a round."""

    won: Annotated[bool, "the column won"] = True
    enemy_gone: Annotated[bool, "no enemy is in contact any more"] = True
    shaken: Annotated[bool, "it is shaken"] = False
    disordered: Annotated[bool, "it is disordered"] = False


class MomentumResult(NamedTuple):
    """Whether this unit makes a victory move, as every other of the column may."""

    victory_move: bool


@reckoning("momentum", "BP-MASS-5", asks=MomentumFacts)
def momentum(t: Tables, s: MomentumFacts) -> MomentumResult:
    """Whether a unit of a Massed Column that won goes on."""
    return MomentumResult(s.won and s.enemy_gone and not s.shaken and not s.disordered)


class StaggeredFacts(Facts):
    """A Massed Column at the end of a round."""

    enemy: Annotated[BreakResult, "what the enemy's break test said; hold where it took none"] = "hold_locked"
    tested: Annotated[bool, "the enemy took a break test"] = True
    column_left: Annotated[bool, "the column has left the fight"] = False


class StaggeredResult(NamedTuple):
    """Whether every unit of the column is disordered."""

    disordered: bool


@reckoning("staggered", "BP-MASS-6", asks=StaggeredFacts)
def staggered(t: Tables, s: StaggeredFacts) -> StaggeredResult:
    """Whether a Massed Column is thrown into disorder by an enemy that holds."""
    # an enemy who won or drew took no test, and stands all the same
    stands = s.enemy.startswith("hold") and (s.tested or bool(t.value("BP-MASS-6", "any_stand")))
    return StaggeredResult(stands and not s.column_left)
