"""The state of a Black Powder battle: frozen records, replaced by events, never changed."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from grognard.army.oob import Edge, Level
from grognard.ground.units import Point

from ..terms import (
    Arm,
    BrigadeState,
    Engagement,
    Formation,
    Gun,
    GunMove,
    GunNation,
    Moving,
    Size,
    Special,
    StandingOrder,
    Weapon,
    Zone,
)

Where = Literal["table", "waiting", "left", "lost"]
Fate = Literal["", "broken", "left"]
Responses = Literal["ask", "usual"]
"""Whether a seat is asked how its units meet a charge, or all meet it as is usual for them."""


class UnitState(Struct, frozen=True, omit_defaults=True):
    """A battalion, a regiment of cavalry, a battery, a skirmish company."""

    id: str
    side: str
    brigade: str
    arm: Arm
    size: Size
    hand_to_hand: int
    shooting: int
    """Dice, for its size; of batteries the bands say how many (BP-ART-1)."""
    morale: int
    """4 is a save of 4+."""
    stamina: int
    position: Point
    heading: int
    formation: Formation
    where: Where = "table"
    special: tuple[Special, ...] = ()
    weapon: Weapon | Literal[""] = ""
    """Small arms; nothing for guns, and for cavalry that does not fire."""
    nation: GunNation = "france"
    """Of a battery: whose row of the range table it uses."""
    gun: Gun = "6_pounder"
    casualties: int = 0
    """Marked on it; as many as its stamina and it is shaken (`PowderField.shaken`)."""
    disordered: bool = False
    # -- once in a battle
    steady_used: bool = False
    valiant_used: bool = False
    volleyed: bool = False
    """It has fired before: First Fire is over."""
    # -- while it fights
    charged: bool = False
    """It charged or counter-charged into the round that is to be fought; cleared when that is done."""
    won: bool = False
    """It won the last round of the combat that it is in."""
    massed: str = ""
    """The first unit of the massed column that it is part of, while the combat lasts."""
    as_square: bool = False
    """A Grande Bande that fights as if in a disordered square."""
    doomed: bool = False
    """It breaks when its combat is fought, whatever comes of it (BP-GRANDE-9)."""
    shelters: str = ""
    """The friend with whom its gunners have taken refuge."""
    closing_caused: int = 0
    """Casualties of its closing fire, which count in the first round."""
    # -- this turn of a side; cleared as it ends
    ordered: bool = False
    """It was the subject of an order."""
    moved_by: Moving | Literal[""] = ""
    moves: int = 0
    """Moves that it has made."""
    moves_ordered: int = 0
    """Moves that its order asked for: a battery on the prolong fires after one."""
    gun_move: GunMove | Literal[""] = ""
    fired: bool = False
    closing_fired: bool = False
    retired: bool = False
    """It went back from close combat."""
    gave_ground: bool = False
    """It went back by its own initiative."""
    tested: bool = False
    """It took a break test because a friend it supported broke, in this phase."""
    swept: bool = False
    """It has made its victory move or sweeping advance."""
    tried: tuple[str, ...] = ()
    """Enemies at which it tried a support charge; itself in it bars any more."""
    started_in_woods: bool = False
    """As the command phase began."""
    engagement: Engagement = "unengaged"
    """As its side's turn began, in the draft on command friction."""
    left_by: Edge | Literal[""] = ""
    fate: Fate = ""


class LeaderState(Struct, frozen=True, omit_defaults=True):
    """A commander: of a brigade, of several under him, of the army."""

    id: str
    side: str
    level: Level
    staff: int
    position: Point
    where: Literal["table", "waiting"] = "table"
    mounted: bool = True
    attached: str = ""
    """The unit that he has joined."""
    # -- this turn of his side
    spoken: bool = False
    """He has finished giving orders, or failed in one."""
    moved: bool = False
    fell_on: int = 0
    """The stroke (`World.stroke`) in which he was lost, till his successor comes; 0 while he commands."""
    fallen: int = 0
    """How many who held his command have been lost."""


class Brigade(Struct, frozen=True, omit_defaults=True):
    """Units under one commander, whose morale hangs together."""

    id: str
    side: str
    name: str
    leader: str
    units: tuple[str, ...]
    """All it began with."""
    morale: BrigadeState = "good"
    order: StandingOrder | Literal[""] = ""
    """What it is about, in the draft on command friction."""
    objective: Point | None = None
    halted: bool = False
    """Under Maneuver: it has come into engagement range, and holds if it is told nothing else."""


class Contact(Struct, frozen=True, omit_defaults=True):
    """Two enemies who fight hand-to-hand. All that hang together by contacts are one combat."""

    id: str
    """`charger>target`."""
    charger: str
    target: str
    face: Zone
    """The side of the target that was struck; the charger fights to his front."""
    rounds: int = 0
    """Rounds fought."""
    in_cover: bool = False
    """The target was charged in cover: that counts in the first round."""


class Instructions(Struct, frozen=True, omit_defaults=True):
    """What a seat has said once, so that it is not asked each time."""

    id: str
    responses: Responses = "ask"


class World(Struct):
    """All of it."""

    turn: int = 1
    phase: str = "start"
    active: str = ""
    """The side whose turn it is."""
    stroke: int = 1
    """The number of this turn of a side: two of them are a turn."""
    over: str = ""
    gave_up: str = ""
    """The side that has given the battle up."""
    units: dict[str, UnitState] = {}
    leaders: dict[str, LeaderState] = {}
    brigades: dict[str, Brigade] = {}
    contacts: dict[str, Contact] = {}
    instructions: dict[str, Instructions] = {}
    """By seat."""
    broken: tuple[str, ...] = ()
    """Sides whose army is broken."""
    turns: int = 0
    """The battle ends after so many."""
    held: dict[str, int] = {}
