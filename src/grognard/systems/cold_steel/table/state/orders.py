"""What units are told to do, and what they are at.

An order is at most one chit of each kind: a move, a formation, an attack or a target to fire at, a special chit. Each
is a record with what is said on such a chit and nothing else.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from grognard.army.oob import FormationName, Interval

from ...terms import Gait
from .earlier import without_parts

Way = Literal["forward", "oblique", "backward", "wheel", "conversion", "prolong", "fall_back", "withdraw"]
"""What a movement chit says. The last two come only from automatic orders."""
Face = Literal["ahead", "left", "right"]


# -- moves


class Marching(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """How a unit goes that was told to move."""

    gait: Gait = "march"
    paces: int = 0
    """It goes no farther than this; 0 for as far as it can."""
    pays_frontage: bool = False
    """On too wide a front it gives up paces rather than order (CS-6.4a)."""
    through: bool = False
    """It passes through friends in its way rather than halt behind them, to the disorder of both (CS-6.8)."""


class Straight(Marching, frozen=True, omit_defaults=True, tag="straight"):
    """On or back along its front; guns off their limbers are prolonged."""

    way: Literal["forward", "backward", "prolong"] = "forward"


class Oblique(Marching, frozen=True, omit_defaults=True, tag="oblique"):
    """Aside, still facing as it did."""

    way: ClassVar[Literal["oblique"]] = "oblique"
    degrees: int = 0
    """To the left is negative."""


class Wheel(Marching, frozen=True, omit_defaults=True, tag="wheel"):
    """It turns on a flank, or by a conversion on its centre, and goes straight on with the time that is left."""

    degrees: int = 0
    """To the left is negative."""
    way: Literal["wheel", "conversion"] = "wheel"


class FallBack(Struct, frozen=True, omit_defaults=True, tag="fall_back"):
    """Of itself, faced to the enemy (CS-4.1i)."""

    way: ClassVar[Literal["fall_back"]] = "fall_back"
    gait: Gait = "march"
    away_from: str = ""


class Withdraw(Struct, frozen=True, omit_defaults=True, tag="withdraw"):
    """Of itself: guns that save themselves (CS-4.1c), a division that retires (CS-4.4.2)."""

    way: ClassVar[Literal["withdraw"]] = "withdraw"
    gait: Gait = "march"
    away_from: str = ""
    paces: int = 0


class Halted(Struct, frozen=True, omit_defaults=True, tag="halted"):
    """A march of so many paces that is over. Its chits are not the same as those of a plain halt, and are turned over
    again when the unit is told to halt."""

    way: ClassVar[Literal[""]] = ""
    after: Straight | Oblique


OrderedMove: TypeAlias = Straight | Oblique | Wheel
"""A move that somebody orders; the others come by themselves."""
Move: TypeAlias = Straight | Oblique | Wheel | FallBack | Withdraw | Halted


def straight_on(turn: Wheel) -> Straight:
    """What is left of a wheel that is made."""
    return Straight(gait=turn.gait, paces=turn.paces, pays_frontage=turn.pays_frontage, through=turn.through)


def halted(march: OrderedMove) -> Halted | None:
    """What is left of a march that is over; nothing where it is as if the unit had been told to halt."""
    if isinstance(march, Oblique):
        after: Straight | Oblique = Oblique(march.degrees)
    else:
        after = Straight()
    after = replace(after, gait=march.gait, pays_frontage=march.pays_frontage, through=march.through)
    # a halt after a plain march is the same as a halt ordered
    return Halted(after) if after not in (Straight(), Oblique()) else None


# -- formations and targets


class FormationChit(Struct, frozen=True, omit_defaults=True):
    """A new formation."""

    to: FormationName
    interval: Interval = "open"
    face: Face = "ahead"


class Attack(Struct, frozen=True, omit_defaults=True, tag="attack"):
    """It closes with an enemy, or with whomever it comes upon."""

    target: str = ""
    walking: bool = False
    """Fires as it goes forward, at half its march (CS-M2-8.2.2)."""


class FireAt(Struct, frozen=True, omit_defaults=True, tag="fire"):
    """It fires at an enemy and does not close with him."""

    target: str


class WalkingFire(Struct, frozen=True, omit_defaults=True, tag="walking_fire"):
    """It fires as it goes forward, at an enemy or at whomever it can (CS-M2-8.2.2)."""

    target: str = ""


CombatChit: TypeAlias = Attack | FireAt | WalkingFire


# -- special chits

PlainName = Literal[
    "reform", "send_skirmishers", "recall_skirmishers", "lie_down", "stand_up", "spike_guns",
    "occupy", "leave", "build_works", "destroy_structure", "make_obstacle", "clear_obstacle", "start_fire",
    "fight_fire", "embark", "disembark", "regroup", "dismount", "remount",
]  # fmt: skip
"""Special chits with which nothing more is said."""
SpecialName = PlainName | Literal["move_boat", "brigade", "converge", "detach", "take_place"]


class PlainChit(Struct, frozen=True, tag="plain"):
    """A special chit with which nothing more is said."""

    name: PlainName


class MoveBoat(Struct, frozen=True, omit_defaults=True, tag="move_boat"):
    """A boat is rowed (CS-3.3.2.3t)."""

    name: ClassVar[Literal["move_boat"]] = "move_boat"
    degrees: int = 0
    """Its course, from north."""
    paces: int = 0
    """No farther than this; 0 for as far as it can."""


class Brigade(Struct, frozen=True, omit_defaults=True, tag="brigade"):
    """Units are thrown together into one (CS-3.3.2.3c, CS-3.3.2.3d)."""

    name: ClassVar[Literal["brigade"]] = "brigade"
    others: tuple[str, ...] = ()


class Converge(Struct, frozen=True, omit_defaults=True, tag="converge"):
    """Battalions give up their elite companies (CS-3.3.2.3e)."""

    name: ClassVar[Literal["converge"]] = "converge"
    others: tuple[str, ...] = ()


class Detach(Struct, frozen=True, omit_defaults=True, tag="detach"):
    """So many companies, squadrons or sections are detached (CS-3.3.2.3i)."""

    name: ClassVar[Literal["detach"]] = "detach"
    companies: int = 0


class TakePlace(Struct, frozen=True, omit_defaults=True, tag="take_place"):
    """It is shifted into its place beside other battalions (CS-3.3.2.3v)."""

    name: ClassVar[Literal["take_place"]] = "take_place"
    right: int = 0
    ahead: int = 0


SpecialChit: TypeAlias = PlainChit | MoveBoat | Brigade | Converge | Detach | TakePlace


# -- orders


class Order(Struct, frozen=True, omit_defaults=True):
    """The chits on a unit (CS-3.2m), and who put them there. Without any it is to halt."""

    move: Move | None = None
    formation: FormationChit | None = None
    combat: CombatChit | None = None
    special: SpecialChit | None = None
    by: str = ""
    """Who gave it: a leader, `mission`, `automatic:form_square`."""
    rule: str = ""

    @property
    def way(self) -> Way | Literal[""]:
        """How it is to move; nothing where it stands."""
        return self.move.way if self.move is not None else ""

    @property
    def form(self) -> FormationName | Literal[""]:
        """What it is to form; nothing where it stays as it is."""
        return self.formation.to if self.formation is not None else ""

    @property
    def attacks(self) -> bool:
        """Whether it is to close with the enemy."""
        return isinstance(self.combat, Attack)

    @property
    def target(self) -> str:
        """The enemy it is to close with or fire at; nothing where none is named."""
        return self.combat.target if self.combat is not None else ""

    @property
    def walking(self) -> bool:
        """Whether it fires as it goes."""
        return isinstance(self.combat, WalkingFire) or (isinstance(self.combat, Attack) and self.combat.walking)

    @property
    def chit(self) -> SpecialName | Literal[""]:
        """What its special chit is called; nothing where it has none."""
        return self.special.name if self.special is not None else ""

    def first_written(self) -> dict[str, Any]:
        """As it was written before it had parts."""
        return without_parts(self)


class Labour(Struct, frozen=True, omit_defaults=True):
    """Work that goes on for several turns, unbroken and without a move (CS-3.3.2.3u)."""

    at: PlainName
    turns: int = 0
    """Whole turns since the last roll."""


class Forming(Struct, frozen=True, omit_defaults=True):
    """A formation change under way."""

    to: FormationName
    interval: Interval = "open"
    quarters: int = 0
    """Quarter turns still to go."""
    heading: int = 0
    """Faced so when it is done."""


class Wing(Struct, frozen=True, omit_defaults=True):
    """What a flank company, troop or section does on its own (CS-3.2l)."""

    flank: Literal["left", "right"]
    degrees: int = 0
    """It is advanced by so much; refused if negative."""
    paces: int = 0
    """Guns that are prolonged."""
